import Geodesy

/// A wedge of the ground around a place: what lies on the inner sides of two straight lines, in a
/// plane of longitudes and latitudes.
///
/// - Thread: a value.
@frozen
public struct Sector: Sendable {
  /// Metres towards the inner side of a line, per 1e-7 degree of longitude and latitude.
  public typealias Side = (lon: Double, lat: Double)

  @usableFromInline let lonE7: Double
  @usableFromInline let latE7: Double
  @usableFromInline let right: Side
  @usableFromInline let left: Side
  @usableFromInline let slack: Double

  /// - Parameter slack: metres by which the plane may be wrong.
  public init(at place: LonLat, right: Side, left: Side, slack: Double) {
    (lonE7, latE7) = (place.lon * 1e7, place.lat * 1e7)
    (self.right, self.left, self.slack) = (right, left, slack)
  }

  /// Metres by which a position is between both sides; negative outside.
  @inlinable @inline(__always)
  public func depth(_ position: FixedPosition) -> Double {
    var east = Double(position.lonE7) - lonE7
    if east > 1_800_000_000 { east -= 3_600_000_000 }
    if east < -1_800_000_000 { east += 3_600_000_000 }
    let north = Double(position.latE7) - latE7
    return min(right.lon * east + right.lat * north, left.lon * east + left.lat * north)
  }

  /// What lies less deep than this, and reaches at most so many metres from its position, is outside.
  @inlinable @inline(__always)
  public func leastDepth(reach: Double) -> Double { -(reach * 1.01 + slack) }

  /// No position in a box is deeper than this.
  ///
  /// - Parameter shift: added to the box's longitudes, so that they are on the near side of the
  ///   antimeridian.
  @inline(__always)
  func greatestDepth(in box: FixedBox, shift: Double) -> Double {
    let (west, east) = (Double(box.west) + shift - lonE7, Double(box.east) + shift - lonE7)
    let (south, north) = (Double(box.south) - latE7, Double(box.north) - latE7)
    func greatest(_ side: Side) -> Double {
      side.lon * (side.lon > 0 ? east : west) + side.lat * (side.lat > 0 ? north : south)
    }
    return min(greatest(right), greatest(left))
  }
}

/// How far things reach from their positions, by neighbourhoods of items' numbers: a small table for
/// all of them, that stays near.
///
/// - Thread: a value.
public struct Reaches: Sendable {
  /// Items with consecutive numbers that share one entry, from a multiple of this on.
  public static let neighbourhood = 256

  @usableFromInline private(set) var values: [Float] = []
  /// The greatest of all, metres.
  public private(set) var greatest = 0.0

  public init() {}

  /// How many neighbourhoods there are; items beyond reach nowhere.
  public var count: Int { values.count }

  /// Metres from an item's position beyond which neither it nor its neighbours reach; infinite if
  /// that is not known.
  @inlinable @inline(__always)
  public subscript(around item: UInt32) -> Double {
    let place = Int(item) / Reaches.neighbourhood
    return place < values.count ? Double(values[place]) : 0
  }

  /// - Complexity: O(neighbourhoods) where the greatest reach becomes less.
  public mutating func set(_ metres: Float, neighbourhood place: Int) {
    while values.count <= place { values.append(0) }
    let former = values[place]
    values[place] = metres
    if Double(metres) >= greatest {
      greatest = Double(metres)
    } else if Double(former) == greatest {
      greatest = Double(values.max() ?? 0)
    }
  }
}
