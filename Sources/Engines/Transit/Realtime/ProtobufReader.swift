/// Reads the fields of one protocol buffers message, in the order they stand.
///
/// Every length is checked against the bytes that are left; messages inside are read by a reader
/// over their bytes, as deep as the caller goes and no deeper. Groups (wire types 3 and 4), long
/// deprecated, count as damage.
///
/// - Source: Protocol Buffers, "Encoding".
/// - Thread: confined.
struct ProtobufReader {
  /// A field's value as it lies in the message.
  enum Value {
    case varint(UInt64)
    case fixed64(UInt64)
    case fixed32(UInt32)
    case bytes(ArraySlice<UInt8>)

    /// As an integer of types int32 to uint64 (negative ones have ten bytes), or an enumeration.
    var integer: Int64? {
      if case .varint(let value) = self { return Int64(bitPattern: value) }
      return nil
    }

    /// Text of valid UTF-8.
    var text: String? {
      guard case .bytes(let bytes) = self else { return nil }
      return String(validating: bytes, as: UTF8.self)
    }

    var message: ProtobufReader? {
      if case .bytes(let bytes) = self { return ProtobufReader(bytes) }
      return nil
    }
  }

  struct Damage: Error {
    /// Where it was noticed, from the start of the outermost bytes.
    var offset: Int
  }

  private let bytes: ArraySlice<UInt8>
  private var offset: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    offset = bytes.startIndex
  }

  /// The next field; nil at the end.
  mutating func next() throws(Damage) -> (field: Int, value: Value)? {
    guard offset < bytes.endIndex else { return nil }
    let key = try varint()
    guard key >> 3 >= 1, key >> 3 < 1 << 29 else { throw Damage(offset: offset) }
    let field = Int(key >> 3)
    switch key & 7 {
    case 0: return (field, .varint(try varint()))
    case 1: return (field, .fixed64(try fixed(8)))
    case 2:
      let count = try varint()
      guard count <= UInt64(bytes.endIndex - offset) else { throw Damage(offset: offset) }
      let start = offset
      offset += Int(count)
      return (field, .bytes(bytes[start..<offset]))
    case 5: return (field, .fixed32(UInt32(truncatingIfNeeded: try fixed(4))))
    default: throw Damage(offset: offset)
    }
  }

  private mutating func varint() throws(Damage) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      guard offset < bytes.endIndex else { throw Damage(offset: offset) }
      let byte = bytes[offset]
      offset += 1
      // The tenth byte has one bit left.
      guard shift < 63 || byte <= 1 else { throw Damage(offset: offset) }
      value |= UInt64(byte & 0x7f) << shift
      if byte & 0x80 == 0 { return value }
    }
    throw Damage(offset: offset)
  }

  private mutating func fixed(_ count: Int) throws(Damage) -> UInt64 {
    guard bytes.endIndex - offset >= count else { throw Damage(offset: offset) }
    var value: UInt64 = 0
    for at in (0..<count).reversed() { value = value << 8 | UInt64(bytes[offset + at]) }
    offset += count
    return value
  }
}
