import Base
import HTTPServing
import Models
import Testing
import WaysideAPI

@Suite("access: ranks, blocks and purchases decide everywhere alike")
struct RanksTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  /// Somebody whom `owner` takes into a sub-realm in a role.
  private func person(in realm: String, as role: String, by owner: APIFixture.Person) throws
    -> APIFixture.Person
  {
    let person = try fixture.person()
    let link = try fixture.call(
      .post, "/v1/realms/\(realm)/invitations", as: owner,
      ["link": true, "role": .text(role)])
    let entered = try fixture.call(
      .post, "/v1/invitations/\(link.require("token"))/acceptance", as: person)
    try #require(entered.status == 200, "\(entered.text)")
    return person
  }

  @Test("a guest of an organization neither sees its drafts nor changes its tours; a member does")
  func guests() throws {
    let guide = try fixture.guide()
    let tour = try fixture.publishedTour(by: guide)
    let draft = try fixture.draft(by: guide)
    let guest = try person(in: guide.organization, as: "guest", by: guide)
    let changes: [(HTTPMethod, String, JSON?)] = [
      (.post, "/v1/tours", APIFixture.tourBody()),
      (.patch, "/v1/tours/\(tour)", ["name": "Mine"]),
      (.delete, "/v1/tours/\(tour)/publication", nil),
      (.post, "/v1/tours/\(tour)/publication", nil),
      (.post, "/v1/tours/\(tour)/checks", [:]),
      (.delete, "/v1/tours/\(tour)", nil),
      (.get, "/v1/tours?own=true", nil),
    ]
    let tag = try fixture.call(.get, "/v1/tours/\(tour)", as: guide).tag()
    for (method, target, body) in changes {
      let before = try fixture.state()
      let reply = try fixture.call(method, target, as: guest, body, headers: [tag])
      #expect(reply.status == 403 && reply.slug == "role-too-low", "\(target): \(reply.text)")
      #expect(try fixture.state() == before)
    }
    #expect(try fixture.call(.get, "/v1/tours/\(draft)", as: guest).status == 404)
    let seen = try fixture.call(.get, "/v1/tours/\(tour)", as: guest)
    #expect(seen.status == 200 && seen.json["hasDraft"] == nil, "\(seen.text)")

    let member = try person(in: guide.organization, as: "member", by: guide)
    let retired = try fixture.call(
      .delete, "/v1/tours/\(tour)/publication", as: member, headers: [tag])
    #expect(retired.status == 204, "\(retired.text)")
    #expect(try fixture.call(.get, "/v1/tours/\(tour)", as: guest).status == 404)
  }

  @Test("a guest of a sub-realm looks on: places nothing, adds nothing to its inventory")
  func onlookers() throws {
    let owner = try fixture.person()
    let realm = try fixture.group(of: owner)
    let guest = try person(in: realm, as: "guest", by: owner)
    let object = try fixture.object(of: guest)
    let placed = try fixture.call(
      .post, "/v1/instances", as: guest,
      ["object": .text(object), "realms": [.text(realm)], "pose": APIFixture.pose()])
    #expect(placed.status == 403 && placed.slug == "guest", "\(placed.text)")
    let added = try fixture.call(.put, "/v1/inventory/\(object)?realm=\(realm)", as: guest)
    #expect(added.status == 403 && added.slug == "guest", "\(added.text)")
    #expect(try fixture.call(.get, "/v1/instances?realm=\(realm)", as: guest).items.isEmpty)
  }

  @Test(
    "RL-TR-01: what somebody has bought stays theirs when it is retired and deleted, free by then or not",
    arguments: [false, true])
  func bought(becomesFree: Bool) throws {
    let guide = try fixture.guide()
    let object = try fixture.object(of: guide)
    let tour = try fixture.publishedTour(
      by: guide, APIFixture.tourBody(price: "4.50", objects: [object]))
    let (buyer, other) = (try fixture.person(), try fixture.person())
    let path = "/v1/tours/\(tour)"
    #expect(try fixture.call(.post, path + "/purchase", as: buyer).status == 201)
    func isWhole(_ person: APIFixture.Person) throws -> Bool {
      let reply = try fixture.call(.get, path, as: person)
      return reply.status == 200
        && reply.json["stops"]?.array?.first?["text"]?.string == "History of stop 1."
    }
    func tag() throws -> (String, String) { try fixture.call(.get, path, as: guide).tag() }
    if becomesFree {
      let edited = try fixture.call(
        .patch, path, as: guide, ["price": "0.00"],
        headers: [tag()])
      #expect(edited.status == 200, "\(edited.text)")
      let published = try fixture.call(.post, path + "/publication", as: guide, headers: [tag()])
      #expect(published.status == 200, "\(published.text)")
    }
    #expect(
      try fixture.call(.delete, path + "/publication", as: guide, headers: [tag()]).status == 204)
    #expect(try isWhole(buyer))
    #expect(try fixture.call(.get, path, as: other).status == 404)
    #expect(try fixture.call(.delete, path, as: guide, headers: [tag()]).status == 204)
    #expect(try fixture.call(.get, path, as: guide).status == 404)
    #expect(try fixture.call(.get, path, as: other).status == 404)
    #expect(try isWhole(buyer))
    #expect(try fixture.call(.get, "/v1/objects/\(object)/content", as: buyer).status == 200)
    let run = try fixture.call(.post, path + "/runs", as: buyer)
    #expect(run.status == 201, "\(run.text)")
    // It is walked and left as any other.
    let walk = try "/v1/runs/" + run.require("id")
    #expect(try fixture.call(.get, walk, as: buyer).status == 200)
    #expect(try fixture.call(.delete, walk, as: buyer).status < 300)
    #expect(try fixture.call(.get, "/v1/runs", as: buyer).items.count == 1)
    #expect(try fixture.call(.post, path + "/purchase", as: other).status == 404)
  }

  @Test("who walks a free tour when it is deleted goes on, and can leave")
  func deletedUnderWay() throws {
    let guide = try fixture.guide()
    let tour = try fixture.publishedTour(by: guide)
    let walker = try fixture.person()
    let path = "/v1/tours/\(tour)"
    let started = try fixture.call(.post, path + "/runs", as: walker)
    let run = try "/v1/runs/" + started.require("id")
    for target in [path + "/publication", path] {
      let tag = try fixture.call(.get, path, as: guide).tag()
      #expect(try fixture.call(.delete, target, as: guide, headers: [tag]).status == 204)
    }
    #expect(try fixture.call(.get, run, as: walker).status == 200)
    #expect(try fixture.call(.delete, run, as: walker).status < 300)
    #expect(try fixture.call(.get, "/v1/runs", as: walker).items.count == 1)
  }

  @Test("what an admin's decision removed is gone for its buyers too")
  func removed() throws {
    let guide = try fixture.guide()
    let tour = try fixture.publishedTour(by: guide, APIFixture.tourBody(price: "4.50"))
    let buyer = try fixture.person()
    #expect(try fixture.call(.post, "/v1/tours/\(tour)/purchase", as: buyer).status == 201)
    let report = try fixture.call(
      .post, "/v1/reports", as: fixture.person(),
      ["subject": ["kind": "tour", "id": .text(tour)], "reason": "illegal"])
    try #require(report.status == 201, "\(report.text)")
    let admin = try fixture.admin()
    let queue = try fixture.call(.get, "/v1/admin/reports", as: admin).items
    let id = try #require(queue.first?["id"]?.string)
    let decided = try fixture.call(
      .post, "/v1/admin/reports/\(id)/decision", as: admin,
      ["decision": "remove", "reason": "Illegal."])
    try #require(decided.status == 200, "\(decided.text)")
    #expect(try fixture.call(.get, "/v1/tours/\(tour)", as: buyer).status == 404)
    #expect(try fixture.call(.post, "/v1/tours/\(tour)/runs", as: buyer).status == 404)
  }

  @Test("the models of a tour that costs something are opened by those who have bought it")
  func models() throws {
    let guide = try fixture.guide()
    let object = try fixture.object(of: guide)
    let tour = try fixture.publishedTour(
      by: guide, APIFixture.tourBody(price: "4.50", objects: [object]))
    let visitor = try fixture.person()
    let content = "/v1/objects/\(object)/content"
    for person in [visitor, .nobody] {
      // The preview names what stands at the stops (TR-FR3).
      #expect(try fixture.call(.get, "/v1/objects/\(object)", as: person).status == 200)
      let refused = try fixture.call(.get, content, as: person)
      #expect(refused.status == 402 && refused.slug == "tour-not-paid", "\(refused.text)")
    }
    // No way around by an inventory, or by a tour of one's own.
    let added = try fixture.call(.put, "/v1/inventory/\(object)", as: visitor)
    #expect(added.status == 402, "\(added.text)")
    let rival = try fixture.guide("Rival Walks")
    let copied = try fixture.call(
      .post, "/v1/tours", as: rival, APIFixture.tourBody(objects: [object]))
    #expect(copied.status == 422, "\(copied.text)")
    #expect(try fixture.call(.get, content, as: rival).status == 402)
    #expect(try fixture.call(.get, content, as: guide).status == 200)
    #expect(try fixture.call(.post, "/v1/tours/\(tour)/purchase", as: visitor).status == 201)
    #expect(try fixture.call(.get, content, as: visitor).status == 200)
    #expect(try fixture.call(.get, content).status == 402)
    // One buyer does not give it to all: neither now nor when the tour is no longer sold.
    let group = try fixture.group(of: visitor)
    func isKept() throws {
      for query in ["", "?realm=\(group)"] {
        let given = try fixture.call(.put, "/v1/inventory/\(object)\(query)", as: visitor)
        #expect(given.status == 403 && given.slug == "bought-for-one", "\(given.text)")
      }
    }
    try isKept()
    let tag = try fixture.call(.get, "/v1/tours/\(tour)", as: guide).tag()
    let retired = try fixture.call(
      .delete, "/v1/tours/\(tour)/publication", as: guide, headers: [tag])
    #expect(retired.status == 204)
    try isKept()
    #expect(try fixture.call(.get, content, as: visitor).status == 200)
  }

  @Test("what a blocked person placed does not exist, near or listed")
  func blocked() throws {
    let (ana, ben) = (try fixture.person(), try fixture.person())
    let instance = try fixture.place(try fixture.object(of: ben), by: ben)
    let own = try fixture.place(try fixture.object(of: ana), by: ana)
    func listed(_ person: APIFixture.Person) throws -> [String] {
      try fixture.call(.get, "/v1/instances?realm=public", as: person).items
        .compactMap { $0["id"]?.string }
    }
    func near(_ person: APIFixture.Person) throws -> [String] {
      try fixture.call(.get, "/v1/nearby?lat=47.141&lon=9.5209", as: person).items
        .compactMap { $0["id"]?.string }
    }
    #expect(try listed(ana) == [own, instance])
    #expect(try fixture.call(.put, "/v1/blocks/\(ben.id)", as: ana).status == 204)
    #expect(try listed(ana) == [own])
    #expect(try near(ana) == [own])
    let path = "/v1/instances/\(instance)"
    #expect(try fixture.call(.get, path, as: ana).status == 404)
    #expect(
      try fixture.call(.put, path + "/reaction", as: ana, ["kind": "wow"]).status == 404)
    // Nobody else misses anything, whom it concerns least of all.
    #expect(try listed(ben) == [own, instance])
    #expect(try fixture.call(.delete, "/v1/blocks/\(ben.id)", as: ana).status == 204)
    #expect(try listed(ana) == [own, instance])
    #expect(try fixture.call(.get, path, as: ana).status == 200)
  }

  @Test("to place a withdrawn object is refused with what works", arguments: [false, true])
  func withdrawn(asBatch: Bool) throws {
    let (ana, ben) = (try fixture.person(), try fixture.person())
    let object = try fixture.object(of: ana)
    _ = try fixture.place(object, by: ana)
    func place(_ person: APIFixture.Person) throws -> String {
      let one: JSON = ["object": .text(object), "realms": ["public"], "pose": APIFixture.pose()]
      let reply = try fixture.call(
        .post, asBatch ? "/v1/instances/batch" : "/v1/instances", as: person,
        asBatch ? ["instances": [one]] : one)
      let pointer = (asBatch ? "/instances/0" : "") + "/object"
      #expect(reply.status == 422 && reply.pointers == [pointer], "\(reply.text)")
      return reply.text
    }
    #expect(try place(ben).contains("PUT /v1/inventory/\(object)"))
    #expect(try fixture.call(.put, "/v1/inventory/\(object)", as: ben).status == 200)
    let tag = try fixture.call(.get, "/v1/objects/\(object)", as: ana).tag()
    #expect(
      try fixture.call(.delete, "/v1/objects/\(object)", as: ana, headers: [tag]).status == 204)
    for person in [ana, ben] {
      let text = try place(person)
      #expect(text.contains("was withdrawn"))
      #expect(!text.contains("PUT "), "\(text)")
    }
    // Others don't learn that it was there.
    #expect(try !place(fixture.person()).contains("was withdrawn"))
  }
}
