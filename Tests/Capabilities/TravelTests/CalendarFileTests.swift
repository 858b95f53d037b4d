import Access
import Base
import Foundation
import Geodesy
import Storage
import TestSupport
import Testing

@testable import Calendar
@testable import Travel

@Suite("calendars as iCalendar files")
struct CalendarFileTests {
  private func imported(_ events: String, _ fixture: TravelFixture, _ person: TravelFixture.Person)
    throws -> CalendarExchange.Imported
  {
    let file = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n" + events + "END:VCALENDAR\r\n"
    return try fixture.calendar.exchange.importFile(Array(file.utf8), caller: person.caller)
  }

  private func lines(_ fixture: TravelFixture, _ person: TravelFixture.Person) throws
    -> [CalendarLine]
  {
    let year = try CalendarSpan(
      from: fixture.clock.now().adding(seconds: -86_400 * 300),
      to: fixture.clock.now().adding(seconds: 86_400 * 400))
    return try fixture.travel.appointments.list(
      { _, _ in year }, PageRequest(limit: 200), caller: person.caller
    ).items
  }

  private static let travelling = """
    BEGIN:VEVENT\r
    UID:a@example.org\r
    DTSTART;TZID=Europe/Vaduz:20260504T150000\r
    DTEND;TZID=Europe/Vaduz:20260504T160000\r
    SUMMARY:North\\, Arena\r
    DESCRIPTION:Bring\\nshoes\r
    LOCATION:North Arena\r
    GEO:47.13;9.52\r
    X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-ADDRESS="1 Main W";X-APPLE-RADIUS=70;\r
     X-TITLE="North Arena":geo:47.1380,9.5216\r
    X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT45M\r
    BEGIN:VALARM\r
    ACTION:DISPLAY\r
    TRIGGER;X-APPLE-RELATED-TRAVEL=-PT15M:-PT60M\r
    END:VALARM\r
    END:VEVENT\r

    """

  @Test(
    "events come in with place, notes, alarm and zone; again by their UID, changed or cancelled")
  func importing() throws {
    let fixture = try TravelFixture()
    let person = try fixture.person("Ann")
    #expect(try imported(Self.travelling, fixture, person).added == 1)
    let line = try #require(try lines(fixture, person).first)
    let item = line.occurrence.item
    #expect(item.title == "North, Arena" && item.duration == 3600)
    #expect(item.startsAt.description == "2026-05-04T13:00:00.000Z")
    #expect(item.place?.position?.lat == 47.1380 && item.place?.address == "1 Main W")
    #expect(line.occurrence.participation.notes == "Bring\nshoes")
    #expect(line.occurrence.participation.preNotification == 15)
    #expect(line.plan?.verdict == .reachable, "it is planned like every other")
    let moved = Self.travelling.replacing("T150000", with: "T153000")
    #expect(try imported(moved, fixture, person).updated == 1)
    #expect(
      try lines(fixture, person).map(\.occurrence.start.description)
        == ["2026-05-04T13:30:00.000Z"])
    let cancelled = moved.replacing("SUMMARY", with: "STATUS:CANCELLED\r\nSUMMARY")
    #expect(try imported(cancelled, fixture, person).removed == 1)
    #expect(try lines(fixture, person).isEmpty)
  }

  @Test(
    "the own export comes in again without doubling what others have invited one to",
    arguments: StoreEngine.allCases)
  func ownExport(_ engine: StoreEngine) throws {
    let fixture = try TravelFixture(engine)
    let (ann, bob) = (try fixture.person("Ann"), try fixture.person("Bob"))
    let lunch = try fixture.make(ann, "Lunch", start: "2026-05-04T12:00")
    _ = try fixture.make(bob, "Dentist", start: "2026-05-05T12:00")
    let rsvp = fixture.calendar.rsvp
    try rsvp.invite([bob.id.description], to: lunch.item.id, caller: ann.caller)
    try rsvp.answer(.accepted, to: lunch.item.id, caller: bob.caller)
    let file = try fixture.calendar.exchange.export(caller: bob.caller)
    let result = try fixture.calendar.exchange.importFile(file, caller: bob.caller)
    #expect(result.added == 0 && result.updated == 1)
    #expect(result.notes.count == 1 && result.notes.first?.contains("“Lunch”") == true)
    #expect(try lines(fixture, bob).map(\.occurrence.item.title) == ["Lunch", "Dentist"])
    // Whoever has said no has no part in it, and may have it as an entry of one's own.
    try rsvp.answer(.declined, to: lunch.item.id, caller: bob.caller)
    #expect(try fixture.calendar.exchange.importFile(file, caller: bob.caller).added == 1)
  }

  @Test("a series with exceptions, a changed occurrence, whole days, UTC and floating times")
  func series() throws {
    let fixture = try TravelFixture()
    let person = try fixture.person("Ann")
    let result = try imported(
      """
      BEGIN:VEVENT
      UID:s
      DTSTART;TZID=/freeassociation.sourceforge.net/Europe/Vaduz:20260504T100000
      DURATION:PT30M
      RRULE:FREQ=DAILY;COUNT=5
      EXDATE;TZID=Europe/Vaduz:20260505T100000
      SUMMARY:Daily
      END:VEVENT
      BEGIN:VEVENT
      UID:s
      RECURRENCE-ID;TZID=Europe/Vaduz:20260506T100000
      DTSTART;TZID=Europe/Vaduz:20260506T180000
      DURATION:PT30M
      SUMMARY:Evening
      END:VEVENT
      BEGIN:VEVENT
      UID:d
      DTSTART;VALUE=DATE:20260510
      DTEND;VALUE=DATE:20260512
      SUMMARY:Weekend
      END:VEVENT
      BEGIN:VEVENT
      UID:f
      DTSTART:20260511T090000
      SUMMARY:Floating
      END:VEVENT
      BEGIN:VTODO
      UID:t
      END:VTODO
      BEGIN:VEVENT
      UID:z
      DTSTART;TZID=Nowhere:20260511T090000
      SUMMARY:Lost
      END:VEVENT

      """, fixture, person)
    #expect(result.added == 4)
    #expect(result.notes.count == 2 && result.notes[0].contains("Line 35"), "\(result.notes)")
    let found = try lines(fixture, person).map {
      "\($0.occurrence.item.title) \($0.occurrence.start.description.prefix(16))"
    }
    #expect(
      found == [
        "Daily 2026-05-04T08:00", "Evening 2026-05-06T16:00", "Daily 2026-05-07T08:00",
        "Daily 2026-05-08T08:00", "Weekend 2026-05-09T22:00", "Floating 2026-05-11T07:00",
      ])
  }

  @Test("occurrences without their series are entries of their own, also when they come again")
  func withoutSeries() throws {
    let fixture = try TravelFixture()
    let person = try fixture.person("Ann")
    func file(_ hour: Int) -> String {
      [4, 11].map { day in
        """
        BEGIN:VEVENT
        UID:s
        RECURRENCE-ID:202605\(day < 10 ? "0" : "")\(day)T080000Z
        DTSTART:202605\(day < 10 ? "0" : "")\(day)T\(day == 4 ? "08" : "\(hour)")0000Z
        DURATION:PT30M
        SUMMARY:Practice
        END:VEVENT

        """
      }.joined()
    }
    func starts() throws -> [String] {
      try lines(fixture, person).map { String($0.occurrence.start.description.prefix(13)) }
    }
    #expect(try imported(file(10), fixture, person).added == 2)
    #expect(try starts() == ["2026-05-04T08", "2026-05-11T10"])
    let again = try imported(file(12), fixture, person)
    #expect(again.added == 0 && again.updated == 2)
    #expect(try starts() == ["2026-05-04T08", "2026-05-11T12"])
  }

  @Test("what is exported comes back the same, in lines of at most 75 bytes")
  func roundTrip() throws {
    let fixture = try TravelFixture()
    let (ann, bob) = (try fixture.person("Ann"), try fixture.person("Bob"))
    let long = String(repeating: "Zahnärztin; “größer”, \\\\ 牙医 ", count: 6)
    _ = try fixture.make(ann, long, start: "2026-05-04T09:00", ", \"notes\": \"one\\ntwo, three\"")
    let series = try fixture.make(
      ann, "Weekly", start: "2026-05-05T09:00", ", \"recurrence\": \"FREQ=WEEKLY;COUNT=6\"")
    try fixture.travel.appointments.delete(
      series.item.id, at: series.item.startsAt.adding(seconds: 7 * 86_400), caller: ann.caller)
    _ = try fixture.travel.appointments.edit(
      series.item.id, at: series.item.startsAt.adding(seconds: 14 * 86_400),
      AppointmentEdit(reading: TravelFixture.fields("{\"start\": \"2026-05-19T11:00\"}")),
      expecting: .any, caller: ann.caller)
    let file = try fixture.calendar.exchange.export(caller: ann.caller)
    let text = String(decoding: file, as: UTF8.self)
    for line in text.split(separator: "\r\n", omittingEmptySubsequences: false) {
      #expect(line.utf8.count <= 75)
    }
    #expect(text.contains("BEGIN:VTIMEZONE\r\nTZID:Europe/Vaduz"))
    #expect(text.contains("X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT6M"))
    #expect(text.contains("TRIGGER;X-APPLE-RELATED-TRAVEL=-PT10M:-PT16M"))
    #expect(!text.contains("X-APPLE-TRAVEL-START"), "where one comes from stays private")
    #expect(file.count < 40_000, "a zone does not bring its whole history: \(file.count)")
    let result = try fixture.calendar.exchange.importFile(file, caller: bob.caller)
    #expect(result.added == 3 && result.notes.isEmpty, "\(result.notes)")
    func shown(_ person: TravelFixture.Person) throws -> [String] {
      try lines(fixture, person).map { line in
        let item = line.occurrence.item
        return "\(item.title) \(line.occurrence.start) \(item.duration) \(item.zone.name) "
          + "\(item.place?.position?.lat ?? 0) \(line.occurrence.participation.notes)"
      }
    }
    #expect(try shown(ann) == shown(bob))
    #expect(try shown(bob).count == 6)
  }

  @Test("broken files are refused with the line and change nothing")
  func broken() throws {
    let fixture = try TravelFixture()
    let person = try fixture.person("Ann")
    let head = "BEGIN:VCALENDAR\r\n"
    let cases: [(String, Int)] = [
      ("", 1), ("hello", 1), ("BEGIN:VEVENT\r\nEND:VEVENT\r\n", 1), (head, 1),
      (head + "BEGIN:VEVENT\r\nEND:VCALENDAR\r\n", 3), (head + "NOCOLON\r\nEND:VCALENDAR\r\n", 2),
      (head + "A;B:c\r\n", 2), (head + "A;B=\"c:d\r\n", 2), (head + "A:\u{0}\r\n", 2),
      (head + ":x\r\n", 2), (head + "END:VCALENDAR\r\nX:y\r\n", 3),
      (head + String(repeating: "BEGIN:X\r\n", count: 10), 7),
      (head + "A:" + String(repeating: "x", count: 200_000) + "\r\n", 2),
    ]
    for (file, line) in cases {
      do {
        _ = try fixture.calendar.exchange.importFile(Array(file.utf8), caller: person.caller)
        Issue.record("accepted: \(file.prefix(40))")
      } catch let refusal as Refusal {
        #expect(refusal.slug == "broken-calendar")
        #expect(refusal.violations.first?.pointer == "line \(line)", "\(file.prefix(40))")
      }
    }
    #expect(throws: Refusal.self) {
      try fixture.calendar.exchange.importFile(
        Array(head.utf8) + [0x41, 0x3a, 0xff, 0x0a], caller: person.caller)
    }
    #expect(try lines(fixture, person).isEmpty)
  }

  @Test("mutated files never trap: they are read or refused; seed in the failure")
  func fuzz() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    let base =
      Array("BEGIN:VCALENDAR\r\n".utf8) + Array(Self.travelling.utf8)
      + Array(
        """
        BEGIN:VEVENT\r
        UID:s\r
        DTSTART;VALUE=DATE:20260504\r
        DURATION:P1DT2H\r
        RRULE:FREQ=MONTHLY;BYDAY=1MO,-1FR;BYSETPOS=-1;UNTIL=20270101T000000Z\r
        EXDATE;VALUE=DATE:20260601,20260701\r
        RDATE;VALUE=PERIOD:20260801T000000Z/PT1H\r
        RECURRENCE-ID:20260901T000000Z\r
        GEO:47.1;9.5\r
        END:VEVENT\r
        END:VCALENDAR\r

        """.utf8)
    let words = [
      "99999999", "-", ";", ":", "\"", "\r\n ", "P999999999W", "FREQ=YEARLY;BYYEARDAY=366", "\\",
      "TZID=", "00010101T000000", "99981231T235959", ",", "BYWEEKNO=53;", "INTERVAL=32767;",
      "COUNT=-1;",
    ]
    for round in 0..<1500 {
      var bytes = base
      for _ in 0..<Int(1 + random.next() % 6) {
        let place = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 4 {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int(random.next() % 30)))
        case 2:
          bytes.insert(contentsOf: words[Int(random.next() % UInt64(words.count))].utf8, at: place)
        default: bytes.insert(bytes[Int(random.next() % UInt64(bytes.count))], at: place)
        }
      }
      var reader = CalendarReader(
        preset: .utc, organizer: EntityID(high: 1, low: 1), now: Instant(milliseconds: 0))
      do throws(BrokenCalendar) { try reader.read(bytes) } catch {
        #expect(error.line >= 1, "seed \(seed), round \(round)")
      }
      for event in reader.events {
        let item = event.item
        _ = item.starts(
          overlapping: item.startsAt, item.startsAt.adding(seconds: 86_400 * 60), limit: 50)
        let written = CalendarWriter.calendar(
          "x",
          [
            CalendarWriter.Entry(
              item: item,
              participation: Participation(
                item: item.id, account: item.organizer, answer: .accepted, notes: event.notes,
                preNotification: 10, invitedAt: Instant(milliseconds: 0)),
              organizerName: "", travelMinutes: 0, overridden: [],
              kept: event.kept ?? [])
          ])
        var again = CalendarReader(
          preset: .utc, organizer: EntityID(high: 1, low: 1), now: Instant(milliseconds: 0))
        try again.read(written)
      }
    }
  }
}
