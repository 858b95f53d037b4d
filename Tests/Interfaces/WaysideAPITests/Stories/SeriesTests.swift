import Base
import HTTPServing
import Testing
import WaysideAPI

@Suite("series: one, this and following, or all of them")
struct SeriesTests {
  let fixture: APIFixture
  let ana: APIFixture.Person
  let ben: APIFixture.Person
  let team: String

  init() throws {
    fixture = try APIFixture()
    (ana, ben) = (try fixture.person("Ana"), try fixture.person("Ben"))
    team = try fixture.team(of: ana, [ben])
  }

  /// Four practices on Mondays from 4 May at 18:00.
  private func practice() throws -> Reply {
    let made = try fixture.call(
      .post, "/v1/realms/\(team)/events", as: ana,
      [
        "kind": "practice", "title": "Rowing", "start": "2026-05-04T18:00", "zone": "UTC",
        "duration": 3600, "recurrence": "FREQ=WEEKLY;COUNT=4",
        "place": ["lat": 47.139, "lon": 9.5215], "placeIsSafe": true,
      ])
    try #require(made.status == 201, "\(made.text)")
    return made
  }

  private func path(_ id: String, _ rest: String = "", at start: String) -> String {
    "/v1/group-events/\(id)\(rest)?occurrence=\(start)Z"
  }

  /// When practices begin, how they stand, and what Ben has said.
  private func seen() throws -> [[String?]] {
    try fixture.call(
      .get, "/v1/realms/\(team)/events?from=2026-05-01T00:00:00Z&limit=50", as: ben
    ).items.map { [$0["start"]?.string, $0["status"]?.string, $0["answer"]?.string] }
  }

  @Test(
    "this and following: later ones move with their answers, earlier ones stay, one notice each")
  func following() throws {
    let made = try practice()
    let id = try made.require("id")
    for (start, answer) in [
      ("2026-05-11T18:00:00", "declined"), ("2026-05-25T18:00:00", "tentative"),
    ] {
      let said = try fixture.call(
        .put, path(id, "/answer", at: start), as: ben, ["answer": .text(answer)])
      try #require(said.status == 200, "\(said.text)")
    }
    let heard = try fixture.heard(ben, "eventChange").count
    let tag = try fixture.call(.get, "/v1/group-events/\(id)", as: ana).tag()
    let third = path(id, at: "2026-05-18T18:00:00") + "&following=true"
    let change: JSON = ["start": "2026-05-19T19:30"]
    #expect(try fixture.call(.patch, third, as: ben, change, headers: [tag]).status == 403)
    let changed = try fixture.call(.patch, third, as: ana, change, headers: [tag])
    try #require(changed.status == 200, "\(changed.text)")
    #expect(changed.json["id"]?.string != id)
    #expect(
      try seen() == [
        ["2026-05-04T18:00:00", "confirmed", "none"],
        ["2026-05-11T18:00:00", "confirmed", "declined"],
        ["2026-05-19T19:30:00", "confirmed", "none"],
        ["2026-05-26T19:30:00", "confirmed", "tentative"],
      ])
    let texts = try fixture.heard(ben, "eventChange").compactMap { $0["text"]?.string }
    #expect(texts.count == heard + 1, "\(texts)")
    #expect(
      texts.contains { $0.contains("was changed from Mon, 18 May 2026 at 18:00 (UTC)") }, "\(texts)"
    )
  }

  @Test(
    "this and following of the first one is the whole series; of what a series does not have, nothing"
  )
  func edges() throws {
    let made = try practice()
    let id = try made.require("id")
    let change: JSON = ["title": "Sculling"]
    let none = path(id, at: "2026-05-05T18:00:00") + "&following=true"
    #expect(try fixture.call(.patch, none, as: ana, change, headers: [made.tag()]).status == 404)
    let alone = "/v1/group-events/\(id)?following=true"
    #expect(
      try fixture.call(.patch, alone, as: ana, change, headers: [made.tag()]).slug
        == "invalid-query")
    let first = path(id, at: "2026-05-04T18:00:00") + "&following=true"
    let changed = try fixture.call(.patch, first, as: ana, change, headers: [made.tag()])
    #expect(changed.json["id"]?.string == id)
    #expect(try seen().count == 4)
  }

  @Test("cancelling this and following keeps the entries, and each member is told once")
  func cancelled() throws {
    let id = try practice().require("id")
    let heard = try fixture.heard(ben, "eventChange").count
    let third = path(id, at: "2026-05-18T18:00:00") + "&following=true"
    #expect(try fixture.call(.delete, third, as: ben).status == 403)
    #expect(try fixture.call(.delete, third, as: ana).status == 204)
    #expect(
      try seen().map { $0[1] } == ["confirmed", "confirmed", "cancelled", "cancelled"])
    #expect(try fixture.heard(ben, "eventChange").count == heard + 1)
  }

  @Test(
    "who was there stays with the practices that took place; later ones go to their new clock time")
  func attendance() throws {
    let id = try practice().require("id")
    #expect(try fixture.call(.delete, path(id, at: "2026-05-18T18:00:00"), as: ana).status == 204)
    let second = try #require(Instant(rfc3339: "2026-05-11T18:30:00Z"))
    fixture.clock.advance(seconds: second.seconds(since: fixture.clock.now()))
    for start in ["2026-05-04T18:00:00", "2026-05-11T18:00:00"] {
      let mark = try fixture.call(
        .put, path(id, "/attendance/own", at: start), as: ben, ["mark": "present"])
      try #require(mark.status == 200, "\(mark.text)")
    }
    let tag = try fixture.call(.get, "/v1/group-events/\(id)", as: ana).tag()
    let changed = try fixture.call(
      .patch, "/v1/group-events/\(id)", as: ana, ["start": "2026-05-11T17:00"], headers: [tag])
    try #require(changed.status == 200, "\(changed.text)")
    // The second one is under way: it is the next that is read, and stays.
    #expect(changed.json["start"]?.string == "2026-05-25T17:00:00", "\(changed.text)")
    func marked(_ path: String) throws -> String? {
      try fixture.call(.get, path, as: ben).items.first?["own"]?.string
    }
    #expect(try marked(path(id, "/attendance", at: "2026-05-04T18:00:00")) == "present")
    #expect(try marked(path(id, "/attendance", at: "2026-05-11T18:00:00")) == "present")
    #expect(
      try seen().map { $0[1] } == ["confirmed", "confirmed", "cancelled", "confirmed"],
      "what was cancelled stays so")
    let past = try fixture.call(.get, "/v1/group-events/\(id)", as: ana).tag()
    let single = try fixture.call(
      .patch, path(id, at: "2026-05-11T18:00:00"), as: ana, ["title": "Sculling"], headers: [past])
    let other = try single.require("id")
    #expect(try marked("/v1/group-events/\(other)/attendance") == "present")
  }

  @Test("all of a series are all from now on: cancelled or on another day, what took place stays")
  func fromNowOn() throws {
    let id = try practice().require("id")
    let second = try #require(Instant(rfc3339: "2026-05-12T08:00:00Z"))
    let answered = try fixture.call(
      .put, path(id, "/answer", at: "2026-05-04T18:00:00"), as: ben, ["answer": "declined"])
    try #require(answered.status == 200, "\(answered.text)")
    fixture.clock.advance(seconds: second.seconds(since: fixture.clock.now()))
    let mark = try fixture.call(
      .put, path(id, "/attendance/own", at: "2026-05-11T18:00:00"), as: ben, ["mark": "present"])
    try #require(mark.status == 200, "\(mark.text)")
    // Wednesdays instead of Mondays.
    let read = try fixture.call(.get, "/v1/group-events/\(id)", as: ana)
    #expect(read.json["start"]?.string == "2026-05-18T18:00:00")
    #expect(read.json["nextStart"]?.string == "2026-05-18T18:00:00")
    let changed = try fixture.call(
      .patch, "/v1/group-events/\(id)", as: ana, ["start": "2026-05-20T18:00"],
      headers: [read.tag()])
    try #require(changed.status == 200, "\(changed.text)")
    let held = [
      ["2026-05-04T18:00:00", "confirmed", "declined"],
      ["2026-05-11T18:00:00", "confirmed", "none"],
    ]
    #expect(
      try seen() == held + [
        ["2026-05-20T18:00:00", "confirmed", "none"], ["2026-05-27T18:00:00", "confirmed", "none"],
      ])
    // All that is left is cancelled, and who was there can be read and marked.
    let rest = try changed.require("id")
    #expect(try fixture.call(.delete, "/v1/group-events/\(rest)", as: ana).status == 204)
    #expect(try seen().map { $0[1] } == ["confirmed", "confirmed", "cancelled", "cancelled"])
    let was = path(id, "/attendance", at: "2026-05-11T18:00:00")
    #expect(try fixture.call(.get, was, as: ben).items.first?["own"]?.string == "present")
    // A series that is over has nothing left to cancel, and is not moved any more.
    #expect(try fixture.call(.delete, "/v1/group-events/\(id)", as: ana).status == 204)
    #expect(try Array(seen().prefix(2)) == held)
    let over = try fixture.call(.get, "/v1/group-events/\(id)", as: ana)
    let late = try fixture.call(
      .patch, "/v1/group-events/\(id)", as: ana, ["start": "2026-05-05T18:00"],
      headers: [over.tag()])
    #expect(late.slug == "invalid-content", "\(late.text)")
  }

  @Test("cancelling all of a series under way keeps what has begun and who was there")
  func cancelledUnderWay() throws {
    let id = try practice().require("id")
    let during = try #require(Instant(rfc3339: "2026-05-11T18:30:00Z"))
    fixture.clock.advance(seconds: during.seconds(since: fixture.clock.now()))
    let at = "2026-05-11T18:00:00"
    let mark = try fixture.call(
      .put, path(id, "/attendance/own", at: at), as: ben, ["mark": "present"])
    try #require(mark.status == 200, "\(mark.text)")
    #expect(try fixture.call(.delete, "/v1/group-events/\(id)", as: ana).status == 204)
    #expect(try seen().map { $0[1] } == ["confirmed", "confirmed", "cancelled", "cancelled"])
    let was = try fixture.call(.get, path(id, "/attendance", at: at), as: ben)
    #expect(was.items.first?["own"]?.string == "present", "\(was.text)")
  }

  @Test("a start that is sent back as it was read changes nothing, and other words no times")
  func sentBack() throws {
    let id = try practice().require("id")
    let later = try #require(Instant(rfc3339: "2026-05-12T08:00:00Z"))
    fixture.clock.advance(seconds: later.seconds(since: fixture.clock.now()))
    let before = try seen()
    let heard = try fixture.heard(ben, "eventChange").count
    let read = try fixture.call(.get, "/v1/group-events/\(id)", as: ana)
    let start = try #require(read.json["start"]?.string)
    let same = try fixture.call(
      .patch, "/v1/group-events/\(id)", as: ana, ["start": .text(start)], headers: [read.tag()])
    #expect(same.status == 200 && same.json["id"]?.string == id, "\(same.text)")
    #expect(same.json["start"]?.string == start)
    #expect(try seen() == before)
    #expect(try fixture.heard(ben, "eventChange").count == heard)
    let renamed = try fixture.call(
      .patch, "/v1/group-events/\(id)", as: ana, ["start": .text(start), "title": "Sculling"],
      headers: [same.tag()])
    #expect(renamed.status == 200 && renamed.json["id"]?.string == id, "\(renamed.text)")
    #expect(try seen() == before)
  }

  @Test("an own appointment: this and following move, or are deleted, and the earlier ones stay")
  func appointments() throws {
    let made = try fixture.call(
      .post, "/v1/appointments", as: ana,
      [
        "title": "Choir", "start": "2026-05-04T20:00", "zone": "UTC", "duration": 3600,
        "recurrence": "FREQ=WEEKLY;COUNT=4", "confirm": ["noPosition"],
      ])
    let id = try made.require("id")
    let at = "/v1/appointments/\(id)?occurrence=2026-05-18T20:00:00Z&following=true"
    let changed = try fixture.call(
      .patch, at, as: ana, ["start": "2026-05-18T19:00", "confirm": ["noPosition"]],
      headers: [made.tag()])
    try #require(changed.status == 200, "\(changed.text)")
    func starts() throws -> [String] {
      try fixture.call(
        .get, "/v1/appointments?from=2026-05-01T00:00:00Z&to=2026-07-01T00:00:00Z", as: ana
      ).items.map { String(($0["startsAt"]?.string ?? "").prefix(16)) }
    }
    #expect(
      try starts() == [
        "2026-05-04T20:00", "2026-05-11T20:00", "2026-05-18T19:00",
        "2026-05-25T19:00",
      ])
    let second = "/v1/appointments/\(id)?occurrence=2026-05-11T20:00:00Z&following=true"
    #expect(try fixture.call(.delete, second, as: ana).status == 204)
    #expect(
      try starts() == ["2026-05-04T20:00", "2026-05-18T19:00", "2026-05-25T19:00"])
  }
}
