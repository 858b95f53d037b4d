import Access
import Base
import Groups
import Identity
import Moderation
import PeopleTestSupport
import Storage
import Testing

@Suite("Organization accounts")
struct OrganizationTests {
  let fixture: PeopleFixture
  let admin: PeopleFixture.Person
  var service: OrganizationService { fixture.people.groups.organizations }

  init() throws {
    fixture = try PeopleFixture()
    admin = try fixture.admin()
  }

  private func request(
    _ person: PeopleFixture.Person, _ name: String = "Museum"
  ) throws -> OrganizationRequest {
    try service.request(
      OrganizationRequestDraft(
        reading: fixture.fields(
          """
          {"organizationName": "\(name)", "reason": "We guide", "website": "https://m.example"}
          """)), caller: person.caller)
  }

  private func decision(_ json: String) throws -> OrganizationDecision {
    try OrganizationDecision(reading: fixture.fields(json))
  }

  @Test(
    "RL-ACC-04: a request waits for an admin's decision and changes nothing before; one waits at a time"
  )
  func waits() throws {
    let ana = try fixture.person("Ana")
    let made = try request(ana)
    #expect(made.state == .requested)
    #expect(try ana.caller.role == .general)
    #expect(try ana.caller.loggedIn?.organization == nil)
    #expect(try fixture.count("SELECT COUNT(*) FROM organizations") == 0)
    #expect(kind { _ = try request(ana, "Other") } == .conflict)
    #expect(try service.ownRequests(caller: ana.caller).map(\.id) == [made.id])
    #expect(kind { _ = try request(admin) } == .forbidden)
  }

  @Test(
    "a password that was enough before one came to answer for others is replaced at the next log-in"
  )
  func shortPassword() throws {
    let session = try #require(
      try fixture.signUp(
        """
        {"name": "Bea", "email": "bea@example.org", "password": "k7!pQz", "acceptTerms": true, "logIn": true}
        """
      ).session)
    let bea = PeopleFixture.Person(
      account: session.account, token: session.token, cache: fixture.people.identity.sessionCache)
    let free = try fixture.logIn("bea@example.org", "k7!pQz")
    #expect(written { free.write(to: &$0) }.contains("\"mustChangePassword\":false"))
    _ = try service.decide(
      request(bea).id, decision("{\"decision\": \"accept\"}"), caller: admin.caller)
    let bound = try fixture.logIn("bea@example.org", "k7!pQz")
    #expect(written { bound.write(to: &$0) }.contains("\"mustChangePassword\":true"))
    let caller = try fixture.people.identity.sessionCache.caller(token: bound.token)
    #expect(
      refusal { _ = try fixture.people.identity.accounts.own(caller: caller) }?.slug
        == "password-must-be-replaced")
    func change(_ password: String) throws {
      let fields = try fixture.fields("{\"new\": \"\(password)\"}")
      try fixture.people.identity.passwords.change(PasswordChange(reading: fields), caller: caller)
    }
    #expect(refusal { try change("k7!pQz8") }?.violations.map(\.pointer) == ["/new"])
    try change("k7!pQz89")
    let replaced = try fixture.logIn("bea@example.org", "k7!pQz89")
    #expect(written { replaced.write(to: &$0) }.contains("\"mustChangePassword\":false"))
  }

  @Test(
    "UC12.1-2, UC12.3-5, AI-FR2.2: admins list waiting requests, the oldest first, and read their details"
  )
  func panel() throws {
    let people = try (0..<12).map { try fixture.person("P\($0)") }
    let made = try people.map { try request($0) }
    let first = try service.pending(PageRequest(), caller: admin.caller)
    #expect(first.items.map(\.id) == made.prefix(10).map(\.id))
    let rest = try service.pending(PageRequest(cursor: first.next), caller: admin.caller)
    #expect(rest.items.map(\.id) == made.suffix(2).map(\.id))
    #expect(rest.next == nil)
    let details = try service.get(made[3].id, caller: admin.caller)
    #expect(details.account.displayName == "P3")
    #expect(details.reason == "We guide")
    #expect(details.website == "https://m.example")
  }

  @Test(
    "UC12.6-8, UC12.9-10, AI-FR2.2, RL-ACC-03: approving makes an organization user of exactly one organization, notifies, and takes the request off the panel"
  )
  func approve() throws {
    let ana = try fixture.person("Ana")
    let made = try request(ana)
    let decided = try service.decide(
      made.id, decision("{\"decision\": \"accept\"}"), caller: admin.caller)
    let organization = try #require(decided.organization)
    let caller = try #require(ana.caller.loggedIn)
    #expect(caller.role == .organization)
    #expect(caller.organization == organization)
    #expect(caller.memberships[organization] == .owner)
    #expect(try fixture.notices(ana).first?.contains("Museum is now your organization") == true)
    #expect(try service.pending(PageRequest(), caller: admin.caller).items.isEmpty)
    #expect(try service.organization(organization, caller: ana.caller).currency == .canadianDollar)
    #expect(
      kind {
        _ = try service.decide(
          made.id, decision("{\"decision\": \"accept\"}"), caller: admin.caller)
      } == .conflict)
    #expect(kind { _ = try request(ana) } == .forbidden)
    for sql in [
      "UPDATE accounts SET organization = NULL WHERE id = ?1",
      "UPDATE accounts SET role = 'general' WHERE id = ?1",
    ] {
      #expect(throws: DatabaseError.self, "the database keeps the rule by itself") {
        _ = try fixture.platform.store.write { try $0.execute(sql, [.id(ana.id)]) }
      }
    }
  }

  @Test("UC12.6.1, AI-FR2.2: denying needs a reason, tells it, and leaves the role as it was")
  func deny() throws {
    let ana = try fixture.person("Ana")
    let made = try request(ana)
    #expect(
      refusal { _ = try decision("{\"decision\": \"deny\"}") }?.violations.map(\.pointer)
        == ["/reason"])
    _ = try service.decide(
      made.id, decision("{\"decision\": \"deny\", \"reason\": \"No address\"}"),
      caller: admin.caller)
    #expect(try ana.caller.role == .general)
    #expect(
      try fixture.notices(ana) == ["Your request for Museum was denied. Reason: No address"])
    #expect(try service.pending(PageRequest(), caller: admin.caller).items.isEmpty)
    #expect(try request(ana, "Again").state == .requested)
  }

  @Test(
    "RL-ACC-03: invited accounts become users of that organization, of no second one, and leave as general users"
  )
  func members() throws {
    let (ana, bob, eve) = (
      try fixture.person("Ana"), try fixture.person("Bob"), try fixture.person("Eve")
    )
    var organizations: [SubRealm] = []
    for (person, name) in [(ana, "Museum"), (eve, "Zoo")] {
      let decided = try service.decide(
        request(person, name).id, decision("{\"decision\": \"accept\"}"), caller: admin.caller)
      let id = try #require(decided.organization)
      organizations.append(try fixture.people.groups.subRealms.get(id, caller: person.caller))
    }
    try fixture.join(bob, organizations[0], by: ana)
    #expect(try bob.caller.role == .organization)
    #expect(try bob.caller.loggedIn?.organization == organizations[0].id)
    #expect(kind { try fixture.join(bob, organizations[1], by: eve) } == .conflict)
    try fixture.people.groups.subRealms.removeMember(
      bob.id, of: organizations[0].id, caller: bob.caller)
    #expect(try bob.caller.role == .general)
    #expect(try bob.caller.loggedIn?.organization == nil)
    try fixture.join(bob, organizations[1], by: eve)
    #expect(try bob.caller.loggedIn?.organization == organizations[1].id)
  }

  @Test("an organization's admins choose its currency and website")
  func change() throws {
    let (ana, bob) = (try fixture.person("Ana"), try fixture.person("Bob"))
    let decided = try service.decide(
      request(ana).id, decision("{\"decision\": \"accept\"}"), caller: admin.caller)
    let id = try #require(decided.organization)
    let change = try OrganizationChange(
      reading: fixture.fields("{\"currency\": \"USD\", \"website\": null}"))
    #expect(kind { _ = try service.change(id, change, caller: bob.caller) } == .forbidden)
    let changed = try service.change(id, change, caller: ana.caller)
    #expect(changed.currency == .usDollar)
    #expect(changed.website == nil)
    for json in ["{\"currency\": \"EUR\"}", "{\"website\": \"javascript:alert(1)\"}"] {
      #expect(kind { _ = try OrganizationChange(reading: fixture.fields(json)) } == .invalid)
    }
  }

  @Test("AI-FR1: the admin interface refuses everyone but admins")
  func adminsOnly() throws {
    let ana = try fixture.person("Ana")
    let made = try request(ana)
    let page = PageRequest()
    let accept = try decision("{\"decision\": \"accept\"}")
    let keep = try DecisionDraft(
      reading: fixture.fields("{\"decision\": \"keep\", \"reason\": \"x\"}"))
    let people = fixture.people
    for (caller, expected) in [
      (try ana.caller, Refusal.Kind.forbidden), (.anonymous, .unauthenticated),
    ] {
      #expect(kind { _ = try service.pending(page, caller: caller) } == expected)
      #expect(kind { _ = try service.get(made.id, caller: caller) } == expected)
      #expect(kind { _ = try service.decide(made.id, accept, caller: caller) } == expected)
      #expect(
        kind { _ = try people.moderation.reports.queue(nil, page, caller: caller) } == expected)
      #expect(
        kind { _ = try people.moderation.reports.details(made.id, caller: caller) } == expected)
      #expect(
        kind { _ = try people.moderation.reports.decide(made.id, keep, caller: caller) } == expected
      )
      #expect(
        kind { try people.moderation.administration.suspend(ana.id, reason: "", caller: caller) }
          == expected)
      #expect(kind { _ = try people.moderation.audit.list(page, caller: caller) } == expected)
    }
    #expect(try ana.caller.role == .general)
  }

  @Test("RL-AI-01: an admin has nothing but the admin interface, the own account and log-out")
  func nothingElse() throws {
    let ana = try fixture.person("Ana")
    let realm = try fixture.realm(ana, "community", policy: "open")
    let page = PageRequest()
    let caller = try admin.caller
    let people = fixture.people
    let report = try ReportDraft(
      reading: fixture.fields(
        "{\"subject\": {\"kind\": \"account\", \"id\": \"\(ana.id)\"}, \"reason\": \"spam\"}"),
      kinds: people.moderation.reports.kinds)
    #expect(kind { _ = try people.groups.subRealms.list(page, caller: caller) } == .forbidden)
    #expect(
      kind { _ = try people.groups.subRealms.discoverable(page, caller: caller) } == .forbidden)
    #expect(kind { _ = try people.groups.subRealms.get(realm.id, caller: caller) } == .forbidden)
    #expect(kind { _ = try people.groups.subRealms.join(realm.id, caller: caller) } == .forbidden)
    #expect(kind { _ = try fixture.realm(admin) } == .forbidden)
    #expect(
      kind { _ = try people.groups.subRealms.members(of: realm.id, page, caller: caller) }
        == .forbidden)
    #expect(kind { _ = try people.groups.invitations.waiting(page, caller: caller) } == .forbidden)
    #expect(kind { _ = try people.moderation.reports.report(report, caller: caller) } == .forbidden)
    #expect(kind { try people.groups.blocks.block(ana.id, caller: caller) } == .forbidden)
    #expect(kind { _ = try service.ownRequests(caller: caller) } == .forbidden)
    #expect(kind { try fixture.join(admin, realm, by: ana) } == .notFound)
    #expect(try people.identity.accounts.own(caller: caller).role == .admin)
    try people.identity.sessions.logOut(caller: caller)
  }

  @Test("admins come from the operator's command, which checks what sign-up checks")
  func createAdmin() throws {
    let accounts = fixture.people.identity.accounts
    for (name, email, password) in [
      ("", "a@b.org", "Persimmon-77"), ("A", "a", "Persimmon-77"), ("A", "a@b.org", "admin123"),
    ] {
      #expect(
        kind { _ = try accounts.createAdmin(name: name, email: email, password: password) }
          == .invalid)
    }
    #expect(kind { _ = try fixture.admin() } == .conflict)
  }
}
