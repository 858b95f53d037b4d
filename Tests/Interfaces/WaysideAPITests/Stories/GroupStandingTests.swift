import Base
import HTTPServing
import Testing
import WaysideAPI

@Suite("What is new in which of one's groups")
struct GroupStandingTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  @Test("the list of one's groups says where something is new, and when one was there last")
  func unread() throws {
    let (ana, ben) = (try fixture.person("Ana"), try fixture.person("Ben"))
    func start(_ kind: JSON, _ name: JSON) throws -> String {
      try fixture.call(
        .post, "/v1/realms", as: ana, ["kind": kind, "name": name, "joinPolicy": "invite"]
      ).require("id")
    }
    let (team, family) = (try start("team", "Team 2"), try start("family", "Us"))
    for realm in [team, family] { try fixture.join(ben, realm, by: ana) }
    func standing(_ realm: String, of person: APIFixture.Person) throws -> JSONValue? {
      try fixture.call(.get, "/v1/realms", as: person).items.first { $0["id"]?.string == realm }
    }
    for realm in [team, family] {
      #expect(try standing(realm, of: ben)?["unread"]?.bool == false)
      #expect(try standing(realm, of: ben)?["visitedAt"] == nil)
    }
    fixture.clock.advance(seconds: 60)
    let told = try fixture.call(
      .post, "/v1/realms/\(team)/news", as: ana, ["title": "New boat", "text": ""])
    try #require(told.status == 201, "\(told.text)")
    #expect(try standing(team, of: ben)?["unread"]?.bool == true)
    #expect(try standing(team, of: ana)?["unread"]?.bool == false, "one's own is not new")
    #expect(try standing(family, of: ben)?["unread"]?.bool == false)
    fixture.clock.advance(seconds: 60)
    #expect(try fixture.call(.put, "/v1/realms/\(team)/visit", as: ben).status == 204)
    let seen = try standing(team, of: ben)
    #expect(seen?["unread"]?.bool == false && seen?["visitedAt"]?.string != nil)
    // Everybody is in the public one, where nothing is new.
    let everyone = try fixture.call(.get, "/v1/realms", as: ben).items
      .first { $0["kind"]?.string == "public" }
    #expect(everyone != nil && everyone?["unread"] == nil)
  }
}
