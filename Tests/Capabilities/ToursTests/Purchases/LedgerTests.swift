import Access
import Base
import Groups
import Identity
import PeopleTestSupport
import Registration
import Storage
import Testing

@testable import Tours

@Suite("Records of purchases")
struct LedgerTests {
  let fixture: PeopleFixture
  /// What tours say of their records, without the rest of what tours store.
  private static let records = Capability(
    "purchases", personalData: [PurchaseRecords()], parts: [Ledger.expiry])

  init() throws { fixture = try PeopleFixture(more: [Self.records]) }

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
      try Ledger().append(entry, buyer: buyer, in: $0)
    }
  }

  private func hasPurchased(_ account: EntityID, _ subject: EntityID) throws -> Bool {
    try fixture.platform.store.read {
      try Ledger().hasPurchased(account, subject, in: $0)
    }
  }

  @Test("CO1: access: the export holds what the caller has bought, and nothing of others")
  func export() throws {
    let (ana, bob) = (try fixture.person("Ana"), try fixture.person("Bob"))
    try append(entry(.purchase, fixture.platform.ids.next()), ana.id)
    let privacy = fixture.people.identity.privacy
    let json = try JSONValue(parsing: privacy.export(caller: ana.caller))
    #expect(json["purchases"]?[0]?["amount"]?.integer == 499)
    #expect(json["purchases"]?.array?.count == 1)
    let other = try JSONValue(parsing: privacy.export(caller: bob.caller))
    #expect(other["purchases"]?.array?.isEmpty == true)
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
    try fixture.people.identity.privacy.erase(password: PeopleFixture.password, caller: ana.caller)
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
    #expect(try fixture.people.access.maintenance.expire()["ledgerEntries"] == 0)
    fixture.clock.advance(seconds: 1)
    #expect(try fixture.people.access.maintenance.expire()["ledgerEntries"] == 1)
  }

  @Test("what somebody has bought stays theirs when the time of keeping records is over")
  func boughtForGood() throws {
    let (ana, ben) = (try fixture.person("Ana"), try fixture.person("Ben"))
    let tour = fixture.platform.ids.next()
    for person in [ana, ben] { try append(entry(.purchase, tour), person.id) }
    fixture.clock.advance(seconds: 8 * 366 * 86_400)
    #expect(try fixture.people.access.maintenance.expire()["ledgerEntries"] == 0)
    #expect(try hasPurchased(ana.id, tour))
    // As an erasure does it.
    try fixture.platform.store.write {
      _ = try $0.execute("UPDATE accounts SET buyer = NULL WHERE id = ?1", [.id(ben.id)])
    }
    #expect(try fixture.people.access.maintenance.expire()["ledgerEntries"] == 1)
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
      let other = try PeopleFixture(more: [Self.records])
      var entry = LedgerEntry(
        id: EntityID(high: 1, low: 1), kind: .adRevenue, subject: nil, organization: nil,
        amount: 499, tax: 65, currency: .canadianDollar, reference: "ref", at: fixture.clock.now())
      change(&entry)
      let written = entry
      try other.platform.store.write {
        try Ledger().append(written, buyer: nil, in: $0)
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
      let other = try PeopleFixture(more: [Self.records])
      let ana = try other.person("Ana")
      let entry = LedgerEntry(
        id: EntityID(high: 1, low: 1), kind: .purchase, subject: EntityID(high: 3, low: 3),
        organization: nil, amount: 499, tax: 65, currency: .canadianDollar, reference: "ref",
        at: fixture.clock.now())
      try other.platform.store.write {
        try Ledger().append(entry, buyer: ana.id, in: $0)
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
    #expect(try fixture.people.access.maintenance.expire()["ledgerEntries"] == 0)
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
}
