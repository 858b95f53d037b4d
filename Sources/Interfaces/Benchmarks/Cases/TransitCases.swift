import Base
import Foundation
import Geodata
import Geodesy
import Itineraries
import Routing
import Transit

/// Timetables and itineraries on real data: a folder with `gtfs` and `osm`, named by WAYSIDE_DATA.
enum TransitCases {
  static var all: [Benchmark] {
    timetable("heidelberg", "heidelberg-vrn-2022", "2022-07-13T04:00:00Z")
      + timetable("nyc-subway", "nyc-subway-2018", "2018-07-11T10:00:00Z")
      + timetable("cairns", "cairns-2014", "2014-09-10T20:00:00Z")
      + [
        itineraries("depart-at", isForward: true), itineraries("arrive-by", isForward: false), join,
      ]
  }

  private static func path(_ name: String) throws -> String {
    let folder = ProcessInfo.processInfo.environment["WAYSIDE_DATA"] ?? "../shared/data"
    let path = folder + "/" + name
    guard FileManager.default.fileExists(atPath: path) else {
      throw Unavailable(reason: "no \(path); set WAYSIDE_DATA")
    }
    return path
  }

  /// Stop to stop queries of a timetable.
  private static func timetable(_ name: String, _ feed: String, _ start: String) -> [Benchmark] {
    func setUp() throws -> (TransitEngine, [(TransitQuery, Instant)]) {
      let timetable = try Timetable(
        FeedReader.read(path: path("gtfs/\(feed).gtfs.zip")).feed)
      let engine = try TransitEngine(timetable)
      let platforms = timetable.stops.indices.filter { timetable.stops[$0].kind == .platform }
      guard let start = Instant(rfc3339: start) else { throw Unavailable(reason: "no time") }
      var random = SeededRandom(seed: 42)
      func ways() -> [StopAccess] {
        let stop = platforms[Int(random.next() % UInt64(platforms.count))]
        return engine.stops(around: timetable.stops[stop].position)
      }
      let queries = (0..<300).map { _ in
        (
          TransitQuery(access: ways(), egress: ways()),
          start.adding(seconds: Int64(random.next() % 50_000))
        )
      }
      return (engine, queries)
    }
    func queries(
      _ what: String, _ body: @escaping (TransitEngine, TransitQuery, Instant) throws -> Int
    ) -> Benchmark {
      Benchmark(name: "Transit.\(what)/\(name)", unit: "us", samples: 3) {
        let (engine, queries) = try setUp()
        return {
          eachTimed(queries) { query, instant in
            // Asked too late in the calendar's last hours, there is nothing.
            (try? body(engine, query, instant)) ?? 0
          }
        }
      }
    }
    return [
      Benchmark(name: "Transit.read/\(name)", unit: "ms", samples: 3) {
        let path = try path("gtfs/\(feed).gtfs.zip")
        return {
          let taken = try seconds { consume(try Timetable(FeedReader.read(path: path).feed)) }
          return Sample(taken * 1000)
        }
      },
      Benchmark(name: "Transit.load/\(name)", unit: "ms", samples: 5) {
        let content = TimetableFile.content(
          try Timetable(FeedReader.read(path: path("gtfs/\(feed).gtfs.zip")).feed))
        return {
          let taken = try seconds { consume(try TimetableFile.read(content: content)) }
          return Sample(taken * 1000, [("bytes", Double(content.count))])
        }
      },
      queries("earliest") { try $0.earliest($1, departAt: $2).count },
      queries("latest") { try $0.latest($1, arriveBy: $2).count },
      queries("pareto") { try $0.alternatives($1, departAt: $2).count },
      Benchmark(name: "Transit.day-table/\(name)", unit: "us", samples: 1) {
        let (engine, queries) = try setUp()
        let day = engine.start(ofDay: engine.day(of: queries[0].1))
        return {
          try eachTimed(Array(queries.prefix(60))) { query, _ in
            try engine.departures(query, from: day, until: day.adding(seconds: 86_399)).count
          }
        }
      },
    ]
  }

  /// Twice the same city, every stop within a walk of another timetable's: the walks between them
  /// along streets, and the joined engine with its first day.
  private static var join: Benchmark {
    Benchmark(name: "Transit.join/2x-heidelberg", unit: "ms", samples: 5) {
      let extract = try Extract(
        content: ExtractImport(extract: path("osm/heidelberg.osm.pbf")).content().content)
      let streets = StreetRouter([extract.streets])
      let engine = try TransitEngine(
        Timetable(FeedReader.read(path: path("gtfs/heidelberg-vrn-2022.gtfs.zip")).feed))
      guard let at = Instant(rfc3339: "2022-07-13T05:00:00Z") else {
        throw Unavailable(reason: "no time")
      }
      let stops = engine.stops + engine.stops
      let owners = stops.indices.map { $0 < engine.stops.count ? 0 : 1 }
      return {
        let before = NearbyCases.residentBytes()
        var walks: [Footpath] = []
        let walking = seconds {
          var footpaths = StreetFootpaths(streets)
          walks = footpaths.walks(between: stops, ofDifferent: owners)
        }
        var joined: TransitEngine?
        let joining = try seconds {
          joined = TransitEngine(joining: [engine, engine], walks: walks)
          let query = TransitQuery(
            access: [StopAccess(stop: 0, seconds: 0, metres: 0)],
            egress: [StopAccess(stop: stops.count - 1, seconds: 0, metres: 0)])
          consume(try joined?.earliest(query, departAt: at).count)
        }
        let grown = NearbyCases.residentBytes() - before
        consume(joined)
        return Sample(
          (walking + joining) * 1000,
          [
            ("joining", joining * 1000), ("walks", Double(walks.count)), ("megabytes", grown / 1e6),
          ])
      }
    }
  }

  /// Door to door in Heidelberg: ways to and from stops along streets, geometry and steps.
  private static func itineraries(_ name: String, isForward: Bool) -> Benchmark {
    Benchmark(name: "Itineraries.\(name)/heidelberg", unit: "us", samples: 3) {
      let extract = try Extract(
        content: ExtractImport(extract: path("osm/heidelberg.osm.pbf")).content().content)
      let streets = StreetRouter([extract.streets])
      var footpaths = StreetFootpaths(streets)
      let timetable = try Timetable(
        FeedReader.read(path: path("gtfs/heidelberg-vrn-2022.gtfs.zip")).feed
      ) { (stops) throws(Refusal) in footpaths.walks(between: stops) }
      let engine = try TransitEngine(timetable)
      let network = TransitNetwork(engine)
      let planner = ItineraryPlanner(streets: streets) { [network] }
      guard let start = Instant(rfc3339: "2022-07-13T05:00:00Z") else {
        throw Unavailable(reason: "no time")
      }
      var random = SeededRandom(seed: 43)
      func place() -> LonLat {
        let stop = timetable.stops[Int(random.next() % UInt64(timetable.stops.count))].position
        return LonLat(
          lon: stop.lon + (random.unit() - 0.5) * 0.006,
          lat: stop.lat + (random.unit() - 0.5) * 0.004)
      }
      let requests = (0..<300).map { _ in
        let instant = start.adding(seconds: Int64(random.next() % 50_000))
        return ItineraryRequest(
          from: place(), to: place(), timing: isForward ? .departAt(instant) : .arriveBy(instant),
          modes: TravelMode.publicModes.union([.walk]))
      }
      return {
        eachTimed(requests) { request in
          if case .found(let found, _, _) = planner.plan(request) { return found.count }
          return 0
        }
      }
    }
  }
}
