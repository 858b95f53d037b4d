import Access
import Base
import Cryptography
import Foundation
import Groups
import Identity
import PeopleTestSupport
import Storage
import Testing

@Suite("Privacy")
struct PrivacyTests {
  let fixture: PeopleFixture
  let toys = Toys()

  init() throws { fixture = try PeopleFixture(holders: [toys], things: [toys]) }

  @Test(
    "CO1: access: the export holds what every capability keeps about the caller, and nothing of others"
  )
  func export() throws {
    let (ana, bob) = (try fixture.person("Ana"), try fixture.person("Bob"))
    let store = fixture.platform.store
    try toys.add(fixture.platform.ids.next(), "AnasDragon", of: ana.id, to: store)
    try toys.add(fixture.platform.ids.next(), "BobsCastle", of: bob.id, to: store)
    let realm = try fixture.realm(ana)
    try fixture.join(bob, realm, by: ana)
    let json = try JSONValue(parsing: fixture.people.identity.privacy.export(caller: ana.caller))
    #expect(json["account"]?["email"]?.string == "ana@example.org")
    #expect(json["consents"]?[0]?["kind"]?.string == "terms")
    #expect(json["memberships"]?[0]?["realm"]?.string == realm.id.description)
    #expect(json["toys"]?[0]?.string == "AnasDragon")
    #expect(json["sessions"]?.array?.count == 1)
    #expect(json["storageRegion"]?.string == "North America")
    let text = String(
      decoding: try fixture.people.identity.privacy.export(caller: ana.caller), as: UTF8.self)
    for foreign in ["BobsCastle", "bob@example.org", "argon2"] { #expect(!text.contains(foreign)) }
  }

  @Test(
    "CO1: erasure needs the password, takes everything in every capability, and frees the email")
  func erase() throws {
    let (ana, bob) = (try fixture.person("Ana"), try fixture.person("Bob"))
    let other = try fixture.logIn("ana@example.org")
    try toys.add(
      fixture.platform.ids.next(), "Dragon", of: ana.id, to: fixture.platform.store)
    let realm = try fixture.realm(ana)
    try fixture.join(bob, realm, by: ana)
    try fixture.people.groups.blocks.block(bob.id, caller: ana.caller)
    let alone = try fixture.realm(ana, name: "Alone")
    #expect(
      refusal { try fixture.people.identity.privacy.erase(password: "wrong", caller: ana.caller) }?
        .violations.map(\.pointer) == ["/password"])
    try fixture.people.identity.privacy.erase(password: PeopleFixture.password, caller: ana.caller)
    #expect(try ana.caller.account == nil)
    #expect(try fixture.people.identity.sessionCache.caller(token: other.token).account == nil)
    #expect(kind { _ = try fixture.logIn("ana@example.org") } == .unauthenticated)
    for table in [
      "identifiers", "credentials", "consents", "sessions", "notifications", "memberships",
    ] {
      let left = try fixture.count(
        "SELECT COUNT(*) FROM \(table) WHERE account = ?1", [.id(ana.id)])
      #expect(left == 0, "\(table)")
    }
    #expect(try fixture.count("SELECT COUNT(*) FROM toys") == 0)
    #expect(try fixture.count("SELECT COUNT(*) FROM blocks") == 0)
    #expect(try fixture.count("SELECT COUNT(*) FROM accounts WHERE state = 'erased'") == 1)
    #expect(try bob.caller.loggedIn?.memberships[realm.id] == .owner, "a sub-realm keeps an admin")
    #expect(try !bob.caller.visibleRealms.contains(alone.id))
    #expect(try fixture.person("Ana").id != ana.id)
  }

  @Test("CO1: an organization user is erased too, and the organization goes to the next member")
  func eraseOrganizationUser() throws {
    let (admin, ana, bob) = (
      try fixture.admin(), try fixture.person("Ana"), try fixture.person("Bob")
    )
    let organizations = fixture.people.groups.organizations
    let request = try organizations.request(
      OrganizationRequestDraft(
        reading: fixture.fields("{\"organizationName\": \"Museum\", \"reason\": \"Guide\"}")),
      caller: ana.caller)
    let accept = try OrganizationDecision(reading: fixture.fields("{\"decision\": \"accept\"}"))
    let decided = try organizations.decide(request.id, accept, caller: admin.caller)
    let museum = try fixture.people.groups.subRealms.get(
      #require(decided.organization), caller: ana.caller)
    try fixture.join(bob, museum, by: ana)
    try fixture.people.identity.privacy.erase(password: PeopleFixture.password, caller: ana.caller)
    #expect(try ana.caller.account == nil)
    #expect(try bob.caller.loggedIn?.memberships[museum.id] == .owner)
    #expect(try bob.caller.role == .organization)
  }

  @Test(
    "CO1: after erasure no row of an account or identifier holds the name or the address any more")
  func noNames() throws {
    let made = try fixture.signUp(
      """
      {"name": "Xyloquartz", "email": "canary77@example.org", "password": "Tangerine-42",
       "acceptTerms": true, "logIn": true}
      """)
    let token = try #require(made.session).token
    let caller = try fixture.people.identity.sessionCache.caller(token: token)
    try fixture.people.identity.privacy.erase(password: PeopleFixture.password, caller: caller)
    let left = try fixture.platform.store.read { session in
      try session.all(
        """
        SELECT display_name FROM accounts UNION ALL SELECT name_key FROM accounts
        UNION ALL SELECT value FROM identifiers
        """
      ) { try $0.text(0) }
    }
    #expect(!left.contains { $0.lowercased().contains("xyloquartz") || $0.contains("canary77") })
  }

  @Test("CO1: correction: a person changes the own data, guarded against lost updates (TV-ACC-15)")
  func profile() throws {
    let ana = try fixture.person("Ana")
    let change = { json in try ProfileChange(reading: fixture.fields(json)) }
    let accounts = fixture.people.identity.accounts
    let first = try accounts.change(
      change(
        """
        {"name": "Ana Bell", "givenName": "Ana", "timeZone": "America/Vancouver",
         "preferences": {"accessibility.fontScale": 1.5, "display.theme": "dark", "x": true}}
        """), expecting: .oneOf([1]), caller: ana.caller)
    #expect(first.version == 2)
    let second = try accounts.change(
      change("{\"givenName\": null, \"preferences\": {\"x\": null}}"), expecting: .oneOf([2]),
      caller: ana.caller)
    #expect(second.givenName == nil)
    let read = try accounts.own(caller: ana.caller)
    #expect(read.displayName == "Ana Bell")
    #expect(read.timeZone == "America/Vancouver")
    #expect(read.preferences["accessibility.fontScale"] == .number(1.5))
    #expect(read.preferences["x"] == nil)
    #expect(
      kind { _ = try accounts.change(change("{}"), expecting: .oneOf([2]), caller: ana.caller) }
        == .stale)
    for json in [
      "{\"timeZone\": \"Mars/Olympus\"}", "{\"locale\": \"e!\"}", "{\"name\": null, \"role\": 1}",
      "{\"preferences\": {\"a\": {}}}", "{\"preferences\": []}", "{\"name\": \"\"}",
    ] {
      #expect(kind { _ = try change(json) } == .invalid, "\(json)")
    }
  }

  @Test("CO1: consents are given and withdrawn one by one, and every act stays on record")
  func consents() throws {
    let ana = try fixture.person("Ana")
    let service = fixture.people.identity.consents
    let change = { json in try ConsentChange(reading: fixture.fields(json)) }
    let isGiven = {
      try fixture.platform.store.read { try service.isGiven(.location, by: ana.id, in: $0) }
    }
    #expect(try !isGiven())
    _ = try service.change(change("{\"kind\": \"location\", \"given\": true}"), caller: ana.caller)
    #expect(try isGiven())
    _ = try service.change(change("{\"kind\": \"location\", \"given\": false}"), caller: ana.caller)
    #expect(try !isGiven())
    #expect(try fixture.count("SELECT COUNT(*) FROM consents") == 3)
    #expect(
      kind {
        _ = try service.change(
          change("{\"kind\": \"terms\", \"given\": false}"), caller: ana.caller)
      } == .conflict)
    #expect(kind { _ = try change("{\"kind\": \"soul\", \"given\": true}") } == .invalid)
  }

  @Test("a service key of few bytes is refused")
  func shortKey() {
    #expect(throws: (any Error).self) { try ServiceKey([1, 2, 3]) }
  }
}
