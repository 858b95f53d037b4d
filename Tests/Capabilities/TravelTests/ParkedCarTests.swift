import Base
import Geodesy
import Itineraries
import Testing

@testable import Travel

/// Knows ways by whether they fetch the car, each with its seconds; none without.
private struct FixedTimes: TravelTimes {
  var fetching: Int64?
  var without: Int64?
  var dataVersion: String { "fixed" }

  func journey(_ request: TravelRequest) -> TravelAnswer {
    guard let seconds = request.car == nil ? without : fetching else {
      return .none(NoJourney(.noPath, request.car == nil ? "Nothing leads there." : "No way."))
    }
    let (departure, arrival) =
      switch request.timing {
      case .departAt(let time): (time, time.adding(seconds: seconds))
      case .arriveBy(let time): (time.adding(seconds: -seconds), time)
      }
    var journey = Journey(legs: [], departure: departure, arrival: arrival, distance: 1)
    journey.carFetched = request.car
    return .journey(journey)
  }
}

@Suite("ways while the own car stands somewhere else") struct ParkedCarTests {
  private let car = ParkedCar(position: LonLat(lon: 9.5, lat: 47), name: "P+R Nord")
  private let noon = Instant(milliseconds: 43_200_000)

  private func answer(
    _ times: FixedTimes, modes: Set<TravelMode>, arrives: Bool = false, isHome: Bool = false
  ) -> TravelAnswer {
    let request = TravelRequest(
      from: LonLat(lon: 9.6, lat: 47.1), to: LonLat(lon: 9.7, lat: 47.1),
      timing: arrives ? .arriveBy(noon) : .departAt(noon), rules: TravelRules(modes: modes))
    let planner = TravelPlanner(
      times: times, preferences: .initial, account: EntityID(high: 0, low: 1), now: noon)
    return planner.answer(request, past: car, isHome: isHome)
  }

  private func journey(_ answer: TravelAnswer) throws -> Journey {
    guard case .journey(let journey) = answer else { throw Refusal(.notFound, "none", "\(answer)") }
    return journey
  }

  @Test("on to an appointment: the better of both, in both senses of time")
  func better() throws {
    for arrives in [false, true] {
      let quick = FixedTimes(fetching: 600, without: 900)
      let driven = try journey(answer(quick, modes: [.walk, .car], arrives: arrives))
      #expect(driven.carFetched == car && driven.carStands == nil && driven.seconds == 600)
      // Who only drives to park and rides leaves the car there.
      let left = try journey(
        answer(quick, modes: [.walk, .parkAndRide], arrives: arrives))
      #expect(left.carFetched == nil && left.carStands == car && left.seconds == 900)
      let slow = FixedTimes(fetching: 900, without: 900)
      #expect(try journey(answer(slow, modes: [.walk, .car], arrives: arrives)).carStands == car)
    }
    let only = FixedTimes(fetching: 900)
    #expect(try journey(answer(only, modes: [.walk, .car])).carFetched == car)
    guard case .none(let reason) = answer(FixedTimes(fetching: 9), modes: [.parkAndRide]) else {
      Issue.record("the car is not to be driven there, and there is nothing else")
      return
    }
    #expect(reason.reason == .limits)
  }

  @Test(
    "home: with the car though it takes longer; without it, and saying so, where none leads to it")
  func home() throws {
    let slow = FixedTimes(fetching: 900, without: 60)
    let back = try journey(answer(slow, modes: [.walk, .parkAndRide], isHome: true))
    #expect(back.carFetched == car && back.seconds == 900)
    let left = try journey(
      answer(FixedTimes(without: 60), modes: [.walk, .parkAndRide], isHome: true))
    #expect(left.carStands == car && left.carFetched == nil)
  }

  @Test("what a stored journey says of the car is read as it was written")
  func stored() throws {
    var journey = Journey(legs: [], departure: noon, arrival: noon, distance: 0)
    journey.carStands = car
    journey.carFetched = ParkedCar(position: LonLat(lon: -1, lat: 2))
    var json = JSONWriter()
    journey.write(to: &json)
    #expect(Journey(stored: json.bytes) == journey)
    #expect(Journey(stored: Array("{}".utf8)) == nil)
    #expect(try ParkedCar(stored: JSONValue(parsing: Array(#"{"lat": 91, "lon": 1}"#.utf8))) == nil)
  }
}
