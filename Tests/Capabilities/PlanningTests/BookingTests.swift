import Access
import Base
import Calendar
import Groups
import Identity
import Notifications
import PeopleTestSupport
import Storage
import TestSupport
import Testing

@testable import Planning

@Suite("bookings of what is shared")
struct BookingTests {
  @Test(
    "of 200 who book at once those get it who do not overlap, never two at a time",
    arguments: StoreEngine.allCases)
  func parallel(_ engine: StoreEngine) throws {
    let fixture = try PlanningFixture(engine)
    let people = try (0..<4).map { try fixture.person("Person\($0)") }
    let car = try fixture.car(of: fixture.family(people), by: people[0])
    let refused = Guarded<[String: Int]>([:])
    let callers = try people.map { try $0.caller }
    // 200 bookings of two hours, beginning on the hour within 50 hours: each hour is wanted by many.
    concurrently(200) { index in
      do {
        let from = 24 + index * 7 % 50
        _ = try fixture.planning.bookings.book(
          car, fixture.draft(from, from + 2), caller: callers[index % 4])
      } catch {
        let slug = (error as? Refusal)?.slug ?? "\(error)"
        refused.withLock { $0[slug, default: 0] += 1 }
      }
    }
    let bookings = try fixture.platform.store.read {
      try BookingStore.coming(of: car, after: fixture.clock.now(), in: $0)
    }
    for (one, next) in zip(bookings, bookings.dropFirst()) {
      #expect(one.span.end <= next.span.start)
    }
    // No two hours are left between that a third could have had.
    #expect((17...25).contains(bookings.count), "\(bookings.count)")
    #expect(refused.current == ["resource-taken": 200 - bookings.count])
    #expect(try fixture.breaches() == [])
  }

  @Test(
    "MF-AS-09: whatever is shared stands in the inventory and is had by booking it and by asking for it, in no other way"
  )
  func inventory() throws {
    let fixture = try PlanningFixture()
    let (ann, ben) = (try fixture.person("Ann"), try fixture.person("Ben"))
    let realm = try fixture.family([ann, ben])
    let (bookings, resources) = (fixture.planning.bookings, fixture.planning.resources)
    let names = ["Bathroom", "Car", "Games console", "Key"]
    var ids: [EntityID] = []
    for name in names {
      ids.append(
        try resources.create(
          Resource.Content(
            reading: PlanningFixture.fields(#"{"name": "\#(name)", "rules": {"sameDay": true}}"#)),
          in: realm, caller: ann.caller))
    }
    func inventory() throws -> [String] {
      try resources.list(of: realm, PageRequest(), caller: ben.caller)
        .items.map(\.resource.content.name)
    }
    #expect(try inventory() == names)
    for id in ids {
      let booking = try bookings.book(id, fixture.draft(24, 26), caller: ann.caller)
      #expect(
        try fixture.slug {
          _ = try bookings.book(id, fixture.draft(25, 26), caller: ben.caller)
        } == "resource-taken")
      let request = try bookings.ask(
        for: booking, fixture.draft(25, 26, "Exam"), caller: ben.caller)
      #expect(try bookings.get(booking, caller: ben.caller).state == .confirmed)
      try bookings.decide(request, approves: true, caller: ann.caller)
      let next = try resources.get(id, caller: ann.caller).next
      #expect(next?.holder == ben.id && next?.draft.reason == "Exam")
    }
    // What is in it no more, nobody books.
    try resources.remove(ids[1], expecting: .any, caller: ann.caller)
    #expect(try inventory() == ["Bathroom", "Games console", "Key"])
    #expect(
      try fixture.slug {
        _ = try bookings.book(ids[1], fixture.draft(30, 31), caller: ann.caller)
      } == "not-found")
  }

  @Test("MF-RES-11: one member books several things at a time, and several members one in turn")
  func several() throws {
    let fixture = try PlanningFixture()
    let people = try ["Ann", "Ben", "Cleo"].map { try fixture.person($0) }
    let family = try fixture.family(people)
    let car = try fixture.car(of: family, by: people[0])
    let other = try fixture.car(of: family, by: people[0])
    let bookings = fixture.planning.bookings
    for resource in [car, other] {
      _ = try bookings.book(resource, fixture.draft(24, 26), caller: people[0].caller)
    }
    _ = try bookings.book(car, fixture.draft(26, 28), caller: people[1].caller)
    _ = try bookings.book(car, fixture.draft(28, 30), caller: people[2].caller)
    let holders = try fixture.platform.store.read { session in
      try [car, other].map { resource in
        try BookingStore.coming(of: resource, after: fixture.clock.now(), in: session).map(\.holder)
      }
    }
    #expect(holders == [people.map(\.id), [people[0].id]])
    #expect(try fixture.breaches() == [])
  }

  @Test("the database itself keeps a quarter of an hour for one", arguments: StoreEngine.allCases)
  func heldByTheDatabase(_ engine: StoreEngine) throws {
    let fixture = try PlanningFixture(engine)
    let ann = try fixture.person("Ann")
    let car = try fixture.car(of: fixture.family([ann]), by: ann)
    let booking = try fixture.planning.bookings.book(car, fixture.draft(24, 25), caller: ann.caller)
    let failure = #expect(throws: DatabaseError.self) {
      try fixture.platform.store.write { transaction in
        try transaction.execute(
          "INSERT INTO booked_quarters (resource, quarter, booking) VALUES (?1, ?2, ?3)",
          [.id(car), .integer(fixture.hour(24).milliseconds / 900_000), .id(booking)])
      }
    }
    #expect(failure?.code == .constraint)
  }

  @Test("MF-T-clickBook, CG-MF-05: the rules of a resource decide about times")
  func rules() throws {
    let zone = try #require(IANATimeZone("Europe/Vaduz"))
    // 12:00 in Vaduz.
    let now = Instant(milliseconds: 1_777_629_600_000)
    var rules = BookingRules()
    func slug(_ from: Double, _ to: Double) -> String? {
      func at(_ hours: Double) -> Instant { now.adding(milliseconds: Int64(hours * 3_600_000)) }
      do throws(Refusal) {
        try rules.check(Intervals.Span(at(from), at(to)), at: now, in: zone)
        return nil
      } catch { return error.violations.first?.pointer }
    }
    // Midnight is twelve hours away: today is refused, tomorrow taken.
    #expect(slug(11.75, 13) == "/start")
    #expect(slug(12, 13) == nil)
    #expect(slug(12.1, 13) == "/start" && slug(12, 13.1) == "/end")
    #expect(slug(13, 13) == "/end" && slug(-1, 1) == "/start")
    #expect(slug(24, 24 + 14 * 24) == nil && slug(24, 24.25 + 14 * 24) == "/end")
    #expect(slug(731 * 24, 731 * 24 + 1) == "/end")
    rules.isSameDayAllowed = true
    #expect(slug(1, 2) == nil)
    rules.noticeHours = 3
    #expect(slug(2.75, 4) == "/start" && slug(3, 4) == nil)
    rules.maximumMinutes = 60
    #expect(slug(3, 4) == nil && slug(3, 4.25) == "/end")
  }

  @Test(
    "in a group without a zone the holder's clocks say what tomorrow is and where a week ends",
    arguments: StoreEngine.allCases)
  func withoutZone(_ engine: StoreEngine) throws {
    let fixture = try PlanningFixture(engine)
    // Friday, 18:00 in Vancouver: it is Saturday in UTC.
    fixture.clock.advance(seconds: 15 * 3600)
    let ann = try fixture.person("Ann", zone: "America/Vancouver")
    let car = try fixture.planning.resources.create(
      Resource.Content(
        reading: PlanningFixture.fields(#"{"name": "Car", "rules": {"perWeek": 1}}"#)),
      in: fixture.family([ann], kind: "group"), caller: ann.caller)
    func book(_ hours: Int) throws -> String? {
      try fixture.slug {
        _ = try fixture.planning.bookings.book(
          car, fixture.draft(hours, hours + 1), caller: ann.caller)
      }
    }
    #expect(try book(3) == "invalid-content", "it is Friday until midnight")
    #expect(try book(16) == nil, "Saturday, 10:00")
    #expect(try book(52) == "too-many-bookings", "Sunday, 22:00: Monday in UTC")
    #expect(try book(54) == nil, "Monday, 0:00")
  }

  @Test("rules per week, and that members alone book what only admins change")
  func limits() throws {
    let fixture = try PlanningFixture()
    let (ann, eve) = (try fixture.person("Ann"), try fixture.person("Eve"))
    let family = try fixture.family([ann])
    let car = try fixture.planning.resources.create(
      Resource.Content(
        reading: PlanningFixture.fields(
          #"{"name": "Car", "rules": {"sameDay": true, "perWeek": 2}}"#)), in: family,
      caller: ann.caller)
    // The clock stands on a Friday; two more days belong to its week.
    for hours in [2, 6] {
      _ = try fixture.planning.bookings.book(
        car, fixture.draft(hours, hours + 1), caller: ann.caller)
    }
    func book(_ hours: Int) throws -> String? {
      try fixture.slug {
        _ = try fixture.planning.bookings.book(
          car, fixture.draft(hours, hours + 1), caller: ann.caller)
      }
    }
    #expect(try book(30) == "too-many-bookings")
    #expect(try book(7 * 24) == nil)
    // Whoever is not of the family does not learn that there is a car.
    #expect(
      try fixture.slug {
        _ = try fixture.planning.bookings.book(car, fixture.draft(50, 51), caller: eve.caller)
      } == "not-found")
  }

  @Test(
    "CUSR1.A1.9-10, CUSR1.A1.11: approval swaps the bookings in one step, in both calendars",
    arguments: StoreEngine.allCases)
  func swap(_ engine: StoreEngine) throws {
    let fixture = try PlanningFixture(engine)
    let people = try ["Ann", "Ben", "Cleo"].map { try fixture.person($0) }
    let (ann, ben, cleo) = (people[0], people[1], people[2])
    let realm = try fixture.family(people)
    let car = try fixture.car(of: realm, by: ann)
    let bookings = fixture.planning.bookings
    let booking = try bookings.book(car, fixture.draft(24, 28), caller: ann.caller)
    let first = try bookings.ask(for: booking, fixture.draft(25, 27, "Exam"), caller: ben.caller)
    let second = try bookings.ask(for: booking, fixture.draft(26, 30, "Trip"), caller: cleo.caller)
    #expect(try fixture.notes(ann, .overrideAsked).count == 2)
    #expect(
      try fixture.slug { try bookings.decide(first, approves: true, caller: ben.caller) }
        == "not-holder")
    #expect(
      try fixture.slug { try bookings.decide(first, approves: true, caller: cleo.caller) }
        == "not-found")
    try bookings.decide(first, approves: true, caller: ann.caller)
    let stand = try fixture.platform.store.read {
      try BookingStore.coming(of: car, after: fixture.clock.now(), in: $0)
    }
    #expect(stand.map(\.holder) == [ben.id])
    #expect(stand.map(\.draft) == [fixture.draft(25, 27, "Exam")])
    // In the resource's calendar stand both, for everybody who shares it.
    for reader in people {
      let shown = try bookings.list(
        in: realm, of: car, in: Intervals.Span(fixture.hour(0), fixture.hour(48)),
        all: true, PageRequest(), caller: reader.caller
      ).items
      #expect(shown.map(\.holder) == [ann.id, ben.id])
      #expect(shown.map(\.state) == [.overridden, .confirmed])
    }
    // MF-RES-07: the first approval denies the others.
    let closed = try bookings.request(second, caller: cleo.caller).request
    #expect(closed.state == .denied && closed.isGivenToAnother)
    #expect(try fixture.notes(ben, .overrideAnswered).count == 1)
    let told = try fixture.notes(cleo, .overrideAnswered)
    #expect(told.count == 1 && told.first?.contains("given to another who has asked") == true)
    #expect(told.first?.contains("denied") == false)
    let items = try fixture.platform.store.read { session in
      try [ann, ben].map { person in
        try Timeline.occurrences(
          of: person.id, from: fixture.hour(0), to: fixture.hour(48), cancelled: true, in: session
        ).map(\.item)
      }
    }
    #expect(items.map { $0.map(\.status) } == [[.cancelled], [.confirmed]])
    // Calendars elsewhere take a cancelling only with a higher number (RFC 5546, 2.1.4).
    #expect(items.map { $0.map(\.sequence) } == [[1], [0]])
    #expect(items.map { $0.map(\.version) } == [[2], [1]])
    // The holder is offered what is free; a second answer changes nothing.
    #expect(try bookings.request(first, caller: ann.caller).freeTimes.isEmpty == false)
    #expect(
      try fixture.slug { try bookings.decide(second, approves: true, caller: ann.caller) }
        == "override-state")
    #expect(try fixture.breaches() == [])
  }

  @Test(
    "who is asked for a part of a booking is offered the rest, and keeps it in the same step",
    arguments: StoreEngine.allCases)
  func keeping(_ engine: StoreEngine) throws {
    let fixture = try PlanningFixture(engine)
    let people = try ["Ann", "Ben", "Cleo"].map { try fixture.person($0) }
    let (ann, ben, cleo) = (people[0], people[1], people[2])
    let car = try fixture.car(of: fixture.family(people), by: ann)
    let bookings = fixture.planning.bookings
    func standing() throws -> [Booking] {
      try fixture.platform.store.read {
        try BookingStore.coming(of: car, after: fixture.clock.now(), in: $0)
      }
    }
    // From 9 to 12, and 9 to 10 is asked for.
    let booking = try bookings.book(car, fixture.draft(24, 27, "Trip"), caller: ann.caller)
    let first = try bookings.ask(for: booking, fixture.draft(24, 25, "Exam"), caller: ben.caller)
    let rest = try bookings.request(first, caller: ann.caller).rest
    #expect(rest == [Intervals.Span(fixture.hour(25), fixture.hour(27))])
    try bookings.decide(first, approves: true, keepsRest: true, caller: ann.caller)
    #expect(try standing().map(\.holder) == [ben.id, ann.id])
    #expect(try standing().last?.draft == fixture.draft(25, 27, "Trip"))
    #expect(try bookings.request(first, caller: ann.caller).rest == [])
    // A part in the middle leaves one before it and one after it.
    let kept = try #require(try standing().last?.id)
    let draft = BookingDraft(
      span: Intervals.Span(
        fixture.hour(25).adding(seconds: 1800), fixture.hour(26)), reason: "Doctor",
      priority: .high)
    let second = try bookings.ask(for: kept, draft, caller: cleo.caller)
    try bookings.decide(second, approves: true, keepsRest: true, caller: ann.caller)
    #expect(try standing().map(\.holder) == [ben.id, ann.id, cleo.id, ann.id])
    let mine = try fixture.platform.store.read { session in
      try Timeline.occurrences(
        of: ann.id, from: fixture.hour(0), to: fixture.hour(48), in: session
      ).map { Intervals.Span($0.start, $0.end) }
    }
    #expect(
      mine == [
        Intervals.Span(fixture.hour(25), fixture.hour(25).adding(seconds: 1800)),
        Intervals.Span(fixture.hour(26), fixture.hour(27)),
      ])
    #expect(try fixture.breaches() == [])
    // Who gives all of it keeps nothing.
    let other = try bookings.book(car, fixture.draft(40, 43), caller: ann.caller)
    let third = try bookings.ask(for: other, fixture.draft(40, 41), caller: ben.caller)
    try bookings.decide(third, approves: true, caller: ann.caller)
    #expect(try standing().last?.holder == ben.id)
  }

  @Test(
    "CUSR1.E1.10: nobody answers for 24 hours, the booking stays and the requester is told, once",
    arguments: StoreEngine.allCases)
  func expiry(_ engine: StoreEngine) throws {
    let fixture = try PlanningFixture(engine)
    let (ann, ben) = (try fixture.person("Ann"), try fixture.person("Ben"))
    let car = try fixture.car(of: fixture.family([ann, ben]), by: ann)
    let bookings = fixture.planning.bookings
    let booking = try bookings.book(car, fixture.draft(48, 50), caller: ann.caller)
    let request = try bookings.ask(for: booking, fixture.draft(48, 50, "Exam"), caller: ben.caller)
    fixture.clock.advance(seconds: 86_399)
    try fixture.fireDue()
    #expect(try bookings.request(request, caller: ben.caller).request.state == .open)
    fixture.clock.advance(seconds: 1)
    try fixture.fireDue()
    try fixture.fireDue()
    #expect(try bookings.request(request, caller: ben.caller).request.state == .expired)
    let said = English().time(Moment(fixture.hour(24), zone: "UTC"))
    #expect(
      try fixture.notes(ben, .overrideAnswered) == [
        "“Car”, \(said): nobody has answered within 24 hours. Choose another time."
      ])
    #expect(
      try fixture.slug { try bookings.decide(request, approves: true, caller: ann.caller) }
        == "override-state")
    #expect(try bookings.get(booking, caller: ben.caller).state == .confirmed)
    // The booking stays where it was; another time can be had.
    #expect(
      try fixture.slug {
        _ = try bookings.book(car, fixture.draft(24, 26, "Exam"), caller: ben.caller)
      } == "resource-taken")
    let other = try bookings.book(car, fixture.draft(27, 29, "Exam"), caller: ben.caller)
    #expect(try bookings.get(other, caller: ann.caller).state == .confirmed)
    #expect(try fixture.breaches() == [])
  }

  @Test("CUSR1.A3.10, MF-RES-09: denying leaves the booking; giving up tells who has asked")
  func denying() throws {
    let fixture = try PlanningFixture()
    let (ann, ben) = (try fixture.person("Ann"), try fixture.person("Ben"))
    let car = try fixture.car(of: fixture.family([ann, ben]), by: ann)
    let bookings = fixture.planning.bookings
    let booking = try bookings.book(car, fixture.draft(24, 26), caller: ann.caller)
    let first = try bookings.ask(for: booking, fixture.draft(24, 26, "Exam"), caller: ben.caller)
    try bookings.decide(first, approves: false, caller: ann.caller)
    #expect(try bookings.get(booking, caller: ben.caller).state == .confirmed)
    let second = try bookings.ask(for: booking, fixture.draft(24, 26, "Exam"), caller: ben.caller)
    try bookings.cancel(booking, expecting: .any, caller: ann.caller)
    #expect(try bookings.request(second, caller: ben.caller).request.state == .obsolete)
    #expect(try fixture.notes(ben, .overrideAnswered).count == 2)
    _ = try bookings.book(car, fixture.draft(24, 26), caller: ben.caller)
    #expect(
      try fixture.slug { try bookings.cancel(booking, expecting: .any, caller: ann.caller) }
        == "booking-over")
    #expect(try fixture.breaches() == [])
  }

  @Test(
    "who has asked hears of a free time only where it is free, not of what the booking still holds",
    arguments: StoreEngine.allCases)
  func toldOfFreeTimes(_ engine: StoreEngine) throws {
    let fixture = try PlanningFixture(engine)
    let people = try ["Ann", "Ben", "Cleo"].map { try fixture.person($0) }
    let (ann, ben, cleo) = (people[0], people[1], people[2])
    let car = try fixture.car(of: fixture.family(people), by: ann)
    let bookings = fixture.planning.bookings
    let booking = try bookings.book(car, fixture.draft(24, 28), caller: ann.caller)
    let early = try bookings.ask(for: booking, fixture.draft(24, 25, "Exam"), caller: ben.caller)
    let late = try bookings.ask(for: booking, fixture.draft(27, 28, "Trip"), caller: cleo.caller)
    let change = try BookingChange(
      reading: PlanningFixture.fields(
        #"{"start": "\#(fixture.hour(26))", "end": "\#(fixture.hour(30))"}"#))
    try bookings.change(booking, change, expecting: .any, caller: ann.caller)
    #expect(try bookings.request(early, caller: ben.caller).request.state == .obsolete)
    #expect(try bookings.request(late, caller: cleo.caller).request.state == .open)
    let room = English()
    #expect(
      try fixture.notes(ben, .overrideAnswered) == [
        "“Car”, \(room.time(Moment(fixture.hour(24), zone: "UTC"))) has become free. Book it before another does."
      ])
    #expect(try fixture.notes(cleo, .overrideAnswered) == [])
    _ = try bookings.book(car, fixture.draft(24, 25), caller: ben.caller)
    #expect(try fixture.breaches() == [])
    // Nobody books what is shared no more.
    try fixture.planning.resources.remove(car, expecting: .any, caller: ann.caller)
    #expect(
      try fixture.notes(cleo, .overrideAnswered) == [
        "“Car”, \(room.time(Moment(fixture.hour(27), zone: "UTC"))): it is shared no more. Your request has ended."
      ])
    let timers = try fixture.platform.store.read {
      try $0.count("SELECT COUNT(*) FROM deadlines WHERE kind = 'overrideExpiry'")
    }
    #expect(timers == 0)
    #expect(try fixture.breaches() == [])
  }

  @Test("whoever leaves uses nothing any more; what is erased frees its time")
  func leaving() throws {
    let fixture = try PlanningFixture()
    let people = try ["Ann", "Ben", "Cleo"].map { try fixture.person($0) }
    let family = try fixture.family(people)
    let car = try fixture.car(of: family, by: people[1])
    let bookings = fixture.planning.bookings
    let kept = try bookings.book(car, fixture.draft(24, 26), caller: people[0].caller)
    let left = try bookings.book(car, fixture.draft(26, 28), caller: people[1].caller)
    _ = try bookings.ask(for: kept, fixture.draft(24, 25, "Exam"), caller: people[1].caller)
    let asked = try bookings.ask(for: left, fixture.draft(26, 27, "Exam"), caller: people[2].caller)
    try fixture.people.groups.subRealms.removeMember(
      people[1].id, of: family, caller: people[1].caller)
    #expect(try bookings.get(left, caller: people[0].caller).state == .cancelled)
    #expect(try bookings.request(asked, caller: people[2].caller).request.state == .obsolete)
    #expect(try bookings.requests(PageRequest(), caller: people[0].caller).items.isEmpty)
    _ = try bookings.book(car, fixture.draft(26, 28), caller: people[2].caller)
    #expect(try fixture.breaches() == [])
  }

  @Test(
    "whoever has left sees no more of the bookings there, neither among requests nor in the export",
    arguments: StoreEngine.allCases)
  func gone(_ engine: StoreEngine) throws {
    let fixture = try PlanningFixture(engine)
    let people = try ["Ann", "Ben"].map { try fixture.person($0) }
    let (ann, ben) = (people[0], people[1])
    // A community, whose members are not told of each other's bookings.
    let realm = try fixture.family(people, kind: "community")
    let car = try fixture.car(of: realm, by: ann)
    let bookings = fixture.planning.bookings
    let kept = try bookings.book(car, fixture.draft(24, 26, "Surgery"), caller: ann.caller)
    let asked = try bookings.ask(for: kept, fixture.draft(24, 25, "Exam"), caller: ben.caller)
    try bookings.decide(asked, approves: false, caller: ann.caller)
    #expect(try bookings.requests(PageRequest(), caller: ben.caller).items.count == 1)
    func export() throws -> String {
      String(
        decoding: try fixture.people.identity.privacy.export(caller: ben.caller), as: UTF8.self)
    }
    #expect(try export().contains("Exam") && !export().contains("Surgery"))
    try fixture.people.groups.subRealms.removeMember(ben.id, of: realm, caller: ben.caller)
    #expect(try bookings.requests(PageRequest(), caller: ben.caller).items.isEmpty)
    #expect(try bookings.requests(PageRequest(), caller: ann.caller).items.count == 1)
    #expect(try export().contains("Exam") && !export().contains("Surgery"))
    #expect(try fixture.breaches() == [])
  }

  @Test(
    "every command in every state of a booking and its requests keeps the rules, on a random walk",
    arguments: StoreEngine.allCases)
  func walk(_ engine: StoreEngine) throws {
    let fixture = try PlanningFixture(engine)
    let people = try (0..<3).map { try fixture.person("Person\($0)") }
    let car = try fixture.car(of: fixture.family(people), by: people[0])
    let bookings = fixture.planning.bookings
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    var made: [EntityID] = []
    var asked: [EntityID] = []
    let expected: Set<String> = [
      "resource-taken", "override-state", "not-holder", "not-found", "booking-over",
      "invalid-content",
    ]
    for step in 0..<(engine == .sqlite ? 400 : 150) {
      let person = people[Int(random.next() % 3)]
      let from = 24 + Int(random.next() % 12)
      let draft = fixture.draft(from, from + 1 + Int(random.next() % 3), "Step \(step)")
      let slug = try fixture.slug {
        switch random.next() % 7 {
        case 0, 1: made.append(try bookings.book(car, draft, caller: person.caller))
        case 2 where !made.isEmpty:
          let booking = made[Int(random.next() % UInt64(made.count))]
          try bookings.cancel(booking, expecting: .any, caller: person.caller)
        case 3 where !made.isEmpty:
          let booking = made[Int(random.next() % UInt64(made.count))]
          asked.append(try bookings.ask(for: booking, draft, caller: person.caller))
        case 4, 5:
          guard !asked.isEmpty else { return }
          let request = asked[Int(random.next() % UInt64(asked.count))]
          try bookings.decide(request, approves: random.next() % 3 > 0, caller: person.caller)
        default:
          guard !made.isEmpty else { return }
          let booking = made[Int(random.next() % UInt64(made.count))]
          let change = try BookingChange(
            reading: PlanningFixture.fields(
              "{\"start\": \"\(draft.span.start)\", \"end\": \"\(draft.span.end)\"}"))
          try bookings.change(booking, change, expecting: .any, caller: person.caller)
        }
      }
      if let slug { #expect(expected.contains(slug), "\(slug), seed \(seed)") }
      if step % 20 == 19 {
        #expect(try fixture.breaches() == [], "step \(step), seed \(seed)")
      }
    }
    #expect(made.count > 5)
  }
}
