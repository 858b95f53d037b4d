/// The check sum of Ogg pages.
///
/// - Source: RFC 3533, section 6; polynomial 0x04c11db7, not reflected, starting from 0: zlib has the
///   reflected one only.
public enum OggCRC {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index) << 24) { value, _ in
      value & 0x8000_0000 != 0 ? (value << 1) ^ 0x04c1_1db7 : value << 1
    }
  }

  /// The check sum of an Ogg page whose own field is zero (RFC 3533, section 6).
  public static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var sum: UInt32 = 0
    for byte in bytes {
      sum = (sum << 8) ^ table[Int(UInt8(truncatingIfNeeded: sum >> 24) ^ byte)]
    }
    return sum
  }
}
