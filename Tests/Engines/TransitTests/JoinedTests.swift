import Base
import Geodesy
import Testing

@testable import Transit

/// Several timetables searched as one.
@Suite struct JoinedTests {
  private func seconds(_ instant: Instant) -> Int { Int(instant.milliseconds / 1000) }

  /// Joined by all straight walks of at most so many metres between stops of different feeds.
  private func join(_ engines: [TransitEngine], walk: StraightWalk) throws -> TransitEngine {
    let owners = engines.enumerated().flatMap { Array(repeating: $0, count: $1.stops.count) }
    let walks = walk.footpaths(between: engines.flatMap(\.stops)).filter {
      owners[$0.from] != owners[$0.to]
    }
    return try #require(TransitEngine(joining: engines, walks: walks))
  }

  @Test("TV-RTE-03: journeys across two feeds, of two time zones, equal the plain search on both")
  func randomFeeds() throws {
    var across = 0
    var zones: Set<String> = []
    for seed in UInt64(400)...415 {
      let walk = StraightWalk(limit: 900)
      let feeds = [
        RandomFeed.feed(seed: seed, stops: 6, trips: 14),
        RandomFeed.feed(seed: seed &+ 50, stops: 5, trips: 14),
      ]
      let timetables = try feeds.map { try Timetable($0, walk: walk) }
      let engine = try join(timetables.map { try TransitEngine($0) }, walk: walk)
      zones.insert(Set(feeds.map(\.timeZone)).sorted().joined(separator: " "))
      let days = feeds[0].firstDay - 2...feeds[0].firstDay + feeds[0].dayCount + 1
      let reference = ReferenceSearch(
        joining: try zip(feeds, timetables).map { try ReferenceSearch($0, $1, days: days) }, engine)
      var random = SeededRandom(seed: seed)
      for number in 0..<10 {
        var query = RandomFeed.query(&random, stops: engine.stops.count)
        let moment = Int(random.next() % UInt64(4 * 86_400))
        let at = Instant(milliseconds: Int64(feeds[0].firstDay * 86_400 + moment) * 1000)
        let place = "seed \(seed), \(at)"
        let forward = try engine.earliest(query, departAt: at)
        let expected = reference.earliest(query, departure: seconds(at))
        let backward = try engine.latest(query, arriveBy: at)
        let latest = reference.latest(query, arrival: seconds(at))
        for rides in 1...query.maximumRides {
          let best = forward.filter { $0.rides.count <= rides }.map { seconds($0.arrival) }.min()
          #expect(best ?? ReferenceSearch.never == expected[rides - 1], "\(place)")
          let last = backward.filter { $0.rides.count <= rides }.map { seconds($0.departure) }.max()
          #expect(last ?? -ReferenceSearch.never == latest[rides - 1], "\(place)")
        }
        across += forward.count { Set($0.rides.map(\.feed)).count > 1 }
        guard number < 4 else { continue }
        guard number < 4 else { continue }
        query.maximumRides = min(query.maximumRides, 3)
        query.maximumWalk = 2000
        query.maximumGrams = 100_000
        let all = try engine.alternatives(query, departAt: at).map {
          ReferenceSearch.Found(
            rides: $0.rides.count, arrival: seconds($0.arrival), walk: $0.walkMetres,
            grams: $0.grams)
        }
        #expect(Set(all) == reference.pareto(query, departure: seconds(at)), "\(place)")
      }
    }
    #expect(across > 10 && zones.count > 2, "\(across) journeys across, \(zones)")
  }

  @Test("joined timetables keep their own names, delays and fares")
  func parts() throws {
    var priced = TestFeed.crossing
    priced.tables["fare_attributes.txt"] =
      "fare_id,price,currency_type,payment_method,transfers\none,2,CHF,0,0\n"
    let first = try priced.engine()
    let late = try TestFeed.crossing.engine()
    let engine = try join([first, late], walk: StraightWalk(limit: 50))
    let count = first.stops.count
    let moment = try #require(Instant(rfc3339: "2026-06-02T05:30:00Z"))
    func query(_ feed: Int) throws -> TransitQuery {
      let stops = try ["A", "C"].map { try #require(first.timetable.stop(id: $0)) + feed * count }
      return TransitQuery(
        access: [StopAccess(stop: stops[0], seconds: 0, metres: 0)],
        egress: [StopAccess(stop: stops[1], seconds: 0, metres: 0)])
    }
    for feed in 0...1 {
      let journey = try #require(try engine.earliest(query(feed), departAt: moment).first)
      #expect(journey.rides.map(\.feed) == [feed] && journey.rides[0].trip == "b1")
      #expect(engine.stops[journey.rides[0].calls[0].stop].name == "Anger")
      #expect(engine.price(of: journey)?.decimal == (feed == 0 ? "2.00" : nil))
      #expect(engine.geometry(of: journey.rides[0]).count >= 2)
    }
    // Outside of both calendars.
    let winter = try #require(Instant(rfc3339: "2026-12-02T05:30:00Z"))
    #expect(throws: Refusal.self) { try engine.earliest(query(0), departAt: winter) }
  }

  @Test(
    "a real feed split in two gives the journeys of the whole",
    .enabled(if: RealFeed.folder != nil, RealFeed.isMissing))
  func split() throws {
    let whole = try RealFeed.read("heidelberg-vrn-2022").feed
    let engine = try TransitEngine(Timetable(whole))
    let halves = try [true, false].map { isTram in
      var half = whole
      for trip in half.trips.indices
      where (half.routes[half.trips[trip].route].mode == .tram) != isTram {
        half.trips[trip].times = 0..<0
      }
      return try TransitEngine(Timetable(half))
    }
    let joined = try join(halves, walk: StraightWalk())
    let platforms = whole.stops.indices.filter { whole.stops[$0].kind == .platform }
    let start = try #require(Instant(rfc3339: "2022-07-13T05:00:00Z"))
    var random = SeededRandom(seed: 5)
    var across = 0
    for number in 0..<40 {
      func place() -> LonLat {
        whole.stops[platforms[Int(random.next() % UInt64(platforms.count))]].position
      }
      let (from, to) = (place(), place())
      let at = start.adding(seconds: Int64(random.next() % 50_000))
      func query(_ engine: TransitEngine) -> TransitQuery {
        TransitQuery(access: engine.stops(around: from), egress: engine.stops(around: to))
      }
      let one = try engine.earliest(query(engine), departAt: at)
      let two = try joined.earliest(query(joined), departAt: at)
      #expect(one.map(\.arrival) == two.map(\.arrival), "query \(number)")
      #expect(one.map(\.rides.count) == two.map(\.rides.count), "query \(number)")
      across += two.count { Set($0.rides.map(\.feed)).count > 1 }
      let late = try engine.latest(query(engine), arriveBy: at)
      #expect(
        late.map(\.departure) == (try joined.latest(query(joined), arriveBy: at)).map(\.departure))
    }
    #expect(across > 3)
  }
}

extension ReferenceSearch {
  /// The plain search on several feeds at once, with the walks of an engine that has joined them.
  init(joining parts: [ReferenceSearch], _ engine: TransitEngine) {
    stopCount = engine.stops.count
    walks = (0..<engine.stops.count).map { stop in
      engine.footpaths.edges[engine.footpaths.range(stop)].map {
        (
          Int($0.to), Int($0.seconds), Int($0.metres),
          $0.ruledSeconds < 0 ? nil : Int($0.ruledSeconds)
        )
      }
    }
    change = engine.changeSeconds.map { $0 < 0 ? nil : Int($0) }
    var first = 0
    for part in parts {
      for run in part.runs {
        var moved = run
        for call in moved.calls.indices { moved.calls[call].stop += first }
        runs.append(moved)
      }
      first += part.stopCount
    }
  }
}
