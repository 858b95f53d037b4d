/// A point in time: milliseconds since 1970-01-01T00:00:00Z, as the API and the store keep it.
///
/// - Thread: pure.
public struct Instant: Hashable, Comparable, Sendable {
  /// Milliseconds since the Unix epoch; negative before it.
  public var milliseconds: Int64

  /// Makes an instant from milliseconds since the Unix epoch.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }

  /// The instant `seconds` later (earlier if negative); saturates instead of trapping.
  public func adding(seconds: Int64) -> Instant {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    if overflow { return Instant(milliseconds: seconds < 0 ? .min : .max) }
    return adding(milliseconds: product)
  }

  /// The instant `milliseconds` later; saturates instead of trapping.
  public func adding(milliseconds delta: Int64) -> Instant {
    let (sum, overflow) = milliseconds.addingReportingOverflow(delta)
    return Instant(milliseconds: overflow ? (delta < 0 ? .min : .max) : sum)
  }

  /// Seconds from `earlier` to this instant; negative if it lies after this one.
  public func seconds(since earlier: Instant) -> Double {
    (Double(milliseconds) - Double(earlier.milliseconds)) / 1000
  }
}

extension Instant: CustomStringConvertible {
  /// RFC 3339 in UTC with milliseconds, for instance `2026-05-04T08:30:00.000Z`.
  ///
  /// Years outside 0000...9999 are clamped, as RFC 3339 has no form for them.
  public var description: String {
    var writer = ByteWriter(capacity: 24)
    write(to: &writer)
    return writer.string
  }

  /// Appends the RFC 3339 form, 24 bytes.
  public func write(to writer: inout ByteWriter) {
    let clamped = min(max(milliseconds, -62_167_219_200_000), 253_402_300_799_999)
    let day = floorDivide(clamped, 86_400_000)
    let rest = Int(clamped - day * 86_400_000)
    let date = CivilDate(daysSinceEpoch: Int(day))
    writer.digits(date.year, width: 4)
    writer.byte(0x2d)
    writer.digits(date.month, width: 2)
    writer.byte(0x2d)
    writer.digits(date.day, width: 2)
    writer.byte(0x54)
    writer.digits(rest / 3_600_000, width: 2)
    writer.byte(0x3a)
    writer.digits(rest / 60_000 % 60, width: 2)
    writer.byte(0x3a)
    writer.digits(rest / 1000 % 60, width: 2)
    writer.byte(0x2e)
    writer.digits(rest % 1000, width: 3)
    writer.byte(0x5a)
  }

  /// Reads RFC 3339 (section 5.6): any offset, any number of fraction digits (cut to milliseconds).
  ///
  /// A leap second (`:60`) is read as the first instant of the next minute. Nil for anything else.
  public init?(rfc3339 text: some StringProtocol) {
    // Nearly always without a copy.
    let read = text.utf8.withContiguousStorageIfAvailable { Instant(rfc3339: $0) }
    guard let instant = read ?? Array(text.utf8).withUnsafeBufferPointer({ Instant(rfc3339: $0) })
    else { return nil }
    self = instant
  }

  /// Reads the same from bytes.
  public init?(rfc3339 b: UnsafeBufferPointer<UInt8>) {
    guard b.count >= 20, b.count <= 64, b[4] == 0x2d, b[7] == 0x2d,
      b[10] == 0x54 || b[10] == 0x74 || b[10] == 0x20, b[13] == 0x3a, b[16] == 0x3a,
      let year = digits(b, 0, 4), let month = digits(b, 5, 2), let day = digits(b, 8, 2),
      let hour = digits(b, 11, 2), let minute = digits(b, 14, 2), let second = digits(b, 17, 2),
      let date = CivilDate(year: year, month: month, day: day),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    var i = 19
    var fraction = 0
    if b[i] == 0x2e {
      i += 1
      let start = i
      while i < b.count, b[i] >= 0x30, b[i] <= 0x39 {
        if i - start < 3 { fraction = fraction * 10 + Int(b[i] - 0x30) }
        i += 1
      }
      guard i > start else { return nil }
      for _ in 0..<max(0, 3 - (i - start)) { fraction *= 10 }
    }
    guard i < b.count else { return nil }
    var offset = 0
    switch b[i] {
    case 0x5a, 0x7a:
      guard i + 1 == b.count else { return nil }
    case 0x2b, 0x2d:
      guard i + 6 == b.count, b[i + 3] == 0x3a, let h = digits(b, i + 1, 2),
        let m = digits(b, i + 4, 2), h < 24, m < 60
      else { return nil }
      offset = (h * 60 + m) * (b[i] == 0x2b ? 1 : -1)
    default: return nil
    }
    let seconds = date.daysSinceEpoch * 86_400 + hour * 3600 + minute * 60 + second - offset * 60
    milliseconds = Int64(seconds) * 1000 + Int64(fraction)
  }
}

/// A day of the proleptic Gregorian calendar.
///
/// - Source: Howard Hinnant, "chrono-compatible low-level date algorithms" (days_from_civil).
public struct CivilDate: Hashable, Comparable, Sendable {
  public var year: Int
  /// 1...12.
  public var month: Int
  /// 1...31.
  public var day: Int

  /// Nil unless the date exists; years 0...9999.
  public init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= CivilDate.daysInMonth(year: year, month: month)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The date `daysSinceEpoch` days after 1970-01-01.
  public init(daysSinceEpoch: Int) {
    let z = daysSinceEpoch + 719_468
    let era = (z >= 0 ? z : z - 146_096) / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Days after 1970-01-01, negative before it.
  public var daysSinceEpoch: Int {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  public static func < (a: CivilDate, b: CivilDate) -> Bool {
    (a.year, a.month, a.day) < (b.year, b.month, b.day)
  }

  /// Days of `month` (1...12) in `year`.
  public static func daysInMonth(year: Int, month: Int) -> Int {
    switch month {
    case 2: return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: return 30
    default: return 31
    }
  }
}

private func digits(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int) -> Int? {
  guard start + count <= bytes.count else { return nil }
  var value = 0
  for i in start..<start + count {
    guard bytes[i] >= 0x30, bytes[i] <= 0x39 else { return nil }
    value = value * 10 + Int(bytes[i] - 0x30)
  }
  return value
}

private func floorDivide(_ a: Int64, _ b: Int64) -> Int64 {
  let q = a / b
  return a % b < 0 ? q - 1 : q
}
