import Base
import Foundation
import Identity
import Storage

/// How somebody reads times: by which clocks, and in which form.
///
/// What puts a time into a text for a person does it by this.
///
/// The words are English, as the texts around them are; order and hours are those of the region that
/// the reader's language tag names (`en-US`: May 4 and 9:30 AM), else the day comes first and hours
/// go to 24.
///
/// - Thread: pure.
public struct TimeReader: Hashable, Sendable {
  public let zone: IANATimeZone
  private let region: String?

  /// - Parameter locale: a BCP 47 language tag.
  public init(_ zone: IANATimeZone, locale: String? = nil) {
    self.zone = zone
    // RFC 5646, section 2.2.4: of the parts behind the language, before any extension, two letters are
    // a region.
    let parts = (locale ?? "").split(separator: "-").dropFirst().prefix { $0.utf8.count > 1 }
    region = parts.first { $0.utf8.count == 2 }?.uppercased()
  }

  /// How an account reads times; by `zone` where its profile has no zone of its own.
  public static func of(
    _ account: EntityID, else zone: IANATimeZone, in session: StoreSession
  ) throws -> TimeReader {
    let habits = try AccountDirectory.timeHabits(of: account, in: session)
    return TimeReader(habits.zone.flatMap { IANATimeZone($0) } ?? zone, locale: habits.locale)
  }

  /// `Mon, 4 May 2026 at 09:30 (Vaduz time)`.
  public func text(_ instant: Instant) -> String {
    "\(words(zone.wallTime(at: instant), .dayAndClock)) (\(zoneName))"
  }

  /// `Mon, 4 May 2026 at 09:30 to 11:00 (Vaduz time)`, the day said twice only if there are two.
  public func text(from start: Instant, to end: Instant) -> String {
    let (first, last) = (zone.wallTime(at: start), zone.wallTime(at: end))
    let form = first.date == last.date ? Form.clock : .dayAndClock
    return "\(words(first, .dayAndClock)) to \(words(last, form)) (\(zoneName))"
  }

  /// `Mon, 4 May 2026`.
  public func text(_ day: CivilDate) -> String { words(WallTime(date: day), .day) }

  /// `09:30`.
  public func clock(_ instant: Instant) -> String { words(zone.wallTime(at: instant), .clock) }

  /// Whose clocks they are: `Vaduz time`.
  public var zoneName: String {
    let place = zone.name.split(separator: "/").last ?? "UTC"
    let isPlace = place.count > 3 && !zone.name.hasPrefix("Etc/")
    return place.replacing("_", with: " ") + (isPlace ? " time" : "")
  }

  private enum Form { case day, clock, dayAndClock }

  private func words(_ time: WallTime, _ form: Form) -> String {
    // What the wall shows is formatted as it stands: the zone has been applied already.
    var style = Date.FormatStyle(
      date: .omitted, time: .omitted, locale: Locale(identifier: "en_" + (region ?? "GB")),
      calendar: Foundation.Calendar(identifier: .gregorian), timeZone: .gmt)
    if form != .clock { style = style.weekday(.abbreviated).day().month(.wide).year() }
    if form != .day { style = style.hour().minute() }
    return Date(timeIntervalSince1970: Double(time.secondsSinceEpoch)).formatted(style)
      // Narrow spaces are missing in many fonts.
      .replacing("\u{202f}", with: "\u{a0}")
  }
}
