import Base
import Foundation
import Geodesy
import TestSupport
import Testing

@testable import Transit

/// Where real feeds lie: the folder of WAYSIDE_DATA, or ../shared/data beside the checkout.
enum RealFeed {
  static let folder = Checkout.realData(holding: "gtfs/heidelberg-vrn-2022.gtfs.zip")

  static let isMissing: Comment =
    "SKIPPED: no real feeds; set WAYSIDE_DATA to a folder with gtfs/heidelberg-vrn-2022.gtfs.zip"

  static func read(_ name: String) throws -> (feed: Feed, report: ImportReport) {
    try FeedReader.read(path: try #require(folder, isMissing) + "/gtfs/" + name + ".gtfs.zip")
  }
}

@Suite(.enabled(if: RealFeed.folder != nil, RealFeed.isMissing)) struct RealFeedTests {
  // One of the feeds has two agencies of one name.
  @Test(
    "journeys in real feeds equal the plain search, both ways in time",
    arguments: [
      ("heidelberg-vrn-2022", "2022-07-13T05:00:00Z", 392, 1480, 0),
      ("cairns-2014", "2014-09-10T22:00:00Z", 416, 1339, 0),
      ("saopaulo-sptrans-2020", "2019-10-15T10:00:00Z", 654, 36, 1),
    ])
  func oracle(_ name: String, _ start: String, _ stops: Int, _ trips: Int, _ skipped: Int) throws {
    let (feed, report) = try RealFeed.read(name)
    #expect(feed.stops.count == stops && feed.trips.count == trips)
    #expect(report.skippedRows == skipped && report.skippedTrips == 0, "\(report.examples)")
    let timetable = try Timetable(feed)
    let loaded = try TimetableFile.read(content: TimetableFile.content(timetable))
    let engine = try TransitEngine(loaded)
    let start = instant(start)
    let day = engine.day(of: start)
    let reference = try ReferenceSearch(feed, timetable, days: day - 1...day + 1)
    var random = SeededRandom(seed: 21)
    let platforms = feed.stops.indices.filter { feed.stops[$0].kind == .platform }
    var answered = 0
    for _ in 0..<2 {
      func place() -> LonLat {
        let stop = platforms[Int(random.next() % UInt64(platforms.count))]
        var position = feed.stops[stop].position
        position.lat += (random.unit() - 0.5) * 0.004
        return position
      }
      var query = TransitQuery(
        access: engine.stops(around: place()), egress: engine.stops(around: place()))
      query.maximumRides = 4
      // So that the days around are enough for the plain search.
      query.maximumDuration = 6 * 3600
      let at = Instant(
        milliseconds: start.milliseconds + Int64(random.next() % 50_000) * 1000)
      let forward = try engine.earliest(query, departAt: at)
      let expected = reference.earliest(query, departure: Int(at.milliseconds / 1000))
      for rides in 1...4 {
        let best = forward.filter { $0.rides.count <= rides }.map(\.arrival.milliseconds).min()
        #expect(best.map { Int($0 / 1000) } ?? ReferenceSearch.never == expected[rides - 1])
      }
      let backward = try engine.latest(query, arriveBy: at)
      let latest = reference.latest(query, arrival: Int(at.milliseconds / 1000))
      for rides in 1...4 {
        let best = backward.filter { $0.rides.count <= rides }.map(\.departure.milliseconds).max()
        #expect(best.map { Int($0 / 1000) } ?? -ReferenceSearch.never == latest[rides - 1])
      }
      // A limit on walking is kept, and does not lose the journeys that keep it anyway.
      query.maximumWalk = 500
      let limited = try engine.alternatives(query, departAt: at)
      #expect(limited.allSatisfy { $0.walkMetres <= 500 })
      if let best = forward.last, best.walkMetres <= 500 {
        #expect(limited.map(\.arrival).min() == best.arrival)
      }
      answered += forward.isEmpty ? 0 : 1
    }
    #expect(answered > 0)
  }

  @Test("the New York subway is read whole: nights, stations, transfers")
  func subway() throws {
    let (feed, report) = try RealFeed.read("nyc-subway-2018")
    #expect(feed.stopTimes.count == 446_924 && feed.trips.count == 15_911)
    #expect(report.skippedRows == 0)
    #expect(feed.stops.count { $0.kind == .station } > 400)
    let engine = try TransitEngine(Timetable(feed))
    // Times Square to Coney Island on a Wednesday morning, in New York's time.
    let timetable = engine.timetable
    func platforms(_ id: String) -> [StopAccess] {
      (timetable.stop(id: id).map { timetable.platforms(of: $0) } ?? []).map {
        StopAccess(stop: $0, seconds: 60, metres: 50)
      }
    }
    let query = TransitQuery(access: platforms("127"), egress: platforms("D43"))
    let at = instant("2018-07-11T12:00:00Z")
    let found = try engine.earliest(query, departAt: at)
    let best = try #require(found.last)
    #expect((40 * 60...75 * 60).contains(best.duration))
    let latest = try engine.latest(query, arriveBy: best.arrival)
    #expect(latest.last?.departure ?? at >= best.departure)
  }
}
