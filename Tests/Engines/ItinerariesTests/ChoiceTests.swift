import Base
import Geodesy
import Testing

@testable import Itineraries

@Suite struct ChoiceTests {
  private static let start = Instant(milliseconds: 1_780_000_000_000)

  /// An itinerary of one walk and rides, for comparing only.
  private func itinerary(
    minutes: Int64, rides: Int, walk: Double, grams: Double, leaves: Int64 = 0, trip: String? = nil
  ) -> Itinerary {
    // Trips of their own, unless they are to have the same.
    let trip = trip ?? "\(minutes) \(rides) \(walk) \(grams) \(leaves)"
    let departure = Self.start.adding(seconds: leaves * 60)
    let arrival = departure.adding(seconds: minutes * 60)
    let line = [LonLat(lon: 9, lat: 47), LonLat(lon: 9, lat: 47.01)]
    var legs = [
      Itinerary.Leg(
        mode: .walk, departure: departure, arrival: departure, distance: walk, co2: 0,
        geometry: line, steps: [])
    ]
    for _ in 0..<rides {
      legs.append(
        Itinerary.Leg(
          mode: .bus, departure: departure, arrival: arrival, distance: 1000,
          co2: grams / Double(rides), geometry: line, steps: [],
          ride: Itinerary.Ride(
            line: "1", headsign: "", agency: "", stops: [], headway: nil, wheelchair: nil,
            trip: "\(trip) \(legs.count)", plannedDeparture: departure, plannedArrival: arrival)))
    }
    return Itinerary(legs: legs, departure: departure, arrival: arrival)
  }

  private func best(_ all: [Itinerary], _ order: TravelOrder, count: Int = 5) -> [Itinerary] {
    var request = ItineraryRequest(
      from: LonLat(lon: 9, lat: 47), to: LonLat(lon: 9, lat: 47.1), timing: .departAt(Self.start),
      modes: [.walk, .bus])
    request.order = order
    request.count = count
    return ItineraryChoice(request: request).best(all.map { ItineraryCandidate($0) })
      .compactMap { $0.tell() }
  }

  @Test("TV-RTE-02: the best by the order asked for stands first")
  func orders() {
    let quick = itinerary(minutes: 10, rides: 2, walk: 300, grams: 500)
    let direct = itinerary(minutes: 15, rides: 1, walk: 300, grams: 400)
    let walk = itinerary(minutes: 60, rides: 0, walk: 5000, grams: 0)
    let all = [direct, walk, quick]
    #expect(best(all, .fastest) == [quick, direct, walk])
    #expect(best(all, .fewestTransfers) == [walk, direct, quick])
    #expect(best(all, .cheapest).first == walk)
  }

  @Test("TV-RTE-13: by carbon footprint, the least emissions stand first")
  func emissions() {
    let quick = itinerary(minutes: 10, rides: 2, walk: 300, grams: 500)
    let clean = itinerary(minutes: 15, rides: 2, walk: 300, grams: 100)
    #expect(best([quick, clean], .leastEmissions) == [clean, quick])
  }

  @Test("a wait of two hours is borne; one that is longer is told where there is nothing else")
  func waits() {
    func ways(_ waits: [Double]) -> [ItineraryCandidate] {
      waits.enumerated().map { number, wait in
        var way = ItineraryCandidate(
          itinerary(
            minutes: 200, rides: 1, walk: 300, grams: 500, leaves: Int64(number), trip: "\(number)")
        )
        way.wait = wait
        return way
      }
    }
    let request = ItineraryRequest(
      from: LonLat(lon: 9, lat: 47), to: LonLat(lon: 9, lat: 47.1), timing: .departAt(Self.start),
      modes: [.walk, .bus])
    let choice = ItineraryChoice(request: request)
    #expect(choice.best(ways([7200, 7201])).map(\.wait) == [7200])
    #expect(choice.best(ways([7201])).map(\.wait) == [7201])
  }

  @Test("of ways with the same trips the best is told, and those that leave later have room")
  func trips() {
    let near = itinerary(minutes: 30, rides: 1, walk: 300, grams: 500, trip: "a")
    let far = itinerary(minutes: 30, rides: 1, walk: 900, grams: 400, trip: "a")
    let later = itinerary(minutes: 30, rides: 1, walk: 300, grams: 500, leaves: 10, trip: "b")
    #expect(best([far, near, later], .fastest, count: 2) == [near, later])
    #expect(best([far, near, later], .leastEmissions, count: 2) == [far, later])
  }

  @Test(
    "rides that gain next to nothing, and hours of waiting, are left out where there is another")
  func silly() {
    let walk = itinerary(minutes: 36, rides: 0, walk: 3000, grams: 0)
    let hops = itinerary(minutes: 34, rides: 4, walk: 2800, grams: 20)
    #expect(best([walk, hops], .leastEmissions) == [walk])
    let bus = itinerary(minutes: 20, rides: 1, walk: 600, grams: 90)
    #expect(best([walk, hops, bus], .fastest) == [bus, walk])
    // What saves a quarter of an hour is worth a change.
    let tram = itinerary(minutes: 10, rides: 2, walk: 600, grams: 90)
    #expect(best([bus, tram], .fastest) == [tram, bus])
    var waiting = ItineraryCandidate(itinerary(minutes: 400, rides: 1, walk: 100, grams: 10))
    waiting.wait = 3 * 3600
    var request = ItineraryRequest(
      from: LonLat(lon: 9, lat: 47), to: LonLat(lon: 9, lat: 47.1), timing: .departAt(Self.start),
      modes: [.walk, .bus])
    request.count = 5
    let choice = ItineraryChoice(request: request)
    #expect(choice.best([ItineraryCandidate(bus), waiting]).map(\.rides) == [1])
    #expect(choice.best([waiting]).count == 1)
  }

  @Test("what is worse in everything is left out, and the few differ in kind")
  func few() {
    let good = itinerary(minutes: 10, rides: 1, walk: 300, grams: 500)
    let worse = itinerary(minutes: 11, rides: 1, walk: 400, grams: 500)
    #expect(best([worse, good, good], .fastest) == [good])
    let many = (0..<20).map {
      itinerary(
        minutes: 10 + $0, rides: 1, walk: 3000 - Double($0) * 100, grams: 500)
    }
    let leastWalk = many[19]
    let chosen = best(
      many + [itinerary(minutes: 90, rides: 0, walk: 9000, grams: 0)], .fastest, count: 3)
    #expect(chosen.count == 3)
    #expect(chosen.first == many[0])
    #expect(chosen.contains(leastWalk))
    #expect(chosen.contains { $0.legs.count == 1 })
  }
}
