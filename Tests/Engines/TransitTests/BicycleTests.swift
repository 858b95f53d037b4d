import Base
import Testing

@testable import Transit

@Suite struct BicycleTests {
  @Test("with a bicycle the journeys are those of a feed without the trips that carry none")
  func oracle() throws {
    var count = 0
    for seed in 1...12 as ClosedRange<UInt64> {
      var feed = RandomFeed.feed(seed: seed)
      var random = SeededRandom(seed: seed)
      var without = feed
      for number in feed.trips.indices {
        switch random.next() % 4 {
        case 0: feed.trips[number].bicycles = .impossible
        case 1: break
        default: feed.trips[number].bicycles = .possible
        }
        if feed.trips[number].bicycles != .possible { without.trips[number].times = 0..<0 }
      }
      without.frequencies.removeAll { feed.trips[$0.trip].bicycles != .possible }
      let timetable = try Timetable(feed, walk: StraightWalk(limit: 900))
      let read = try TimetableFile.read(content: TimetableFile.content(timetable))
      #expect(read.tripNames == timetable.tripNames)
      let engine = try TransitEngine(read)
      #expect(engine.carriesBicycles)
      let other = try TransitEngine(try Timetable(without, walk: StraightWalk(limit: 900)))
      for _ in 0..<12 {
        let plain = RandomFeed.query(&random, stops: feed.stops.count)
        var query = plain
        query.carriesBicycle = true
        let moment = Int64(random.next() % UInt64(4 * 86_400))
        let at = Instant(milliseconds: (Int64(feed.firstDay) * 86_400 + moment) * 1000)
        let found = try engine.earliest(query, departAt: at)
        #expect(costs(found) == costs(try other.earliest(plain, departAt: at)), "seed \(seed)")
        #expect(found.allSatisfy { $0.rides.allSatisfy { $0.bicycles == .possible } })
        #expect(
          costs(try engine.latest(query, arriveBy: at))
            == costs(try other.latest(plain, arriveBy: at)), "seed \(seed)")
        #expect(
          costs(try engine.alternatives(query, departAt: at))
            == costs(try other.alternatives(plain, departAt: at)), "seed \(seed)")
        count += found.count
      }
    }
    #expect(count > 40)
  }

  private func costs(_ journeys: [Journey]) -> [[Int64]] {
    journeys.map {
      [
        Int64($0.rides.count), $0.departure.milliseconds, $0.arrival.milliseconds,
        Int64($0.walkMetres), Int64($0.grams),
      ]
    }
  }
}
