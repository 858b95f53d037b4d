import Base
import HTTPServing
import Testing
import WaysideAPI

@Suite("taking away what somebody else has changed meanwhile")
struct StaleDeletionTests {
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
}
