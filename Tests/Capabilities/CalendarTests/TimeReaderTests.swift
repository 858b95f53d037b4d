import Base
import Testing

@testable import Calendar

@Suite("how people read times")
struct TimeReaderTests {
  private static let instant = Instant(rfc3339: "2026-05-04T07:30:00Z")

  @Test(
    "MF-NOT-03: the day comes with its weekday, hours as the reader's region has them, the zone by its place",
    arguments: [
      ("Europe/Vaduz", nil, "Mon, 4 May 2026 at 09:30 (Vaduz time)"),
      ("Europe/Vaduz", "de", "Mon, 4 May 2026 at 09:30 (Vaduz time)"),
      ("Europe/Vaduz", "zh-Hant-x-us", "Mon, 4 May 2026 at 09:30 (Vaduz time)"),
      ("America/New_York", "en-US", "Mon, May 4, 2026 at 3:30\u{a0}AM (New York time)"),
      ("America/New_York", "es-Latn-us", "Mon, May 4, 2026 at 3:30\u{a0}AM (New York time)"),
      ("America/Argentina/Buenos_Aires", "en", "Mon, 4 May 2026 at 04:30 (Buenos Aires time)"),
      ("UTC", "en-GB", "Mon, 4 May 2026 at 07:30 (UTC)"),
    ] as [(String, String?, String)])
  func forms(zone: String, locale: String?, text: String) throws {
    let reader = try TimeReader(#require(IANATimeZone(zone)), locale: locale)
    #expect(try reader.text(#require(Self.instant)) == text)
  }

  @Test("a span says its day once, or both days, and its zone once")
  func spans() throws {
    let reader = try TimeReader(#require(IANATimeZone("Europe/Vaduz")))
    let start = try #require(Self.instant)
    #expect(
      reader.text(from: start, to: start.adding(seconds: 5400))
        == "Mon, 4 May 2026 at 09:30 to 11:00 (Vaduz time)")
    #expect(
      reader.text(from: start, to: start.adding(seconds: 86_400))
        == "Mon, 4 May 2026 at 09:30 to Tue, 5 May 2026 at 09:30 (Vaduz time)")
  }
}
