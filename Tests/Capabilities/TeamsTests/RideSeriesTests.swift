import Access
import Base
import Calendar
import Storage
import TestSupport
import Testing

@testable import Teams

@Suite("rides to a series that is taken apart, on both stores", .serialized)
struct RideSeriesTests {
  let second: Instant
  let third: Instant

  init() throws {
    second = try #require(Instant(rfc3339: "2026-06-20T09:00:00Z"))
    third = try #require(Instant(rfc3339: "2026-06-27T09:00:00Z"))
  }

  private func agree(
    _ fixture: RidesFixture, _ driver: RidesFixture.Person, _ seeker: RidesFixture.Person,
    _ event: EntityID, at start: Instant
  ) throws {
    let rides = fixture.rides
    _ = try rides.put(
      fixture.offers(3, from: 47.2), to: event, at: start, caller: driver.caller)
    _ = try rides.put(fixture.looks(from: 47.15), to: event, at: start, caller: seeker.caller)
    _ = try rides.ask(driver.id, to: event, at: start, caller: seeker.caller)
    _ = try rides.answer(true, to: seeker.id, for: event, at: start, caller: driver.caller)
  }

  /// What both have heard of a ride; what they hear is the same, but for the name of the other.
  private func heard(
    _ fixture: RidesFixture, _ ana: RidesFixture.Person, _ ben: RidesFixture.Person
  ) throws -> [String] {
    let (of, by) = (try fixture.heard(ana), try fixture.heard(ben))
    let isAgreed = { (text: String) in text.contains("rides with you to the") }
    let texts = of.filter(isAgreed).map { $0.replacing("Ben ", with: "Ana ") }
    #expect(by.filter(isAgreed) == texts)
    return texts
  }

  @Test(
    "those who ride to an earlier occurrence hear nothing of a change of later ones, and those who ride to a later one hear of it once",
    arguments: StoreEngine.allCases)
  func earlier(_ engine: StoreEngine) throws {
    let fixture = try RidesFixture(engine)
    let (ana, ben) = (try fixture.person("Ana"), try fixture.person("Ben"))
    let (_, event) = try fixture.event([ana, ben], rule: "FREQ=WEEKLY;COUNT=4")
    for start in [second, third] { try agree(fixture, ana, ben, event, at: start) }
    let rest = try fixture.events.change(
      event, at: third, following: true,
      GroupEventDraft(changing: TeamsFixture.fields(#"{"start": "2026-06-27T11:00"}"#)),
      expecting: .any, caller: ana.caller)
    #expect(rest != event)
    let moved =
      "Ana still rides with you to the changed “Regatta”, "
      + "Sat, 27 June 2026 at 11:00 (UTC)."
    #expect(try heard(fixture, ana, ben) == [moved])
    #expect(try fixture.list(event, ben, at: second).map(\.state) == [.agreed])
    let later = third.adding(seconds: 2 * 3600)
    #expect(try fixture.list(rest, ben, at: later).map(\.state) == [.agreed])
    // Nobody rides to what is cancelled now; then somebody does.
    try fixture.events.cancel(
      rest, at: later.adding(seconds: 7 * 86_400), following: true, expecting: .any,
      caller: ana.caller)
    #expect(try heard(fixture, ana, ben) == [moved])
    try fixture.events.cancel(
      event, at: second, following: true, expecting: .any, caller: ana.caller)
    #expect(
      try heard(fixture, ana, ben) == [
        moved,
        "Ana no longer rides with you to the cancelled “Regatta”, "
          + "Sat, 20 June 2026 at 09:00 (UTC).",
      ])
    #expect(try fixture.list(rest, ben, at: later).map(\.state) == [.agreed])
    #expect(try fixture.breaches().isEmpty)
  }

  @Test(
    "a ride to an occurrence that was changed alone stays with it when the series is cut before it, and ends with it",
    arguments: StoreEngine.allCases)
  func changedAlone(_ engine: StoreEngine) throws {
    let fixture = try RidesFixture(engine)
    let (ana, ben) = (try fixture.person("Ana"), try fixture.person("Ben"))
    let (_, event) = try fixture.event([ana, ben], rule: "FREQ=WEEKLY;COUNT=4")
    let single = try fixture.events.change(
      event, at: third,
      GroupEventDraft(changing: TeamsFixture.fields(#"{"start": "2026-06-27T12:00"}"#)),
      expecting: .any, caller: ana.caller)
    let start = third.adding(seconds: 3 * 3600)
    try agree(fixture, ana, ben, single, at: start)
    let rest = try fixture.events.change(
      event, at: second, following: true,
      GroupEventDraft(changing: TeamsFixture.fields(#"{"start": "2026-06-20T08:00"}"#)),
      expecting: .any, caller: ana.caller)
    #expect(try heard(fixture, ana, ben).isEmpty, "it takes place as it was agreed on")
    #expect(try fixture.list(single, ben).map(\.state) == [.agreed])
    try fixture.events.cancel(
      rest, at: third.adding(seconds: 7 * 86_400 - 3600), following: true, expecting: .any,
      caller: ana.caller)
    #expect(try fixture.list(single, ben).map(\.state) == [.agreed], "it is before that cut")
    try fixture.events.cancel(rest, expecting: .any, caller: ana.caller)
    #expect(
      try heard(fixture, ana, ben) == [
        "Ana no longer rides with you to the cancelled “Regatta”, "
          + "Sat, 27 June 2026 at 12:00 (UTC)."
      ])
    #expect(try fixture.count("ride_pairs") == 0)
    #expect(try fixture.breaches().isEmpty)
  }
}
