/// The check sum of PNG, gzip and zip.
///
/// - Source: ISO 3309; polynomial 0xedb88320.
public enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xedb8_8320 ^ (value >> 1) : value >> 1
    }
  }

  public static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var sum: UInt32 = 0xffff_ffff
    for byte in bytes {
      sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8)
    }
    return ~sum
  }
}

/// The check sum of zlib streams.
///
/// - Source: RFC 1950, section 8.2.
enum Adler32 {
  static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var a: UInt32 = 1
    var b: UInt32 = 0
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return b << 16 | a
  }
}

/// The check sum of Ogg pages.
///
/// - Source: RFC 3533, section 6; polynomial 0x04c11db7, not reflected, starting from 0.
public enum OggCRC {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index) << 24) { value, _ in
      value & 0x8000_0000 != 0 ? (value << 1) ^ 0x04c1_1db7 : value << 1
    }
  }

  public static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var sum: UInt32 = 0
    for byte in bytes {
      sum = (sum << 8) ^ table[Int(UInt8(truncatingIfNeeded: sum >> 24) ^ byte)]
    }
    return sum
  }
}
