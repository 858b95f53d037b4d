import Base

/// Dates of header fields.
///
/// - Source: RFC 9110, section 5.6.7 (IMF-fixdate).
public enum HTTPDate {
  /// For instance `Sun, 06 Nov 1994 08:49:37 GMT`.
  public static func format(_ instant: Instant) -> String {
    let clamped = min(max(instant.milliseconds, -62_167_219_200_000), 253_402_300_799_999)
    let seconds = Int((Double(clamped) / 1000).rounded(.down))
    let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let rest = seconds - day * 86_400
    let date = CivilDate(daysSinceEpoch: day)
    let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
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
}
