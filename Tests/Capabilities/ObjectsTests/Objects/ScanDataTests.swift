import Access
import Base
import CapabilityTestSupport
import Media
import Objects
import Storage
import TestSupport
import Testing

@Suite("Personal data of scan requests")
struct ScanDataTests {
  let fixture: ObjectsFixture

  init() throws { fixture = try ObjectsFixture() }

  private func insert(_ account: EntityID, _ name: String) throws {
    try fixture.store.write { transaction in
      try transaction.execute(
        """
        INSERT INTO scan_requests (id, account, name, alt, state, created_at)
        VALUES (?1, ?2, ?3, '', 'requested', 1)
        """, [.id(fixture.platform.ids.next()), .id(account), .text(name)])
    }
  }

  private func names(_ account: EntityID) throws -> [String] {
    try fixture.store.read { session in
      var json = JSONWriter()
      try json.object { try ScansPersonalData().export(account, from: session, to: &$0) }
      return try JSONValue(parsing: json.bytes)["scanRequests"]?.array?
        .compactMap { $0["name"]?.string } ?? []
    }
  }

  @Test("CO1: an account's export holds its scan requests, and its erasure deletes them alone")
  func exportedAndErased() throws {
    let (ana, ben) = (fixture.caller().testAccount, fixture.caller().testAccount)
    try insert(ana, "Fountain")
    try insert(ben, "Bench")
    #expect(try names(ana) == ["Fountain"])
    try fixture.store.write { try ScansPersonalData().erase(ana, in: $0) }
    #expect(try names(ana).isEmpty)
    #expect(try names(ben) == ["Bench"])
  }
}
