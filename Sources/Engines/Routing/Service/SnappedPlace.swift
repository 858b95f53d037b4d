import FlatFiles
import Geodesy

/// A position brought onto the street network.
public struct SnappedPlace: Hashable, Sendable {
  /// What was asked for.
  public var requested: LonLat
  /// The nearest usable position on a street.
  public var position: LonLat
  /// Metres between the two.
  public var distance: Double
  /// The name of that street; empty where it has none.
  public var street: String
  /// True where a nearer street was passed over because nothing else can be reached from it.
  public var isPastIsland: Bool
  /// True where the straight piece to the street leads over water, and no street around is reached
  /// without.
  public var isOverWater = false

  /// The segment, and how far along it in the direction of mapping, 0...1.
  var segment: Int
  var fraction: Double
  /// Other streets that are as near, but for ``Snapper/tie``: where a way begins is chosen with it.
  var others: [Spot] = []
  /// Metres to the nearest of them all, which count as the way to the street whichever is taken.
  var leastDistance: Double

  /// A position on a street.
  struct Spot: Hashable, Sendable {
    var position: LonLat
    var distance: Double
    var segment: Int
    var fraction: Double
  }

  init(
    requested: LonLat, position: LonLat, distance: Double, street: String, isPastIsland: Bool,
    segment: Int, fraction: Double
  ) {
    (self.requested, self.position, self.distance) = (requested, position, distance)
    (self.street, self.isPastIsland) = (street, isPastIsland)
    (self.segment, self.fraction, leastDistance) = (segment, fraction, distance)
  }

  /// Where it lies on a segment, 0...1; nil if it was not brought there.
  func fraction(on segment: Int) -> Double? {
    segment == self.segment ? fraction : others.first { $0.segment == segment }?.fraction
  }

  func sharesSegment(with other: SnappedPlace) -> Bool {
    if other.fraction(on: segment) != nil { return true }
    return others.contains { other.fraction(on: $0.segment) != nil }
  }

  /// Calls `body` with each segment and how far along it.
  @inline(__always)
  func forEachSpot(_ body: (Int, Double) -> Void) {
    body(segment, fraction)
    for spot in others { body(spot.segment, spot.fraction) }
  }

  /// The same place on one of its segments alone.
  func on(_ segment: Int, _ network: StreetNetwork) -> SnappedPlace {
    var place = self
    place.others = []
    guard let spot = others.first(where: { $0.segment == segment }) else { return place }
    (place.position, place.distance) = (spot.position, spot.distance)
    (place.segment, place.fraction) = (spot.segment, spot.fraction)
    place.street = network.name(network.nameNumbers[segment])
    return place
  }
}
