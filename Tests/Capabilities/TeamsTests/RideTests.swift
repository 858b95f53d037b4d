import Access
import Base
import Calendar
import Deadlines
import Dispatch
import Groups
import Identity
import PeopleTestSupport
import Registration
import Storage
import TestSupport
import Testing

@testable import Teams

@Suite("rides to events, on both stores", .serialized)
struct RideTests {
  typealias Person = RidesFixture.Person

  /// A driver with seats, people who look for one on the way, and an event.
  private func start(
    _ engine: StoreEngine, seats: Int, seekers: Int
  ) throws -> (RidesFixture, RidesFixture.Person, [RidesFixture.Person], EntityID) {
    let fixture = try RidesFixture(engine)
    let driver = try fixture.person("Ana")
    let others = try (0..<seekers).map { try fixture.person("Ben\($0)") }
    let (_, event) = try fixture.event([driver] + others)
    _ = try fixture.rides.put(
      fixture.offers(seats, from: 47.2), to: event, at: nil, caller: driver.caller)
    for other in others {
      _ = try fixture.rides.put(
        fixture.looks(from: 47.15), to: event, at: nil, caller: other.caller)
    }
    return (fixture, driver, others, event)
  }

  private func agree(
    _ fixture: RidesFixture, _ driver: Person, _ seeker: Person, _ event: EntityID
  ) throws {
    _ = try fixture.rides.ask(driver.id, to: event, at: nil, caller: seeker.caller)
    _ = try fixture.rides.answer(
      true, to: seeker.id, for: event, at: nil, caller: driver.caller)
  }

  @Test(
    "seats are never overbooked, however many are accepted at once", arguments: StoreEngine.allCases
  )
  func parallel(_ engine: StoreEngine) throws {
    let (fixture, driver, others, event) = try start(engine, seats: 2, seekers: 6)
    for other in others {
      _ = try fixture.rides.ask(driver.id, to: event, at: nil, caller: other.caller)
    }
    let caller = try driver.caller
    let slugs = Guarded<[String]>([])
    DispatchQueue.concurrentPerform(iterations: others.count) { index in
      let slug: String
      do {
        _ = try fixture.rides.answer(
          true, to: others[index].id, for: event, at: nil, caller: caller)
        slug = "agreed"
      } catch let refusal as Refusal { slug = refusal.slug } catch { slug = "\(error)" }
      slugs.withLock { $0.append(slug) }
    }
    #expect(
      slugs.current.sorted() == [
        "agreed", "agreed", "ride-full", "ride-full", "ride-full", "ride-full",
      ])
    let agreed = try fixture.list(event, driver).filter { $0.state == .agreed }
    #expect(agreed.count == 2 && Set(agreed.map(\.pickUp)) == [1, 2])
    #expect(
      try fixture.slug {
        _ = try fixture.rides.put(
          fixture.offers(1, from: 47.2), to: event, at: nil, caller: driver.caller)
      } == "ride-full")
    #expect(try fixture.breaches().isEmpty)
  }

  @Test("two between whom there is a block never see each other", arguments: StoreEngine.allCases)
  func blocks(_ engine: StoreEngine) throws {
    let (fixture, driver, others, event) = try start(engine, seats: 1, seekers: 2)
    try agree(fixture, driver, others[0], event)
    try fixture.people.groups.blocks.block(others[0].id, caller: driver.caller)
    #expect(try fixture.list(event, others[0]).isEmpty)
    #expect(try fixture.list(event, driver).map(\.account.id) == [others[1].id])
    #expect(
      try fixture.slug {
        _ = try fixture.rides.ask(driver.id, to: event, at: nil, caller: others[0].caller)
      } == "not-found")
    #expect(
      try fixture.slug {
        try fixture.rides.leave(driver.id, to: event, at: nil, caller: others[0].caller)
      } == "not-found")
    // The seat is free again.
    _ = try fixture.rides.ask(others[1].id, to: event, at: nil, caller: driver.caller)
    _ = try fixture.rides.answer(
      true, to: driver.id, for: event, at: nil, caller: others[1].caller)
    #expect(try fixture.list(event, others[1]).map(\.state) == [.agreed])
    #expect(try fixture.breaches().isEmpty)
  }

  @Test(
    "requests wait until they are answered, and none of blocked people, of what has begun",
    arguments: StoreEngine.allCases)
  func requests(_ engine: StoreEngine) throws {
    let (fixture, driver, others, event) = try start(engine, seats: 2, seekers: 3)
    for other in others {
      _ = try fixture.rides.ask(driver.id, to: event, at: nil, caller: other.caller)
    }
    func waiting(_ person: Person) throws -> [EntityID] {
      try fixture.rides.requests(caller: person.caller).map(\.account.id)
    }
    #expect(try Set(waiting(driver)) == Set(others.map(\.id)))
    #expect(try waiting(others[0]).isEmpty, "one's own question waits for the other")
    _ = try fixture.rides.answer(
      false, to: others[0].id, for: event, at: nil, caller: driver.caller)
    try fixture.people.groups.blocks.block(others[1].id, caller: driver.caller)
    // The session ends before the event begins.
    let caller = try driver.caller
    let found = try fixture.rides.requests(caller: caller)
    #expect(found.map(\.account.id) == [others[2].id])
    #expect(found.map(\.start) == [Instant(rfc3339: "2026-06-13T09:00:00Z")])
    fixture.clock.advance(
      seconds: try #require(found.first).start.seconds(since: fixture.clock.now()))
    #expect(try fixture.rides.requests(caller: caller).isEmpty, "it has begun")
  }

  @Test(
    "leaving the team, erasing the account and cancelling the event end rides, and the other is told",
    arguments: StoreEngine.allCases)
  func endings(_ engine: StoreEngine) throws {
    let fixture = try RidesFixture(engine)
    let (ana, ben, cleo) = (
      try fixture.person("Ana"), try fixture.person("Ben"), try fixture.person("Cleo")
    )
    let (team, event) = try fixture.event([ana, ben, cleo])
    _ = try fixture.rides.put(
      fixture.offers(3, from: 47.2), to: event, at: nil, caller: ana.caller)
    for person in [ben, cleo] {
      _ = try fixture.rides.put(
        fixture.looks(from: 47.15), to: event, at: nil, caller: person.caller)
      try agree(fixture, ana, person, event)
    }
    try fixture.people.groups.subRealms.removeMember(ben.id, of: team, caller: ben.caller)
    #expect(
      try fixture.heard(ana).last
        == "Ben no longer rides with you to “Regatta”, Sat, 13 June 2026 at 09:00 (UTC).")
    #expect(try fixture.list(event, ana).map(\.account.displayName) == ["Cleo"])
    try fixture.events.cancel(event, expecting: .any, caller: ana.caller)
    #expect(
      try fixture.heard(cleo).last
        == "Ana no longer rides with you to the cancelled “Regatta”, "
        + "Sat, 13 June 2026 at 09:00 (UTC).")
    #expect(try fixture.count("ride_parts") == 0)
    #expect(try fixture.count("ride_pairs") == 0)
    // Erased: the other is told, and nothing of it is left.
    let (_, other) = try fixture.event([ana, cleo])
    _ = try fixture.rides.put(
      fixture.offers(3, from: 47.2), to: other, at: nil, caller: ana.caller)
    _ = try fixture.rides.put(
      fixture.looks(from: 47.15), to: other, at: nil, caller: cleo.caller)
    try agree(fixture, ana, cleo, other)
    try fixture.people.identity.privacy.erase(password: "Tangerine-42", caller: cleo.caller)
    #expect(
      try fixture.heard(ana).last
        == "Former member no longer rides with you to “Regatta”, "
        + "Sat, 13 June 2026 at 09:00 (UTC).")
    #expect(try fixture.count("ride_pairs") == 0)
    #expect(try fixture.count("ride_parts") == 1)
  }

  @Test("a ride to one occurrence goes with it, and is forgotten once it is over")
  func occurrences() throws {
    let fixture = try RidesFixture()
    let (ana, ben) = (try fixture.person("Ana"), try fixture.person("Ben"))
    let (_, event) = try fixture.event([ana, ben], rule: "FREQ=WEEKLY;COUNT=3")
    let second = try #require(Instant(rfc3339: "2026-06-20T09:00:00Z"))
    _ = try fixture.rides.put(
      fixture.offers(3, from: 47.2), to: event, at: second, caller: ana.caller)
    _ = try fixture.rides.put(
      fixture.looks(from: 47.15), to: event, at: second, caller: ben.caller)
    _ = try fixture.rides.ask(ana.id, to: event, at: second, caller: ben.caller)
    _ = try fixture.rides.answer(true, to: ben.id, for: event, at: second, caller: ana.caller)
    #expect(try fixture.list(event, ben, at: second).map(\.state) == [.agreed])
    #expect(try fixture.list(event, ben).isEmpty, "another occurrence")
    let moved = try fixture.events.change(
      event, at: second,
      GroupEventDraft(changing: TeamsFixture.fields(#"{"start": "2026-06-20T11:00"}"#)),
      expecting: .any, caller: ana.caller)
    #expect(try fixture.list(moved, ben).map(\.state) == [.agreed])
    #expect(
      try fixture.heard(ben).last
        == "Ana still rides with you to the changed “Regatta”, "
        + "Sat, 20 June 2026 at 11:00 (UTC).")
    // A declined occurrence ends it.
    _ = try fixture.events.answer(.declined, to: moved, caller: ben.caller)
    #expect(try fixture.list(moved, ana).isEmpty)
    #expect(try fixture.breaches().isEmpty)
    fixture.clock.advance(seconds: second.seconds(since: fixture.clock.now()) + 7 * 86_400)
    let runner = try DeadlineRunner(
      store: fixture.platform.store, kinds: fixture.capabilities.parts(DeadlineKind.self))
    while try runner.fireDue(.transaction) > 0 {}
    #expect(try fixture.count("ride_parts") == 0)
    #expect(try fixture.count("ride_pairs") == 0)
  }

  @Test("rides are forgotten when the occurrence is over, neither before nor with those of others")
  func over() throws {
    let fixture = try RidesFixture()
    let (ana, ben) = (try fixture.person("Ana"), try fixture.person("Ben"))
    let (_, event) = try fixture.event([ana, ben], rule: "FREQ=WEEKLY;COUNT=3")
    let second = try #require(Instant(rfc3339: "2026-06-20T09:00:00Z"))
    let third = second.adding(seconds: 7 * 86_400)
    for start in [second, third] {
      _ = try fixture.rides.put(
        fixture.offers(3, from: 47.2), to: event, at: start, caller: ana.caller)
    }
    // An hour longer than before.
    _ = try fixture.events.change(
      event, at: nil, GroupEventDraft(changing: TeamsFixture.fields(#"{"duration": 7200}"#)),
      expecting: .any, caller: ana.caller)
    let runner = try DeadlineRunner(
      store: fixture.platform.store, kinds: fixture.capabilities.parts(DeadlineKind.self))
    func left(at moment: Instant) throws -> Int {
      fixture.clock.advance(seconds: moment.seconds(since: fixture.clock.now()))
      for _ in 0..<5 { _ = try runner.fireDue(.transaction) }
      return try fixture.count("ride_parts")
    }
    #expect(try left(at: second.adding(seconds: 7199)) == 2)
    #expect(try left(at: second.adding(seconds: 7200)) == 1)
    #expect(try left(at: third.adding(seconds: 7199)) == 1)
    #expect(try left(at: third.adding(seconds: 7200)) == 0)
  }

  @Test("where one sets out is changed five times at most: it cannot be used to search for others")
  func starts() throws {
    let (fixture, driver, _, event) = try start(.sqlite, seats: 1, seekers: 0)
    for step in 1..<5 {
      _ = try fixture.rides.put(
        fixture.offers(1, from: 47.2 + Double(step) / 100), to: event, at: nil,
        caller: driver.caller)
    }
    try fixture.rides.takeBack(event, at: nil, caller: driver.caller)
    #expect(
      try fixture.slug {
        _ = try fixture.rides.put(
          fixture.offers(1, from: 47.3), to: event, at: nil, caller: driver.caller)
      } == "ride-state")
  }
}
