import Base
import CICal
import Geodesy

/// The values of iCalendar properties, read and written.
///
/// - Source: RFC 5545, section 3.3.
enum CalendarText {
  /// A text without its escapes.
  static func unescaped(_ text: String) -> String {
    var result = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        result.append(character == "n" || character == "N" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }

  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\\\"
      case ";": result += "\\;"
      case ",": result += "\\,"
      case "\n", "\r\n", "\r": result += "\\n"
      default: result.append(character)
      }
    }
    return result
  }

  /// A parameter's value, in quotes.
  static func quoted(_ text: String) -> String {
    let safe = text.replacing("^", with: "^^").replacing("\"", with: "^'")
      .replacing("\r\n", with: "^n").replacing("\n", with: "^n").replacing("\r", with: "^n")
    return "\"\(safe)\""
  }

  /// A date, or a date with a time.
  struct Time: Hashable {
    var wall: WallTime
    var isDate: Bool
    var isUTC: Bool
  }

  /// Reads `20260504`, `20260504T083000` or `20260504T083000Z`.
  static func time(_ text: String) -> Time? {
    let bytes = Array(text.utf8)
    func digits(_ start: Int, _ count: Int) -> Int? {
      var value = 0
      for byte in bytes[start..<start + count] {
        guard (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      return value
    }
    guard bytes.count == 8 || bytes.count == 15 || bytes.count == 16,
      let year = digits(0, 4), let month = digits(4, 2), let day = digits(6, 2),
      (1...9998).contains(year), let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    if bytes.count == 8 { return Time(wall: WallTime(date: date), isDate: true, isUTC: false) }
    guard bytes[8] == 0x54, let hour = digits(9, 2), let minute = digits(11, 2),
      let second = digits(13, 2), hour < 24, minute < 60, second <= 60,
      bytes.count == 15 || bytes[15] == 0x5a
    else { return nil }
    // A leap second is read as the second before it.
    let wall = WallTime(
      date: date, secondOfDay: hour * 3600 + minute * 60 + Swift.min(second, 59))
    return Time(wall: wall, isDate: false, isUTC: bytes.count == 16)
  }

  static func text(_ wall: WallTime, isDate: Bool = false) -> String {
    let date = wall.date.text.replacing("-", with: "")
    if isDate { return date }
    return date + "T" + wall.description.suffix(8).replacing(":", with: "")
  }

  /// `20260504T083000Z`.
  static func text(_ instant: Instant) -> String {
    text(IANATimeZone.utc.wallTime(at: instant)) + "Z"
  }

  /// A duration: days and weeks go by the calendar, so that the clocks show the same time after them;
  /// hours, minutes and seconds are exact (RFC 5545, section 3.3.6).
  struct Duration: Hashable {
    /// Negative for one that goes back, as the seconds.
    var days: Int
    var seconds: Int

    /// In seconds, with days of 24 hours.
    var total: Int { days * 86_400 + seconds }
  }

  /// Reads a duration such as `PT45M` or `-P1D`; nil if it is none.
  static func duration(_ text: String) -> Duration? {
    guard (2...24).contains(text.utf8.count), text.utf8.contains(0x50),
      text.utf8.allSatisfy({
        (0x30...0x39).contains($0) || Array("+-PWDTHMS".utf8).contains($0)
      })
    else { return nil }
    let duration = icaldurationtype_from_string(text)
    guard icaldurationtype_is_bad_duration(duration) == 0 else { return nil }
    let (weeks, days) = (Int(duration.weeks), Int(duration.days))
    let times = [
      (Int(duration.hours), 3600), (Int(duration.minutes), 60), (Int(duration.seconds), 1),
    ]
    guard ([weeks, days] + times.map(\.0)).allSatisfy({ (0...1_000_000_000).contains($0) })
    else { return nil }
    let sign = duration.is_neg != 0 ? -1 : 1
    return Duration(
      days: sign * (weeks * 7 + days), seconds: sign * times.reduce(0) { $0 + $1.0 * $1.1 })
  }

  /// - Parameter isExact: writes a day as 24 hours, which is another time where clocks change.
  static func duration(_ seconds: Int, isExact: Bool = false) -> String {
    let sign = seconds < 0 ? "-" : ""
    let count = abs(seconds)
    if !isExact, count % 86_400 == 0, count > 0 { return "\(sign)P\(count / 86_400)D" }
    let (hours, minutes, rest) = (count / 3600, count / 60 % 60, count % 60)
    let text =
      (hours > 0 ? "\(hours)H" : "") + (minutes > 0 ? "\(minutes)M" : "")
      + (rest > 0 || count == 0 ? "\(rest)S" : "")
    return "\(sign)PT\(text)"
  }

  /// Reads `47.1;9.5` (GEO) or `47.1,9.5` (behind `geo:`, RFC 5870).
  static func position(_ text: String, separator: Character) -> LonLat? {
    let head = text.prefix { $0 != (separator == "," ? ";" : "?") }
    let parts = head.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.count == 2 || (separator == "," && parts.count == 3),
      let lat = number(parts[0]), let lon = number(parts[1])
    else { return nil }
    return LonLat(validLon: lon, lat: lat)
  }

  private static func number(_ text: some StringProtocol) -> Double? {
    guard (1...30).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2b || $0 == 0x2d || $0 == 0x2e })
    else { return nil }
    return Double(text)
  }

  static func text(_ position: LonLat, separator: String) -> String {
    var writer = ByteWriter(capacity: 40)
    writer.fixed(position.lat, decimals: 7)
    writer.text(separator)
    writer.fixed(position.lon, decimals: 7)
    return writer.string
  }
}
