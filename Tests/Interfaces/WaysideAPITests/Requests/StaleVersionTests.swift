import Base
import HTTPServing
import Testing
import WaysideAPI

@Suite("taking away what somebody else has changed meanwhile")
struct StaleVersionTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  /// Refused with the version of before the change, done with the one after it.
  private func expectVersions(
    of path: String, from made: Reply, by person: APIFixture.Person,
    _ change: ((String, String)) throws -> Reply
  ) throws {
    let before = try made.tag()
    let changed = try change(before)
    #expect(changed.status == 200, "\(changed.text)")
    let stale = try fixture.call(.delete, path, as: person, headers: [before])
    #expect(stale.status == 412, "\(path): \(stale.status) \(stale.text)")
    #expect(try change(before).status == 412, "\(path)")
    let gone = try fixture.call(.delete, path, as: person, headers: [changed.tag()])
    #expect(gone.status == 204, "\(gone.text)")
  }

  @Test("a course, a record and an activity go by their present version alone, where one is named")
  func versions() throws {
    let (ana, ben) = (try fixture.person("Ana"), try fixture.person("Ben"))
    let community = try fixture.team(of: ana, [ben], kind: "community")
    let lesson: JSON = ["kind": "article", "title": "Summer", "text": "Mind the water."]
    let course: JSON = ["title": "Bees", "lessons": .list([lesson])]
    let made = try fixture.call(.post, "/v1/realms/\(community)/courses", as: ana, course)
    let first = try "/v1/courses/" + made.require("id")
    try expectVersions(of: first, from: made, by: ana) {
      try fixture.call(.put, first, as: ana, course, headers: [$0])
    }
    let team = try fixture.team(of: ana, [ben])
    let record: JSON = [
      "account": .text(ben.id), "metric": "Goals", "value": 12, "season": "2026",
      "day": "2026-05-04",
    ]
    let kept = try fixture.call(.post, "/v1/realms/\(team)/records", as: ana, record)
    let second = try "/v1/team-records/" + kept.require("id")
    try expectVersions(of: second, from: kept, by: ana) {
      try fixture.call(.put, second, as: ana, record, headers: [$0])
    }
    let (family, members) = try fixture.family("Cleo", "Dora")
    let path = "/v1/realms/\(family)/activities"
    let started = try fixture.call(.post, path, as: members[0], [:])
    let third = try "/v1/activities/" + started.require("id")
    try expectVersions(of: third, from: started, by: members[0]) {
      try fixture.call(.patch, third, as: members[0], ["name": "Hike"], headers: [$0])
    }
  }

  @Test(
    "every deletion and change that knows versions refuses another one, and changes nothing then")
  func every() throws {
    let (ana, guide) = (try fixture.person("Ana"), try fixture.guide())
    let family = try fixture.family("Cleo", "Dora")
    let cleo = family.members[0]
    func made(_ path: String, _ body: JSON, by person: APIFixture.Person) throws -> String {
      let reply = try fixture.call(.post, path, as: person, body)
      try #require(reply.status == 201, "\(path): \(reply.text)")
      return try reply.require("id")
    }
    let team = try fixture.team(of: ana, [])
    let community = try fixture.team(of: ana, [], kind: "community")
    let event: JSON = [
      "kind": "event", "title": "Regatta", "start": "2026-05-04T18:00", "duration": 3600,
      "placeIsSafe": true,
      "place": ["label": "Boathouse"],
    ]
    let course: JSON = [
      "title": "Bees",
      "lessons": [["kind": "article", "title": "Summer", "text": "Mind the water."]],
    ]
    let car = try fixture.resource("Car", of: family.realm, by: cleo)
    let cases: [(template: String, id: String, APIFixture.Person)] = [
      (
        "/v1/bookings/{booking}",
        try fixture.book(car, APIFixture.booking(8, 10), as: cleo).require("id"), cleo
      ),
      ("/v1/resources/{resource}", car, cleo),
      (
        "/v1/activities/{activity}",
        try made("/v1/realms/\(family.realm)/activities", [:], by: cleo), cleo
      ),
      (
        "/v1/appointments/{appointment}",
        try fixture.made(APIFixture.appointment(), by: ana).require("id"), ana
      ),
      ("/v1/courses/{course}", try made("/v1/realms/\(community)/courses", course, by: ana), ana),
      ("/v1/group-events/{event}", try made("/v1/realms/\(team)/events", event, by: ana), ana),
      ("/v1/realms/{realm}", try fixture.group(of: ana), ana),
      ("/v1/instances/{instance}", try fixture.place(fixture.object(of: ana), by: ana), ana),
      ("/v1/objects/{object}", try fixture.object(of: ana, "Other"), ana),
      ("/v1/tours/{tour}", try fixture.draft(by: guide), guide),
      ("/v1/tours/{tour}/publication", try fixture.publishedTour(by: guide), guide),
      ("/v1/me", "", ana),
    ]
    let changes = Set(
      fixture.api.operations.filter { $0.method == .patch && $0.version != .none }.map(\.path))
    // Parts of a tour go by the tour's version.
    let wholes = changes.filter { !$0.hasPrefix("/v1/tours/{tour}/") }
    #expect(wholes.isSubset(of: cases.map(\.template)))
    for (template, id, person) in cases {
      let path = template.replacing(#/{[a-z]+}/#, with: id)
      let read = path.replacing("/publication", with: "")
      let body: JSON? = template == "/v1/me" ? ["password": .text(APIFixture.password)] : nil
      let before = try fixture.call(.get, read, as: person)
      let stale = try fixture.call(
        .delete, path, as: person, body, headers: [("If-Match", "\"999\"")])
      #expect(
        stale.status == 412 && stale.slug == "stale-version",
        "\(path): \(stale.status) \(stale.text)")
      if changes.contains(template) {
        let change = try fixture.call(
          .patch, path, as: person, [:], headers: [("If-Match", "\"999\"")])
        #expect(change.status == 412, "\(path): \(change.status) \(change.text)")
      }
      #expect(try fixture.call(.get, read, as: person).bytes == before.bytes, "\(path)")
      let gone = try fixture.call(.delete, path, as: person, body, headers: [before.tag()])
      #expect(gone.status == 204, "\(path): \(gone.status) \(gone.text)")
    }
    let documented = fixture.api.operations.filter { $0.method == .delete && $0.version != .none }
      .map(\.path)
    // A record cannot be read by itself, it is tried above; parts of a tour go by the tour's version.
    let others = documented.filter {
      $0 != "/v1/team-records/{record}" && !$0.hasPrefix("/v1/tours/{tour}/")
    }
    #expect(
      Set(others) == Set(cases.map(\.template).filter { !$0.hasPrefix("/v1/tours/{tour}/") }))
    let draft = try fixture.draft(by: guide)
    let stop = try #require(
      try fixture.call(.get, "/v1/tours/\(draft)", as: guide).json["stops"]?[0]?["id"]?.string)
    for part in documented
    where part.hasPrefix("/v1/tours/{tour}/") && !part.hasSuffix("publication") {
      let path = part.replacing("{tour}", with: draft).replacing("{stop}", with: stop)
        .replacing("{picture}", with: stop)
      let stale = try fixture.call(.delete, path, as: guide, headers: [("If-Match", "\"999\"")])
      #expect(stale.status == 412, "\(path): \(stale.status) \(stale.text)")
      guard changes.contains(part) else { continue }
      let change = try fixture.call(
        .patch, path, as: guide, ["alt": "A view"], headers: [("If-Match", "\"999\"")])
      #expect(change.status == 412, "\(path): \(change.status) \(change.text)")
    }
  }
}
