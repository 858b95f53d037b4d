import Access
import Base
import Deadlines
import Outgoing
import Storage
import TestSupport
import Testing

@testable import Calendar
@testable import Travel

@Suite("subscriptions of calendars elsewhere")
struct SubscriptionTests {
  private func file(_ events: String) -> String {
    "BEGIN:VCALENDAR\nX-WR-TIMEZONE:Europe/Vaduz\n" + events + "END:VCALENDAR\n"
  }

  private func event(_ uid: String, _ lines: String) -> String {
    "BEGIN:VEVENT\nUID:\(uid)\n\(lines)\nEND:VEVENT\n"
  }

  private var lessons: String {
    event(
      "lessons",
      "DTSTART:20260504T080000\nDURATION:PT2H\nRRULE:FREQ=DAILY;COUNT=3\nSUMMARY:School")
      + event(
        "lessons",
        "RECURRENCE-ID:20260505T080000\nDTSTART:20260505T100000\nDURATION:PT1H\nSUMMARY:Late")
  }

  private var holiday: String {
    event(
      "holiday",
      "DTSTART;VALUE=DATE:20260507\nDTEND;VALUE=DATE:20260508\nTRANSP:TRANSPARENT\n"
        + "SUMMARY:Holiday")
  }

  private var old: String {
    event("old", "DTSTART:20250504T080000\nDURATION:PT2H\nSUMMARY:Over")
  }

  private func subscribe(
    _ fixture: TravelFixture, _ person: TravelFixture.Person
  ) throws -> Subscription {
    try fixture.calendar.subscriptions.add(
      SubscriptionDraft(
        reading: TravelFixture.fields(
          #"{"name": "School", "address": "https://example.org/school.ics"}"#)),
      caller: person.caller)
  }

  /// Lets the timers that are due fire, as the server does.
  private func readDue(_ fixture: TravelFixture) throws {
    let runner = try DeadlineRunner(
      store: fixture.store.store, kinds: [fixture.calendar.subscriptionReader.deadline])
    while try runner.fireDue(.foreign) > 0 {}
  }

  private func shown(_ fixture: TravelFixture, _ person: TravelFixture.Person) throws -> [String] {
    let span = try CalendarSpan(
      from: fixture.clock.now().adding(seconds: -86_400 * 400),
      to: fixture.clock.now().adding(seconds: 86_400 * 60))
    return try fixture.travel.appointments.list(
      { _, _ in span }, PageRequest(limit: 200), caller: person.caller
    ).items.map {
      "\($0.occurrence.item.title) \($0.occurrence.start.description.prefix(16))"
    }
  }

  private func state(
    _ fixture: TravelFixture, _ person: TravelFixture.Person
  ) throws -> Subscription {
    try #require(try fixture.calendar.subscriptions.list(caller: person.caller).first)
  }

  private var expected: [String] {
    [
      "School 2026-05-04T06:00", "Late 2026-05-05T08:00", "School 2026-05-06T06:00",
      "Holiday 2026-05-06T22:00",
    ]
  }

  @Test(
    "MF-GC-01: a subscribed calendar is fetched by the server when its time comes, whatever its owner does; it becomes entries and busy times, follows its file, and ends with all",
    arguments: StoreEngine.allCases)
  func follows(_ engine: StoreEngine) throws {
    let fixture = try TravelFixture(engine)
    let person = try fixture.person("Ann")
    fixture.source.set(file(lessons + holiday + old))
    let subscription = try subscribe(fixture, person)
    #expect(subscription.state == .waiting && fixture.source.requests == 0)
    try readDue(fixture)
    #expect(try shown(fixture, person) == expected)
    let read = try state(fixture, person)
    #expect(read.state == .current && read.entries == 3 && read.problem == nil)
    let day = Intervals.Span(
      try #require(Instant(rfc3339: "2026-05-04T00:00:00Z")),
      try #require(Instant(rfc3339: "2026-05-08T00:00:00Z")))
    let busy = try fixture.platform.store.read { session in
      try FreeBusy(
        of: [Party.account(person.id)], in: day, CalendarItemKinds(CalendarItemKind.all),
        from: session)
    }
    #expect(busy.busy[Party.account(person.id)]?.spans.count == 3, "a holiday takes up no time")
    // Nothing changed: asked for by its tag, nothing written.
    fixture.clock.advance(seconds: 3600)
    let items = try fixture.platform.store.read { session in
      try SubscriptionStore.items(of: subscription.id, in: session)
    }
    try readDue(fixture)
    #expect(fixture.source.requests == 2)
    fixture.source.set(file(lessons + holiday + old) + "\n")
    fixture.clock.advance(seconds: 3600)
    try readDue(fixture)
    let again = try fixture.platform.store.read { session in
      try SubscriptionStore.items(of: subscription.id, in: session)
    }
    #expect(again == items, "the same in other bytes is no change")
    // Moved, gone and new.
    fixture.source.set(
      file(
        lessons.replacing("20260505T100000", with: "20260505T110000")
          + event("new", "DTSTART:20260508T080000\nDURATION:PT1H\nSUMMARY:New")))
    fixture.clock.advance(seconds: 3600)
    try readDue(fixture)
    #expect(
      try shown(fixture, person) == [
        expected[0], "Late 2026-05-05T09:00", expected[2], "New 2026-05-08T06:00",
      ])
    #expect(try fixture.breaches().isEmpty)
    try fixture.calendar.subscriptions.end(subscription.id, caller: person.caller)
    #expect(try shown(fixture, person).isEmpty)
    fixture.clock.advance(seconds: 7200)
    try readDue(fixture)
    #expect(fixture.source.requests == 4, "nobody asks for it any more")
  }

  @Test("several events of one UID, or without any, stay as many, however often they are read")
  func sameUID() throws {
    let fixture = try TravelFixture()
    let person = try fixture.person("Ann")
    let nameless =
      "BEGIN:VEVENT\nDTSTART:20260506T080000\nDURATION:PT1H\nSUMMARY:Choir\nEND:VEVENT\n"
    let (first, second) = (
      event("x", "DTSTART:20260504T080000\nDURATION:PT1H\nSUMMARY:First"),
      event("x", "DTSTART:20260505T080000\nDURATION:PT1H\nSUMMARY:Second")
    )
    let subscription = try subscribe(fixture, person)
    func read(_ text: String) throws -> [String] {
      fixture.source.set(file(text))
      try readDue(fixture)
      fixture.clock.advance(seconds: 3600)
      return try shown(fixture, person).map { String($0.prefix { $0 != " " }) }
    }
    let all = ["First", "Second", "Choir", "Choir"]
    #expect(try read(first + second + nameless + nameless) == all)
    let items = try fixture.platform.store.read { session in
      try SubscriptionStore.items(of: subscription.id, in: session)
    }
    for round in 1...3 {
      // In another order, with other bytes.
      let text = nameless + second + nameless + first + String(repeating: "\n", count: round)
      #expect(try read(text) == all)
    }
    let again = try fixture.platform.store.read { session in
      try SubscriptionStore.items(of: subscription.id, in: session)
    }
    #expect(again == items, "the same in another order is no change")
    #expect(try read(nameless + second) == ["Second", "Choir"])
    #expect(try fixture.breaches().isEmpty)
  }

  @Test(
    "MF-AS-05: what cannot be fetched or read is said, since when and why, and the last entries stay"
  )
  func failures() throws {
    let fixture = try TravelFixture()
    let person = try fixture.person("Ann")
    fixture.source.set(file(lessons + holiday))
    _ = try subscribe(fixture, person)
    try readDue(fixture)
    fixture.clock.advance(seconds: 3600)
    let since = fixture.clock.now()
    fixture.source.fail(OutgoingError(.refusedForNow, "the answer has status 503", status: 503))
    try readDue(fixture)
    var now = try state(fixture, person)
    #expect(now.state == .failing && now.failingSince == since)
    #expect(now.problem == "It could not be fetched: the answer has status 503.")
    #expect(now.nextAt == since.adding(seconds: 900))
    #expect(try shown(fixture, person) == expected)
    // A file that breaks off in its midst is a failure, too, and each waits longer.
    fixture.source.set("BEGIN:VCALENDAR\n" + lessons)
    fixture.clock.advance(seconds: 900)
    try readDue(fixture)
    now = try state(fixture, person)
    #expect(now.failingSince == since)
    #expect(now.problem?.contains("no calendar: line 15") == true, "\(now.problem ?? "")")
    #expect(now.nextAt == fixture.clock.now().adding(seconds: 1800))
    #expect(try shown(fixture, person) == expected)
    // Read on demand, it is well again.
    fixture.source.set(file(holiday))
    _ = try fixture.calendar.subscriptions.readNow(now.id, caller: person.caller)
    try readDue(fixture)
    now = try state(fixture, person)
    #expect(now.state == .current && now.problem == nil && now.failingSince == nil)
    #expect(try shown(fixture, person) == [expected[3]])
  }

  @Test("entries of a subscription are changed where they come from, not here, nor by imports")
  func readOnly() throws {
    let fixture = try TravelFixture()
    let (ann, bob) = (try fixture.person("Ann"), try fixture.person("Bob"))
    fixture.source.set(file(lessons))
    let subscription = try subscribe(fixture, ann)
    try readDue(fixture)
    let item = try #require(
      try fixture.platform.store.read { session in
        try SubscriptionStore.items(of: subscription.id, in: session).first
      })
    let services = fixture.travel.appointments
    func refused(_ action: () throws -> Void) -> String? {
      do {
        try action()
        return nil
      } catch { return (error as? Refusal)?.slug }
    }
    #expect(
      refused {
        _ = try services.edit(
          item.id, AppointmentEdit(reading: TravelFixture.fields(#"{"title": "Mine"}"#)),
          expecting: .any, caller: ann.caller)
      } == "not-organizer")
    #expect(refused { try services.delete(item.id, caller: ann.caller) } == "not-organizer")
    #expect(
      refused {
        _ = try fixture.calendar.rsvp.invite([bob.id.description], to: item.id, caller: ann.caller)
      } == "not-organizer")
    // One's own notes are one's own.
    let noted = try services.edit(
      item.id, AppointmentEdit(reading: TravelFixture.fields(#"{"notes": "Lunch box"}"#)),
      expecting: .any, caller: ann.caller)
    #expect(noted.calendar.participation.notes == "Lunch box" && !noted.calendar.isOwn)
    // Neither exported nor touched by a file with the same UID.
    let export = String(
      decoding: try fixture.calendar.exchange.export(caller: ann.caller), as: UTF8.self)
    #expect(!export.contains("School"))
    let imported = try fixture.calendar.exchange.importFile(
      Array(file(lessons).utf8), caller: ann.caller)
    #expect(imported.added == 2 && imported.updated == 0)
    #expect(throws: Refusal.self) {
      try fixture.calendar.subscriptions.end(subscription.id, caller: bob.caller)
    }
  }
}
