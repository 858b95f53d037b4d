import CZlib

/// The check sum of PNG, gzip and zip.
///
/// - Source: ISO 3309; polynomial 0xedb88320; zlib.
public enum CRC32 {
  /// The sum of all bytes; 0 for none.
  public static func of(_ bytes: some Collection<UInt8>) -> UInt32 {
    let sum = bytes.withContiguousStorageIfAvailable { bytes in
      UInt32(truncatingIfNeeded: crc32_z(0, bytes.baseAddress, bytes.count))
    }
    return sum ?? of(Array(bytes))
  }
}

/// The check sum of zlib streams.
///
/// - Source: RFC 1950, section 8.2; zlib.
public enum Adler32 {
  /// The sum of all bytes; 1 for none.
  public static func of(_ bytes: some Collection<UInt8>) -> UInt32 {
    let sum = bytes.withContiguousStorageIfAvailable { bytes in
      UInt32(truncatingIfNeeded: adler32_z(1, bytes.baseAddress, bytes.count))
    }
    return sum ?? of(Array(bytes))
  }
}
