import Base
import Foundation
import Geodesy
import Testing

@testable import Transit

/// The engine against a plain search that unrolls every trip.
@Suite struct OracleTests {
  private func seconds(_ instant: Instant) -> Int { Int(instant.milliseconds / 1000) }

  @Test("earliest arrival and latest departure equal the plain search on random feeds")
  func randomFeeds() throws {
    for seed in UInt64(1)...20 {
      let feed = RandomFeed.feed(seed: seed)
      let timetable = try Timetable(
        feed, walk: StraightWalk(limit: 900))
      let engine = try TransitEngine(timetable)
      let reference = try ReferenceSearch(
        feed, timetable, days: feed.firstDay - 1...feed.firstDay + feed.dayCount)
      var random = SeededRandom(seed: seed)
      for _ in 0..<12 {
        var query = RandomFeed.query(&random, stops: feed.stops.count)
        query.change = ChangeRule(
          least: Int(random.next() % 5) * 60, walkPercent: 100 + Int(random.next() % 100))
        let moment = Int(random.next() % UInt64(4 * 86_400))
        let at = Instant(milliseconds: Int64(feed.firstDay * 86_400 + moment) * 1000)
        let forward = try engine.earliest(query, departAt: at)
        compare(
          forward.map { ($0.rides.count, seconds($0.arrival)) },
          reference.earliest(query, departure: seconds(at)), never: ReferenceSearch.never,
          "seed \(seed), depart at \(at)")
        for journey in forward { check(journey, query, from: at, engine) }
        let backward = try engine.latest(query, arriveBy: at)
        compare(
          backward.map { ($0.rides.count, -seconds($0.departure)) },
          reference.latest(query, arrival: seconds(at)).map { -$0 },
          never: ReferenceSearch.never, "seed \(seed), arrive by \(at)")
        for journey in backward {
          #expect(journey.arrival <= at)
          check(journey, query, from: journey.departure, engine)
        }
      }
    }
  }

  /// Journeys (rides, cost), fewest rides first, against the least cost by so many rides.
  private func compare(
    _ found: [(rides: Int, cost: Int)], _ expected: [Int], never: Int, _ place: String
  ) {
    for rides in 1...expected.count {
      let best = found.filter { $0.rides <= rides }.map(\.cost).min() ?? never
      #expect(best == expected[rides - 1], "\(place), \(rides) rides")
    }
    #expect(zip(found, found.dropFirst()).allSatisfy { $0.cost > $1.cost }, "\(place)")
  }

  /// A told journey can be travelled, with the time that changing takes at one stop.
  private func check(
    _ journey: Journey, _ query: TransitQuery, from: Instant, _ engine: TransitEngine
  ) {
    #expect(journey.departure >= from)
    var now = journey.departure
    var alighted = false
    for leg in journey.legs {
      switch leg {
      case .walk(let walk):
        #expect(walk.departure >= now && walk.arrival >= walk.departure)
        now = walk.arrival
        alighted = false
      case .ride(let ride):
        #expect(ride.calls.count >= 2)
        guard let first = ride.calls.first, let last = ride.calls.last else { continue }
        // What transfers.txt says of the stop; the usual time where it says nothing.
        let ruled = alighted ? engine.timetable.changeSeconds(at: first.stop) : 0
        #expect(first.departure >= now.adding(seconds: Int64(ruled ?? query.change.least)))
        now = last.arrival
        alighted = true
        #expect(query.modes.contains(ride.mode))
      }
    }
    #expect(now == journey.arrival)
  }

  private func found(_ journey: Journey) -> ReferenceSearch.Found {
    ReferenceSearch.Found(
      rides: journey.rides.count, arrival: seconds(journey.arrival), walk: journey.walkMetres,
      grams: journey.grams)
  }

  @Test("alternatives equal all Pareto-optimal journeys of the plain search, with limits")
  func paretoSets() throws {
    for seed in UInt64(100)...115 {
      let feed = RandomFeed.feed(seed: seed, stops: 7, trips: 16)
      let timetable = try Timetable(feed, walk: StraightWalk(limit: 900))
      let engine = try TransitEngine(timetable)
      let reference = try ReferenceSearch(
        feed, timetable, days: feed.firstDay - 1...feed.firstDay + feed.dayCount)
      var random = SeededRandom(seed: seed)
      for _ in 0..<6 {
        var query = RandomFeed.query(&random, stops: feed.stops.count)
        query.maximumRides = min(query.maximumRides, 3)
        query.maximumWalk = [400, 900, 2000, 100_000][Int(random.next() % 4)]
        query.maximumGrams = [150, 400, 100_000][Int(random.next() % 3)]
        let moment = Int(random.next() % UInt64(4 * 86_400))
        let at = Instant(milliseconds: Int64(feed.firstDay * 86_400 + moment) * 1000)
        let all = try engine.alternatives(query, departAt: at)
        #expect(
          Set(all.map(found)) == reference.pareto(query, departure: seconds(at)),
          "seed \(seed), \(at)")
        for journey in all {
          check(journey, query, from: at, engine)
          #expect(journey.walkMetres <= query.maximumWalk ?? .max)
          #expect(journey.grams <= query.maximumGrams ?? .max)
        }
        // Near the quickest: the same of what is not much later and has few rides more.
        let near = try engine.alternatives(query, departAt: at, nearQuickest: true)
        let quickest = reference.earliest(query, departure: seconds(at))
        if let best = quickest.last, best < ReferenceSearch.never,
          let fewest = quickest.firstIndex(of: best)
        {
          var nearby = query
          nearby.maximumRides = min(fewest + 2, query.maximumRides)
          nearby.maximumDuration = min(
            best - seconds(at) + min(max((best - seconds(at)) / 2, 1800), 7200),
            query.maximumDuration)
          #expect(
            Set(near.map(found)) == reference.pareto(nearby, departure: seconds(at)),
            "seed \(seed), \(at)")
        } else {
          #expect(near.isEmpty)
        }
        // Backwards: limits hold, and the best departure is that of the plain search of times.
        let backward = try engine.alternatives(query, arriveBy: at)
        #expect(backward.allSatisfy { $0.arrival <= at })
        #expect(backward.allSatisfy { $0.walkMetres <= query.maximumWalk ?? .max })
        var free = query
        free.maximumWalk = nil
        free.maximumGrams = nil
        let latest = try engine.latest(free, arriveBy: at).map(\.departure).max()
        #expect(try engine.alternatives(free, arriveBy: at).map(\.departure).max() == latest)
      }
    }
  }

  @Test("a table of departures equals a search at each of them, and misses none")
  func tables() throws {
    for seed in UInt64(200)...208 {
      let feed = RandomFeed.feed(seed: seed)
      let timetable = try Timetable(feed, walk: StraightWalk(limit: 900))
      let engine = try TransitEngine(timetable)
      let reference = try ReferenceSearch(
        feed, timetable, days: feed.firstDay - 1...feed.firstDay + feed.dayCount)
      var random = SeededRandom(seed: seed)
      for _ in 0..<3 {
        var query = RandomFeed.query(&random, stops: feed.stops.count)
        query.maximumDuration = 86_400
        let start = Instant(milliseconds: Int64((feed.firstDay + 1) * 86_400) * 1000)
        let end = Instant(milliseconds: start.milliseconds + 50_000_000)
        let rows = try engine.departures(query, from: start, until: end)
        for row in rows {
          let expected = reference.earliest(query, departure: seconds(row.departure))
          #expect(seconds(row.arrival) == expected.last, "seed \(seed)")
          #expect(expected.firstIndex(of: seconds(row.arrival)) == row.rides - 1, "seed \(seed)")
        }
        // From any moment the next row is the earliest arrival.
        for _ in 0..<8 {
          let moment = Instant(
            milliseconds: start.milliseconds + Int64(random.next() % 50_000) * 1000)
          let next = rows.first { $0.departure >= moment }.map { seconds($0.arrival) }
          let best = reference.earliest(query, departure: seconds(moment)).last
          if let next { #expect(next == best, "seed \(seed), \(moment)") }
          if next == nil, let best, best < ReferenceSearch.never {
            // Then it leaves after the table's end.
            let after = try engine.earliest(query, departAt: moment).last
            #expect(after.map { $0.departure > end } ?? false, "seed \(seed), \(moment)")
          }
        }
      }
    }
  }
}
