import Base
import Geodesy
import Routing
import Testing
import Transit

@testable import Itineraries

@Suite("park and ride") struct ParkAndRideTests {
  private let town: Town
  /// Nine in the morning there.
  private let morning = Instant(rfc3339: "2026-06-10T07:00:00Z") ?? Instant(milliseconds: 0)
  private let home = Town.junction(0, 1)
  private let office = Town.junction(23, 24)
  private let park = Town.junction(22, 1)

  init() throws { town = try Town.shared.get() }

  private func request(_ modes: Set<TravelMode>, arriveBy: Instant? = nil) -> ItineraryRequest {
    ItineraryRequest(
      from: home, to: office, timing: arriveBy.map { .arriveBy($0) } ?? .departAt(morning),
      modes: modes)
  }

  private let withCar = TravelMode.publicModes.union([.walk, .parkAndRide])

  private func found(_ request: ItineraryRequest, _ planner: ItineraryPlanner? = nil) -> [Itinerary]
  {
    guard case .found(let ways, _, _) = (planner ?? town.parking).plan(request) else { return [] }
    return ways
  }

  private func parked(_ ways: [Itinerary]) -> [Itinerary] {
    ways.filter { way in
      way.legs.contains { $0.mode == .car } && way.legs.contains { $0.ride != nil }
    }
  }

  @Test("a car is left at the park and ride, and the way goes on by tram, in both senses of time")
  func there() throws {
    for arriveBy in [nil, morning.adding(seconds: 3600)] {
      let way = try #require(parked(found(request(withCar, arriveBy: arriveBy))).first)
      #expect(way.legs.map(\.mode) == [.car, .walk, .tram, .walk])
      #expect(way.legs[0].to == "P+R South" && way.legs[1].from == "P+R South")
      let end = try #require(way.legs[0].geometry.last)
      #expect(Geodesic.distance(from: end, to: park) < 30)
      #expect(way.legs[0].departure == way.departure)
      #expect(
        Itinerary.seconds(way.legs[0].arrival, way.legs[1].departure)
          == Double(ParkedCars.parking))
      for (one, next) in zip(way.legs, way.legs.dropFirst()) {
        #expect(one.arrival <= next.departure)
      }
      if let arriveBy {
        #expect(way.arrival <= arriveBy)
      } else {
        #expect(way.departure >= morning)
      }
      // Less than by car all the way, more than none.
      let direct = try #require(found(request([.car])).first)
      #expect(way.legs[0].co2 > 300 && way.co2 < direct.co2)
      #expect(way.co2 == way.legs.reduce(0) { $0 + $1.co2 } && way.isFareUnknown)
      #expect(way.walk == way.legs[1].distance + way.legs[3].distance)
    }
  }

  @Test(
    "not unless it was named, without car parks, beyond the walk, or without its stops' vehicles")
  func notThere() throws {
    #expect(parked(found(request(withCar.subtracting([.parkAndRide]).union([.car])))).isEmpty)
    #expect(parked(found(request(withCar), town.planner)).isEmpty)
    #expect(
      parked(found(request([.walk, .parkAndRide, .bus]))).isEmpty, "only the tram stops there")
    var limited = request(withCar)
    limited.maximumWalk = 150
    #expect(parked(found(limited)).isEmpty)
    #expect(found(request(withCar)).allSatisfy { $0.legs.map(\.mode) != [.car] })
    var clean = request(withCar)
    clean.maximumCO2 = 200
    #expect(parked(found(clean)).isEmpty)
  }

  @Test("where no stop is within a walk, the ways by car lead on to earlier and later ones, too")
  func pages() throws {
    func ask(_ timing: ItineraryRequest.Timing) throws -> ([Itinerary], ItineraryPages) {
      var question = request(withCar)
      (question.from, question.timing) = (Town.junction(0, 24), timing)
      (question.maximumWalk, question.count) = (1000, 2)
      guard case .found(let ways, let breaking, let pages) = town.parking.plan(question) else {
        return ([], ItineraryPages())
      }
      #expect(breaking.isEmpty)
      return (parked(ways), pages)
    }
    let (ways, pages) = try ask(.departAt(morning))
    let (earlier, later) = (try #require(pages.earlier), try #require(pages.later))
    let next = try ask(.departAt(later)).0
    let before = try ask(.arriveBy(earlier)).0
    // Each by when one gets off: one may get on at this stop or the next.
    func trams(_ ways: [Itinerary]) -> Set<Instant> {
      Set(ways.flatMap(\.legs).filter { $0.ride != nil }.map(\.arrival))
    }
    // One every ten minutes, none twice and none left out.
    let all = [before, ways, next].map { trams($0).sorted() }
    #expect(all.map(\.count) == [2, 2, 2])
    for (one, other) in zip(all.joined(), all.joined().dropFirst()) {
      #expect(Itinerary.seconds(one, other) == 600)
    }
  }

  @Test("the way back leads to where the car stands, and home with it, in both senses of time")
  func back() throws {
    for arriveBy in [nil, morning.adding(seconds: 3600)] {
      var question = request(withCar, arriveBy: arriveBy)
      (question.from, question.to, question.carAt) = (office, home, park)
      let ways = found(question)
      #expect(!ways.isEmpty)
      for way in ways {
        let legs = way.legs
        #expect(legs.filter { $0.mode == .car }.count == 1 && legs.last?.mode == .car)
        let start = try #require(legs.last?.geometry.first)
        #expect(Geodesic.distance(from: start, to: park) < 30)
        #expect(legs.first?.departure == way.departure && legs.last?.arrival == way.arrival)
        for (one, next) in zip(legs, legs.dropFirst()) { #expect(one.arrival <= next.departure) }
        if let arriveBy { #expect(way.arrival <= arriveBy) }
      }
      #expect(ways.contains { $0.legs.map(\.mode) == [.walk, .tram, .walk, .car] })
    }
    // The drive home alone is more than is allowed, and the walk to the car adds nothing.
    var clean = request(withCar)
    (clean.from, clean.to, clean.carAt) = (Town.junction(21, 1), home, park)
    let drive = try #require(found(clean).first { $0.legs.map(\.mode) == [.walk, .car] })
    clean.maximumCO2 = drive.co2 + 1
    #expect(found(clean).contains { $0.legs.map(\.mode) == [.walk, .car] })
    clean.maximumCO2 = drive.co2 / 2
    guard case .none(let dirty) = town.parking.plan(clean) else {
      Issue.record("it does not keep the limit")
      return
    }
    #expect(dirty.reason == .limits && dirty.detail.contains("g of CO2"), "\(dirty.detail)")
    clean.relaxes = true
    guard case .found(_, let breaking, _) = town.parking.plan(clean) else {
      Issue.record("without the limit there is a way")
      return
    }
    #expect(breaking.contains { $0.contains("g of CO2") })
    var far = request(withCar)
    far.carAt = LonLat(lon: 11, lat: 1)
    guard case .none(let none) = town.parking.plan(far) else {
      Issue.record("a car where no street is")
      return
    }
    #expect(none.reason == .noNetworkNear && none.detail.hasPrefix("From where the car stands: "))
  }
}

extension RealCityTests {
  @Test("Heidelberg's park and rides are imported, and lead on by tram or bus")
  func parkAndRide() throws {
    let city = try RealCity.shared.get()
    #expect(city.parks.count >= 3, "\(city.parks.map(\.name))")
    let planner = ItineraryPlanner(streets: city.streets) {
      [city.network]
    } parkAndRide: {
      city.parks
    }
    let start = try #require(Instant(rfc3339: "2022-07-13T07:00:00Z"))
    // From villages around into the old town.
    var count = 0
    for village in [
      LonLat(lon: 8.6460, lat: 49.4730), LonLat(lon: 8.6480, lat: 49.3540),
      LonLat(lon: 8.6100, lat: 49.3950), LonLat(lon: 8.5700, lat: 49.4700),
    ] {
      var question = ItineraryRequest(
        from: village, to: LonLat(lon: 8.7100, lat: 49.4122), timing: .departAt(start),
        modes: TravelMode.publicModes.union([.walk, .parkAndRide]))
      question.order = .leastEmissions
      question.count = 10
      guard case .found(let ways, _, _) = planner.plan(question) else { continue }
      for way in ways where way.legs.contains(where: { $0.ride != nil }) {
        guard let car = way.legs.firstIndex(where: { $0.mode == .car }) else { continue }
        count += 1
        let end = try #require(way.legs[car].geometry.last)
        let nearest = city.parks.map { Geodesic.distance(from: $0.position, to: end) }.min()
        #expect(try #require(nearest) < 150)
        for (one, next) in zip(way.legs, way.legs.dropFirst()) {
          #expect(one.arrival <= next.departure)
        }
      }
    }
    #expect(count > 0)
  }
}
