import Base
import Calendar
import Geodesy
import Itineraries

/// Travel times where no map is imported: on foot, along the geodesic made longer by a factor.
///
/// Every answer says that it is an estimate.
///
/// - Thread: pure.
public struct StraightLineTimes: TravelTimes {
  /// Metres per second on foot, 5 km/h (CG-RL-11).
  static let walkingSpeed = 5 / 3.6
  /// How much longer the way on foot is than the geodesic.
  ///
  /// - Source: Boscoe, Henry, Zdeb, "A nationwide comparison of driving distance versus
  ///   straight-line distance to hospitals", The Professional Geographer 64 (2012): 1.4.
  static let detour = 1.4
  /// Metres beyond which nobody is sent on foot.
  static let farthest = 40_000.0

  public init() {}

  public var dataVersion: String { "straight-line" }

  public func journey(_ request: TravelRequest) -> TravelAnswer {
    let metres = Geodesic.distance(from: request.from, to: request.to) * Self.detour
    guard request.rules.modes.contains(.walk) else {
      return .none(
        NoJourney(
          .noNetworkNear, "No map is imported here; without one only walking can be estimated."))
    }
    guard request.car == nil else {
      return .none(
        NoJourney(.noNetworkNear, "No map is imported here that knows the way to the car."))
    }
    guard metres <= Self.farthest else {
      return .none(
        NoJourney(.noNetworkNear, "No map is imported here, and it is too far to estimate a walk."))
    }
    if let limit = request.rules.maximumWalk, metres > limit {
      return .none(
        NoJourney(
          .limits,
          """
          The walk of about \(Int(metres.rounded())) m is longer than the \(Int(limit.rounded())) m \
          that you allow.
          """))
    }
    let seconds = Int64((metres / Self.walkingSpeed).rounded(.up))
    let departure: Instant
    let arrival: Instant
    switch request.timing {
    case .departAt(let time): (departure, arrival) = (time, time.adding(seconds: seconds))
    case .arriveBy(let time): (departure, arrival) = (time.adding(seconds: -seconds), time)
    }
    let leg = Journey.Leg(
      mode: .walk, departure: departure, arrival: arrival, distance: metres)
    return .journey(
      Journey(
        legs: [leg], departure: departure, arrival: arrival, distance: metres, co2: 0,
        estimate: "Estimated on foot by the distance, because no map is imported here."))
  }
}
