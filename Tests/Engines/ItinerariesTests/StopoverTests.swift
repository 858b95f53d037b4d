import Base
import Geodesy
import TestSupport
import Testing

@testable import Itineraries

@Suite struct VisitOrderTests {
  private func permutations(_ items: [Int]) -> [[Int]] {
    if items.isEmpty { return [[]] }
    return items.indices.flatMap { index -> [[Int]] in
      var rest = items
      let first = rest.remove(at: index)
      return permutations(rest).map { [first] + $0 }
    }
  }

  @Test("the order of the places is the best of all orders, also where some ways are missing")
  func best() {
    var random = SeededRandom(seed: 5)
    for round in 0..<300 {
      let count = 1 + round % 6
      let missing = round % 3 == 0 ? 0.3 : 0
      let table: [[Double?]] = (0...count).map { _ in
        (0...count).map { _ in
          random.unit() < missing ? nil : (random.unit() * 1000).rounded()
        }
      }
      func seconds(_ from: Int, _ to: Int) -> Double? { table[from + 1][to + 1] }
      func whole(_ order: [Int]) -> Double {
        zip([-1] + order, order + [-1]).reduce(0) { $0 + (seconds($1.0, $1.1) ?? .infinity) }
      }
      let least = permutations(Array(0..<count)).map(whole).min() ?? .infinity
      let found = VisitOrder.best(count, seconds: seconds)
      if let found {
        #expect(found.sorted() == Array(0..<count))
        #expect(whole(found) == least)
      } else {
        #expect(least == .infinity)
      }
    }
    #expect(VisitOrder.best(0) { _, _ in 1 } == nil)
    #expect(VisitOrder.best(10) { abs(Double($0 - $1)) }?.count == 10)
  }
}

@Suite struct StopoverPagesTests {
  private func way(_ from: Int64, _ to: Int64) -> Itinerary {
    let (start, end) = (Instant(milliseconds: from * 60_000), Instant(milliseconds: to * 60_000))
    let leg = Itinerary.Leg(
      mode: .bus, departure: start, arrival: end, distance: 0, co2: 0, geometry: [], steps: [],
      ride: Itinerary.Ride(
        line: "1", headsign: "", agency: "", colour: nil, textColour: nil, stops: [], headway: nil,
        wheelchair: nil, bicycles: nil, trip: "\(from)", plannedDeparture: start,
        plannedArrival: end))
    return Itinerary(legs: [leg], departure: start, arrival: end)
  }

  @Test("over places on the way, a better way much later hides none of those between")
  func pages() {
    // The one from 60 to 110 changes less.
    let ways = [way(60, 110), way(0, 30), way(10, 40)]
    let after = StopoverSearch.pages(ways, .departAt(Instant(milliseconds: 0)))
    #expect(after.later == Instant(milliseconds: 1000))
    #expect(after.earlier == Instant(milliseconds: 30 * 60_000 - 1000))
    let before = StopoverSearch.pages(ways, .arriveBy(Instant(milliseconds: 110 * 60_000)))
    #expect(before.earlier == Instant(milliseconds: 110 * 60_000 - 1000))
    #expect(before.later == Instant(milliseconds: 60 * 60_000 + 1000))
  }
}

/// Over places in Heidelberg, along streets and by its trams and buses.
@Suite(.enabled(if: RealCity.folder != nil, RealCity.isMissing)) struct StopoverTests {
  private let city: RealCity
  private let start = Instant(rfc3339: "2022-07-13T07:00:00Z") ?? Instant(milliseconds: 0)

  init() throws { city = try RealCity.shared.get() }

  private func ways(_ request: ItineraryRequest) -> [Itinerary] {
    guard case .found(let ways, _, _) = city.planner.plan(request) else { return [] }
    return ways
  }

  private func place(_ random: inout SeededRandom) -> LonLat {
    LonLat(lon: 8.66 + random.unit() * 0.06, lat: 49.39 + random.unit() * 0.03)
  }

  private func request(
    _ modes: Set<TravelMode>, _ places: [LonLat], stay: Int = 0
  ) -> ItineraryRequest {
    var request = ItineraryRequest(
      from: places[0], to: places[places.count - 1], timing: .departAt(start), modes: modes)
    request.via = places.dropFirst().dropLast().map { .init($0, stay: stay) }
    return request
  }

  @Test("a way over places is the sum of its parts, by each means along streets")
  func streets() throws {
    var random = SeededRandom(seed: 81)
    for mode in [TravelMode.walk, .bicycle, .car] {
      let places = (0..<4).map { _ in place(&random) }
      let way = try #require(ways(request([mode], places, stay: 600)).first)
      #expect(way.stopovers.map(\.via) == [0, 1])
      #expect(way.legs.first?.departure == start && way.legs.last?.arrival == way.arrival)
      var (metres, now) = (0.0, start)
      for (number, (from, to)) in zip(places, places.dropFirst()).enumerated() {
        var part = ItineraryRequest(from: from, to: to, timing: .departAt(now), modes: [mode])
        part.count = 1
        let alone = try #require(ways(part).first)
        metres += alone.distance
        now = alone.arrival
        guard number < 2 else { break }
        #expect(way.stopovers[number].arrival == now)
        now = now.adding(seconds: 600)
        #expect(way.stopovers[number].departure == now)
        #expect(way.legs[way.stopovers[number].leg].departure == now)
        #expect(way.stopovers[number].position == to)
      }
      #expect(abs(way.distance - metres) < 0.1 && way.arrival == now)
      #expect(way.transfers == 0)
    }
  }

  @Test("the chosen order takes no longer than any other, also on a round trip")
  func order() throws {
    var random = SeededRandom(seed: 82)
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    for mode in [TravelMode.walk, .bicycle, .car] {
      let home = place(&random)
      let via = (0..<3).map { _ in place(&random) }
      let all = try orders.map { order in
        try #require(ways(request([mode], [home] + order.map { via[$0] } + [home])).first).duration
      }
      var question = request([mode], [home] + via + [home])
      question.choosesOrder = true
      let best = try #require(ways(question).first)
      // Times are rounded up to seconds part by part.
      #expect(best.duration <= (all.min() ?? 0) + 4)
      #expect(best.stopovers.map(\.via).sorted() == [0, 1, 2])
      #expect(all.max() ?? 0 > best.duration + 30)
    }
  }

  @Test("by timetable, each part leaves after the stay and arrives as early as it can")
  func timetable() throws {
    var random = SeededRandom(seed: 83)
    let modes = TravelMode.publicModes.union([.walk])
    var rides = 0
    for _ in 0..<6 {
      let places = (0..<3).map { _ in place(&random) }
      let found = ways(request(modes, places, stay: 900))
      let quickest = try #require(found.map(\.arrival).min())
      var now = start
      for (number, (from, to)) in zip(places, places.dropFirst()).enumerated() {
        var part = ItineraryRequest(from: from, to: to, timing: .departAt(now), modes: modes)
        part.count = 4
        now = try #require(ways(part).map(\.arrival).min())
        if number == 0 { now = now.adding(seconds: 900) }
      }
      #expect(quickest == now)
      for way in found {
        #expect(way.stopovers.count == 1)
        let call = try #require(way.stopovers.first)
        #expect(Itinerary.seconds(call.arrival, call.departure) >= 900)
        for (one, next) in zip(way.legs, way.legs.dropFirst()) {
          #expect(one.arrival <= next.departure)
        }
        rides += way.legs.count { $0.ride != nil }
      }
    }
    #expect(rides > 6)
  }

  @Test("arriving by a time leaves as late as it can, and limits hold for the whole way")
  func limits() throws {
    let modes = TravelMode.publicModes.union([.walk])
    let places = [
      LonLat(lon: 8.6755, lat: 49.4036), LonLat(lon: 8.7106, lat: 49.4122),
      LonLat(lon: 8.6672, lat: 49.4189),
    ]
    var question = request(modes, places, stay: 1200)
    let end = start.adding(seconds: 2 * 3600)
    question.timing = .arriveBy(end)
    let latest = try #require(ways(question).map(\.departure).max())
    #expect(ways(question).allSatisfy { $0.arrival <= end })
    question.timing = .departAt(latest.adding(seconds: 1))
    #expect(ways(question).allSatisfy { $0.arrival > end || $0.departure > latest })
    #expect(ways(question).map(\.arrival).min() ?? end > end)
    question.timing = .departAt(start)
    let free = try #require(ways(question).map(\.walk).max())
    question.maximumWalk = 1500
    let limited = ways(question)
    #expect(!limited.isEmpty && limited.allSatisfy { $0.walk <= 1500 })
    #expect(free > 1500)
    question.maximumWalk = 50
    guard case .none(let none) = city.planner.plan(question) else {
      Issue.record("walked too far")
      return
    }
    #expect(none.reason == .limits && none.detail.contains("at most 50 m may be walked"))
  }

  @Test("a place that cannot be reached is named by its part of the way")
  func refused() throws {
    let places = [
      LonLat(lon: 8.6755, lat: 49.4036), LonLat(lon: 8.7106, lat: 49.4122),
      LonLat(lon: 9.4, lat: 48),
    ]
    guard case .none(let none) = city.planner.plan(request([.car], places)) else {
      Issue.record("found a way off the map")
      return
    }
    #expect(none.reason == .noNetworkNear && none.detail.hasPrefix("In part 2 of 2 of the way: "))
  }
}
