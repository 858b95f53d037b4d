import Base

/// In which characters an iCalendar file is written.
///
/// UTF-8 (RFC 5545, 6); older programs write Windows-1252, of which Latin-1 is a part.
///
/// - Thread: pure.
public enum CalendarCharacters: Sendable {
  /// Found out by the bytes.
  case undeclared
  case utf8
  /// Latin-1 too, as the encoding standard of the web has it.
  case windows1252

  /// Reads a media type such as `text/calendar; charset=ISO-8859-1`.
  ///
  /// - Throws: `invalid` for characters that are not read here.
  public init(mediaType: String?) throws(Refusal) {
    let parameters = (mediaType ?? "").split(separator: ";").dropFirst()
    for parameter in parameters {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, String(parts[0]).trimmedOfSpace.lowercased() == "charset" else {
        continue
      }
      let name = String(parts[1]).trimmedOfSpace.replacing("\"", with: "").lowercased()
      switch name {
      case "utf-8", "utf8", "us-ascii", "ascii": self = .utf8
      case "iso-8859-1", "latin1", "latin-1", "iso_8859-1", "windows-1252", "cp1252":
        self = .windows1252
      default:
        throw Refusal(
          .invalid, "broken-calendar",
          "Calendars are read in UTF-8 and ISO-8859-1, not in \(name.prefix(40)). Save the file "
            + "in UTF-8. Nothing was imported.")
      }
      return
    }
    self = .undeclared
  }

  /// The same text in UTF-8.
  ///
  /// Undeclared bytes are Windows-1252 when they are no UTF-8 anywhere: not one of the bytes beyond
  /// ASCII belongs to a whole character of UTF-8, and each is a character there.
  ///
  /// - Throws: ``BrokenCalendar`` with the first line that cannot be read.
  /// - Complexity: linear.
  func utf8(_ bytes: [UInt8]) throws(BrokenCalendar) -> [UInt8] {
    switch self {
    case .utf8: return bytes
    case .windows1252: return try Self.decoded(bytes)
    case .undeclared:
      if bytes.allSatisfy({ $0 < 0x80 }) || String(validating: bytes, as: UTF8.self) != nil {
        return bytes
      }
      return Self.hasMultibyte(bytes) ? bytes : try Self.decoded(bytes)
    }
  }

  /// Whether a character of UTF-8 beyond ASCII stands somewhere.
  private static func hasMultibyte(_ bytes: [UInt8]) -> Bool {
    var index = 0
    while index < bytes.count {
      let length =
        switch bytes[index] {
        case 0xc2...0xdf: 2
        case 0xe0...0xef: 3
        case 0xf0...0xf4: 4
        default: 1
        }
      if length > 1, index + length <= bytes.count,
        String(validating: bytes[index..<index + length], as: UTF8.self) != nil
      {
        return true
      }
      index += 1
    }
    return false
  }

  private static func decoded(_ bytes: [UInt8]) throws(BrokenCalendar) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 8)
    var line = 1
    for byte in bytes {
      if byte == 0x0a { line += 1 }
      guard byte >= 0x80 else {
        result.append(byte)
        continue
      }
      let value = byte < 0xa0 ? symbols[Int(byte - 0x80)] : UInt16(byte)
      guard value != 0, let scalar = Unicode.Scalar(value) else {
        throw BrokenCalendar(line, "is neither UTF-8 nor ISO-8859-1")
      }
      result.append(contentsOf: Array(String(scalar).utf8))
    }
    return result
  }

  /// What Windows-1252 has at 0x80 to 0x9f; 0 where it has nothing.
  private static let symbols: [UInt16] = [
    0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039,
    0x0152, 0, 0x017d, 0, 0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc,
    0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e, 0x0178,
  ]
}
