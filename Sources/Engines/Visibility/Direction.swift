import Foundation

/// Compass directions without trigonometry.
///
/// The diamond angle grows with the true angle, counter-clockwise from east: 0 east, 1 north,
/// 2 west, 3 south. It is exact in order, and costs one division.
enum Direction {
  /// In 0...4; 4 only by rounding, and the same as 0.
  @inline(__always)
  static func diamond(_ x: Double, _ y: Double) -> Double {
    let sum = abs(x) + abs(y)
    if sum == 0 { return 0 }
    if y >= 0 { return x >= 0 ? y / sum : 1 - x / sum }
    return x < 0 ? 2 - y / sum : 3 + x / sum
  }

  /// The direction of a diamond angle; of any length.
  static func vector(_ diamond: Double) -> (x: Double, y: Double) {
    switch diamond {
    case ..<1: (1 - diamond, diamond)
    case ..<2: (1 - diamond, 2 - diamond)
    case ..<3: (diamond - 3, 2 - diamond)
    default: (diamond - 3, diamond - 4)
    }
  }

  /// The diamond angles between which a circle lies, counter-clockwise, and a little beyond; nil with
  /// the eye inside of it.
  ///
  /// - Parameter distance: of the circle's centre.
  @inline(__always)
  static func span(_ x: Double, _ y: Double, radius: Double, distance: Double) -> (
    Double, Double
  )? {
    let sine = radius / distance
    guard sine < 1 else { return nil }
    // The diamond angle grows by at most 1 per radian of the true one.
    let half = sine < 0.5 ? sine * 1.048 : asin(sine)
    let middle = diamond(x, y)
    return (turned(middle - half), turned(middle + half))
  }

  /// Into 0...4.
  @inline(__always)
  private static func turned(_ diamond: Double) -> Double {
    diamond < 0 ? diamond + 4 : diamond > 4 ? diamond - 4 : diamond
  }
}
