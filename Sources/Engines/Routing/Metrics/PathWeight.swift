/// What a path is compared by: its cost, and among equal costs its length.
///
/// Both in one number, so that one comparison decides and every exact method finds the same pair:
/// milliseconds of cost above, centimetres of length in the lower 32 bits.
enum PathWeight {
  /// No path; two of them can be added without overflow.
  static let infinite = Int64(1) << 61

  @inline(__always)
  static func pack(cost: Int64, lengthCm: Int64) -> Int64 { cost << 32 + lengthCm }

  static func cost(_ weight: Int64) -> Int64 { weight >> 32 }

  static func lengthCm(_ weight: Int64) -> Int64 { weight & 0xffff_ffff }
}
