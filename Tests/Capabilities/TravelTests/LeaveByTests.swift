import Access
import Base
import Deadlines
import Foundation
import Geodesy
import Storage
import TestSupport
import Testing

@testable import Calendar
@testable import Travel

@Suite("plans and reminders on both engines")
struct LeaveByTests {
  @Test(
    "A reminder is posted exactly once, whoever rings", arguments: StoreEngine.allCases)
  func once(_ engine: StoreEngine) throws {
    let fixture = try TravelFixture(engine)
    let person = try fixture.person("Ann")
    for minute in 10..<30 { _ = try fixture.make(person, start: "2026-05-01T15:\(minute)") }
    fixture.clock.advance(seconds: 12_300)
    let failures = Guarded<[String]>([])
    concurrently(4) { _ in
      do { try fixture.ringDue() } catch { failures.withLock { $0.append("\(error)") } }
    }
    #expect(failures.current == [])
    #expect(try fixture.reminders(person).count == 20)
    #expect(try fixture.ringDue() == 0)
    #expect(try fixture.breaches().isEmpty)
  }

  @Test("what was due while no server ran rings at its start, and what is over does not")
  func afterRestart() throws {
    let fixture = try TravelFixture()
    let person = try fixture.person("Ann")
    _ = try fixture.make(
      person, "Missed", start: "2026-05-01T12:30", place: "{\"lat\": 47.1220, \"lon\": 9.5270}")
    _ = try fixture.make(person, "Current", start: "2026-05-01T14:00")
    _ = try fixture.make(person, "Later", start: "2026-05-01T18:00")
    // A new process finds the schedule in the store; its clock stands at 13:57.
    fixture.clock.advance(seconds: 117 * 60)
    #expect(try fixture.ringDue() == 1)
    let text = try #require(try fixture.reminders(person).first)
    #expect(text.hasPrefix("You should have left ") && text.contains(" ago for “Current”: on foot"))
    #expect(try fixture.ringDue() == 0)
  }

  @Test("the reminder follows the way from where one is, that one has asked for")
  func fromHere() throws {
    let fixture = try TravelFixture()
    let person = try fixture.person("Ann")
    let made = try fixture.make(person, start: "2026-05-01T15:00")
    let home = try #require(made.plan?.leaveAt)
    let asked = try fixture.travel.plans.plan(
      made.item.id, from: LonLat(lon: 9.5216, lat: 47.1600), caller: person.caller)
    let away = try #require(asked.plan.leaveAt)
    #expect(away < home.adding(seconds: -600))
    let alarms = try fixture.platform.store.read { session in
      try session.all("SELECT leave_at FROM leave_by_alarms WHERE item = ?1", [.id(made.item.id)]) {
        try $0.instant(0)
      }
    }
    #expect(alarms == [away])
  }

  @Test("the way from where one is stays when other data come, and not when the home is another")
  func fromHereAndDelay() throws {
    for home in [nil, "{\"lat\": 47.1410, \"lon\": 9.5209}"] as [String?] {
      let fixture = try TravelFixture()
      let person = try fixture.person("Ann", home: home)
      let made = try fixture.make(person, start: "2026-05-01T15:00")
      let here = LonLat(lon: 9.5216, lat: 47.1600)
      let asked = try fixture.travel.plans.plan(made.item.id, from: here, caller: person.caller)
      let away = try #require(asked.plan.leaveAt)
      fixture.clock.advance(seconds: away.seconds(since: fixture.clock.now()) - 1200)
      fixture.times.setDelay(480, version: "2")
      #expect(try fixture.travel.upkeep.updateStale() == 1)
      let later = try fixture.travel.plans.plan(made.item.id, caller: person.caller).plan
      #expect(later.origin == .live && later.leaveAt == away)
      #expect(try fixture.reminders(person, "leaveByChange") == [])
      _ = try fixture.travel.preferences.replace(
        TravelPreferences(
          reading: TravelFixture.fields(
            #"{"modes": ["walk"], "home": {"lat": 47.1390, "lon": 9.5209}}"#)),
        expecting: .any, caller: person.caller)
      let moved = try fixture.travel.plans.plan(made.item.id, caller: person.caller).plan
      #expect(moved.origin == .home)
    }
  }

  @Test("a running clock rings what becomes due, and notices a clock that is turned")
  func running() throws {
    let fixture = try TravelFixture()
    let person = try fixture.person("Ann")
    let clock = fixture.travel.worker { Issue.record("\($0)") }
    try clock.start(fixture.platform.store)
    defer { clock.stop() }
    let alarms = DeadlineClock(try fixture.deadlines, clock: fixture.clock) {
      Issue.record("\($0)")
    }
    try alarms.start(fixture.platform.store)
    defer { alarms.stop() }
    _ = try fixture.make(person, start: "2026-05-01T15:00")
    fixture.clock.advance(seconds: 3 * 3600 - 900)
    try waitUntil { try fixture.reminders(person).count == 1 }
    // Plans follow new data without anybody asking.
    _ = try fixture.make(person, "Evening", start: "2026-05-01T19:00")
    let questions = fixture.times.questions
    fixture.times.setVersion("2")
    try waitUntil { fixture.times.questions > questions }
  }

  @Test("what has rung does not ring again when a series is changed or ends later")
  func rungBeforeSplit() throws {
    for deletes in [false, true] {
      let fixture = try TravelFixture()
      let person = try fixture.person("Ann")
      let made = try fixture.make(
        person, start: "2026-05-01T15:00", ", \"recurrence\": \"FREQ=DAILY;COUNT=5\"")
      let leaveAt = try #require(made.plan?.leaveAt)
      fixture.clock.advance(seconds: leaveAt.seconds(since: fixture.clock.now()) - 600)
      #expect(try fixture.ringDue() == 1)
      let tomorrow = made.start.adding(seconds: 86_400)
      if deletes {
        try fixture.travel.appointments.delete(
          made.item.id, at: tomorrow, following: true, caller: person.caller)
      } else {
        _ = try fixture.travel.appointments.edit(
          made.item.id, at: tomorrow, following: true,
          AppointmentEdit(reading: TravelFixture.fields(#"{"start": "2026-05-02T16:00"}"#)),
          expecting: .any, caller: person.caller)
      }
      #expect(try fixture.ringDue() == 0, "deletes: \(deletes)")
      let alarms = try fixture.platform.store.read { session in
        try session.count(
          "SELECT COUNT(*) FROM leave_by_alarms WHERE item = ?1", [.id(made.item.id)])
      }
      #expect(alarms == 1, "those from tomorrow on are gone")
      let timers = try fixture.platform.store.read { session in
        try session.count("SELECT COUNT(*) FROM deadlines WHERE kind = 'leaveBy'")
      }
      #expect(timers == (deletes ? 0 : 4))
      #expect(try fixture.breaches().isEmpty)
    }
  }

  private func waitUntil(_ condition: () throws -> Bool) throws {
    let limit = Date().addingTimeInterval(60)
    while try !condition() {
      try #require(Date() < limit, "it has not come in a minute")
      Thread.sleep(forTimeInterval: 0.02)
    }
  }

  @Test("TV-RTE-03, TV-RTE-19: a journey of several means is named with its line, stop and time")
  func rides() throws {
    let fixture = try TravelFixture()
    fixture.times.setRides(true)
    let person = try fixture.person("Ann")
    let made = try fixture.make(person)
    let leaveAt = try #require(made.plan?.leaveAt)
    fixture.clock.advance(seconds: leaveAt.seconds(since: fixture.clock.now()) - 600)
    try fixture.ringDue()
    #expect(
      try fixture.reminders(person)
        == ["Leave in 10 minutes for “Dentist”: bus 11 from Vaduz Post at 14:56, 6 minutes."])
  }

  @Test(
    "TV-RTE-22, TV-RTE-23: while the data are away the last plan is shown with its time, and no new one is made"
  )
  func offline() throws {
    let fixture = try TravelFixture()
    let person = try fixture.person("Ann")
    let known = try fixture.make(person)
    let computedAt = try #require(known.plan?.computedAt)
    fixture.clock.advance(seconds: 60)
    fixture.times.setAvailable(false)
    fixture.times.setVersion("2")
    try fixture.travel.upkeep.updateStale()
    let answer = try fixture.travel.plans.plan(known.item.id, caller: person.caller)
    #expect(!answer.isCurrent && answer.plan.computedAt == computedAt)
    #expect(answer.plan.leaveAt == known.plan?.leaveAt)
    let new = try fixture.make(person, "New", start: "2026-05-02T10:00")
    #expect(new.plan?.verdict == .unknown && new.plan?.journey == nil)
    #expect(new.plan?.reason == .unavailable)
    fixture.times.setAvailable(true)
    fixture.times.setVersion("3")
    try fixture.travel.upkeep.updateStale()
    let later = try fixture.travel.plans.plan(new.item.id, caller: person.caller)
    #expect(later.isCurrent && later.plan.verdict == .reachable)
  }

  @Test("a delay that moves the time to leave is told at once, and not what one changed oneself")
  func movedByDelay() throws {
    let fixture = try TravelFixture()
    let person = try fixture.person("Ann")
    let made = try fixture.make(person)
    _ = try fixture.make(person, "Tomorrow", start: "2026-05-02T15:00")
    let leaveAt = try #require(made.plan?.leaveAt)
    let clock = try #require(IANATimeZone("Europe/Vaduz"))
    func wall(_ instant: Instant) -> String { clock.wallTime(at: instant).clock }
    func told() throws -> [String] { try fixture.reminders(person, "leaveByChange") }
    // It has rung for leaving in ten minutes when the way becomes 8 minutes longer.
    fixture.clock.advance(seconds: leaveAt.seconds(since: fixture.clock.now()) - 600)
    #expect(try fixture.ringDue() == 1)
    fixture.times.setDelay(480, version: "2")
    try fixture.travel.upkeep.updateStale()
    let early = leaveAt.adding(seconds: -480)
    let text = try #require(try told().first)
    #expect(
      text.hasPrefix(
        "Leave at \(wall(early)) instead of \(wall(leaveAt)) (Vaduz time) for “Dentist”"),
      "\(text)")
    #expect(try told().count == 1, "what is a day ahead is not told")
    #expect(try fixture.ringDue() == 0, "it does not ring as well")
    // It comes back later: told too, and rung again when it is time.
    fixture.times.setDelay(0, version: "3")
    try fixture.travel.upkeep.updateStale()
    #expect(try told().count == 2)
    // Two minutes later is no news; one minute earlier is.
    fixture.times.setDelay(-120, version: "4")
    try fixture.travel.upkeep.updateStale()
    #expect(try told().count == 2)
    fixture.times.setDelay(60, version: "5")
    try fixture.travel.upkeep.updateStale()
    #expect(try told().count == 3)
    _ = try fixture.travel.appointments.edit(
      made.item.id,
      AppointmentEdit(reading: TravelFixture.fields(#"{"start": "2026-05-01T16:00"}"#)),
      expecting: .any, caller: person.caller)
    #expect(try told().count == 3, "who moved it knows")
  }

  @Test("a delay by which one cannot be in time any more is told with the minutes one is late")
  func lateByDelay() throws {
    let fixture = try TravelFixture()
    let person = try fixture.person("Ann")
    let made = try fixture.make(person)
    let leaveAt = try #require(made.plan?.leaveAt)
    fixture.clock.advance(seconds: leaveAt.seconds(since: fixture.clock.now()) - 600)
    #expect(try fixture.ringDue() == 1)
    // Ten minutes are left, and it takes fifteen longer.
    fixture.times.setDelay(900, version: "2")
    try fixture.travel.upkeep.updateStale()
    let told = try fixture.reminders(person, "leaveByChange")
    #expect(told.count == 1 && told[0].hasPrefix("Leave at "), "\(told)")
    #expect(told.first?.hasSuffix("21 minutes. You will be about 5 minutes late.") == true)
  }

  @Test("who has set out follows the plan to its end, whatever other data come meanwhile")
  func setOut() throws {
    let fixture = try TravelFixture()
    let person = try fixture.person("Ann")
    let made = try fixture.make(person)
    let leaveAt = try #require(made.plan?.leaveAt)
    fixture.clock.advance(seconds: leaveAt.seconds(since: fixture.clock.now()) + 120)
    #expect(try fixture.ringDue() == 1)
    for version in 2..<5 {
      fixture.times.setDelay(60 * version, version: "\(version)")
      #expect(try fixture.travel.upkeep.updateStale() == 1)
      let plan = try fixture.travel.plans.plan(made.item.id, caller: person.caller).plan
      #expect(plan.leaveAt == leaveAt && plan.verdict == .reachable, "version \(version)")
      #expect(plan.computedAt == made.plan?.computedAt && plan.journey == made.plan?.journey)
      fixture.clock.advance(seconds: 30)
    }
    #expect(try fixture.reminders(person, "leaveByChange") == [])
    #expect(try fixture.ringDue() == 0)
    // What one changes oneself is planned anew.
    _ = try fixture.travel.appointments.edit(
      made.item.id,
      AppointmentEdit(reading: TravelFixture.fields(#"{"start": "2026-05-01T16:00"}"#)),
      expecting: .any, caller: person.caller)
    let later = try fixture.travel.plans.plan(made.item.id, caller: person.caller).plan
    #expect(later.leaveAt != leaveAt && later.verdict == .reachable)
  }

  @Test(
    "who wants to be there early leaves earlier; after a day's last appointment there is a way home"
  )
  func bufferAndWayHome() throws {
    let fixture = try TravelFixture()
    let person = try fixture.person("Ann")
    let first = try fixture.make(person, "First", start: "2026-05-02T09:00")
    let last = try fixture.make(person, "Last", start: "2026-05-02T15:00")
    let plans = fixture.travel.plans
    #expect(try plans.plan(first.item.id, caller: person.caller).plan.wayHome == nil)
    guard
      case .journey(let home)? = try plans.plan(last.item.id, caller: person.caller).plan.wayHome
    else {
      Issue.record("there is no way home")
      return
    }
    #expect(home.departure == last.start.adding(seconds: 1800) && home.minutes == 6)
    let leaveAt = try #require(last.plan?.leaveAt)
    _ = try fixture.travel.preferences.replace(
      TravelPreferences(
        reading: TravelFixture.fields(
          #"{"modes": ["walk"], "home": {"lat": 47.1410, "lon": 9.5209}, "buffer": 15}"#)),
      expecting: .any, caller: person.caller)
    let early = try plans.plan(last.item.id, caller: person.caller).plan
    #expect(early.leaveAt == leaveAt.adding(seconds: -900) && early.verdict == .reachable)
    #expect(try fixture.travel.preferences.own(caller: person.caller).buffer == 15)
    // Too late for the buffer and in time all the same: tight, not unreachable.
    let tight = try fixture.make(person, "Soon", start: "2026-05-01T12:10")
    #expect(tight.plan?.verdict == .tight && (tight.plan?.margin ?? -1) >= 0)
  }

  @Test("plans are made anew only where what they rest on has changed")
  func reuse() throws {
    let fixture = try TravelFixture()
    let person = try fixture.person("Ann")
    for day in 2..<12 {
      _ = try fixture.make(person, start: "2026-05-\(day < 10 ? "0" : "")\(day)T10:00")
    }
    let before = fixture.times.questions
    try fixture.travel.upkeep.update(person.id)
    #expect(fixture.times.questions == before)
    fixture.times.setVersion("2")
    #expect(try fixture.travel.upkeep.updateStale() == 1)
    #expect(fixture.times.questions == before + 10)
    #expect(try fixture.travel.upkeep.updateStale() == 0)
  }

  @Test("delays concern plans for the next two days, and those who have some; other data all")
  func soonOnly() throws {
    let fixture = try TravelFixture()
    fixture.times.setLasting("files")
    let (bob, ann) = (try fixture.person("Bob"), try fixture.person("Ann"))
    _ = try fixture.make(bob, start: "2026-05-20T10:00")
    fixture.clock.advance(seconds: 60)
    _ = try fixture.make(ann, start: "2026-05-02T10:00")
    _ = try fixture.make(ann, "Later", start: "2026-05-20T10:00")
    #expect(try fixture.travel.upkeep.updateStale() == 0)
    let before = fixture.times.questions
    fixture.times.setVersion("2")
    #expect(try fixture.travel.upkeep.updateStale() == 1)
    #expect(fixture.times.questions == before + 1)
    #expect(try fixture.travel.upkeep.updateStale() == 0)
    fixture.times.setLasting("others")
    fixture.times.setVersion("3")
    #expect(try fixture.travel.upkeep.updateStale(limit: 1) == 1)
    #expect(fixture.times.questions == before + 3, "who has something soon comes first")
    #expect(try fixture.travel.upkeep.updateStale() == 1)
    #expect(fixture.times.questions == before + 4)
    // The day before, delays concern what was far ahead.
    fixture.clock.advance(seconds: 18 * 86_400)
    fixture.times.setVersion("4")
    #expect(try fixture.travel.upkeep.updateStale() == 2)
    #expect(fixture.times.questions == before + 6)
  }

  @Test("a series is planned for weeks ahead, and on as time goes by")
  func horizon() throws {
    let fixture = try TravelFixture()
    let person = try fixture.person("Ann")
    _ = try fixture.make(
      person, start: "2026-05-01T15:00", ", \"recurrence\": \"FREQ=DAILY\"")
    func planned() throws -> Int {
      try fixture.platform.store.read { session in
        try session.count(
          "SELECT COUNT(*) FROM leave_by_alarms WHERE occurrence > ?1 AND rung_at IS NULL",
          [.instant(fixture.clock.now())])
      }
    }
    #expect(try planned() == 60)
    fixture.clock.advance(seconds: 10 * 86_400)
    #expect(try planned() == 50)
    #expect(try fixture.travel.upkeep.updateStale() == 1)
    #expect(try planned() == 60)
  }

  @Test(
    "TV-ALY-02, TV-ALY-03, TV-ALY-10, TV-ALY-11: random edits leave every rule of the data in place; seed in the failure",
    arguments: StoreEngine.allCases)
  func randomEdits(_ engine: StoreEngine) throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    let fixture = try TravelFixture(engine)
    let people = try ["Ann", "Bob", "Cleo"].map { try fixture.person($0) }
    var items: [(id: EntityID, owner: Int)] = []
    for step in 0..<60 {
      let actor = Int(random.next() % 3)
      let caller = try people[actor].caller
      do {
        switch random.next() % 7 {
        case 0, 1:
          let hour = 10 + Int(random.next() % 10)
          let made = try fixture.make(
            people[actor], start: "2026-05-0\(1 + random.next() % 3)T\(hour):00",
            random.next() % 3 == 0 ? ", \"recurrence\": \"FREQ=DAILY;COUNT=3\"" : "")
          items.append((made.item.id, actor))
        case 2 where !items.isEmpty:
          let item = items[Int(random.next() % UInt64(items.count))]
          _ = try fixture.calendar.rsvp.invite(
            [people[Int(random.next() % 3)].id.description], to: item.id, caller: caller)
        case 3 where !items.isEmpty:
          let item = items[Int(random.next() % UInt64(items.count))]
          _ = try fixture.calendar.rsvp.answer(
            random.next() % 2 == 0 ? .accepted : .declined, to: item.id, caller: caller)
        case 4 where !items.isEmpty:
          let item = items[Int(random.next() % UInt64(items.count))]
          _ = try fixture.travel.appointments.edit(
            item.id,
            AppointmentEdit(
              reading: TravelFixture.fields(
                """
                {"start": "2026-05-02T1\(random.next() % 9):30",
                 "confirm": ["unreachable", "nextUnreachable", "overlap", "past"]}
                """)), expecting: .any, caller: caller)
        case 5 where !items.isEmpty:
          let item = items[Int(random.next() % UInt64(items.count))]
          try fixture.travel.appointments.delete(item.id, caller: caller)
        case 6 where !items.isEmpty:
          let item = items[Int(random.next() % UInt64(items.count))]
          if let kept = try fixture.calendar.rsvp.decide(
            item.id, keeps: random.next() % 2 == 0, caller: caller)
          {
            items.append((kept, actor))
          }
        default: fixture.clock.advance(seconds: 1200)
        }
      } catch is Refusal {
        // Not everything may be done by everybody at any time.
      }
      #expect(try fixture.breaches().isEmpty, "seed \(seed), step \(step)")
    }
    try fixture.travel.upkeep.updateStale()
    let wrong = try fixture.platform.store.read { session in
      try session.count(
        """
        SELECT COUNT(*) FROM leave_by_alarms a JOIN travel_plans p
        ON p.item = a.item AND p.account = a.account AND p.occurrence = a.occurrence
        WHERE a.rung_at IS NULL AND p.leave_at IS NOT NULL AND p.leave_at <= p.occurrence
          AND a.leave_at <> p.leave_at
        """)
    }
    #expect(wrong == 0, "seed \(seed)")
  }

  @Test("TV-Q-02: many people change their calendars at the same time, and nothing is lost")
  func concurrent() throws {
    let fixture = try TravelFixture()
    let people = try (0..<4).map { try fixture.person("P\($0)") }
    let failures = Guarded<[String]>([])
    concurrently(8) { index in
      for round in 0..<5 {
        do {
          _ = try fixture.make(people[index % 4], start: "2026-05-1\(index % 10)T1\(round):00")
        } catch let refusal as Refusal where refusal.slug == "calendar-busy" {
          // Told to try again.
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }
    #expect(failures.current.isEmpty)
    try fixture.travel.upkeep.updateStale()
    #expect(try fixture.breaches().isEmpty)
    let (items, alarms) = try fixture.platform.store.read { session in
      (
        try session.count("SELECT COUNT(*) FROM calendar_items"),
        try session.count("SELECT COUNT(*) FROM leave_by_alarms")
      )
    }
    #expect(items == alarms && items > 20)
  }
}
