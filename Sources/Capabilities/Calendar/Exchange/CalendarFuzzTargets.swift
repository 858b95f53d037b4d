import Base

/// Entry points for a fuzzer: each takes any bytes and must return.
public enum CalendarFuzzTargets {
  /// An iCalendar file, with the measure of its rules; whether it holds an event.
  public static func calendar(_ bytes: [UInt8]) -> Bool {
    guard let zone = IANATimeZone("Europe/Vaduz") else { return false }
    let someone = EntityID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001)
    var reader = CalendarReader(
      preset: zone, organizer: someone, now: Instant(milliseconds: 1_780_000_000_000))
    guard (try? reader.read(bytes)) != nil else { return false }
    return !reader.events.isEmpty
  }
}
