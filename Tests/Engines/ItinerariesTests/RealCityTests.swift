import Base
import Foundation
import Geodata
import Geodesy
import Routing
import TestSupport
import Testing
import Transit

@testable import Itineraries

/// Heidelberg with its trams and buses, made once for all tests.
struct RealCity {
  static let folder = Checkout.realData(holding: "gtfs/heidelberg-vrn-2022.gtfs.zip")
  static let isMissing: Comment =
    "SKIPPED: no real city; set WAYSIDE_DATA to a folder with gtfs/heidelberg-vrn-2022.gtfs.zip"
  static let shared = Result { try RealCity() }

  let streets: StreetRouter
  let network: TransitNetwork
  let planner: ItineraryPlanner
  let parks: [ParkAndRide]

  init() throws {
    let folder = try #require(RealCity.folder, RealCity.isMissing)
    let content = try ExtractImport(extract: folder + "/osm/heidelberg.osm.pbf").content().content
    let extract = try Extract(content: content)
    let streets = StreetRouter([extract.streets])
    parks = extract.map.parkAndRide
    var footpaths = StreetFootpaths(streets)
    let timetable = try Timetable(
      FeedReader.read(path: folder + "/gtfs/heidelberg-vrn-2022.gtfs.zip").feed
    ) { (stops) throws(Refusal) in footpaths.walks(between: stops) }
    let network = TransitNetwork(try TransitEngine(timetable))
    (self.streets, self.network) = (streets, network)
    planner = ItineraryPlanner(streets: streets) { [network] }
  }
}

@Suite(.enabled(if: RealCity.folder != nil, RealCity.isMissing)) struct RealCityTests {
  private let city: RealCity

  init() throws { city = try RealCity.shared.get() }

  private func found(_ request: ItineraryRequest) -> [Itinerary] {
    guard case .found(let ways, _, _) = city.planner.plan(request) else { return [] }
    return ways
  }

  private func request(
    _ from: LonLat, _ to: LonLat, _ timing: ItineraryRequest.Timing
  ) -> ItineraryRequest {
    ItineraryRequest(
      from: from, to: to, timing: timing, modes: TravelMode.publicModes.union([.walk]))
  }

  @Test("no limit on walking is never worse than any limit, both ways in time")
  func limits() throws {
    // On foot alone one arrives at 16:12.
    let known = request(
      LonLat(lon: 8.679633, lat: 49.447213), LonLat(lon: 8.725079, lat: 49.38035),
      .departAt(try #require(Instant(rfc3339: "2022-06-28T14:19:56Z"))))
    let arrival = try #require(found(known).first?.arrival)
    #expect(arrival < Instant(rfc3339: "2022-06-28T15:50:00Z") ?? arrival)
    var random = SeededRandom(seed: 71)
    let stops = city.network.engine.stops
    func place() -> LonLat {
      let stop = stops[Int(random.next() % UInt64(stops.count))].position
      return LonLat(
        lon: stop.lon + (random.unit() - 0.5) * 0.04, lat: stop.lat + (random.unit() - 0.5) * 0.03)
    }
    let start = try #require(Instant(rfc3339: "2022-07-13T05:00:00Z"))
    var compared = 0
    for number in 0..<24 {
      let instant = start.adding(seconds: Int64(random.next() % 50_000))
      let free = request(
        place(), place(), number % 3 == 0 ? .arriveBy(instant) : .departAt(instant))
      let best = found(free)
      for limit in [800.0, 1600, 2500, 9000] {
        var limited = free
        limited.maximumWalk = limit
        let ways = found(limited)
        guard !ways.isEmpty else { continue }
        compared += 1
        switch free.timing {
        case .departAt:
          let (a, b) = (best.map(\.arrival).min(), ways.map(\.arrival).min())
          #expect(a != nil && a ?? instant <= b ?? instant, "pair \(number), \(limit) m")
        case .arriveBy:
          let (a, b) = (best.map(\.departure).max(), ways.map(\.departure).max())
          #expect(a != nil && a ?? instant >= b ?? instant, "pair \(number), \(limit) m")
        }
      }
    }
    #expect(compared > 40)
  }

  @Test("every stop can be reached from where it stands, on the streets or off them")
  func stops() throws {
    let start = try #require(Instant(rfc3339: "2022-07-13T05:00:00Z"))
    for (number, stop) in city.network.engine.stops.enumerated() where stop.kind == .platform {
      let request = request(stop.position, stop.position, .departAt(start))
      for toStops in [true, false] {
        let ways = StopWays(
          city.network, city.streets, stop.position, request, toStops: toStops)
        let own = ways.ways.filter { $0.stop == number }.map(\.metres).min()
        #expect(own ?? 10_000 <= 800, "\(stop.name)")
      }
    }
  }

  @Test("a cut-off piece of street does not hide the tram beside it")
  func fragment() throws {
    let engine = city.network.engine
    let start = try #require(Instant(rfc3339: "2022-07-13T07:00:00Z"))
    func stop(_ words: [String]) throws -> LonLat {
      try #require(
        engine.stops.first { stop in words.allSatisfy { stop.name.contains($0) } }?.position)
    }
    let ways = found(
      request(
        try stop(["Heidelberg", "Hauptbahnhof"]), try stop(["Mannheim", "Hauptbahnhof"]),
        .departAt(start)))
    #expect(ways.first?.legs.contains { $0.ride != nil } == true)
  }

  @Test("answers differ in their trips, leave time to change, and none waits for hours")
  func alternatives() throws {
    var random = SeededRandom(seed: 72)
    let stops = city.network.engine.stops
    let start = try #require(Instant(rfc3339: "2022-07-13T05:00:00Z"))
    var changes = 0
    for _ in 0..<20 {
      let (from, to) = (
        stops[Int(random.next() % UInt64(stops.count))].position,
        stops[Int(random.next() % UInt64(stops.count))].position
      )
      let ways = found(
        request(from, to, .departAt(start.adding(seconds: Int64(random.next() % 50_000)))))
      var known: Set<[String]> = []
      for way in ways {
        let rides = way.legs.filter { $0.ride != nil }
        if !rides.isEmpty {
          let (isNew, _) = known.insert(rides.map { $0.ride?.trip ?? "" })
          #expect(isNew)
        }
        for (one, next) in zip(rides, rides.dropFirst()) {
          changes += 1
          #expect(Itinerary.seconds(one.arrival, next.departure) >= 120)
          if ways.count > 1, way != ways.first {
            #expect(Itinerary.seconds(one.arrival, next.departure) <= 7200)
          }
        }
      }
    }
    #expect(changes > 10)
  }
}
