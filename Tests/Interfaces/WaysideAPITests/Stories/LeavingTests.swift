import Base
import HTTPServing
import Testing
import WaysideAPI

@Suite("leaving takes along what hangs on it")
struct LeavingTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  private func seen(_ person: APIFixture.Person, in realm: String? = nil) throws -> Set<String> {
    let path = "/v1/nearby?lat=47.141&lon=9.5209&limit=200" + (realm.map { "&realm=\($0)" } ?? "")
    return Set(try fixture.call(.get, path, as: person).items.compactMap { $0["id"]?.string })
  }

  @Test("who leaves a sub-realm, or is removed from it, takes back what he or she placed there")
  func member() throws {
    let (owner, leaver, other) = (
      try fixture.person(), try fixture.person(), try fixture.person()
    )
    let realm = try fixture.group(of: owner)
    for person in [leaver, other] { try fixture.join(person, realm, by: owner) }
    let (mine, object) = (try fixture.object(of: owner), try fixture.object(of: leaver))
    let theirs = try fixture.object(of: other)
    let stays = try fixture.place(mine, by: owner, in: realm)
    let goes = try fixture.place(object, by: leaver, in: realm)
    let shared = try fixture.call(
      .post, "/v1/instances", as: leaver,
      [
        "object": .text(object), "realms": ["public", .text(realm)], "pose": APIFixture.pose(),
      ]
    ).require("id")
    let removed = try fixture.place(theirs, by: other, in: realm)
    #expect(try seen(owner) == [stays, goes, shared, removed])
    #expect(try seen(owner, in: realm) == [stays, goes, shared, removed])
    #expect(
      try fixture.call(
        .delete, "/v1/realms/\(realm)/members/\(leaver.id)", as: leaver
      ).status == 204)
    #expect(try seen(owner) == [stays, shared, removed])
    #expect(
      try seen(owner, in: realm) == [stays, removed], "what is elsewhere as well stays there")
    #expect(try fixture.call(.get, "/v1/instances/\(goes)", as: leaver).status == 404)
    let kept = try fixture.call(.get, "/v1/instances/\(shared)", as: leaver)
    #expect(kept.json["realms"]?.array?.count == 1, "only in the public one now")
    #expect(
      try fixture.call(
        .delete, "/v1/realms/\(realm)/members/\(other.id)", as: owner
      ).status == 204)
    #expect(try seen(owner) == [stays, shared])
    // The whole sub-realm goes.
    let tag = try fixture.call(.get, "/v1/realms/\(realm)", as: owner).tag()
    #expect(
      try fixture.call(.delete, "/v1/realms/\(realm)", as: owner, headers: [tag]).status == 204)
    #expect(try seen(owner) == [shared])
    #expect(try fixture.call(.get, "/v1/instances/\(stays)", as: owner).status == 404)
  }

  @Test("an organization that its last member leaves retires its tours")
  func organization() throws {
    let (guide, visitor) = (try fixture.guide(), try fixture.person())
    let tour = try fixture.publishedTour(by: guide)
    let run = try fixture.call(.post, "/v1/tours/\(tour)/runs", as: visitor).require("id")
    #expect(try fixture.call(.get, "/v1/tours", as: visitor).items.count == 1)
    let left = try fixture.call(
      .delete, "/v1/realms/\(guide.organization)/members/\(guide.id)", as: guide)
    #expect(left.status == 204, "\(left.text)")
    #expect(try fixture.call(.get, "/v1/tours", as: visitor).items.isEmpty)
    let other = try fixture.person()
    #expect(try fixture.call(.get, "/v1/tours/\(tour)", as: other).status == 404)
    #expect(
      try fixture.call(.get, "/v1/tours/\(tour)", as: visitor).status == 200, "is walking it")
    #expect(try fixture.call(.post, "/v1/tours/\(tour)/runs", as: other).status == 404)
    #expect(
      try fixture.walk(run, as: visitor, to: APIFixture.stops[0]).status == 200,
      "runs that have begun go on")
  }
}
