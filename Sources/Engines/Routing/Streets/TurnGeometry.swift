import Foundation
import Geodesy

/// Angles between pieces of streets.
enum TurnGeometry {
  /// Degrees by which one turns, -180...180: positive to the right, 0 straight on.
  static func turn(
    from a: (FixedPosition, FixedPosition), to b: (FixedPosition, FixedPosition)
  ) -> Double {
    let change = bearing(b.0, b.1) - bearing(a.0, a.1)
    return change.remainder(dividingBy: 360)
  }

  /// Degrees clockwise from north; good for the short pieces that streets are drawn of.
  static func bearing(_ a: FixedPosition, _ b: FixedPosition) -> Double {
    let north = Double(b.latE7) - Double(a.latE7)
    var east = Double(b.lonE7) - Double(a.lonE7)
    if abs(east) > 1.8e9 { east -= east > 0 ? 3.6e9 : -3.6e9 }
    let scale = cos((Double(a.latE7) + Double(b.latE7)) / 2e7 * .pi / 180)
    return atan2(east * scale, north) * 180 / .pi
  }
}
