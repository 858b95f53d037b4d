import Geodesy

/// A box in whole 1e-7 degrees that does not cross the antimeridian; borders belong to it.
///
/// - Thread: pure.
public struct FixedBox: Hashable, Sendable {
  public var west: Int32
  public var south: Int32
  public var east: Int32
  public var north: Int32

  public init(west: Int32, south: Int32, east: Int32, north: Int32) {
    (self.west, self.south, self.east, self.north) = (west, south, east, north)
  }

  /// The box of one position.
  public init(_ p: FixedPosition) {
    self.init(west: p.lonE7, south: p.latE7, east: p.lonE7, north: p.latE7)
  }

  /// Rounds to the nearest step, as ``FixedPosition`` does: a position inside stays inside.
  ///
  /// - Returns: one box, or two where `bounds` crosses the antimeridian.
  public static func boxes(_ bounds: Bounds) -> [FixedBox] {
    bounds.parts.map(FixedBox.init(part:))
  }

  /// The smallest boxes around a line or a ring whose positions lie less than half the earth apart.
  ///
  /// - Returns: one box, or two where the antimeridian lies between its positions; none without any.
  /// - Complexity: O(positions).
  public static func boxes(around positions: some Sequence<FixedPosition>) -> [FixedBox] {
    var (west, east) = (empty, empty)
    for position in positions {
      if position.lonE7 < 0 {
        west.formUnion(FixedBox(position))
      } else {
        east.formUnion(FixedBox(position))
      }
    }
    if west == empty { return east == empty ? [] : [east] }
    if east == empty { return [west] }
    guard Int64(east.east) - Int64(west.west) > Int64(world.east) else {
      west.formUnion(east)
      return [west]
    }
    (west.west, east.east) = (world.west, world.east)
    return [west, east]
  }

  /// Calls `body` with what ``boxes(_:)`` returns, without an array.
  @inline(__always)
  static func forEach(of bounds: Bounds, _ body: (FixedBox) -> Void) {
    if bounds.crossesAntimeridian {
      for box in boxes(bounds) { body(box) }
    } else {
      body(FixedBox(part: bounds))
    }
  }

  /// - Parameter part: does not cross the antimeridian.
  private init(part: Bounds) {
    let low = FixedPosition(LonLat(lon: part.west, lat: part.south))
    let high = FixedPosition(LonLat(lon: part.east, lat: part.north))
    self.init(west: low.lonE7, south: low.latE7, east: high.lonE7, north: high.latE7)
  }

  /// The whole earth.
  public static let world = FixedBox(
    west: -1_800_000_000, south: -900_000_000, east: 1_800_000_000, north: 900_000_000)

  /// Contains nothing and touches nothing; the start of a union.
  static let empty = FixedBox(west: .max, south: .max, east: .min, north: .min)

  /// Whether it lies inside; the border counts.
  public func contains(_ p: FixedPosition) -> Bool {
    p.lonE7 >= west && p.lonE7 <= east && p.latE7 >= south && p.latE7 <= north
  }

  /// Whether the two have a point in common; the border counts.
  public func intersects(_ o: FixedBox) -> Bool {
    west <= o.east && o.west <= east && south <= o.north && o.south <= north
  }

  public var bounds: Bounds {
    Bounds(
      west: Double(west) * 1e-7, south: Double(south) * 1e-7, east: Double(east) * 1e-7,
      north: Double(north) * 1e-7)
  }

  mutating func formUnion(_ o: FixedBox) {
    west = min(west, o.west)
    south = min(south, o.south)
    east = max(east, o.east)
    north = max(north, o.north)
  }

  /// One step larger on every side, where the earth goes on.
  var widened: FixedBox {
    FixedBox(
      west: max(west, FixedBox.world.west + 1) - 1,
      south: max(south, FixedBox.world.south + 1) - 1,
      east: min(east, FixedBox.world.east - 1) + 1,
      north: min(north, FixedBox.world.north - 1) + 1)
  }
}
