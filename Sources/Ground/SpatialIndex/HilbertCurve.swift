/// The order of entries along a Hilbert curve.
///
/// Neighbours on the curve are neighbours on the map, so that packing sixteen at a time gives
/// compact boxes.
///
/// - Source: Kamel, Faloutsos, "On packing R-trees", CIKM 1993; curve after Skilling, "Programming
///   the Hilbert curve", AIP 707 (2004).
enum HilbertCurve {
  /// Bits per axis: cells of 2.9 by 1.4 metres or less.
  private static let order: UInt32 = 24

  /// The 48-bit position on the curve of a point in 1e-7 degrees.
  static func key(lonE7: Int32, latE7: Int32) -> UInt64 {
    // Any Int32 is accepted; beyond the earth the order is merely meaningless.
    let x = UInt32(bitPattern: lonE7 &+ 1_800_000_000) >> 8
    let y = (UInt32(bitPattern: latE7 &+ 900_000_000) >> 7) & 0xff_ffff
    return key(x: x, y: y)
  }

  private static func key(x startX: UInt32, y startY: UInt32) -> UInt64 {
    var x = startX
    var y = startY
    var key: UInt64 = 0
    var bit = order
    while bit > 0 {
      bit -= 1
      let rx = (x >> bit) & 1
      let ry = (y >> bit) & 1
      key = (key << 2) | UInt64((3 &* rx) ^ ry)
      // Turn the quadrant: swap the axes where ry is 0, mirrored where rx is 1, too.
      let mirror = (0 &- rx) & (ry &- 1)
      x ^= mirror
      y ^= mirror
      let swapBits = (x ^ y) & (ry &- 1)
      x ^= swapBits
      y ^= swapBits
    }
    return key
  }
}
