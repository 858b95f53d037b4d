import CZlib

/// Compresses answers as clients of HTTP understand it.
///
/// - Source: RFC 1952; zlib.
/// - Thread: pure.
public enum Gzip {
  /// The compressed bytes; nil where there is no memory for it.
  ///
  /// - Parameter level: 1 (quick) to 9 (small).
  /// - Complexity: O(bytes); about 20 ms per megabyte at 6.
  public static func compress(_ bytes: [UInt8], level: Int = 6) -> [UInt8]? {
    guard let size = UInt32(exactly: bytes.count) else { return nil }
    var stream = z_stream()
    guard wayside_gzip_init(&stream, Int32(min(max(level, 1), 9))) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    let bound = Int(deflateBound(&stream, uLong(bytes.count)))
    var input = bytes
    var outcome = Z_OK
    let result = [UInt8](unsafeUninitializedCapacity: bound) { target, count in
      input.withUnsafeMutableBufferPointer { source in
        stream.next_in = source.baseAddress
        stream.avail_in = size
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(clamping: bound)
        outcome = deflate(&stream, Z_FINISH)
        count = bound - Int(stream.avail_out)
      }
    }
    return outcome == Z_STREAM_END ? result : nil
  }
}
