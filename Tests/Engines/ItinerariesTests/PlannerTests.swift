import Base
import Foundation
import Geodata
import Geodesy
import Routing
import TestSupport
import Testing
import Transit

@testable import Itineraries

/// A town of streets with a bus and a tram, made once for all tests.
struct Town {
  static let side = 26
  static let shared = Result { try Town() }

  let streets: StreetRouter
  let network: TransitNetwork
  let planner: ItineraryPlanner
  /// The same with fares: a bus costs 1.00, the tram 5.00, each by itself.
  let priced: ItineraryPlanner
  /// The same where the tram carries bicycles, and the bus does not.
  let carrying: ItineraryPlanner
  /// The same with a park and ride beside the tram's first stop, and one where nothing stops.
  let parking: ItineraryPlanner
  /// The same timetables without a map.
  let unmapped: ItineraryPlanner

  init() throws {
    streets = StreetRouter([try Town.extract().streets])
    var tables = TownFeed.tables(side: Town.side, lon: 10, lat: 1)
    let network = try Town.network(tables, streets)
    self.network = network
    tables["fare_attributes.txt"] = """
      fare_id,price,currency_type,payment_method,transfers
      bus,1.00,CHF,0,0
      tram,5.00,CHF,0,0
      """
    tables["fare_rules.txt"] = "fare_id,route_id\nbus,1\ntram,T\n"
    var carrying = TownFeed.tables(side: Town.side, lon: 10, lat: 1)
    carrying["trips.txt"] = """
      route_id,service_id,trip_id,bikes_allowed
      1,daily,bus,2
      1,daily,bus-back,2
      T,daily,tram,1
      T,daily,tram-back,1
      """
    // Ten seconds from stop to stop, or nobody would take the tram who has a bicycle.
    carrying["stop_times.txt"] = carrying["stop_times.txt"]?.split(separator: "\n").map { line in
      guard line.hasPrefix("tram") else { return String(line) }
      return (0...6).reduce(String(line)) { row, order in
        row.replacingOccurrences(of: "06:0\(order):00", with: "06:00:\(order)0")
      }
    }.joined(separator: "\n")
    let carryingNetwork = try Town.network(carrying, streets)
    self.carrying = ItineraryPlanner(streets: streets) { [carryingNetwork] }
    let parks = [
      ParkAndRide(name: "P+R South", position: Town.junction(22, 1)),
      ParkAndRide(name: "", position: Town.junction(8, 14)),
    ]
    parking = ItineraryPlanner(streets: streets) {
      [network]
    } parkAndRide: {
      parks
    }
    let pricedNetwork = try Town.network(tables, streets)
    priced = ItineraryPlanner(streets: streets) { [pricedNetwork] }
    planner = ItineraryPlanner(streets: streets) { [network] }
    unmapped = ItineraryPlanner(streets: StreetRouter([])) { [network] }
  }

  private static func network(
    _ tables: [String: String], _ streets: StreetRouter
  ) throws -> TransitNetwork {
    let feed = try FeedReader.read { (name) throws(Refusal) in
      tables[name].map { Array($0.utf8) }
    }.feed
    var footpaths = StreetFootpaths(streets)
    let timetable = try Timetable(feed) { (stops) throws(Refusal) in
      footpaths.walks(between: stops)
    }
    return TransitNetwork(try TransitEngine(timetable))
  }

  /// The junction of a column and a row.
  static func extract() throws -> Extract {
    let temporary = try TemporaryFolder()
    let source = temporary.file("town.osm.pbf")
    try Data(OSMFileWriter.town(side: Town.side, lon: 10, lat: 1).bytes)
      .write(to: URL(fileURLWithPath: source))
    return try Extract(content: ExtractImport(extract: source).content().content)
  }

  static func junction(_ column: Double, _ row: Double) -> LonLat {
    LonLat(lon: 10 + column * 9e-4, lat: 1 + row * 9e-4)
  }
}

@Suite struct PlannerTests {
  /// Nine in the morning there.
  private let morning = Instant(rfc3339: "2026-06-10T07:00:00Z") ?? Instant(milliseconds: 0)
  private let town: Town
  /// Beside the bus's first stop, and beside the tram's last.
  private let home = Town.junction(0, 1)
  private let office = Town.junction(23, 24)

  init() throws { town = try Town.shared.get() }

  private func request(
    _ modes: Set<TravelMode>, from: LonLat? = nil, to: LonLat? = nil,
    arriveBy: Instant? = nil
  ) -> ItineraryRequest {
    ItineraryRequest(
      from: from ?? home, to: to ?? office,
      timing: arriveBy.map { .arriveBy($0) } ?? .departAt(morning), modes: modes)
  }

  private func found(
    _ request: ItineraryRequest, _ planner: ItineraryPlanner? = nil
  ) throws -> [Itinerary] {
    switch (planner ?? town.planner).plan(request) {
    case .found(let itineraries, let breaking, _):
      #expect(breaking.isEmpty)
      for itinerary in itineraries { check(itinerary, request) }
      return itineraries
    case .none(let none):
      Issue.record("\(none.reason): \(none.detail)")
      return []
    }
  }

  /// Legs follow each other in time and place.
  private func check(_ itinerary: Itinerary, _ request: ItineraryRequest) {
    #expect(itinerary.legs.first?.departure == itinerary.departure)
    #expect(itinerary.legs.last?.arrival == itinerary.arrival)
    for (one, next) in zip(itinerary.legs, itinerary.legs.dropFirst()) {
      #expect(one.arrival <= next.departure)
      if let end = one.geometry.last, let start = next.geometry.first {
        #expect(Geodesic.distance(from: end, to: start) < 60)
      }
    }
    for leg in itinerary.legs {
      #expect(request.modes.contains(leg.mode))
      #expect(leg.geometry.count >= 2 && !leg.steps.isEmpty)
    }
    #expect(itinerary.walk <= request.maximumWalk ?? .infinity)
  }

  @Test("TV-RTE-01, TV-RTE-06: a way on foot has its time, length, line and steps")
  func walk() throws {
    let ways = try found(request([.walk], to: Town.junction(6, 1)))
    #expect(ways.count == 1)
    #expect(abs(ways[0].distance - 600) < 10)
    // 5 km/h, or a little more.
    #expect((400...440).contains(ways[0].duration))
    #expect(ways[0].co2 == 0 && ways[0].departure == morning)
    #expect(ways[0].legs[0].steps.last?.instruction == "You have arrived.")
  }

  @Test("TV-RTE-03: bus, tram and ways on foot are combined")
  func combined() throws {
    let ways = try found(request(TravelMode.publicModes.union([.walk])))
    let best = try #require(ways.first)
    #expect(best.legs.map(\.mode) == [.walk, .bus, .tram, .walk])
    #expect(best.transfers == 1)
    #expect(best.legs[1].ride?.line == "1" && best.legs[1].ride?.agency == "Town buses")
    #expect(best.legs[1].ride?.colour == 0x1f4e9e && best.legs[1].ride?.wheelchair == true)
    #expect(best.legs[1].steps[0].instruction == "Take bus 1 towards Corner at Row 0 / 0.")
    // Grams by the table: 97 per km by bus, 29 by tram.
    let expected = best.distance(by: .bus) * 0.097 + best.distance(by: .tram) * 0.029
    #expect(abs(best.co2 - expected) < 2)
    #expect(ways.contains { $0.legs.map(\.mode) == [.walk] })
  }

  @Test("TV-RTE-17: arrive-by leaves as late as possible, and says when")
  func arriveBy() throws {
    let by = morning.adding(seconds: 3600)
    let best = try #require(
      try found(request(TravelMode.publicModes.union([.walk]), arriveBy: by)).first)
    #expect(best.arrival <= by)
    // Ten minutes later one would be late.
    var later = request(TravelMode.publicModes.union([.walk]))
    later.timing = .departAt(best.departure.adding(seconds: 1))
    #expect(try found(later).allSatisfy { $0.arrival > by || $0.departure > best.departure })
    #expect(try found(later).map(\.arrival).min() ?? by > by)
  }

  @Test("a drive that is to arrive has the road speeds of its setting out")
  func arriveThroughTraffic() throws {
    let by = morning.adding(seconds: 3600)
    let streets = StreetRouter([])
    let planner = ItineraryPlanner(streets: streets) { [] }
    let network = try Town.extract().streets
    streets.replace([network])
    let free = try #require(try found(request([.car], arriveBy: by), planner).first)
    // All is slow until one minute before.
    let jam = try RoadSpeeds(
      json: Array(
        #"{"speeds": [{"box": [9, 0, 11, 2], "factor": 0.5, "until": "\#(by.adding(seconds: -60))"}]}"#
          .utf8))
    streets.replace([network], speeds: jam)
    let slow = try #require(try found(request([.car], arriveBy: by), planner).first)
    #expect(slow.arrival == by && free.arrival == by)
    #expect(slow.duration > free.duration * 1.5, "\(slow.duration) \(free.duration)")
  }

  @Test("TV-RTE-12: only the means of transport that are switched on are used")
  func modes() throws {
    let byTram = try found(request([.walk, .tram]))
    #expect(byTram.allSatisfy { $0.legs.allSatisfy { $0.mode == .walk || $0.mode == .tram } })
    let byCar = try found(request([.car]))
    #expect(byCar.map { $0.legs.map(\.mode) } == [[.car]])
    #expect(abs(byCar[0].co2 - byCar[0].distance / 1000 * 171) < 1)
    let byBicycle = try found(request([.bicycle]))
    #expect(byBicycle[0].duration < (try found(request([.walk]))[0].duration))
  }

  @Test("a car stands at the street: one walks to it, and from it to what lies off the streets")
  func carOffTheStreets() throws {
    // In the middles of blocks, 50 m from the streets around them.
    let (yard, garden) = (Town.junction(0.5, 1.5), Town.junction(20.5, 20.5))
    let drive = request([.walk, .car], from: yard, to: garden)
    let way = try #require(try found(drive).first { $0.legs.contains { $0.mode == .car } })
    #expect(way.legs.map(\.mode) == [.walk, .car, .walk])
    #expect(way.legs.first?.geometry.first == yard)
    #expect(way.legs.last?.geometry.last == garden)
    for leg in way.legs where leg.mode == .walk {
      #expect((45...55).contains(leg.distance) && leg.isEstimate)
      #expect((32...40).contains(Itinerary.seconds(leg.departure, leg.arrival)))
    }
  }

  @Test("TV-RTE-03: a bicycle takes one to the first stop, and does not count as walking")
  func bicycle() throws {
    // 1.2 km from the next stop.
    var far = request(
      TravelMode.publicModes.union([.walk, .bicycle]), from: Town.junction(0, 12))
    far.maximumWalk = 300
    let there = StopWays(town.network, town.streets, far.from, far, toStops: true)
    #expect(!there.ways.isEmpty && there.modes.allSatisfy { $0 == .bicycle })
    #expect(there.ways.allSatisfy { $0.metres == 0 && $0.seconds > 120 })
    // It is left there: from the last stop on one walks.
    let back = StopWays(town.network, town.streets, far.to, far, toStops: false)
    #expect(!back.ways.isEmpty && back.modes.allSatisfy { $0 == .walk })
    #expect(try !found(far).isEmpty)
  }

  @Test("TV-RTE-03: a bicycle is taken along where the timetable says so, and ridden at both ends")
  func bicycleAboard() throws {
    // Two streets beside the tram at both ends.
    let modes = TravelMode.publicModes.union([.walk, .bicycle])
    var question = request(modes, from: Town.junction(22, 1), to: Town.junction(22, 24))
    // A minute at the stop is more than the tram is quicker.
    question.minimumBoarding = 0
    let ways = try found(question, town.carrying)
    let aboard = try #require(ways.first { $0.legs.map(\.mode) == [.bicycle, .tram, .bicycle] })
    #expect(aboard.walk == 0 && aboard.legs[1].ride?.bicycles == true)
    #expect(aboard.legs[0].distance > 150 && aboard.legs[2].distance > 150)
    // Not where it says no, nor where it does not say.
    for (planner, modes) in [
      (town.carrying, modes.subtracting([.tram])), (town.planner, modes),
    ] {
      let others = try found(request(modes, from: question.from, to: question.to), planner)
      #expect(
        others.allSatisfy { way in
          !way.legs.contains { $0.ride != nil } || way.legs.last?.mode == .walk
        })
    }
    var without = question
    without.modes = TravelMode.publicModes.union([.walk])
    #expect(
      try found(without, town.carrying).allSatisfy { way in
        !way.legs.contains { $0.mode == .bicycle }
      })
  }

  @Test("TV-RTE-14: no suggested route walks further than the limit over the whole trip")
  func maximumWalk() throws {
    for limit in [250.0, 300, 400, 600, 1000] {
      var limited = request(TravelMode.publicModes.union([.walk]))
      limited.maximumWalk = limit
      for way in try found(limited) { #expect(way.walk <= limit) }
    }
    var limited = request([.walk])
    limited.maximumWalk = 1000
    guard case .none(let none) = town.planner.plan(limited) else {
      Issue.record("walked too far")
      return
    }
    #expect(none.reason == .limits)
    #expect(none.detail.contains("1000 m"))
  }

  @Test(
    "TV-RTE-09, TV-RTE-10, TV-RTE-11: without consent nothing outside the limits; with it all but vehicles not owned"
  )
  func relaxed() throws {
    var limited = request([.walk])
    limited.maximumWalk = 1000
    limited.avoiding = [.steps]
    guard case .none = town.planner.plan(limited) else {
      Issue.record("answered without consent")
      return
    }
    limited.relaxes = true
    guard case .found(let ways, let breaking, _) = town.planner.plan(limited) else {
      Issue.record("not answered with consent")
      return
    }
    #expect(breaking.contains("at most 1000 m may be walked"))
    #expect(breaking.contains("steps are avoided"))
    #expect(ways.contains { $0.legs.contains { $0.mode == .tram } })
    #expect(!ways.contains { $0.legs.contains { $0.mode.isOwnVehicle } })
    // What keeps the limits is answered without breaking any.
    limited.maximumWalk = 100_000
    guard case .found(_, let none, _) = town.planner.plan(limited) else {
      Issue.record("not answered")
      return
    }
    #expect(none.isEmpty)
  }

  @Test("TV-RTE-25: where nothing would do even without the limits, it says so")
  func unreachable() throws {
    var limited = request([.bicycle], to: LonLat(lon: 11, lat: 1))
    limited.avoiding = [.hills]
    limited.relaxes = true
    guard case .none(let none) = town.planner.plan(limited) else {
      Issue.record("answered")
      return
    }
    #expect(none.reason == .noNetworkNear)
    #expect(none.detail.contains("m"))
  }

  @Test("TV-RTE-13: a limit on CO2 is kept, and least emissions come first")
  func emissions() throws {
    var clean = request(TravelMode.publicModes.union([.walk, .car]))
    clean.order = .leastEmissions
    #expect(try found(clean).first?.co2 == 0)
    clean.maximumCO2 = 100
    #expect(try found(clean).allSatisfy { $0.co2 <= 100 })
  }

  @Test("TV-C-12: fares are told where they are known, and the cheapest come first by them")
  func cheapest() throws {
    // From the bus's last stop one can walk, too.
    var cheap = request(TravelMode.publicModes.union([.walk]), to: Town.junction(23, 8))
    cheap.order = .cheapest
    let ways = try found(cheap, town.priced)
    #expect(ways.first?.legs.map(\.mode) == [.walk] && ways.first?.fare?.decimal == "0.00")
    let fares = ways.map { $0.fare?.minorUnits ?? -1 }
    #expect(fares == fares.sorted() && fares.allSatisfy { $0 >= 0 })
    #expect(fares.contains(100))
    for way in ways {
      let sum = way.legs.reduce(0) { $0 + ($1.mode == .bus ? 100 : $1.mode == .tram ? 500 : 0) }
      #expect(way.fare == Price(minorUnits: sum, currency: "CHF"))
    }
    // Unknown fares come last: nobody knows what a car costs.
    cheap.modes.insert(.car)
    #expect(try found(cheap, town.priced).last?.legs.map(\.mode) == [.car])
    // Without any fares: first what costs nothing, then the fastest.
    let unknown = try found(cheap)
    #expect(unknown.first?.legs.map(\.mode) == [.walk])
    #expect(unknown.allSatisfy { $0.fare == nil })
  }

  @Test("dates outside the timetables are refused with those that they hold for")
  func outside() {
    var late = request([.walk, .bus])
    late.timing = .departAt(Instant(rfc3339: "2027-06-10T07:00:00Z") ?? morning)
    guard case .none(let none) = town.planner.plan(late) else {
      Issue.record("answered")
      return
    }
    #expect(none.reason == .outsideTimetable && none.detail.contains("2026-06-30"))
    // An own vehicle needs no timetable.
    late.modes.insert(.bicycle)
    guard case .found(let ways, _, _) = town.planner.plan(late) else {
      Issue.record("not answered")
      return
    }
    #expect(ways.map { $0.legs.map(\.mode) } == [[.bicycle]])
  }

  @Test("without a map, ways to stops are straight lines and say so")
  func unmapped() throws {
    let ways = try found(request(TravelMode.publicModes.union([.walk])), town.unmapped)
    let best = try #require(ways.first)
    #expect(best.legs.map(\.mode) == [.walk, .bus, .tram, .walk])
    #expect(best.legs[0].isEstimate && !best.legs[1].isEstimate)
  }
}
