/// Writes messages in the wire format of protocol buffers.
///
/// - Source: Protocol Buffers documentation, "Encoding".
struct ProtobufWriter {
  private(set) var bytes: [UInt8] = []

  private mutating func append(_ value: UInt64) {
    var value = value
    while value >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    bytes.append(UInt8(value))
  }

  mutating func number(_ field: Int, _ value: UInt64) {
    append(UInt64(field) << 3)
    append(value)
  }

  mutating func double(_ field: Int, _ value: Double) {
    append(UInt64(field) << 3 | 1)
    for shift in 0..<8 {
      bytes.append(UInt8(truncatingIfNeeded: value.bitPattern >> (8 * UInt64(shift))))
    }
  }

  mutating func bytes(_ field: Int, _ content: [UInt8]) {
    append(UInt64(field) << 3 | 2)
    append(UInt64(content.count))
    bytes += content
  }

  mutating func text(_ field: Int, _ text: String) { bytes(field, Array(text.utf8)) }

  /// Numbers one after the other in one field.
  mutating func packed(_ field: Int, _ values: [UInt32]) {
    var content = ProtobufWriter()
    content.bytes.reserveCapacity(values.count * 2)
    for value in values { content.append(UInt64(value)) }
    bytes(field, content.bytes)
  }

  /// Signed numbers in an unsigned form that is short for small ones.
  static func zigzag(_ value: Int32) -> UInt32 { UInt32(bitPattern: value << 1 ^ value >> 31) }
}
