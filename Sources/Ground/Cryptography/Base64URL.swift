/// Base64 with the alphabet for addresses and without padding.
///
/// - Source: RFC 4648, section 5.
/// - Thread: pure.
public enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  public static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    var pending: UInt32 = 0
    var bits = 0
    for byte in bytes {
      pending = pending << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(alphabet[Int(pending >> UInt32(bits) & 63)])
      }
    }
    if bits > 0 { text.append(alphabet[Int(pending << UInt32(6 - bits) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Nil for other characters, padding, an impossible length, or bits set past the end.
  public static func decode(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8 { characters in
      var complete = false
      let bytes = [UInt8](unsafeUninitializedCapacity: characters.count) { buffer, count in
        guard let start = buffer.baseAddress else {
          complete = characters.isEmpty
          return
        }
        let read = decode(characters, into: start)
        complete = read != nil
        count = read ?? 0
      }
      return complete ? bytes : nil
    }
  }

  /// Writes the bytes to `output`, which has room for three for every four characters.
  ///
  /// - Returns: how many there are, or nil as above.
  static func decode(
    _ characters: UnsafeBufferPointer<UInt8>, into output: UnsafeMutablePointer<UInt8>
  ) -> Int? {
    var count = 0
    var pending: UInt32 = 0
    var bits: UInt32 = 0
    for character in characters {
      let value: UInt8
      switch character {
      case 0x41...0x5a: value = character - 0x41
      case 0x61...0x7a: value = character - 0x61 + 26
      case 0x30...0x39: value = character - 0x30 + 52
      case 0x2d: value = 62
      case 0x5f: value = 63
      default: return nil
      }
      pending = (pending << 6 | UInt32(value)) & 0xffff
      bits += 6
      if bits >= 8 {
        bits -= 8
        output[count] = UInt8(truncatingIfNeeded: pending >> bits)
        count += 1
      }
    }
    guard bits < 6, pending & (1 << bits - 1) == 0 else { return nil }
    return count
  }
}
