import Access
import Base
import Groups
import Identity
import Mail
import PeopleTestSupport
import Storage
import Testing

@Suite("Invitations, requests and blocks")
struct InvitationTests {
  let fixture: PeopleFixture
  var service: InvitationService { fixture.people.groups.invitations }

  init() throws { fixture = try PeopleFixture() }

  private func draft(_ json: String) throws -> InvitationDraft {
    try InvitationDraft(reading: fixture.fields(json))
  }

  private func waiting(_ person: PeopleFixture.Person) throws -> [EntityID] {
    try service.waiting(PageRequest(), caller: person.caller).items.map(\.id)
  }

  @Test("an invited account is notified, finds the invitation, and joins by accepting it")
  func account() throws {
    let (ana, bob, eve) = (
      try fixture.person("Ana"), try fixture.person("Bob"), try fixture.person("Eve")
    )
    let realm = try fixture.realm(ana, "family")
    let made = try service.invite(
      into: realm.id, draft("{\"to\": \"\(bob.id)\", \"role\": \"editor\"}"), caller: ana.caller)
    #expect(made.token == nil)
    #expect(try waiting(bob) == [made.invitation.id])
    #expect(try fixture.notices(bob) == ["Ana invites you to Hikers."])
    #expect(kind { _ = try service.accept(made.invitation.id, caller: eve.caller) } == .notFound)
    #expect(try service.accept(made.invitation.id, caller: bob.caller).ownRole == .editor)
    #expect(try waiting(bob).isEmpty)
    #expect(kind { _ = try service.accept(made.invitation.id, caller: bob.caller) } == .gone)
    #expect(
      kind {
        _ = try service.invite(into: realm.id, draft("{\"to\": \"\(bob.id)\"}"), caller: ana.caller)
      } == .conflict)
  }

  @Test(
    "US2(b)ii: a link works for anyone until it ends, its uses are counted, its token is shown once"
  )
  func link() throws {
    let ana = try fixture.person("Ana")
    let people = try (0..<3).map { try fixture.person("P\($0)") }
    let realm = try fixture.realm(ana, "team")
    let two = try service.invite(
      into: realm.id, draft("{\"link\": true, \"uses\": 2}"), caller: ana.caller)
    let token = try #require(two.token)
    #expect(try service.preview(token: token, caller: people[0].caller).subRealmName == "Hikers")
    for person in people.prefix(2) {
      #expect(try service.accept(token: token, caller: person.caller).id == realm.id)
    }
    #expect(kind { _ = try service.accept(token: token, caller: people[2].caller) } == .gone)
    let open = try service.invite(into: realm.id, draft("{\"link\": true}"), caller: ana.caller)
    let list = try service.list(of: realm.id, PageRequest(), caller: ana.caller).items
    #expect(list.map(\.id) == [open.invitation.id])
    #expect(!written { list[0].write(to: &$0, at: fixture.clock.now()) }.contains("token"))
    fixture.clock.advance(seconds: 7 * 86_400)
    let ended = refusal {
      _ = try service.accept(token: open.token ?? "", caller: people[2].caller)
    }
    #expect(ended?.slug == "invitation-expired")
    #expect(try !people[2].caller.visibleRealms.contains(realm.id))
    fixture.clock.advance(seconds: 31 * 86_400)
    #expect(try fixture.people.access.maintenance.expire()["invitations"] == 2)
  }

  @Test("without log-in a link says what it is to and who invites; one that is dead says nothing")
  func open() throws {
    let ana = try fixture.person("Ana Maria Berger")
    let (bob, eve) = (try fixture.person("Bob"), try fixture.person("Eve"))
    let realm = try fixture.realm(ana, "family")
    func link(_ more: String = "") throws -> (id: EntityID, token: String) {
      let made = try service.invite(
        into: realm.id, draft("{\"link\": true\(more)}"), caller: ana.caller)
      return (made.invitation.id, try #require(made.token))
    }
    let token = try link(", \"uses\": 1").token
    let open = try service.open(token: token)
    #expect(open.realm?.name == "Hikers" && open.realm?.kind == .family)
    #expect(open.inviter == "Ana" && open.expiresAt == fixture.clock.now().adding(seconds: 604_800))
    let text = written { open.write(to: &$0) }
    for secret in ["Berger", "\(ana.id)", "\(realm.id)"] { #expect(!text.contains(secret)) }
    // Unknown, used up, taken back, by somebody who may not invite any more, ended: all alike.
    _ = try service.accept(token: token, caller: bob.caller)
    let revoked = try link()
    try service.revoke(revoked.id, caller: ana.caller)
    let long = try link(", \"expiresIn\": 2592000").token
    let short = try link(", \"expiresIn\": 60").token
    fixture.clock.advance(seconds: 60)
    let unknown = String(repeating: "A", count: token.count)
    for dead in ["nonsense", unknown, token, revoked.token, short] {
      let refusal = refusal { _ = try service.open(token: dead) }
      #expect(refusal?.kind == .notFound && refusal?.slug == "not-found", "\(dead)")
    }
    #expect(try service.open(token: long).inviter == "Ana")
    let realms = fixture.people.groups.subRealms
    let owner = try MembershipChange(reading: fixture.fields("{\"role\": \"owner\"}"))
    try realms.changeMember(bob.id, of: realm.id, owner, caller: ana.caller)
    try realms.removeMember(ana.id, of: realm.id, caller: ana.caller)
    #expect(kind { _ = try service.open(token: long) } == .notFound)
    // A friend's: no group.
    let friend = try InvitationDraft(readingFriend: fixture.fields("{\"to\": \"\(eve.id)\"}"))
    #expect(try service.befriend(friend, caller: bob.caller).token == nil)
  }

  @Test("a life beyond 30 days, unknown targets, and both or neither of to and link are refused")
  func wrongDrafts() throws {
    for json in [
      "{\"link\": true, \"expiresIn\": 2592001}", "{\"to\": \"nobody\"}", "{}",
      "{\"link\": false}", "{\"to\": \"a@b.org\", \"link\": true}",
      "{\"link\": true, \"role\": \"owner\"}", "{\"to\": \"a@b.org\", \"uses\": 3}",
    ] {
      #expect(kind { _ = try draft(json) } == .invalid, "\(json)")
    }
    _ = try draft("{\"link\": true, \"expiresIn\": 2592000}")
  }

  @Test(
    "US2(b)i: an unregistered address gets a mail, a registered one a notification, and the inviter the same answer"
  )
  func email() throws {
    let (ana, bob) = (try fixture.person("Ana"), try fixture.person("Bob"))
    let realm = try fixture.realm(ana, "team")
    try fixture.prove(ana)
    let known = try service.invite(
      into: realm.id, draft("{\"to\": \"bob@example.org\"}"), caller: ana.caller)
    let unknown = try service.invite(
      into: realm.id, draft("{\"to\": \"new@example.org\"}"), caller: ana.caller)
    let now = fixture.clock.now()
    let answers = [(known, "bob@example.org"), (unknown, "new@example.org")].map { made, email in
      written { made.write(to: &$0, at: now) }
        .replacing(made.invitation.id.description, with: "ID").replacing(email, with: "TO")
    }
    #expect(answers[0] == answers[1])
    #expect(try fixture.notices(bob).count == 1)
    let mails = try fixture.mails()
    #expect(mails.map(\.recipient) == ["new@example.org"])
    let line = try #require(
      mails[0].body.split(separator: "\n").first { $0.contains("/invitations/") })
    let token = String(try #require(line.split(separator: "/").last))
    let new = try fixture.person("New")
    #expect(try waiting(new).isEmpty, "an address that is not verified proves nothing")
    #expect(try service.accept(token: token, caller: new.caller).id == realm.id)
  }

  @Test("declining and revoking end an invitation; only its target and its side may")
  func declineAndRevoke() throws {
    let (ana, bob, eve) = (
      try fixture.person("Ana"), try fixture.person("Bob"), try fixture.person("Eve")
    )
    let realm = try fixture.realm(ana)
    let first = try service.invite(
      into: realm.id, draft("{\"to\": \"\(bob.id)\"}"), caller: ana.caller
    ).invitation
    #expect(kind { try service.decline(first.id, caller: eve.caller) } == .notFound)
    try service.decline(first.id, caller: bob.caller)
    #expect(kind { _ = try service.accept(first.id, caller: bob.caller) } == .gone)
    let second = try service.invite(
      into: realm.id, draft("{\"to\": \"\(bob.id)\"}"), caller: ana.caller
    ).invitation
    #expect(kind { try service.revoke(second.id, caller: bob.caller) } == .notFound)
    try service.revoke(second.id, caller: ana.caller)
    #expect(kind { _ = try service.accept(second.id, caller: bob.caller) } == .gone)
    #expect(try !bob.caller.visibleRealms.contains(realm.id))
  }

  @Test(
    "BZ-TEAM-02, BZ-TEAM-05, BZ-SEC-02: into a team one comes by an admin's invitation alone; in a group members invite, without ranks"
  )
  func whoInvites() throws {
    let (ana, bob, eve) = (
      try fixture.person("Ana"), try fixture.person("Bob"), try fixture.person("Eve")
    )
    let team = try fixture.realm(ana, "team")
    let group = try fixture.realm(ana, "group", name: "Chat")
    for realm in [team, group] { try fixture.join(bob, realm, by: ana) }
    let toEve = try draft("{\"to\": \"\(eve.id)\"}")
    let asAdmin = try draft("{\"to\": \"\(eve.id)\", \"role\": \"admin\"}")
    #expect(kind { _ = try service.invite(into: team.id, toEve, caller: bob.caller) } == .forbidden)
    #expect(kind { _ = try service.invite(into: team.id, toEve, caller: eve.caller) } == .notFound)
    let link = try draft("{\"link\": true}")
    #expect(kind { _ = try service.invite(into: team.id, link, caller: bob.caller) } == .forbidden)
    #expect(
      kind { _ = try fixture.people.groups.subRealms.join(team.id, caller: eve.caller) }
        == .notFound)
    #expect(try !eve.caller.visibleRealms.contains(team.id))
    #expect(
      kind { _ = try service.invite(into: group.id, asAdmin, caller: bob.caller) } == .forbidden)
    _ = try service.invite(into: group.id, toEve, caller: bob.caller)
    _ = try service.invite(into: team.id, asAdmin, caller: ana.caller)
  }

  @Test("an invitation ends with its inviter's right to invite, and with a block made later")
  func inviterGone() throws {
    let (ana, bob, eve) = (
      try fixture.person("Ana"), try fixture.person("Bob"), try fixture.person("Eve")
    )
    let team = try fixture.realm(ana, "team")
    try fixture.join(bob, team, by: ana, role: "admin")
    let link = try service.invite(
      into: team.id, draft("{\"link\": true, \"role\": \"admin\"}"), caller: bob.caller)
    let direct = try service.invite(
      into: team.id, draft("{\"to\": \"\(eve.id)\"}"), caller: bob.caller)
    #expect(try waiting(eve) == [direct.invitation.id])
    try fixture.people.groups.subRealms.removeMember(bob.id, of: team.id, caller: ana.caller)
    #expect(kind { _ = try service.accept(token: link.token ?? "", caller: eve.caller) } == .gone)
    #expect(kind { _ = try service.accept(direct.invitation.id, caller: eve.caller) } == .gone)
    #expect(try !eve.caller.visibleRealms.contains(team.id))
    try fixture.people.groups.blocks.block(bob.id, caller: eve.caller)
    #expect(try waiting(eve).isEmpty)
  }

  @Test(
    "BZ-TEAM-03, BZ-TEAM-04: a request tells the admins, who decide; accepted is in, denied is not")
  func requests() throws {
    let (ana, bob, eve) = (
      try fixture.person("Ana"), try fixture.person("Bob"), try fixture.person("Eve")
    )
    let team = try fixture.realm(ana, "team", policy: "request")
    let first = try service.request(team.id, message: "Hi", caller: bob.caller)
    #expect(try service.request(team.id, message: "Hi?", caller: bob.caller).id == first.id)
    let second = try service.request(team.id, message: "", caller: eve.caller)
    #expect(try fixture.notices(ana).count == 2)
    #expect(kind { try service.decide(first.id, accepts: true, caller: bob.caller) } == .forbidden)
    try service.decide(first.id, accepts: true, caller: ana.caller)
    try service.decide(second.id, accepts: false, caller: ana.caller)
    #expect(try bob.caller.visibleRealms.contains(team.id))
    #expect(try !eve.caller.visibleRealms.contains(team.id))
    #expect(try fixture.notices(eve) == ["Hikers did not accept your request."])
    #expect(kind { try service.decide(first.id, accepts: true, caller: ana.caller) } == .gone)
  }

  @Test(
    "TV-ACC-18: a blocked person's invitations and requests do not arrive, and nothing tells that person"
  )
  func blocks() throws {
    let (ana, bob) = (try fixture.person("Ana"), try fixture.person("Bob"))
    let eve = try fixture.person("Eve")
    let realm = try fixture.realm(eve, policy: "request")
    let team = try fixture.realm(ana, "team", policy: "request", name: "Team")
    try fixture.people.groups.blocks.block(eve.id, caller: ana.caller)
    try fixture.people.groups.blocks.block(eve.id, caller: ana.caller)
    let now = fixture.clock.now()
    let answers = try [ana, bob].map { target in
      let made = try service.invite(
        into: realm.id, draft("{\"to\": \"\(target.id)\"}"), caller: eve.caller)
      return written { made.write(to: &$0, at: now) }
        .replacing(made.invitation.id.description, with: "ID")
        .replacing(target.id.description, with: "TO")
    }
    #expect(answers[0] == answers[1])
    #expect(try waiting(ana).isEmpty)
    #expect(try fixture.notices(ana).isEmpty)
    #expect(try waiting(bob).count == 1)
    _ = try service.request(team.id, message: "", caller: eve.caller)
    #expect(try fixture.notices(ana).isEmpty)
    #expect(try service.list(of: team.id, PageRequest(), caller: ana.caller).items.isEmpty)
    #expect(
      try fixture.people.groups.blocks.list(PageRequest(), caller: ana.caller).items.map(
        \.displayName)
        == ["Eve"])
    try fixture.people.groups.blocks.unblock(eve.id, caller: ana.caller)
    #expect(try service.list(of: team.id, PageRequest(), caller: ana.caller).items.count == 1)
    #expect(kind { try fixture.people.groups.blocks.block(ana.id, caller: ana.caller) } == .invalid)
  }
}
