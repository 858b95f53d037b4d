/// The straight pieces between the places that were asked for and the streets.
///
/// Who walks walks them, too; a car or a bicycle stands at the street.
public struct Approach: Hashable, Sendable {
  /// Metres at both ends together.
  public let metres: Double
  /// Walked at 5 km/h.
  public var seconds: Double { metres / (5 / 3.6) }

  public init(_ mode: StreetMode, from: SnappedPlace, to: SnappedPlace) {
    metres = mode == .walk ? from.leastDistance + to.leastDistance : 0
  }

  /// Of one end alone.
  init(_ mode: StreetMode, onto place: SnappedPlace) {
    metres = mode == .walk ? place.leastDistance : 0
  }
}

extension StreetRoute {
  public var approach: Approach { Approach(mode, from: from, to: to) }
}
