import Access
import Base
import Cryptography
import Foundation
import Realms
import Storage
import Testing

@Suite("Privacy and records")
struct PrivacyTests {
  let fixture: RealmsFixture
  let toys = Toys()

  init() throws { fixture = try RealmsFixture(holders: [toys], things: [toys]) }

  private func entry(
    _ kind: LedgerEntry.Kind, _ subject: EntityID?, at: Instant? = nil
  ) -> LedgerEntry {
    LedgerEntry(
      id: fixture.platform.ids.next(), kind: kind, subject: subject, organization: nil,
      amount: 499, tax: 65, currency: .canadianDollar, reference: "ref",
      at: at ?? fixture.clock.now())
  }

  private func append(_ entry: LedgerEntry, _ buyer: EntityID?) throws {
    try fixture.platform.store.write {
      try fixture.realms.ledger.append(entry, buyer: buyer, in: $0)
    }
  }

  private func hasPurchased(_ account: EntityID, _ subject: EntityID) throws -> Bool {
    try fixture.platform.store.read {
      try fixture.realms.ledger.hasPurchased(account, subject, in: $0)
    }
  }

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
    try append(entry(.purchase, fixture.platform.ids.next()), ana.id)
    let json = try JSONValue(parsing: fixture.realms.privacy.export(caller: ana.caller))
    #expect(json["account"]?["email"]?.string == "ana@example.org")
    #expect(json["consents"]?[0]?["kind"]?.string == "terms")
    #expect(json["memberships"]?[0]?["realm"]?.string == realm.id.description)
    #expect(json["purchases"]?[0]?["amount"]?.integer == 499)
    #expect(json["toys"]?[0]?.string == "AnasDragon")
    #expect(json["sessions"]?.array?.count == 1)
    #expect(json["storageRegion"]?.string == "North America")
    let text = String(
      decoding: try fixture.realms.privacy.export(caller: ana.caller), as: UTF8.self)
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
    try fixture.realms.blocks.block(bob.id, caller: ana.caller)
    let alone = try fixture.realm(ana, name: "Alone")
    #expect(
      refusal { try fixture.realms.privacy.erase(password: "wrong", caller: ana.caller) }?
        .violations.map(\.pointer) == ["/password"])
    try fixture.realms.privacy.erase(password: RealmsFixture.password, caller: ana.caller)
    #expect(try ana.caller.account == nil)
    #expect(try fixture.realms.sessionCache.caller(token: other.token).account == nil)
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
    let organizations = fixture.realms.organizations
    let request = try organizations.request(
      OrganizationRequestDraft(
        reading: fixture.fields("{\"organizationName\": \"Museum\", \"reason\": \"Guide\"}")),
      caller: ana.caller)
    let accept = try OrganizationDecision(reading: fixture.fields("{\"decision\": \"accept\"}"))
    let decided = try organizations.decide(request.id, accept, caller: admin.caller)
    let museum = try fixture.realms.subRealms.get(
      #require(decided.organization), caller: ana.caller)
    try fixture.join(bob, museum, by: ana)
    try fixture.realms.privacy.erase(password: RealmsFixture.password, caller: ana.caller)
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
    let caller = try fixture.realms.sessionCache.caller(token: token)
    try fixture.realms.privacy.erase(password: RealmsFixture.password, caller: caller)
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
    let accounts = fixture.realms.accounts
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
    let service = fixture.realms.consents
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

  @Test(
    "CO2.a: purchases are kept to the end of the sixth year after, also when the buyer is erased, and lead to nobody then"
  )
  func purchases() throws {
    let ana = try fixture.person("Ana")
    let tour = fixture.platform.ids.next()
    try append(entry(.purchase, tour), ana.id)
    #expect(try hasPurchased(ana.id, tour))
    #expect(try !hasPurchased(ana.id, fixture.platform.ids.next()))
    let rows = {
      try fixture.platform.store.read { session in
        try session.all("SELECT buyer, amount, keep_until FROM ledger_entries") {
          (try $0.id(0), try $0.int(1), try $0.instant(2))
        }
      }
    }
    let before = try #require(rows().first)
    #expect(before.0 != ana.id)
    #expect(before.2.description == "2033-01-01T00:00:00.000Z")
    try fixture.realms.privacy.erase(password: RealmsFixture.password, caller: ana.caller)
    let after = try #require(rows().first)
    #expect(after == before, "erasure changes no entry")
    #expect(try fixture.count("SELECT COUNT(*) FROM accounts WHERE buyer IS NOT NULL") == 0)
    #expect(try !hasPurchased(ana.id, tour))
    for change in ["UPDATE ledger_entries SET amount = 1", "DELETE FROM ledger_entries"] {
      let refusal = #expect(throws: DatabaseError.self) {
        try fixture.platform.store.write { _ = try $0.execute(change) }
      }
      #expect(refusal?.code == .constraint, "the database keeps the books itself")
    }
    let end = Double(before.2.milliseconds - fixture.clock.now().milliseconds) / 1000
    fixture.clock.advance(seconds: end - 1)
    #expect(try fixture.realms.maintenance.expire().ledgerEntries == 0)
    fixture.clock.advance(seconds: 1)
    #expect(try fixture.realms.maintenance.expire().ledgerEntries == 1)
  }

  @Test("what somebody has bought stays theirs when the time of keeping records is over")
  func boughtForGood() throws {
    let (ana, ben) = (try fixture.person("Ana"), try fixture.person("Ben"))
    let tour = fixture.platform.ids.next()
    for person in [ana, ben] { try append(entry(.purchase, tour), person.id) }
    fixture.clock.advance(seconds: 8 * 366 * 86_400)
    #expect(try fixture.realms.maintenance.expire().ledgerEntries == 0)
    #expect(try hasPurchased(ana.id, tour))
    // As an erasure does it.
    try fixture.platform.store.write {
      _ = try $0.execute("UPDATE accounts SET buyer = NULL WHERE id = ?1", [.id(ben.id)])
    }
    #expect(try fixture.realms.maintenance.expire().ledgerEntries == 1)
    #expect(try hasPurchased(ana.id, tour))
  }

  @Test("the seal of a record of money holds whatever stands in it")
  func seals() throws {
    let seals = LedgerSeals(key: try ServiceKey(Array(1...32)))
    var known: [String: Int] = [:]
    let changes: [(inout LedgerEntry) -> Void] = [
      { _ in }, { $0.organization = EntityID(high: 2, low: 2) },
      { $0.subject = EntityID(high: 2, low: 2) }, { $0.amount += 1 }, { $0.tax += 1 },
      { $0.currency = .usDollar }, { $0.reference = "other" },
      { $0.at = $0.at.adding(seconds: 1) }, { $0.at = $0.at.adding(seconds: 366 * 86_400) },
    ]
    for (number, change) in changes.enumerated() {
      let other = try RealmsFixture()
      var entry = LedgerEntry(
        id: EntityID(high: 1, low: 1), kind: .adRevenue, subject: nil, organization: nil,
        amount: 499, tax: 65, currency: .canadianDollar, reference: "ref", at: fixture.clock.now())
      change(&entry)
      let written = entry
      try other.platform.store.write {
        try other.realms.ledger.append(written, buyer: nil, in: $0)
      }
      try other.platform.store.read { session in
        try seals.each(after: nil, in: session) { sealed in
          let same = known.updateValue(number, forKey: sealed.seal)
          #expect(same == nil, "change \(number) has the seal of change \(same ?? -1)")
        }
      }
    }
    #expect(known.count == changes.count)
    // Whose money it was.
    var buyers: Set<String> = []
    for _ in 1...2 {
      let other = try RealmsFixture()
      let ana = try other.person("Ana")
      let entry = LedgerEntry(
        id: EntityID(high: 1, low: 1), kind: .purchase, subject: EntityID(high: 3, low: 3),
        organization: nil, amount: 499, tax: 65, currency: .canadianDollar, reference: "ref",
        at: fixture.clock.now())
      try other.platform.store.write {
        try other.realms.ledger.append(entry, buyer: ana.id, in: $0)
      }
      try other.platform.store.read { session in
        try seals.each(after: nil, in: session) { buyers.insert($0.seal) }
      }
    }
    #expect(buyers.count == 2)
  }

  @Test("CO2.b: ad revenue is kept in the same ledger, without a buyer")
  func adRevenue() throws {
    try append(entry(.adRevenue, nil), nil)
    #expect(
      try fixture.count("SELECT COUNT(*) FROM ledger_entries WHERE kind = 'adRevenue'") == 1)
    fixture.clock.advance(seconds: 6 * 366 * 86_400)
    #expect(try fixture.realms.maintenance.expire().ledgerEntries == 0)
    #expect(throws: DatabaseError.self) { try append(entry(.purchase, nil), nil) }
  }

  @Test("a refund takes the purchase back; test payments charge once per key")
  func refund() throws {
    let ana = try fixture.person("Ana")
    let tour = fixture.platform.ids.next()
    try append(entry(.purchase, tour), ana.id)
    try append(entry(.refund, tour), ana.id)
    #expect(try !hasPurchased(ana.id, tour))
    let payments = RecordedTestPayments(declines: { $0 == 13 })
    let first = try payments.charge(amount: 499, currency: .usDollar, idempotencyKey: "k")
    let second = try payments.charge(amount: 499, currency: .usDollar, idempotencyKey: "k")
    #expect(first == second)
    #expect(payments.record.count == 1)
    let declined = try payments.charge(amount: 13, currency: .usDollar, idempotencyKey: "d")
    #expect(declined == .declined(reason: "The test payment was declined."))
  }

  @Test("a service key of few bytes is refused")
  func shortKey() {
    #expect(throws: (any Error).self) { try ServiceKey([1, 2, 3]) }
  }
}
