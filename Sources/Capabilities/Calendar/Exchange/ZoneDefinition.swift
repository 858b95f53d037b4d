import Base
import Foundation

/// A time zone as a file defines it: a VTIMEZONE.
///
/// - Source: RFC 5545, section 3.6.5.
/// - Thread: pure.
struct ZoneDefinition: Sendable {
  /// STANDARD or DAYLIGHT: from some times on, clocks are ahead of UTC by another number of seconds.
  private struct Observance {
    var start: WallTime
    var rule: RecurrenceRule?
    var others: [WallTime]
    var from: Int
    var to: Int
  }

  /// A change of the offset.
  private struct Change {
    /// Seconds since the epoch.
    var second: Int
    var from: Int
    var to: Int
  }

  /// The IANA zone that the file itself says it is (X-LIC-LOCATION).
  let location: String?
  private let observances: [Observance]

  /// Nil where nothing in it can be read.
  init?(_ component: CalendarComponent) {
    location = component.property("X-LIC-LOCATION")?.value
    observances = component.children.prefix(200).compactMap(Self.observance)
    guard !observances.isEmpty else { return nil }
  }

  private static func observance(_ part: CalendarComponent) -> Observance? {
    guard part.name == "STANDARD" || part.name == "DAYLIGHT",
      let start = part.property("DTSTART").flatMap({ CalendarText.time($0.value) }),
      let from = part.property("TZOFFSETFROM").flatMap({ offset($0.value) }),
      let to = part.property("TZOFFSETTO").flatMap({ offset($0.value) })
    else { return nil }
    let others = part.all("RDATE").flatMap { $0.value.split(separator: ",").prefix(200) }
      .compactMap { CalendarText.time(String($0))?.wall }
    let rule = part.property("RRULE").flatMap { try? RecurrenceRule($0.value) }
    return Observance(start: start.wall, rule: rule, others: others, from: from, to: to)
  }

  /// Reads `+0100` or `-013000`, in seconds.
  private static func offset(_ text: String) -> Int? {
    let digits = text.utf8.dropFirst().map { Int($0) - 0x30 }
    guard text.hasPrefix("+") || text.hasPrefix("-"), digits.count == 4 || digits.count == 6,
      digits.allSatisfy({ (0...9).contains($0) })
    else { return nil }
    let parts = digits + [0, 0]
    let seconds =
      (parts[0] * 10 + parts[1]) * 3600 + (parts[2] * 10 + parts[3]) * 60 + parts[4] * 10 + parts[5]
    return seconds < 86_400 ? (text.hasPrefix("-") ? -seconds : seconds) : nil
  }

  /// When its clocks show `time`; an hour that comes twice is the first, and one that is left out
  /// is read with the offset before the gap.
  ///
  /// - Parameter budget: is charged for following its rules.
  func instant(of time: WallTime, _ budget: inout RecurrenceBudget) -> Instant {
    let changes = changes(around: time.date.year, &budget)
    let wall = time.secondsSinceEpoch
    let before = offset(at: wall - 86_400, changes)
    let after = offset(at: wall + 86_400, changes)
    for candidate in [wall - before, wall - after].sorted()
    where candidate + offset(at: candidate, changes) == wall {
      return Instant(milliseconds: Int64(candidate) * 1000)
    }
    return Instant(milliseconds: Int64(wall - before) * 1000)
  }

  /// The zone of the IANA database whose clocks agree with it from the year before `time` to two
  /// years after.
  ///
  /// Of several the one that is expected: `preset` if it is among them, then one whose place stands
  /// in `name`, then what Windows counts as the usual ones, then by their names.
  func zone(
    around time: WallTime, preset: IANATimeZone, named name: String,
    _ budget: inout RecurrenceBudget
  ) -> IANATimeZone? {
    if let location, let zone = IANATimeZone(location) { return zone }
    let changes = changes(around: time.date.year, &budget)
    guard let seconds = CivilDate(year: time.date.year - 1, month: 1, day: 1)?.daysSinceEpoch
    else { return nil }
    var samples = (0..<48).map { (seconds + $0 * 30) * 86_400 }
    let (first, last) = (samples.first ?? 0, samples.last ?? 0)
    for change in changes where change.second > first && change.second < last {
      samples += [change.second - 1, change.second]
    }
    func agrees(_ zone: IANATimeZone) -> Bool {
      samples.allSatisfy { zone.offset(atSecond: $0) == offset(at: $0, changes) }
    }
    if agrees(preset) { return preset }
    let text = name.lowercased()
    let all = TimeZone.knownTimeZoneIdentifiers.sorted()
    let named = all.filter {
      let city = $0.split(separator: "/").last ?? ""
      return city.count > 3 && text.contains(city.lowercased().replacing("_", with: " "))
    }
    for candidate in named + WindowsZones.all + all {
      if let zone = IANATimeZone(candidate), agrees(zone) { return zone }
    }
    return nil
  }

  /// Its changes from two years before a year to three after it, and the last one before them.
  private func changes(around year: Int, _ budget: inout RecurrenceBudget) -> [Change] {
    let earliest = CivilDate(year: max(1, year - 2), month: 1, day: 1).map { WallTime(date: $0) }
    let last = ((CivilDate(year: year + 4, month: 1, day: 1)?.daysSinceEpoch ?? 0)) * 86_400
    var found: [Change] = []
    for part in observances {
      func add(_ wall: WallTime) {
        found.append(
          Change(second: wall.secondsSinceEpoch - part.from, from: part.from, to: part.to))
      }
      guard let rule = part.rule else {
        for wall in [part.start] + part.others { add(wall) }
        continue
      }
      _ = budget.lending { budget in
        rule.forEach(from: part.start, in: .utc, earliest: earliest, &budget) { wall, _ in
          guard wall.secondsSinceEpoch < last else { return false }
          add(wall)
          return true
        }
      }
    }
    return found.sorted { $0.second < $1.second }
  }

  private func offset(at second: Int, _ changes: [Change]) -> Int {
    if let last = changes.last(where: { $0.second <= second }) { return last.to }
    return changes.first?.from ?? 0
  }
}
