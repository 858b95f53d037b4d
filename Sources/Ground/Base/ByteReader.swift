/// Reads numbers from outside bytes; every access is checked against the end.
///
/// - Thread: confined.
public struct ByteReader: Sendable {
  public let bytes: ArraySlice<UInt8>
  /// Offset of the next byte, counted from the start of `bytes`.
  public private(set) var offset = 0

  public init(_ bytes: some Sequence<UInt8>) { self.bytes = ArraySlice(bytes) }

  public init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  public init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// How many bytes are left.
  public var remaining: Int { bytes.count - offset }

  /// The next integer, least significant byte first; nil at the end.
  public mutating func littleEndian<T: FixedWidthInteger>(_ type: T.Type) -> T? {
    let width = T.bitWidth / 8
    guard remaining >= width else { return nil }
    var value: T = 0
    for i in (0..<width).reversed() {
      value = (value << 8) | T(truncatingIfNeeded: bytes[bytes.startIndex + offset + i])
    }
    offset += width
    return value
  }

  /// The next integer, most significant byte first; nil at the end.
  public mutating func bigEndian<T: FixedWidthInteger>(_ type: T.Type) -> T? {
    littleEndian(type)?.byteSwapped
  }

  /// The next `count` bytes; nil if fewer are left or `count` is negative.
  public mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= remaining else { return nil }
    let start = bytes.startIndex + offset
    offset += count
    return bytes[start..<start + count]
  }
}
