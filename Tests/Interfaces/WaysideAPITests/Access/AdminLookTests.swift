import Access
import Base
import HTTPServing
import Storage
import Testing
import WaysideAPI

@Suite("what admins see of private things, and for how long")
struct AdminLookTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  private func report(
    _ kind: String, _ id: String, by person: APIFixture.Person
  ) throws -> String {
    let reply = try fixture.call(
      .post, "/v1/reports", as: person,
      ["subject": ["kind": .text(kind), "id": .text(id)], "reason": "offensive"])
    try #require(reply.status == 201, "\(reply.text)")
    return try reply.require("id")
  }

  private func decide(_ word: String, _ id: String, by admin: APIFixture.Person) throws {
    let reply = try fixture.call(
      .post, "/v1/admin/reports/\(id)/decision", as: admin,
      ["decision": .text(word), "reason": "Looked at."])
    try #require(reply.status == 200, "\(reply.text)")
  }

  /// An object of Ana's that stands in a group where Ben is.
  private func privateThing() throws -> (object: String, instance: String, ben: APIFixture.Person) {
    let (ana, ben) = (try fixture.person("Ana"), try fixture.person("Ben"))
    let realm = try fixture.group(of: ana)
    try fixture.join(ben, realm, by: ana)
    let object = try fixture.object(of: ana, "A secret")
    return (object, try fixture.place(object, by: ana, in: realm), ben)
  }

  @Test(
    "the list of reports notes once for each case that an admin read what a private thing is called; public ones need no note"
  )
  func titles() throws {
    let (admin, other) = (try fixture.admin(), try fixture.admin())
    let thing = try privateThing()
    _ = try report("instance", thing.instance, by: thing.ben)
    let open = try fixture.place(thing.object, by: fixture.logIn(owner(of: thing.object)))
    _ = try report("instance", open, by: thing.ben)
    #expect(try fixture.audited(thing.instance, as: admin).isEmpty)
    for _ in 0..<2 {
      let list = try fixture.call(.get, "/v1/admin/reports", as: admin)
      #expect(list.items.count == 2 && list.text.contains("A secret"), "\(list.text)")
    }
    #expect(try fixture.audited(thing.instance, as: admin) == ["report-listed"])
    #expect(try fixture.audited(open, as: admin).isEmpty)
    _ = try fixture.call(.get, "/v1/admin/reports", as: other)
    #expect(
      try fixture.audited(thing.instance, as: admin) == ["report-listed", "report-listed"])
  }

  @Test("each suspension and each reinstatement of an account is told, whatever its case's number")
  func everyDecision() throws {
    let (admin, ben) = (try fixture.admin(), try fixture.person("Ben"))
    for _ in 1...2 {
      try decide("remove", report("account", ben.id, by: fixture.person()), by: admin)
      let back = try fixture.call(
        .post, "/v1/admin/accounts/\(ben.id)/reinstatement", as: admin, ["reason": "Fine."])
      #expect(back.status == 204, "\(back.text)")
    }
    let told = try fixture.services.platform.store.read { session in
      try session.count(
        "SELECT COUNT(*) FROM notifications WHERE account = ?1 AND kind = 'moderation'",
        [.id(EntityID(ben.id))])
    }
    #expect(told == 4)
  }

  @Test("CO1: a case about somebody else's place names nothing of who is erased")
  func erasedOwner() throws {
    let (ana, ben) = (try fixture.person("Ana"), try fixture.person("Ben"))
    let object = try fixture.object(of: ana, "A secret")
    _ = try fixture.place(object, by: ana)
    #expect(try fixture.call(.put, "/v1/inventory/\(object)", as: ben).status == 200)
    let place = try fixture.place(object, by: ben)
    _ = try report("instance", place, by: fixture.person())
    func kept() throws -> String {
      try fixture.services.platform.store.read { session in
        try session.all("SELECT title, evidence FROM report_cases", []) {
          try $0.text(0) + String(decoding: $0.blob(1), as: UTF8.self)
        }.joined()
      }
    }
    #expect(try kept().contains("A secret") && kept().contains(ana.id))
    let erased = try fixture.call(
      .delete, "/v1/me", as: ana, ["password": .text(APIFixture.password)])
    #expect(erased.status == 204, "\(erased.text)")
    #expect(try kept() == "Erased{}")
  }

  private func owner(of object: String) throws -> String {
    try fixture.services.platform.store.read { session in
      try session.first(
        """
        SELECT i.value FROM identifiers i JOIN objects o ON o.owner = i.account WHERE o.id = ?1
        """, [.id(EntityID(object))]
      ) { try $0.text(0) } ?? ""
    }
  }

  @Test("a report that is rejected closes the private thing to admins; a removal, after 30 days")
  func closed() throws {
    for (word, after) in [("keep", 404), ("remove", 200)] {
      let admin = try fixture.admin()
      let thing = try privateThing()
      let path = "/v1/objects/\(thing.object)/content"
      #expect(try fixture.call(.get, path, as: admin).status == 404)
      let id = try report("object", thing.object, by: thing.ben)
      #expect(try fixture.call(.get, path, as: admin).status == 200)
      #expect(try fixture.audited(thing.object, as: admin) == ["private-object-read"])
      try decide(word, id, by: admin)
      let reply = try fixture.call(.get, path, as: admin)
      #expect(reply.status == after, "\(word): \(reply.text)")
      fixture.clock.advance(seconds: 86_400 * 30 + 1)
      let late = try fixture.logIn(admin.email)
      #expect(try fixture.call(.get, path, as: late).status == 404, "\(word)")
    }
  }

  @Test("what is known of a reported private picture is noted as a look at it, and closed again")
  func pictures() throws {
    let (members, id, _) = try fixture.photographedCar()
    let admin = try fixture.admin()
    let picture = "/v1/pictures/\(id)"
    #expect(try fixture.call(.get, picture, as: admin).status == 404)
    let reported = try report("picture", id, by: members[1])
    #expect(try fixture.call(.get, picture, as: admin).status == 200)
    #expect(try fixture.audited(id, as: admin) == ["private-picture-read"])
    try decide("keep", reported, by: admin)
    #expect(try fixture.call(.get, picture, as: admin).status == 404)
    #expect(try fixture.call(.get, picture, as: members[1]).status == 200)
  }
}
