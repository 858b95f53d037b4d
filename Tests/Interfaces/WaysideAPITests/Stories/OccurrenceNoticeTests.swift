import Base
import HTTPServing
import Testing

@Suite("notifications about one occurrence of a series")
struct OccurrenceNoticeTests {
  let fixture: APIFixture
  let ana: APIFixture.Person
  let ben: APIFixture.Person
  let event: String

  /// The third of four Saturdays.
  private static let third = "2026-06-27T07:00:00.000Z"
  private static let words = "Sat, 27 June 2026 at 09:00 (Vaduz time)"

  init() throws {
    fixture = try APIFixture()
    (ana, ben) = (try fixture.person("Ana"), try fixture.person("Ben"))
    let team = try fixture.team(of: ana, [ben])
    let made = try fixture.call(
      .post, "/v1/realms/\(team)/events", as: ana,
      [
        "kind": "event", "title": "Regatta", "start": "2026-06-13T09:00",
        "zone": "Europe/Vaduz", "recurrence": "FREQ=WEEKLY;COUNT=4",
        "place": ["lat": 47.139, "lon": 9.5215], "placeIsSafe": true,
      ])
    try #require(made.status == 201, "\(made.text)")
    event = try "/v1/group-events/" + made.require("id")
  }

  private func path(_ rest: String) -> String { "\(event)\(rest)?occurrence=\(Self.third)" }

  private func come(_ person: APIFixture.Person) throws {
    let said = try fixture.call(.put, path("/answer"), as: person, ["answer": "accepted"])
    try #require(said.status == 200, "\(said.text)")
  }

  /// Refuses anything but one notification of a kind, of the third occurrence by its day.
  private func expectThird(_ person: APIFixture.Person, _ kind: String) throws {
    let told = try fixture.heard(person, kind)
    #expect(told.count == 1)
    let subject = told.first?["subject"]
    #expect(subject?["occurrence"]?.string == Self.third, "\(told)")
    #expect(told.first?["text"]?.string?.contains(Self.words) == true, "\(told)")
    // What it carries opens that very one.
    let id = try #require(subject?["id"]?.string)
    let opened = try fixture.call(
      .get, "/v1/group-events/\(id)?occurrence=\(Self.third)", as: person)
    #expect(opened.json["startsAt"]?.string == Self.third, "\(opened.text)")
  }

  @Test("US3(c), US8(d): an answer to one occurrence is told with its day, and opens it")
  func answers() throws {
    try come(ben)
    try expectThird(ana, "eventAnswer")
    // What is said of all of it opens all of it.
    let all = try fixture.call(.put, event + "/answer", as: ben, ["answer": "tentative"])
    try #require(all.status == 200, "\(all.text)")
    let told = try fixture.heard(ana, "eventAnswer")
    #expect(told.count == 2 && told.contains { $0["subject"]?["occurrence"] == nil }, "\(told)")
  }

  @Test("US3(c): what is told of a ride to one occurrence names its day, and opens it")
  func rides() throws {
    for person in [ana, ben] { try come(person) }
    let offer: JSON = [
      "role": "driver", "seats": 1, "start": ["from": "shown", "lat": 47.2, "lon": 9.52],
    ]
    let wish: JSON = ["role": "seeker", "start": ["from": "shown", "lat": 47.17, "lon": 9.52]]
    for (person, body) in [(ana, offer), (ben, wish)] {
      let put = try fixture.call(.put, path("/rides/own"), as: person, body)
      try #require(put.status == 200, "\(put.text)")
    }
    let asked = try fixture.call(.put, path("/rides/with/\(ana.id)"), as: ben)
    try #require(asked.status == 200, "\(asked.text)")
    try expectThird(ana, "rideAsked")
  }

  @Test("US3(c): a reminder to answer a series opens the occurrence that it asks about")
  func reminders() throws {
    let tag = try fixture.call(.get, event, as: ana).tag()
    let changed = try fixture.call(
      .patch, event, as: ana, ["responseDeadline": "2026-06-20T12:00:00Z"], headers: [tag])
    try #require(changed.status == 200, "\(changed.text)")
    let due = try #require(Instant(rfc3339: "2026-06-20T10:00:00Z"))
    fixture.clock.advance(seconds: due.seconds(since: fixture.clock.now()))
    try fixture.fire("eventReminder")
    // Seven weeks later the session of then has ended.
    try expectThird(fixture.logIn(ben.email), "eventReminder")
  }
}
