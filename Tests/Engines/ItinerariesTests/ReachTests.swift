import Base
import Geodesy
import Routing
import TestSupport
import Testing
import Transit

@testable import Itineraries

/// What is reached in Heidelberg by its trams and buses.
@Suite(.enabled(if: RealCity.folder != nil, RealCity.isMissing)) struct ReachTests {
  private let city: RealCity
  private let start = Instant(rfc3339: "2022-07-13T07:00:00Z") ?? Instant(milliseconds: 0)

  init() throws { city = try RealCity.shared.get() }

  private func places(_ count: Int, seed: UInt64) -> [LonLat] {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { _ in
      LonLat(lon: 8.65 + random.unit() * 0.07, lat: 49.38 + random.unit() * 0.05)
    }
  }

  @Test("a table by public transport says what the quickest ways take")
  func table() throws {
    let (sources, targets) = (places(3, seed: 91), places(8, seed: 92))
    let table = try city.planner.reachTable(
      sources: sources, targets: targets, ReachRequest(departure: start))
    var ridden = 0
    for (row, from) in sources.enumerated() {
      for (column, to) in targets.enumerated() {
        var request = ItineraryRequest(
          from: from, to: to, timing: .departAt(start), modes: TravelMode.publicModes.union([.walk])
        )
        request.count = 1
        guard case .found(let ways, _, _) = city.planner.plan(request), let best = ways.first else {
          #expect(table[row][column] == nil)
          continue
        }
        #expect(table[row][column] == Itinerary.seconds(start, best.arrival))
        if best.legs.contains(where: { $0.ride != nil }) { ridden += 1 }
      }
    }
    #expect(ridden > 12)
  }

  @Test("an area holds the places that are reached in time and no others, and grows with it")
  func area() throws {
    let home = LonLat(lon: 8.6755, lat: 49.4036)
    let answer = try city.planner.reach(
      from: home, seconds: [900, 1800], ReachRequest(departure: start))
    // On the streets, as areas lie along them.
    let targets = try places(60, seed: 93).map {
      try city.streets.snap($0, StreetProfile(.walk)).position
    }
    let table = try city.planner.reachTable(
      sources: [home], targets: targets, ReachRequest(departure: start))
    let areas = try answer.areas.map { try #require(PreparedArea($0.polygons)) }
    var counts = [0, 0]
    for (limit, area) in zip([900.0, 1800], areas) {
      for (target, seconds) in zip(targets, table[0]) {
        guard let seconds else { continue }
        // Within a margin of the streets, and times are rounded up to seconds.
        if seconds <= limit - 10 {
          #expect(area.contains(target), "\(target) in \(seconds) s of \(limit) s")
          counts[0] += 1
        } else if seconds > limit + 180 {
          #expect(!area.contains(target), "\(target) in \(seconds) s of \(limit) s")
          counts[1] += 1
        }
      }
    }
    #expect(counts[0] > 10 && counts[1] > 10)
    let walk = try city.streets.isochrone(at: home, seconds: [1800], StreetProfile(.walk))
    let walked = try #require(PreparedArea(walk[0].polygons))
    #expect(targets.contains { areas[1].contains($0) && !walked.contains($0) })
  }

  @Test("stops are told with the earliest arrival by any number of rides")
  func stops() throws {
    let home = LonLat(lon: 8.6755, lat: 49.4036)
    let answer = try city.planner.reach(
      from: home, seconds: [1800], ReachRequest(departure: start))
    #expect(answer.stops.count > 30)
    #expect(answer.stops.map(\.arrival) == answer.stops.map(\.arrival).sorted())
    let engine = city.network.engine
    let request = ReachRequest(departure: start).question(from: home)
    let access = StopWays(city.network, city.streets, home, request, toStops: true)
    var first: [String: Instant] = [:]
    for (number, stop) in engine.stops.enumerated() where stop.kind == .platform {
      let query = TransitQuery(
        access: access.ways, egress: [StopAccess(stop: number, seconds: 0, metres: 0)])
      guard let arrival = try engine.earliest(query, departAt: start).map(\.arrival).min(),
        arrival <= start.adding(seconds: 1800)
      else { continue }
      let station = engine.stops[stop.parent ?? number]
      let key = "\(station.name) \(station.position)"
      first[key] = min(first[key] ?? arrival, arrival)
    }
    #expect(answer.stops.count == first.count)
    for stop in answer.stops {
      #expect(first["\(stop.name) \(stop.position)"] == stop.arrival, "\(stop.name)")
    }
  }

  @Test("without a timetable, or outside its days, the reason is told")
  func refused() throws {
    let home = LonLat(lon: 8.6755, lat: 49.4036)
    let bare = ItineraryPlanner(streets: city.streets) { [] }
    let none = #expect(throws: Refusal.self) {
      try bare.reach(from: home, seconds: [600], ReachRequest(departure: start))
    }
    #expect(none?.slug == "no-network-near" && none?.detail.contains("No timetable") == true)
    let late = ReachRequest(departure: start.adding(seconds: 3 * 365 * 86_400))
    let outside = #expect(throws: Refusal.self) {
      try city.planner.reach(from: home, seconds: [600], late)
    }
    #expect(outside?.slug == "outside-timetable")
    let many = #expect(throws: Refusal.self) {
      try city.planner.reachTable(
        sources: places(51, seed: 1), targets: [home], ReachRequest(departure: start))
    }
    #expect(many?.slug == "too-many-pairs")
  }
}
