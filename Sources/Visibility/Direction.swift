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

  /// Both tangents of a circle as diamond angles, counter-clockwise; nil with the eye inside of it.
  @inline(__always)
  static func tangents(_ x: Double, _ y: Double, radius: Double) -> (Double, Double)? {
    let square = x * x + y * y
    guard square > radius * radius * 1.000_001 else { return nil }
    let sine = radius / square.squareRoot()
    let cosine = (1 - sine * sine).squareRoot()
    return (
      diamond(x * cosine + y * sine, y * cosine - x * sine),
      diamond(x * cosine - y * sine, y * cosine + x * sine)
    )
  }
}
