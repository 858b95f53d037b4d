/// Percent-encoding (RFC 3986, section 2.1), read strictly.
///
/// - Thread: pure.
public enum PercentCoding {
  /// Decodes `bytes`; nil if an escape is cut off or not hexadecimal, or the result is not UTF-8.
  ///
  /// - Parameter plusIsSpace: true for query parts, as HTML forms and URLSearchParams write them.
  public static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> String? {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var rest = bytes.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case 0x25:
        guard let high = rest.next().flatMap(hexadecimalDigit),
          let low = rest.next().flatMap(hexadecimalDigit)
        else { return nil }
        result.append(high << 4 | low)
      case 0x2b where plusIsSpace: result.append(0x20)
      default: result.append(byte)
      }
    }
    return String(validating: result, as: UTF8.self)
  }

  /// Encodes everything but unreserved characters (`A-Z a-z 0-9 - . _ ~`).
  public static func encode(_ text: String) -> String {
    let digits: StaticString = "0123456789ABCDEF"
    var result: [UInt8] = []
    digits.withUTF8Buffer { digits in
      for byte in text.utf8 {
        if isUnreserved(byte) {
          result.append(byte)
        } else {
          result.append(0x25)
          result.append(digits[Int(byte >> 4)])
          result.append(digits[Int(byte & 15)])
        }
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case 0x30...0x39: byte - 0x30
  case 0x41...0x46: byte - 0x37
  case 0x61...0x66: byte - 0x57
  default: nil
  }
}

func isUnreserved(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e: true
  default: false
  }
}
