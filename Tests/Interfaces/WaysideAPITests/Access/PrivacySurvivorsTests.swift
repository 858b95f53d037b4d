import Base
import HTTPServing
import Identity
import Testing
import WaysideAPI

/// Faults of rights and privacy that were once put into the program and found by nobody.
@Suite("rights and privacy, as a user would notice")
struct PrivacySurvivorsTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  @Test("TM-FR2: the public list shows no drafts, neither by name, by place, nor in a search")
  func publicList() throws {
    let guide = try fixture.guide()
    let published = try fixture.publishedTour(by: guide)
    let draft = try fixture.draft(by: guide, APIFixture.tourBody(name: "A secret walk"))
    let targets = [
      "/v1/tours", "/v1/tours?q=walk", "/v1/tours?near=47.141,9.5209&radius=5000",
      "/v1/tours?groupBy=organization", "/v1/tours?groupBy=place",
    ]
    for person in [.nobody, try fixture.person(), try fixture.guide("Rival Walks")] {
      for target in targets {
        let found = try fixture.call(.get, target, as: person)
        #expect(
          found.items.compactMap { $0["id"]?.string } == [published], "\(target): \(found.text)")
        #expect(!found.text.contains("secret"))
      }
    }
    let own = try fixture.call(.get, "/v1/tours?own=true", as: guide).items
    #expect(Set(own.compactMap { $0["id"]?.string }) == [published, draft])
  }

  @Test("suspended people keep their export, their notifications and their erasure")
  func suspended() throws {
    let ana = try fixture.person("Ana")
    let admin = try fixture.admin()
    _ = try fixture.call(
      .post, "/v1/admin/accounts/\(ana.id)/suspension", as: admin, ["reason": "Spam."])
    let again = try fixture.logIn(ana.email)
    let export = try fixture.call(.get, "/v1/me/export", as: again)
    #expect(export.status == 200 && export.json["account"] != nil)
    let notices = try fixture.call(.get, "/v1/notifications", as: again).items
    #expect(notices.contains { $0["text"]?.string?.contains("Spam.") == true })
    let erased = try fixture.call(
      .delete, "/v1/me", as: again, ["password": .text(APIFixture.password)])
    #expect(erased.status == 204, "\(erased.text)")
  }

  @Test("whoever is blocked tells the blocker nothing: no invitation, no request, no friendship")
  func blocked() throws {
    let (ana, ben) = (try fixture.person("Ana"), try fixture.person("Ben"))
    let (open, groups) = (
      try fixture.group(of: ana, policy: "request"), try fixture.group(of: ben)
    )
    #expect(try fixture.call(.put, "/v1/blocks/\(ben.id)", as: ana).status == 204)
    let asked: [(String, JSON)] = [
      ("/v1/realms/\(groups)/invitations", ["to": .text(ana.id)]),
      ("/v1/friend-requests", ["to": .text(ana.id)]),
      ("/v1/realms/\(open)/requests", [:]),
    ]
    for (target, body) in asked {
      let reply = try fixture.call(.post, target, as: ben, body)
      #expect(reply.status == 201, "it does not show: \(reply.text)")
    }
    #expect(try fixture.call(.get, "/v1/notifications", as: ana).items.isEmpty)
    #expect(try fixture.call(.get, "/v1/invitations", as: ana).items.isEmpty)
  }

  @Test("every decision of an admin stands in the audit log, with who made it and why")
  func audit() throws {
    let (admin, ana, ben) = (try fixture.admin(), try fixture.person(), try fixture.person())
    for (person, decision) in [(ana, "accept"), (ben, "deny")] {
      let asked = try fixture.call(
        .post, "/v1/organization-requests", as: person,
        ["organizationName": .text("Walks of \(person.email)"), "reason": "Walks."])
      _ = try fixture.call(
        .post, "/v1/admin/organization-requests/\(asked.require("id"))/decision", as: admin,
        ["decision": .text(decision), "reason": "Looked at."])
    }
    let entries = try fixture.call(.get, "/v1/admin/audit", as: admin).items
    for action in ["organization-approved", "organization-denied"] {
      let entry = entries.first { $0["action"]?.string == action }
      #expect(entry?["actor"]?.string == admin.id, "\(action)")
      #expect(entry?["detail"]?.string == "Looked at.", "\(action)")
    }
  }

  @Test("codes are sent to one account and to one number so often and no more")
  func codes() throws {
    let limited = try APIFixture(attempts: AttemptLimits())
    let ana = try limited.person()
    func ask(_ number: Int) throws -> Reply {
      try limited.call(
        .post, "/v1/me/verifications", as: ana,
        ["kind": "phone", "phoneNumber": .text("+4179123456\(number)")])
    }
    for number in 0..<5 { #expect(try ask(number).status == 202) }
    let before = try limited.state()
    let more = try ask(5)
    #expect(more.status == 429 && more.slug == "too-many-attempts", "\(more.text)")
    #expect(try limited.state() == before)
  }

  @Test("the inventory of a sub-realm has a limit too")
  func inventory() throws {
    let small = try APIFixture(inventoryLimit: 2)
    let ana = try small.person()
    let realm = try small.group(of: ana)
    func add() throws -> Reply {
      try small.call(.put, "/v1/inventory/\(small.object(of: ana))?realm=\(realm)", as: ana)
    }
    for _ in 0..<2 { #expect(try add().status == 200) }
    let full = try add()
    #expect(full.status == 409 && full.slug == "inventory-full", "\(full.text)")
    #expect(try small.call(.get, "/v1/inventory?realm=\(realm)", as: ana).items.count == 2)
  }
}
