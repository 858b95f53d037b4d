import Geodesy

/// Distances in a plane around a position: good to a percent within a city, for ranking only.
struct PlaneDistance {
  private let origin: FixedPosition
  private let perLon: Double
  private static let perLat = 0.011_132

  init(_ origin: FixedPosition) {
    self.origin = origin
    perLon = PlaneDistance.perLat * PlaneDistance.shrink(latE7: Int(origin.latE7))
  }

  /// The cosine of a latitude, at least 0.02.
  static func shrink(latE7: Int) -> Double {
    let radians = Double(latE7) * 1e-7 * .pi / 180
    // Bhaskara's approximation in its range; exact enough to weigh with.
    let square = radians * radians * 4
    let cosine = (Double.pi * Double.pi - square) / (Double.pi * Double.pi + radians * radians)
    return max(cosine, 0.02)
  }

  /// Metres; across the antimeridian the short way.
  func metres(to p: FixedPosition) -> Double {
    var dLon = abs(Int(p.lonE7) - Int(origin.lonE7))
    if dLon > 1_800_000_000 { dLon = 3_600_000_000 - dLon }
    let x = Double(dLon) * perLon
    let y = Double(Int(p.latE7) - Int(origin.latE7)) * PlaneDistance.perLat
    return (x * x + y * y).squareRoot()
  }

  /// Metres to the nearest point of a line between two positions nearby.
  func metres(toLine a: FixedPosition, _ b: FixedPosition) -> (metres: Double, at: Double) {
    let ax = Double(Int(a.lonE7) - Int(origin.lonE7)) * perLon
    let ay = Double(Int(a.latE7) - Int(origin.latE7)) * PlaneDistance.perLat
    let bx = Double(Int(b.lonE7) - Int(origin.lonE7)) * perLon
    let by = Double(Int(b.latE7) - Int(origin.latE7)) * PlaneDistance.perLat
    let (dx, dy) = (bx - ax, by - ay)
    let length = dx * dx + dy * dy
    let t = length > 0 ? min(max(-(ax * dx + ay * dy) / length, 0), 1) : 0
    let (x, y) = (ax + t * dx, ay + t * dy)
    return ((x * x + y * y).squareRoot(), t)
  }

  /// The point at a share, 0...1, of the way between two.
  static func point(_ a: FixedPosition, _ b: FixedPosition, _ share: Double) -> FixedPosition {
    func mix(_ a: Int32, _ b: Int32) -> Int32 {
      let value = Double(a) + (Double(b) - Double(a)) * min(max(share, 0), 1)
      return Int32(clamping: Int(value.rounded()))
    }
    return FixedPosition(lonE7: mix(a.lonE7, b.lonE7), latE7: mix(a.latE7, b.latE7))
  }
}
