import Base

/// Names one request in logs and in the answer to its sender.
public struct RequestID: Hashable, Sendable, CustomStringConvertible {
  public let value: UInt64

  public init(_ value: UInt64) { self.value = value }

  /// 16 hexadecimal digits.
  public var description: String {
    var rest = value
    var digits = [UInt8](repeating: 0x30, count: 16)
    for i in digits.indices.reversed() {
      let nibble = UInt8(rest & 15)
      digits[i] = nibble < 10 ? 0x30 + nibble : 0x57 + nibble
      rest >>= 4
    }
    return String(decoding: digits, as: UTF8.self)
  }
}
