import Base
import Geodesy

/// A block in the way of sight: a footprint and the heights between which it stands.
///
/// - Thread: pure.
public struct Building: Hashable, Sendable {
  /// Corners of a building at most.
  public static let maximumCorners = 100_000
  /// No corner is farther from the first one than this, metres.
  public static let maximumExtent = 5_000.0

  /// The footprint, an outer ring, then courtyards.
  ///
  /// Rings may repeat their first position at the end; their direction does not matter.
  public let rings: [[LonLat]]
  /// Metres below which one sees through beneath it; nil for a building that stands on the ground.
  ///
  /// Counted from the ellipsoid or from the ground, as ``Walls/Datum`` says.
  ///
  /// Give one only where there is a passage: buildings without are found faster.
  public let base: Double?
  /// Metres of the roof, taken as flat, counted as `base` is.
  public let top: Double

  /// - Throws: a ``Refusal`` that names every wrong member: `/rings/0`, `/base`, `/top`.
  public init(validating rings: [[LonLat]], base: Double? = nil, top: Double) throws(Refusal) {
    var checks = Checks()
    checks.number(top, GeoPose.heights, "/top")
    if let base {
      checks.number(base, GeoPose.heights, "/base")
      if base > top { checks.reject("/base", "must not be above the top \(top)") }
    }
    if rings.isEmpty { checks.reject("/rings", "must have a ring at least") }
    let corners = rings.reduce(0) { $0 + $1.count }
    if corners > Building.maximumCorners {
      checks.reject("/rings", "must have at most \(Building.maximumCorners) positions")
      try checks.finish("invalid-building", "The building")
    }
    var open: [[LonLat]] = []
    let first = rings.first?.first.map { Ellipsoid.ecef($0, height: 0) } ?? .zero
    for (index, ring) in rings.enumerated() {
      let isOnEarth = ring.allSatisfy {
        (-180...180).contains($0.lon) && (-90...90).contains($0.lat)
      }
      guard isOnEarth else {
        checks.reject("/rings/\(index)", "must hold longitudes in ±180 and latitudes in ±90")
        continue
      }
      let isClosed = ring.count > 1 && ring.first == ring.last
      open.append(isClosed ? Array(ring.dropLast()) : ring)
      if Set(ring).count < 3 {
        checks.reject("/rings/\(index)", "must have three different positions at least")
      } else if ring.contains(where: {
        (Ellipsoid.ecef($0, height: 0) - first).length > Building.maximumExtent
      }) {
        checks.reject("/rings/\(index)", "must not reach beyond \(Building.maximumExtent) metres")
      }
    }
    try checks.finish("invalid-building", "The building")
    self.rings = open
    self.base = base
    self.top = top
  }

  /// Whether a position is inside the footprint, by the even-odd rule in the plane that touches the
  /// earth there.
  public func contains(_ p: LonLat) -> Bool {
    let frame = LocalFrame(at: p, height: 0)
    var isInside = false
    for ring in rings {
      guard let last = ring.last else { continue }
      var a = frame.local(last, height: 0)
      for position in ring {
        let b = frame.local(position, height: 0)
        if (a.y > 0) != (b.y > 0), a.x + (b.x - a.x) * (a.y / (a.y - b.y)) > 0 {
          isInside.toggle()
        }
        a = b
      }
    }
    return isInside
  }

  /// The corners of each ring in the plane at its first one, with the inside on the left: outer
  /// rings counter-clockwise, courtyards clockwise.
  var directedRings: [[LonLat]] {
    rings.enumerated().map { index, ring in
      guard let first = ring.first, var a = ring.last.map({ plane(first, $0) }) else { return ring }
      var doubleArea = 0.0
      for position in ring {
        let b = plane(first, position)
        doubleArea += a.x * b.y - b.x * a.y
        a = b
      }
      return (doubleArea >= 0) == (index == 0) ? ring : ring.reversed()
    }
  }

  private func plane(_ origin: LonLat, _ p: LonLat) -> Vector3 {
    LocalFrame(at: origin, height: 0).local(p, height: 0)
  }
}
