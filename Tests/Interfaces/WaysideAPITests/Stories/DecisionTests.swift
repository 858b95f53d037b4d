import Access
import Base
import HTTPServing
import Moderation
import Testing
import WaysideAPI

@Suite("What admins decide on what was reported")
struct DecisionTests {
  typealias Person = APIFixture.Person
  let fixture: APIFixture
  let admin: Person
  let reader: Person

  init() throws {
    fixture = try APIFixture()
    admin = try fixture.admin()
    reader = try fixture.person("Rea Reader")
  }

  private func report(_ kind: String, _ id: String, by person: Person? = nil) throws -> String {
    let made = try fixture.call(
      .post, "/v1/reports", as: person ?? reader,
      ["subject": ["kind": .text(kind), "id": .text(id)], "reason": "spam", "text": "Look"])
    try #require(made.status == 201, "\(made.text)")
    return try made.require("id")
  }

  private func decide(_ report: String, _ word: String) throws {
    let decided = try fixture.call(
      .post, "/v1/admin/reports/\(report)/decision", as: admin,
      ["decision": .text(word), "reason": "Rule 3"])
    try #require(decided.status == 200, "\(decided.text)")
  }

  private func undo(_ report: String, as person: Person? = nil) throws -> Reply {
    try fixture.call(.delete, "/v1/admin/reports/\(report)/decision", as: person ?? admin)
  }

  private func status(_ path: String, _ person: Person) throws -> Int {
    try fixture.call(.get, path, as: person).status
  }

  @Test("a placed object that is hidden until it is changed comes back by a change of its author")
  func hideInstance() throws {
    let author = try fixture.person("Ann Author")
    let id = try fixture.place(fixture.object(of: author), by: author)
    let path = "/v1/instances/\(id)"
    try decide(report("instance", id), "hide")
    #expect(try status(path, reader) == 404)
    let own = try fixture.call(.get, path, as: author)
    #expect(own.json["hidden"]?.bool == true, "\(own.text)")
    let listed = try fixture.call(.get, "/v1/instances", as: author).items
    #expect(listed.map { $0["hidden"]?.bool } == [true])
    #expect(
      try fixture.call(.get, "/v1/nearby?lat=47.141&lon=9.5209&radius=50", as: reader).text
        .contains(id) == false)
    // A change that changes nothing is none.
    let same = try fixture.call(
      .patch, path, as: author, ["pose": APIFixture.pose()], headers: [own.tag()])
    #expect(same.status == 200 && same.json["hidden"]?.bool == true, "\(same.text)")
    let changed = try fixture.call(
      .patch, path, as: author, ["name": "A tree"], headers: [same.tag()])
    #expect(changed.status == 200 && changed.json["hidden"] == nil, "\(changed.text)")
    #expect(try status(path, reader) == 200)
    #expect(
      try fixture.heard(author, "moderation").first?["text"]?.string?.contains("hidden") == true)
  }

  @Test("an object that is hidden until it is changed is out of sight wherever it stands")
  func hideObject() throws {
    let author = try fixture.person("Ann Author")
    let object = try fixture.object(of: author)
    let (path, placed) = ("/v1/objects/\(object)", try fixture.place(object, by: author))
    try decide(report("object", object), "hide")
    #expect(try status(path, reader) == 404)
    #expect(try status("/v1/instances/\(placed)", reader) == 404)
    let own = try fixture.call(.get, path, as: author)
    #expect(own.json["state"]?.string == "hidden", "\(own.text)")
    let changed = try fixture.call(
      .patch, path, as: author, ["name": "Harmless"], headers: [own.tag()])
    #expect(changed.json["state"]?.string == "live", "\(changed.text)")
    #expect(try status(path, reader) == 200)
    #expect(try status("/v1/instances/\(placed)", reader) == 200)
  }

  @Test("a tour that is hidden until it is changed is not published again as it was")
  func hideTour() throws {
    let guide = try fixture.guide()
    let id = try fixture.publishedTour(by: guide)
    let path = "/v1/tours/\(id)"
    try decide(report("tour", id), "hide")
    #expect(try status(path, reader) == 404)
    let again = try fixture.call(.post, path + "/publication", as: guide)
    #expect(again.slug == "tour-hidden", "\(again.text)")
    let read = try fixture.call(.get, path, as: guide)
    let changed = try fixture.call(
      .patch, path, as: guide, ["description": "Nothing bad."], headers: [read.tag()])
    #expect(changed.status == 200, "\(changed.text)")
    #expect(try fixture.call(.post, path + "/publication", as: guide).status == 200)
    #expect(try status(path, reader) == 200)
  }

  @Test("what was removed or hidden comes back when the admin takes the decision back at once")
  func undoes() throws {
    let (author, guide) = (try fixture.person("Ann Author"), try fixture.guide())
    let walker = try fixture.person("Will Walker")
    let object = try fixture.object(of: author)
    let placed = try fixture.place(object, by: author)
    let tour = try fixture.publishedTour(by: guide)
    let run = try fixture.call(.post, "/v1/tours/\(tour)/runs", as: walker)
    try #require(run.status == 201, "\(run.text)")
    for (kind, id, path) in [
      ("instance", placed, "/v1/instances/\(placed)"), ("object", object, "/v1/objects/\(object)"),
      ("tour", tour, "/v1/tours/\(tour)"),
    ] {
      let report = try report(kind, id)
      for word in ["remove", "hide", "warn", "keep"] {
        try decide(report, word)
        let stays = ["keep", "warn"].contains(word)
        #expect(try status(path, reader) == (stays ? 200 : 404), "\(word)")
        let undone = try undo(report)
        #expect(undone.status == 200 && undone.json["decision"] == nil, "\(undone.text)")
        #expect(try status(path, reader) == 200, "\(kind) after \(word)")
      }
      #expect(try status("/v1/instances/\(placed)", reader) == 200, "\(kind)")
    }
    let going = try fixture.call(.get, "/v1/runs/\(run.require("id"))", as: walker)
    #expect(going.json["endedAt"] == nil, "the walk goes on: \(going.text)")
    let queue = try fixture.call(.get, "/v1/admin/reports", as: admin)
    #expect(queue.items.count == 3, "\(queue.text)")
    let told = try fixture.heard(author, "moderation").compactMap { $0["text"]?.string }
    #expect(told.allSatisfy { $0.contains("was taken back") } && !told.isEmpty, "\(told)")
  }

  @Test("an account that was removed in error is used again after the undo")
  func undoesSuspension() throws {
    let bad = try fixture.person("Bad Ben")
    let report = try report("account", bad.id)
    try decide(report, "remove")
    #expect(try fixture.call(.get, "/v1/me", as: bad).status == 401)
    #expect(try undo(report).status == 200)
    #expect(try fixture.call(.get, "/v1/me", as: fixture.logIn(bad.email)).status == 200)
    let hidden = try fixture.call(
      .post, "/v1/admin/reports/\(report)/decision", as: admin,
      ["decision": "hide", "reason": "No."])
    #expect(hidden.slug == "not-hideable", "\(hidden.text)")
  }

  @Test("a decision is taken back for a moment only, and by nobody but who made it")
  func undoesInTime() throws {
    let author = try fixture.person("Ann Author")
    let id = try fixture.place(fixture.object(of: author), by: author)
    let report = try report("instance", id)
    #expect(try undo(report).slug == "not-undoable", "nothing is decided")
    try decide(report, "remove")
    #expect(try undo(report, as: fixture.admin()).slug == "not-undoable")
    fixture.clock.advance(seconds: Double(ModerationService.undoTime + 1))
    #expect(try undo(report).slug == "not-undoable")
    #expect(try status("/v1/instances/\(id)", reader) == 404)
  }

  @Test(
    "beside a case stand its owner, what else of theirs was reported, and what its reporters do")
  func context() throws {
    let author = try fixture.person("Ann Author")
    let object = try fixture.object(of: author)
    let (first, second) = (
      try fixture.place(object, by: author), try fixture.place(object, by: author)
    )
    try decide(report("instance", first), "remove")
    fixture.clock.advance(seconds: 60)
    let open = try report("object", object, by: fixture.person("Other Reader"))
    let details = try fixture.call(
      .get, "/v1/admin/reports/\(report("instance", second))", as: admin)
    #expect(details.json["owner"]?["name"]?.string == "Ann Author", "\(details.text)")
    #expect(details.json["owner"]?["state"]?.string == "active")
    let history = details.json["history"]
    #expect(history?[0]?["id"]?.string == open && history?[0]?["decision"] == nil)
    #expect(history?[1]?["decision"]?.string == "remove")
    #expect(history?[1]?["decisionReason"]?.string == "Rule 3")
    #expect(history?[2] == nil)
    let reporter = details.json["reports"]?[0]?["reporter"]
    #expect(
      reporter?["reports"]?.integer == 1 && reporter?["upheld"]?.integer == 1, "\(details.text)")
    #expect(!details.text.contains("Rea Reader"), "who reports is not named")
    #expect(details.json["decisions"]?[2]?.string == "hide")
  }

  @Test("the audit log says who did what to what by their names")
  func names() throws {
    let author = try fixture.person("Ann Author")
    let id = try fixture.place(fixture.object(of: author, "Cube"), by: author)
    let report = try report("instance", id)
    try decide(report, "warn")
    func latest() throws -> JSONValue? {
      try fixture.call(.get, "/v1/admin/audit?limit=1", as: admin).items.first
    }
    #expect(try latest()?["subjectName"]?.string == "Cube")
    #expect(try latest()?["actorName"]?.string == "Admin 1")
    try #require(try undo(report).status == 200)
    try decide(report, "remove")
    #expect(try latest()?["subjectName"] == nil, "what is gone is seen by nobody")
    try decide(self.report("account", author.id), "keep")
    #expect(try latest()?["subjectName"]?.string == "Ann Author")
    _ = try fixture.guide("Vaduz Walks")
    #expect(try latest()?["action"]?.string == "organization-approved")
    #expect(try latest()?["subjectName"]?.string == "Vaduz Walks")
  }
}
