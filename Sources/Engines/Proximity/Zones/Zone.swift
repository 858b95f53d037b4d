import Base
import Geodesy

/// What a device can enter and leave.
///
/// - Thread: immutable, shared.
public struct Zone: Sendable {
  /// Where it is: a circle or an area on the ground.
  public enum Shape: Sendable {
    /// Everything within `radius` metres of the centre, measured along geodesics; border included.
    case circle(centre: LonLat, radius: Double)
    /// Everything inside of an area; border included.
    case area(ZoneArea)
  }

  /// Greatest radius in metres.
  public static let maximumRadius = 1_000_000.0

  public let id: EntityID
  /// The sub-realms whose members may know of the zone, ascending.
  public let realms: [EntityID]
  public let kind: ZoneKind
  public let shape: Shape
  /// Higher is more important; decides which of equally near zones a phone watches.
  public let priority: Int32

  /// - Parameter realms: a zone of none is known to nobody.
  /// - Throws: if the centre is not on the earth or the radius is not in 0...``maximumRadius``.
  public init(
    id: EntityID, realms: [EntityID], kind: ZoneKind, shape: Shape, priority: Int32 = 0
  ) throws(Refusal) {
    if case .circle(let centre, let radius) = shape {
      guard LonLat(validLon: centre.lon, lat: centre.lat) != nil else {
        throw .invalid("/centre", "is not a position with longitude -180...180, latitude -90...90")
      }
      guard radius >= 0, radius <= Zone.maximumRadius else {
        throw .invalid("/radius", "is not between 0 and \(Int(Zone.maximumRadius)) metres")
      }
    }
    self.id = id
    self.realms = realms.count > 1 ? Set(realms).sorted() : realms
    self.kind = kind
    self.shape = shape
    self.priority = priority
  }

  /// Metres from a position to the border: positive outside, negative or zero inside.
  ///
  /// Exact up to 20 km from the border; beyond that an area answers at least 20 km.
  public func signedDistance(from p: LonLat) -> Double {
    switch shape {
    case .circle(let centre, let radius): Geodesic.distance(from: centre, to: p) - radius
    case .area(let area): area.signedDistance(from: p, ruler: Ruler(at: p), limit: Ruler.reach)
    }
  }

  /// The zone itself, or a circle that holds it.
  public var enclosingCircle: (centre: LonLat, radius: Double) {
    switch shape {
    case .circle(let centre, let radius): (centre, radius)
    case .area(let area): area.enclosingCircle
    }
  }

  /// Whether the position is inside or on the border; exact.
  public func contains(_ p: LonLat) -> Bool {
    switch shape {
    case .circle(let centre, let radius): Geodesic.distance(from: centre, to: p) <= radius
    case .area(let area): area.contains(p)
    }
  }

  /// Whether the shortest line between two positions has a point in the zone.
  ///
  /// Within 2 cm for lines of up to 20 km.
  public func touches(lineFrom a: LonLat, to b: LonLat) -> Bool {
    shape.touches(lineFrom: a, to: b)
  }

  /// The radius, or half the lesser side of an area's box, metres.
  var size: Double {
    switch shape {
    case .circle(_, let radius): radius
    case .area(let area): area.size
    }
  }
}

extension Zone.Shape {
  func touches(lineFrom a: LonLat, to b: LonLat) -> Bool {
    switch self {
    case .circle(let centre, let radius):
      Geodesic.nearest(to: centre, onLineFrom: a, to: b).distance <= radius
    case .area(let area): area.touches(lineFrom: a, to: b)
    }
  }

  /// The box around it.
  var bounds: Bounds {
    switch self {
    case .circle(let centre, let radius):
      // A centimetre for the rounding of index entries.
      Bounds.circle(around: centre, metres: radius + 0.02) ?? .world
    case .area(let area): area.bounds
    }
  }
}
