/// The straight pieces between the places that were asked for and the streets.
///
/// Who walks walks them, too; a car or a bicycle stands at the street.
public struct Approach: Hashable, Sendable {
  /// A vehicle stands at the street: what is farther from it than this many metres is walked first.
  public static let vehicleReach = 25.0

  /// Metres at both ends together.
  public let metres: Double
  /// Walked at 5 km/h.
  public var seconds: Double { Self.seconds(metres) }

  public init(_ mode: StreetMode, from: SnappedPlace, to: SnappedPlace) {
    metres = mode == .walk ? from.leastDistance + to.leastDistance : 0
  }

  /// Of one end alone.
  init(_ mode: StreetMode, onto place: SnappedPlace) {
    metres = mode == .walk ? place.leastDistance : 0
  }

  /// Seconds of a walk off the streets, at 5 km/h.
  public static func seconds(_ metres: Double) -> Double { metres / (5 / 3.6) }

  /// Metres that are walked between a place and the vehicle at its street; 0 where that stands in
  /// front of it.
  public static func toVehicle(_ place: SnappedPlace) -> Double {
    place.leastDistance > vehicleReach ? place.leastDistance : 0
  }

  /// What the walks at both ends add to a way, in milliseconds: to choose among ways that begin and end
  /// at other streets.
  static func milliseconds(_ mode: StreetMode, from: SnappedPlace, to: SnappedPlace) -> Int64 {
    let metres =
      mode == .walk ? from.leastDistance + to.leastDistance : toVehicle(from) + toVehicle(to)
    return Int64(min(seconds(metres) * 1000, 1e12).rounded())
  }

  /// A way between two places with all that belongs to it, in whole seconds, as a route tells it: what
  /// is walked to a vehicle and from it are ways of their own.
  static func doorToDoor(
    _ way: StreetSummary, _ mode: StreetMode, from: SnappedPlace, to: SnappedPlace
  ) -> StreetSummary {
    if mode == .walk {
      let approach = Approach(mode, from: from, to: to)
      return StreetSummary(
        distance: way.distance + approach.metres,
        duration: (way.duration + approach.seconds).rounded(.up))
    }
    let (start, end) = (toVehicle(from), toVehicle(to))
    return StreetSummary(
      distance: start + way.distance + end,
      duration: seconds(start).rounded(.up) + way.duration.rounded(.up)
        + seconds(end).rounded(.up))
  }
}

extension StreetRoute {
  public var approach: Approach { Approach(mode, from: from, to: to) }
}
