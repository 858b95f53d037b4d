import Base
import Foundation
import Geodesy
import Routing
import TestSupport
import Testing
import Transit

@testable import Itineraries

@Suite(
  "nobody stands about without need", .enabled(if: RealCity.folder != nil, RealCity.isMissing))
struct PauseTests {
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

  /// Seconds that one stands about between rides, at most.
  private func pause(_ way: Itinerary) -> Double {
    var longest = 0.0
    for (one, next) in zip(way.legs, way.legs.dropFirst())
    where one != way.legs.first || one.ride != nil {
      longest = max(longest, Itinerary.seconds(one.arrival, next.departure))
    }
    return longest
  }

  /// Questions at all times of a day, half of them with limits.
  private func questions(_ count: Int, seed: UInt64) throws -> [ItineraryRequest] {
    var random = SeededRandom(seed: seed)
    let stops = city.network.engine.stops
    let start = try #require(Instant(rfc3339: "2022-07-13T00:00:00Z"))
    func place() -> LonLat {
      let stop = stops[Int(random.next() % UInt64(stops.count))].position
      return LonLat(
        lon: stop.lon + (random.unit() - 0.5) * 0.02, lat: stop.lat + (random.unit() - 0.5) * 0.02)
    }
    return (0..<count).map { number in
      let instant = start.adding(seconds: Int64(random.next() % 86_400))
      var question = request(
        place(), place(), number % 2 == 0 ? .arriveBy(instant) : .departAt(instant))
      if number % 4 > 1 { question.maximumWalk = 1500 }
      return question
    }
  }

  @Test("a night at a stop is no way where one can ride on in the evening")
  func night() throws {
    let arriveBy = try #require(Instant(rfc3339: "2022-12-07T05:16:00Z"))
    var question = request(
      LonLat(lon: 8.690541, lat: 49.342531), LonLat(lon: 8.660076, lat: 49.478856),
      .arriveBy(arriveBy))
    question.maximumWalk = 1500
    question.count = 1
    let way = try #require(found(question).first)
    #expect(pause(way) <= 7200, "\(way.departure) to \(way.arrival)")
    #expect(way.duration < 3 * 3600, "\(way.departure) to \(way.arrival)")
  }

  @Test("of the ways that leave latest, or are there first, the best takes least time")
  func shortest() throws {
    var compared = 0
    for (number, question) in try questions(60, seed: 390).enumerated() {
      guard let best = found(question).first else { continue }
      compared += 1
      var other = question
      other.count = 10
      // Whoever leaves when the best does is there no sooner; whoever is there when it is leaves no later.
      switch question.timing {
      case .arriveBy:
        other.timing = .departAt(best.departure)
        let soonest = found(other).filter { pause($0) <= 7200 }.map(\.arrival).min()
        #expect(best.arrival <= soonest ?? best.arrival, "question \(number)")
      case .departAt:
        other.timing = .arriveBy(best.arrival)
        let latest = found(other).filter { pause($0) <= 7200 }.map(\.departure).max()
        #expect(best.departure >= latest ?? best.departure, "question \(number)")
      }
    }
    #expect(compared > 40)
  }

  @Test("one is at the first stop a minute before what leaves there, or as long as one likes")
  func boarding() throws {
    var compared = 0
    for question in try questions(24, seed: 391) {
      for seconds in [nil, 0, 300] {
        var question = question
        if let seconds { question.minimumBoarding = seconds }
        for way in found(question) {
          guard let ride = way.legs.firstIndex(where: { $0.ride != nil }), ride > 0 else {
            continue
          }
          compared += 1
          let left = Itinerary.seconds(way.legs[ride - 1].arrival, way.legs[ride].departure)
          #expect(left == Double(seconds ?? 60))
        }
      }
    }
    #expect(compared > 60)
  }
}
