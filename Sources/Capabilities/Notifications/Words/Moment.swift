import Base
import Foundation

/// A time of which a notice tells, with the zone of where it matters.
///
/// - Thread: pure.
public struct Moment: Hashable, Sendable, Codable {
  /// Milliseconds since 1970 (UTC).
  private var at: Int64
  /// An IANA time zone: that of the event or the group, by which whoever has no zone reads.
  private var zone: String
  /// A whole day, which is the same day for everybody.
  private var isDay: Bool

  public init(_ instant: Instant, zone: String, isDay: Bool = false) {
    at = instant.milliseconds
    self.zone = zone
    self.isDay = isDay
  }

  /// A day everywhere, by its number after 1970-01-01.
  public init(day: Int) {
    self.init(Instant(milliseconds: Int64(day) * 86_400_000), zone: "UTC", isDay: true)
  }

  var date: Date { Date(timeIntervalSince1970: Double(at) / 1000) }

  /// By which clocks somebody reads it whose own zone is `own`.
  func zone(for own: TimeZone?) -> TimeZone {
    let there = TimeZone(identifier: zone)
    return (isDay ? there : own ?? there) ?? .gmt
  }

  var isWholeDay: Bool { isDay }
}

/// Writes times in the form of a language and a region, and says whose clocks they are by.
///
/// - Thread: pure.
struct TimeForm: Sendable {
  private let zone: TimeZone?
  private let locale: Locale

  /// - Parameters:
  ///   - zone: the reader's own; nil where the reader has none.
  ///   - tag: a BCP 47 tag, of which the region counts.
  ///   - region: the region where the tag names none.
  init(_ language: Language, zone: String?, tag: String?, else region: String) {
    self.zone = zone.flatMap { TimeZone(identifier: $0) }
    locale = Locale(
      identifier: "\(language.rawValue)_\(tag.flatMap { Self.region(of: $0) } ?? region)")
  }

  /// The region of a BCP 47 tag, `LI` of `de-LI`; nil if it names none.
  static func region(of tag: String) -> String? {
    // RFC 5646, section 2.2.4: of the parts behind the language, before any extension, two letters are
    // a region.
    let parts = tag.split(separator: "-").dropFirst().prefix { $0.utf8.count > 1 }
    return parts.first { $0.utf8.count == 2 }?.uppercased()
  }

  /// `Mon, 4 May 2026`.
  func day(_ moment: Moment) -> String {
    format(moment) { $0.weekday(.abbreviated).day().month(.wide).year() }
  }

  /// `09:30`.
  func clock(_ moment: Moment) -> String { format(moment) { $0.hour().minute() } }

  /// `Mon, 4 May 2026 at 09:30`.
  func dayAndClock(_ moment: Moment) -> String {
    format(moment) { $0.weekday(.abbreviated).day().month(.wide).year().hour().minute() }
  }

  /// The place whose clocks show it, such as `Vaduz`; nil for UTC and the like.
  func city(_ moment: Moment) -> String? {
    let zone = moment.zone(for: self.zone)
    let last = zone.identifier.split(separator: "/").last ?? ""
    guard last.count > 3, zone.identifier.contains("/"), !zone.identifier.hasPrefix("Etc/") else {
      return nil
    }
    return format(moment) { $0.timeZone(.exemplarLocation) }
  }

  /// What stands for the clocks that ``city(_:)`` has no place of: `UTC`.
  func zoneName(_ moment: Moment) -> String {
    let name = moment.zone(for: zone).identifier
    return name == "GMT" ? "UTC" : String(name.split(separator: "/").last ?? "UTC")
  }

  private func format(
    _ moment: Moment, _ fields: (Date.FormatStyle) -> Date.FormatStyle
  ) -> String {
    let style = Date.FormatStyle(
      date: .omitted, time: .omitted, locale: locale,
      calendar: Foundation.Calendar(identifier: .gregorian), timeZone: moment.zone(for: zone))
    // Narrow spaces are missing in many fonts.
    return moment.date.formatted(fields(style)).replacing("\u{202f}", with: "\u{a0}")
  }
}
