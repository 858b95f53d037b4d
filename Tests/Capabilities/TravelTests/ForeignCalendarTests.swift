import Base
import Foundation
import Testing

@testable import Calendar
@testable import Travel

@Suite("calendars that other programs wrote")
struct ForeignCalendarTests {
  private func read(
    _ file: [UInt8], _ characters: CalendarCharacters = .undeclared
  ) throws -> CalendarReader {
    var reader = CalendarReader(
      preset: .utc, organizer: EntityID(high: 1, low: 1), now: Instant(milliseconds: 0))
    try reader.read(file, in: characters)
    return reader
  }

  private func file(_ text: String, head: String = "") -> [UInt8] {
    let lines =
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Microsoft Corporation//Outlook 16.0 MIMEDIR//EN\n"
      + head + text + "END:VCALENDAR\n"
    return Array(lines.replacing("\n", with: "\r\n").utf8)
  }

  /// As Outlook writes it: rules from 1601 on, of the year in which it was saved.
  private func outlookZone(_ name: String, to standard: String = "+0100") -> String {
    """
    BEGIN:VTIMEZONE
    TZID:\(name)
    BEGIN:STANDARD
    DTSTART:16010101T030000
    RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
    TZOFFSETFROM:+0200
    TZOFFSETTO:\(standard)
    END:STANDARD
    BEGIN:DAYLIGHT
    DTSTART:16010101T020000
    RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
    TZOFFSETFROM:\(standard)
    TZOFFSETTO:+0200
    END:DAYLIGHT
    END:VTIMEZONE

    """
  }

  private func meeting(_ zone: String, _ more: String = "") -> String {
    """
    BEGIN:VEVENT
    CLASS:PUBLIC
    DTEND;TZID="\(zone)":20260504T160000
    DTSTAMP:20260401T081500Z
    DTSTART;TZID="\(zone)":20260504T150000
    \(more)PRIORITY:5
    SEQUENCE:0
    SUMMARY;LANGUAGE=de-at:Sitzung
    TRANSP:OPAQUE
    UID:040000008200E00074C5B7101A82E008
    X-MICROSOFT-CDO-BUSYSTATUS:BUSY
    END:VEVENT

    """
  }

  @Test("Outlook's names of zones are those of the IANA database")
  func windowsNames() throws {
    let name = "W. Europe Standard Time"
    let reader = try read(file(outlookZone(name) + meeting(name)))
    let item = try #require(reader.events.first?.item)
    #expect(item.zone.name == "Europe/Berlin" && reader.notes.isEmpty, "\(reader.notes)")
    #expect(item.startsAt.description == "2026-05-04T13:00:00.000Z" && item.duration == 3600)
    let without = try read(file(meeting("Pacific Standard Time")))
    #expect(without.events.first?.item.zone.name == "America/Los_Angeles")
    let unknown = WindowsZones.all.filter { $0 != "Etc/UTC" && IANATimeZone($0) == nil }
    #expect(unknown.isEmpty && WindowsZones.all.count > 130, "\(unknown)")
  }

  @Test("zones of other names are found by what the file says of their clocks")
  func definitions() throws {
    let display = "(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"
    let named = try read(file(outlookZone(display) + meeting(display, "RRULE:FREQ=WEEKLY\n")))
    #expect(named.events.first?.item.zone.name == "Europe/Amsterdam", "a place of its name")
    let own = try read(file(outlookZone("Our office") + meeting("Our office")))
    let item = try #require(own.events.first?.item)
    #expect(item.startsAt.description == "2026-05-04T13:00:00.000Z")
    // Half an hour's difference in summer, three and a half hours behind: Newfoundland's rules.
    let odd = """
      BEGIN:VTIMEZONE
      TZID:Custom 3
      BEGIN:STANDARD
      DTSTART:20071104T020000
      RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11
      TZOFFSETFROM:-0230
      TZOFFSETTO:-0330
      END:STANDARD
      BEGIN:DAYLIGHT
      DTSTART:20070311T020000
      RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3
      TZOFFSETFROM:-0330
      TZOFFSETTO:-0230
      END:DAYLIGHT
      END:VTIMEZONE

      """
    let found = try read(file(odd + meeting("Custom 3", "RRULE:FREQ=MONTHLY;COUNT=9\n")))
    #expect(found.events.first?.item.zone.name == "America/St_Johns")
  }

  @Test("a folded line may be as long as a line that is not, and no longer")
  func longLines() throws {
    let head = "X-LONG:"
    for (more, isTaken) in [(0, true), (1, false)] {
      let value = String(repeating: "x", count: 131_072 - head.utf8.count + more)
      for line in [head + value, head + "\n " + value] {
        let read = Result { try self.read(file(meeting("Pacific Standard Time", line + "\n"))) }
        #expect(((try? read.get()) != nil) == isTaken, "\(more)")
      }
    }
  }

  @Test("clocks that differ by seconds, too, are read to the second")
  func seconds() throws {
    let reader = try read(file(outlookZone("Sun", to: "+003320") + meeting("Sun")))
    #expect(reader.events.first?.item.startsAt.description == "2026-05-04T13:00:00.000Z")
    let winter = meeting("Sun").replacing("20260504", with: "20260104")
    let found = try read(file(outlookZone("Sun", to: "+003320") + winter))
    #expect(found.events.first?.item.startsAt.description == "2026-01-04T14:26:40.000Z")
  }

  @Test("clocks that no zone has give the instant of what is once, and a note for what repeats")
  func unknownClocks() throws {
    let zone = outlookZone("Island", to: "+0123")
    let once = try read(file(zone + meeting("Island")))
    #expect(once.events.first?.item.startsAt.description == "2026-05-04T13:00:00.000Z")
    #expect(once.events.first?.item.zone == .utc)
    let series = try read(file(zone + meeting("Island", "RRULE:FREQ=DAILY\n")))
    #expect(series.events.isEmpty && series.notes.first?.contains("\"Island\"") == true)
    let lost = try read(file(meeting("Island")))
    #expect(lost.notes.first?.contains("the file defines none") == true)
  }

  /// An event whose time names no zone.
  private let floating = """
    BEGIN:VEVENT
    UID:f
    DTSTART:20260511T090000
    DURATION:PT1H
    SUMMARY:Floating
    END:VEVENT

    """

  @Test("X-WR-TIMEZONE is the zone of times that name none")
  func calendarZone() throws {
    for (name, zone) in [
      ("Europe/Vaduz", "Europe/Vaduz"), ("W. Europe Standard Time", "Europe/Berlin"),
    ] {
      let reader = try read(file(floating, head: "X-WR-TIMEZONE:\(name)\n"))
      #expect(reader.events.first?.item.zone.name == zone)
      #expect(reader.events.first?.item.startsAt.description == "2026-05-11T07:00:00.000Z")
    }
    #expect(try read(file(floating)).events.first?.item.zone == .utc)
  }

  @Test("X-WR-TIMEZONE may name a zone that only the file's VTIMEZONE defines")
  func definedCalendarZone() throws {
    let event =
      floating + """
        BEGIN:VEVENT
        UID:d
        DTSTART;VALUE=DATE:20260511
        SUMMARY:All day
        END:VEVENT

        """
    // The clocks of Central Europe, under a name of their own; then clocks that no zone has.
    let known = try read(
      file(outlookZone("Amt Nord") + event, head: "X-WR-TIMEZONE:Amt Nord\n"))
    #expect(known.events.map(\.item.startsAt.description).first == "2026-05-11T07:00:00.000Z")
    let own = outlookZone("Amt Nord", to: "-0007")
      .replacing("TZOFFSETTO:+0200", with: "TZOFFSETTO:+0113")
    let island = try read(file(own + event, head: "X-WR-TIMEZONE:Amt Nord\n"))
    #expect(
      island.events.map(\.item.startsAt.description)
        == ["2026-05-11T07:47:00.000Z", "2026-05-11T00:00:00.000Z"])
  }

  @Test("RFC 5545 3.3.6: days of a duration go by the clocks, hours do not, in and out")
  func nominalDays() throws {
    // Clocks go forward in the night to 29 March 2026, in Vaduz.
    func event(_ duration: String) -> [UInt8] {
      file(
        """
        BEGIN:VEVENT
        UID:f
        DTSTART;TZID=Europe/Vaduz:20260328T120000
        DURATION:\(duration)
        SUMMARY:Night
        END:VEVENT

        """)
    }
    for (duration, hours) in [
      ("P1D", 23), ("PT24H", 24), ("P1DT2H", 25), ("P1W", 167), ("PT1H", 1),
    ] {
      let item = try #require(try read(event(duration)).events.first?.item, "\(duration)")
      #expect(item.duration == hours * 3600, "\(duration)")
    }
    #expect(CalendarText.duration(86_400, isExact: true) == "PT24H")
    #expect(CalendarText.duration(86_400) == "P1D")
  }

  @Test("Latin-1 is read when declared or found out; what is neither is refused with its line")
  func characters() throws {
    func latin1(_ text: String) -> [UInt8] {
      file(text).isEmpty
        ? [] : text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }
    let text =
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nDTSTART:20260511T090000Z\nSUMMARY:Zahnärztin Müller\n"
      + "END:VEVENT\nEND:VCALENDAR\n"
    #expect(try read(latin1(text)).events.first?.item.title == "Zahnärztin Müller")
    #expect(try read(Array(text.utf8)).events.first?.item.title == "Zahnärztin Müller")
    let declared = try CalendarCharacters(mediaType: "text/calendar; charset=\"ISO-8859-1\"")
    #expect(try read(latin1(text), declared).events.first?.item.title == "Zahnärztin Müller")
    #expect(throws: BrokenCalendar(5, "is not UTF-8")) { try read(latin1(text), .utf8) }
    // Whole characters of UTF-8 beside broken ones: no Latin-1.
    var mixed = Array(text.utf8)
    mixed.replaceSubrange(
      (mixed.firstIndex(of: 0x61) ?? 0)...(mixed.firstIndex(of: 0x61) ?? 0), with: [0xe4])
    #expect(throws: BrokenCalendar(3, "is not UTF-8")) { try read(mixed) }
    var undefined = latin1(text)
    undefined.replaceSubrange(
      (undefined.firstIndex(of: 0xe4) ?? 0)...(undefined.firstIndex(of: 0xe4) ?? 0), with: [0x81])
    #expect(throws: BrokenCalendar(5, "is neither UTF-8 nor ISO-8859-1")) { try read(undefined) }
    #expect(throws: Refusal.self) {
      try CalendarCharacters(mediaType: "text/calendar;charset=koi8-r")
    }
  }

  @Test("what lasts months is kept, what lasts an age is not")
  func long() throws {
    let reader = try read(
      file(
        """
        BEGIN:VEVENT
        UID:leave
        DTSTART;VALUE=DATE:20260504
        DTEND;VALUE=DATE:20261104
        SUMMARY:Parental leave
        END:VEVENT
        BEGIN:VEVENT
        UID:age
        DTSTART;VALUE=DATE:20260504
        DTEND;VALUE=DATE:20960504
        SUMMARY:An age
        END:VEVENT

        """))
    #expect(reader.events.first?.item.duration == 184 * 86_400)
    #expect(reader.notes.count == 1 && reader.notes[0].contains("ten years"), "\(reader.notes)")
  }

  /// The days of what a rule makes of a start on Monday, 4 May 2026.
  private func days(_ lines: String) throws -> [String] {
    let reader = try read(
      file(
        """
        BEGIN:VEVENT
        UID:odd
        DTSTART:20260504T100000Z
        \(lines)
        SUMMARY:Begins on a Monday
        END:VEVENT

        """))
    #expect(reader.notes == [])
    let item = try #require(reader.events.first?.item)
    return item.starts(
      overlapping: item.startsAt, item.startsAt.adding(seconds: 86_400 * 45), limit: 9
    ).map { String($0.description.prefix(10)) }
  }

  @Test(
    "RFC 5545, 3.8.5.3: a DTSTART that its rule does not lead to is the first occurrence and counts"
  )
  func unsynchronisedStart() throws {
    #expect(
      try days("RRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=3") == ["2026-05-04", "2026-05-08", "2026-05-15"])
    #expect(
      try days("RRULE:FREQ=WEEKLY;BYDAY=FR;UNTIL=20260515T100000Z")
        == ["2026-05-04", "2026-05-08", "2026-05-15"])
    #expect(
      try days("RRULE:FREQ=MONTHLY;BYMONTHDAY=1;COUNT=2") == ["2026-05-04", "2026-06-01"])
    // Whoever does not want it says so; it counts all the same.
    #expect(
      try days("RRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=3\nEXDATE:20260504T100000Z")
        == ["2026-05-08", "2026-05-15"])
  }
}
