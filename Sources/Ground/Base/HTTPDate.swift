/// Dates of header fields.
///
/// - Source: RFC 9110, section 5.6.7: IMF-fixdate is written, the two older forms are read, too.
public enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// For instance `Sun, 06 Nov 1994 08:49:37 GMT`.
  public static func format(_ instant: Instant) -> String {
    let clamped = min(max(instant.milliseconds, -62_167_219_200_000), 253_402_300_799_999)
    let seconds = Int((Double(clamped) / 1000).rounded(.down))
    let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let rest = seconds - day * 86_400
    let date = CivilDate(daysSinceEpoch: day)
    let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    var writer = ByteWriter(capacity: 29)
    writer.text(weekdays[((day % 7) + 7) % 7])
    writer.raw(", ")
    writer.digits(date.day, width: 2)
    writer.byte(0x20)
    writer.text(months[date.month - 1])
    writer.byte(0x20)
    writer.digits(date.year, width: 4)
    writer.byte(0x20)
    writer.digits(rest / 3600, width: 2)
    writer.byte(0x3a)
    writer.digits(rest / 60 % 60, width: 2)
    writer.byte(0x3a)
    writer.digits(rest % 60, width: 2)
    writer.raw(" GMT")
    return writer.string
  }

  /// Reads a date in any of the three forms; the name of the day of the week is not looked at.
  ///
  /// - Returns: nil for anything else. A year of two digits lies in 1970...2069.
  public static func read(_ text: String) -> Instant? {
    var parts = text.split { $0 == " " || $0 == "," || $0 == "-" }
    if parts.last == "GMT" { parts.removeLast() }
    guard parts.count == 5, text.utf8.count <= 40 else { return nil }
    // `Sun, 06 Nov 1994 08:49:37`, `Sunday, 06-Nov-94 08:49:37`, or `Sun Nov  6 08:49:37 1994`.
    let order = months.contains(String(parts[1])) ? [2, 1, 4, 3] : [1, 2, 3, 4]
    let (day, month, year, clock) = (
      parts[order[0]], parts[order[1]], parts[order[2]], parts[order[3]]
    )
    let times = clock.split(separator: ":", omittingEmptySubsequences: false).map(number)
    guard times.count == 3, let hour = times[0], let minute = times[1], let second = times[2],
      hour < 24, minute < 60, second <= 60, let place = months.firstIndex(of: String(month)),
      let day = number(day), let short = number(year),
      let date = CivilDate(
        year: year.utf8.count > 2 ? short : short + (short < 70 ? 2000 : 1900), month: place + 1,
        day: day)
    else { return nil }
    let seconds = ((date.daysSinceEpoch * 24 + hour) * 60 + minute) * 60 + second
    return Instant(milliseconds: Int64(seconds) * 1000)
  }

  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } && text.utf8.count <= 4 ? Int(text) : nil
  }
}
