import Base

/// What a clock on the wall shows: a day and a time of day, without a zone.
///
/// - Thread: pure.
public struct WallTime: Hashable, Comparable, Sendable {
  public var date: CivilDate
  /// 0..<86,400.
  public var secondOfDay: Int

  public init(date: CivilDate, secondOfDay: Int = 0) {
    self.date = date
    self.secondOfDay = min(max(secondOfDay, 0), 86_399)
  }

  /// The time `seconds` after 1970-01-01T00:00 on the same wall, within the years 0 to 9999.
  init(secondsSinceEpoch seconds: Int) {
    let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let clamped = min(max(day, -719_528), 2_932_896)
    date = CivilDate(daysSinceEpoch: clamped)
    secondOfDay = clamped == day ? seconds - day * 86_400 : 0
  }

  /// Seconds since 1970-01-01T00:00 on the same wall.
  var secondsSinceEpoch: Int { date.daysSinceEpoch * 86_400 + secondOfDay }

  func adding(days: Int) -> WallTime {
    WallTime(secondsSinceEpoch: secondsSinceEpoch + days * 86_400)
  }

  func adding(seconds: Int) -> WallTime {
    WallTime(secondsSinceEpoch: secondsSinceEpoch + seconds)
  }

  public static func < (a: WallTime, b: WallTime) -> Bool {
    (a.date, a.secondOfDay) < (b.date, b.secondOfDay)
  }

  /// Reads `2026-05-04T08:30` or `2026-05-04T08:30:00`; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    guard parts.count == 2, let date = CivilDate(text: parts[0]) else { return nil }
    let time = parts[1].split(separator: ":", omittingEmptySubsequences: false)
    guard time.count == 2 || time.count == 3,
      time.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    let numbers = time.compactMap { Int($0) } + [0]
    guard numbers[0] < 24, numbers[1] < 60, numbers[2] < 60 else { return nil }
    self.date = date
    secondOfDay = numbers[0] * 3600 + numbers[1] * 60 + numbers[2]
  }
}

extension WallTime: CustomStringConvertible {
  /// `2026-05-04T08:30:00`.
  public var description: String {
    var writer = ByteWriter(capacity: 20)
    writer.text(date.text)
    writer.byte(0x54)
    writer.digits(secondOfDay / 3600, width: 2)
    writer.byte(0x3a)
    writer.digits(secondOfDay / 60 % 60, width: 2)
    writer.byte(0x3a)
    writer.digits(secondOfDay % 60, width: 2)
    return writer.string
  }

  /// `08:30`.
  public var clock: String {
    var writer = ByteWriter(capacity: 5)
    writer.digits(secondOfDay / 3600, width: 2)
    writer.byte(0x3a)
    writer.digits(secondOfDay / 60 % 60, width: 2)
    return writer.string
  }
}

extension CivilDate {
  /// Reads `2026-05-04`; nil for anything else.
  public init?(text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
      text.utf8.allSatisfy({ $0 == 0x2d || (0x30...0x39).contains($0) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// `2026-05-04`.
  public var text: String {
    var writer = ByteWriter(capacity: 10)
    writer.digits(year, width: 4)
    writer.byte(0x2d)
    writer.digits(month, width: 2)
    writer.byte(0x2d)
    writer.digits(day, width: 2)
    return writer.string
  }

  /// From 0 for Monday to 6 for Sunday.
  public var weekday: Int { ((daysSinceEpoch + 3) % 7 + 7) % 7 }
}
