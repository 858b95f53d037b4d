import Base
import Testing

@testable import Notifications

@Suite("how people read times")
struct TimeFormTests {
  private static let instant = Instant(rfc3339: "2026-05-04T07:30:00Z")

  /// A moment in a group of Lisbon.
  private static func moment(after seconds: Int64 = 0, isDay: Bool = false) throws -> Moment {
    Moment(try #require(instant).adding(seconds: seconds), zone: "Europe/Lisbon", isDay: isDay)
  }

  @Test(
    "MF-NOT-03: the day comes with its weekday, hours as the reader's region has them, the zone by its place",
    arguments: [
      ("Europe/Vaduz", nil, "Mon, 4 May 2026 at 09:30 (Vaduz time)"),
      ("Europe/Vaduz", "zh-Hant-x-us", "Mon, 4 May 2026 at 09:30 (Vaduz time)"),
      ("America/New_York", "en-US", "Mon, May 4, 2026 at 3:30\u{a0}AM (New York time)"),
      ("America/New_York", "es-Latn-us", "Mon, May 4, 2026 at 3:30\u{a0}AM (New York time)"),
      ("America/Argentina/Buenos_Aires", "en", "Mon, 4 May 2026 at 04:30 (Buenos Aires time)"),
      ("UTC", "en-GB", "Mon, 4 May 2026 at 07:30 (UTC)"),
      (nil, "en-GB", "Mon, 4 May 2026 at 08:30 (Lisbon time)"),
    ] as [(String?, String?, String)])
  func english(zone: String?, locale: String?, text: String) throws {
    #expect(try English(zone: zone, locale: locale).time(Self.moment()) == text)
  }

  @Test(
    "MF-NOT-03: in German the day comes first, months and places have their German names",
    arguments: [
      ("Europe/Vaduz", "de-LI", "Mo., 4. Mai 2026 um 09:30 Uhr (Zeit in Vaduz)"),
      ("Europe/Vienna", "de-AT", "Mo., 4. Mai 2026 um 09:30 Uhr (Zeit in Wien)"),
      ("UTC", "de", "Mo., 4. Mai 2026 um 07:30 Uhr (UTC)"),
      (nil, nil, "Mo., 4. Mai 2026 um 08:30 Uhr (Zeit in Lissabon)"),
    ] as [(String?, String?, String)])
  func german(zone: String?, locale: String?, text: String) throws {
    #expect(try German(zone: zone, locale: locale).time(Self.moment()) == text)
  }

  @Test("a span says its day once, or both days, and its zone once")
  func spans() throws {
    let (english, german) = (English(zone: "Europe/Vaduz"), German(zone: "Europe/Vaduz"))
    let (start, soon) = (try Self.moment(), try Self.moment(after: 5400))
    #expect(
      english.time(from: start, to: soon) == "Mon, 4 May 2026 at 09:30 to 11:00 (Vaduz time)")
    #expect(
      german.time(from: start, to: soon)
        == "Mo., 4. Mai 2026 um 09:30 bis 11:00 Uhr (Zeit in Vaduz)")
    #expect(
      english.time(from: start, to: try Self.moment(after: 86_400))
        == "Mon, 4 May 2026 at 09:30 to Tue, 5 May 2026 at 09:30 (Vaduz time)")
  }

  @Test("a whole day is the same day for everybody")
  func days() throws {
    let day = try Self.moment(after: 15 * 3600, isDay: true)
    #expect(English(zone: "Pacific/Kiritimati").time(day) == "Mon, 4 May 2026")
    #expect(German(zone: "Pacific/Kiritimati").time(day) == "Mo., 4. Mai 2026")
  }

  @Test(
    "the language that the device asks for comes first, then the profile's, then English",
    arguments: [
      ("de-LI", ["en"], "1 minute"), ("en-US", ["de"], "1 Minute"),
      ("en", ["fr", "de-AT"], "1 Minute"), ("de-LI", ["fr"], "1 Minute"), ("de-LI", [], "1 Minute"),
      ("fr", ["de"], "1 Minute"), (nil, [], "1 minute"), ("fr", [], "1 minute"),
    ] as [(String?, [String], String)])
  func language(locale: String?, accepted: [String], text: String) {
    struct Minute: Worded {
      func words(in room: English) -> String { room.minutes(seconds: 60) }
      func words(in room: German) -> String { room.minutes(seconds: 60) }
    }
    let reader = NoticeReader(ReadingHabits(locale: locale), accepting: accepted)
    #expect(reader.words(Minute()) == text)
  }

  @Test(
    "a device that asks for a language alone leaves the region to the profile, if that speaks it",
    arguments: [
      ("en-US", ["en"], "Mon, May 4, 2026 at 8:30\u{a0}AM (Lisbon time)"),
      ("en-US", ["en-GB"], "Mon, 4 May 2026 at 08:30 (Lisbon time)"),
      ("es-US", ["en"], "Mon, 4 May 2026 at 08:30 (Lisbon time)"),
      ("es-US", [], "Mon, May 4, 2026 at 8:30\u{a0}AM (Lisbon time)"),
    ] as [(String?, [String], String)])
  func region(locale: String?, accepted: [String], text: String) throws {
    struct Time: Worded {
      let moment: Moment
      func words(in room: English) -> String { room.time(moment) }
      func words(in room: German) -> String { room.time(moment) }
    }
    let reader = NoticeReader(ReadingHabits(locale: locale), accepting: accepted)
    #expect(try reader.words(Time(moment: Self.moment())) == text)
  }
}
