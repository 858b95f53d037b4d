import Access
import Base
import Storage
import TestSupport
import Testing

@testable import Calendar
@testable import Travel

@Suite("what calendars do not hold comes back as it was written")
struct KeptLinesTests {
  private static let event = """
    BEGIN:VEVENT
    UID:a@example.org
    DTSTART;TZID=Europe/Vaduz:20260504T100000
    DURATION:PT1H
    SUMMARY:Meeting
    CLASS:PRIVATE
    PRIORITY:high
    CATEGORIES:A,B
    ORGANIZER;CN="Office; 2":mailto:office@example.org
    ATTENDEE;PARTSTAT=ACCEPTED;EMAIL=a@example.org:mailto:a@example.org
    X-FOO;X-BAR="a,b;c:d":value\\, with \\n and ; raw
    FUTURE-PROPERTY;NEW=1;OTHER="q^'q":some value
    STRUCTURED-DATA;VALUE=TEXT;FMTTYPE=application/ld+json:{}
    BEGIN:PARTICIPANT
    UID:p1
    PARTICIPANT-TYPE:ACTIVE
    BEGIN:VLOCATION
    UID:l1
    NAME:Hall
    END:VLOCATION
    END:PARTICIPANT
    BEGIN:VALARM
    UID:their-alarm
    ACTION:AUDIO
    TRIGGER;RELATED=START:-PT15M
    PROXIMITY:ARRIVE
    END:VALARM
    END:VEVENT

    """

  private static let others = """
    BEGIN:VTIMEZONE
    TZID:Office
    BEGIN:STANDARD
    DTSTART:16010101T000000
    TZOFFSETFROM:+0123
    TZOFFSETTO:+0123
    END:STANDARD
    END:VTIMEZONE
    BEGIN:VTODO
    UID:t
    DUE;TZID=Office:20260504T120000
    PERCENT-COMPLETE:40
    X-ODD:1
    END:VTODO
    BEGIN:VFREEBUSY
    UID:f
    FREEBUSY;FBTYPE=BUSY:20260504T100000Z/PT1H
    END:VFREEBUSY
    BEGIN:X-THING
    X-A:1
    END:X-THING

    """

  private func imported(
    _ text: String, _ fixture: TravelFixture, _ person: TravelFixture.Person
  ) throws -> CalendarExchange.Imported {
    let file = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n" + text + "END:VCALENDAR\n"
    return try fixture.calendar.exchange.importFile(Array(file.utf8), caller: person.caller)
  }

  /// The lines of an export, unfolded.
  private func exported(
    _ fixture: TravelFixture, _ person: TravelFixture.Person
  ) throws -> [String] {
    String(decoding: try fixture.calendar.exchange.export(caller: person.caller), as: UTF8.self)
      .replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
  }

  @Test(
    "unknown properties, parameters, components and alarms survive a round trip on both engines",
    arguments: StoreEngine.allCases)
  func roundTrip(_ engine: StoreEngine) throws {
    let fixture = try TravelFixture(engine)
    let (ann, bob) = (try fixture.person("Ann"), try fixture.person("Bob"))
    let result = try imported(Self.event + Self.others, fixture, ann)
    #expect(result.added == 1 && result.notes.count == 3, "\(result.notes)")
    let first = try exported(fixture, ann)
    let held = ["UID:a", "DTSTART", "DURATION", "SUMMARY", "BEGIN:VEVENT", "END:VEVENT"]
    let lines = (Self.event + Self.others).split(separator: "\n").map(String.init)
    for line in lines where !held.contains(where: { line.hasPrefix($0) }) {
      #expect(first.contains(line), "\(line)")
    }
    #expect(first.count { $0 == "BEGIN:VALARM" } == 1, "theirs rings when ours would")
    // What came out goes in and comes out the same, in another calendar too.
    let again = try imported(
      first.drop { $0 != "BEGIN:VTIMEZONE" }.dropLast().joined(separator: "\n") + "\n", fixture,
      bob)
    #expect(again.added == 1)
    func steady(_ lines: [String]) -> [String] {
      lines.filter { line in
        !["DTSTAMP", "CREATED", "LAST-MODIFIED"].contains { line.hasPrefix($0) }
      }
    }
    #expect(try steady(exported(fixture, bob)) == steady(first))
    // An edit here leaves it alone.
    let id = try fixture.platform.store.read { session in
      try CalendarItemStore.items(uid: "a@example.org", of: ann.id, in: session).first?.id
    }
    _ = try fixture.travel.appointments.edit(
      try #require(id), AppointmentEdit(reading: TravelFixture.fields(##"{"title": "Other"}"##)),
      expecting: .any, caller: ann.caller)
    #expect(try exported(fixture, ann).contains("PRIORITY:high"))
    let gone = "BEGIN:VTODO\nUID:t\nSTATUS:CANCELLED\nEND:VTODO\n"
    _ = try imported(gone, fixture, ann)
    #expect(try !exported(fixture, ann).contains("BEGIN:VTODO"))
  }

  @Test(
    "one of an imported series that is changed, and the rest of it, keep what the file said",
    arguments: StoreEngine.allCases)
  func changedOccurrences(_ engine: StoreEngine) throws {
    let fixture = try TravelFixture(engine)
    let ann = try fixture.person("Ann")
    let series = Self.event.replacing(
      "SUMMARY:", with: "RRULE:FREQ=WEEKLY;COUNT=4\nSUMMARY:")
    #expect(try imported(series, fixture, ann).added == 1)
    let id = try #require(
      try fixture.platform.store.read { session in
        try CalendarItemStore.items(uid: "a@example.org", of: ann.id, in: session).first?.id
      })
    func edit(_ start: String, following: Bool) throws {
      let occurrence = try #require(Instant(rfc3339: start))
      _ = try fixture.travel.appointments.edit(
        id, at: occurrence, following: following,
        AppointmentEdit(
          reading: TravelFixture.fields(#"{"title": "Other", "confirm": ["noPosition"]}"#)),
        expecting: .any,
        caller: ann.caller)
    }
    try edit("2026-05-11T08:00:00Z", following: false)
    try edit("2026-05-18T08:00:00Z", following: true)
    let lines = try exported(fixture, ann)
    #expect(lines.count { $0 == "SUMMARY:Other" } == 2)
    for kept in ["CATEGORIES:A,B", "CLASS:PRIVATE", "UID:their-alarm"] {
      #expect(lines.count { $0 == kept } == 3, "\(kept)")
    }
  }

  @Test("what is too long to be kept is left out with a note")
  func limits() throws {
    let fixture = try TravelFixture()
    let person = try fixture.person("Ann")
    let long = "ATTACH:" + String(repeating: "x", count: KeptLines.limit) + "\n"
    let result = try imported(
      Self.event.replacing("CLASS:PRIVATE\n", with: long)
        + Self.others.replacing("X-ODD:1\n", with: long), fixture, person)
    #expect(result.added == 1)
    #expect(result.notes.count { $0.contains("longer than 64 KiB") } == 2, "\(result.notes)")
  }

  @Test("the last task that is kept is taken, and one more is refused")
  func count() throws {
    let fixture = try TravelFixture()
    let person = try fixture.person("Ann")
    let many = (0...KeptLines.maximumComponents).map { "BEGIN:VTODO\nUID:\($0)\nEND:VTODO\n" }
    // A file may have fewer of them than are kept.
    for part in [many.prefix(1500), many.dropFirst(1500).dropLast()] {
      _ = try imported(part.joined(), fixture, person)
    }
    #expect {
      try imported(many.suffix(1).joined(), fixture, person)
    } throws: { error in
      (error as? Refusal)?.slug == "calendar-full"
    }
  }
}
