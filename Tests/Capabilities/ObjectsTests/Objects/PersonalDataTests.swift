import Access
import Base
import CapabilityTestSupport
import Media
import Objects
import Storage
import TestSupport
import Testing

@Suite("Personal data of objects")
struct PersonalDataTests {
  let fixture: ObjectsFixture
  let holder: ObjectsPersonalData

  init() throws {
    fixture = try ObjectsFixture()
    holder = ObjectsPersonalData(rights: fixture.rights, notifications: fixture.inbox)
  }

  private func export(_ caller: Caller) throws -> JSONValue {
    try fixture.store.read { session in
      var json = JSONWriter()
      try json.object { try holder.export(caller.testAccount, from: session, to: &$0) }
      return try JSONValue(parsing: json.bytes)
    }
  }

  @Test(
    "CO1: an account's export holds its objects, inventory, instances and reactions, no others'")
  func exports() throws {
    let caller = fixture.caller()
    let other = fixture.caller()
    let mine = try fixture.object("Mine", caller: caller)
    let place = try fixture.place(mine, caller: caller, in: SubRealmID.publicRealm).instance
    let theirs = try fixture.object("Theirs", caller: other)
    let elsewhere = try fixture.place(theirs, caller: other, in: SubRealmID.publicRealm).instance
    try fixture.inventory.add(theirs.id, caller: caller)
    _ = try fixture.reactions.react(.thanks, to: elsewhere.id, caller: caller)
    _ = try fixture.reactions.react(.like, to: elsewhere.id, caller: other)
    let export = try export(caller)
    func ids(_ list: String, _ member: String) -> [String?] {
      (export[list]?.array ?? []).map { $0[member]?.string }
    }
    #expect(ids("objects", "id") == [mine.id.description])
    #expect(ids("instances", "id") == [place.id.description])
    #expect(ids("inventory", "object") == [theirs.id.description])
    #expect(ids("reactions", "instance") == [elsewhere.id.description])
    #expect(ids("reactions", "kind") == ["thanks"])
  }

  @Test("CO1: erasing an account leaves nothing of it, and its bytes go with the next sweep")
  func erases() throws {
    let caller = fixture.caller()
    let other = fixture.caller()
    let mine = try fixture.object("A secret name", caller: caller)
    let place = try fixture.place(mine, caller: caller, in: SubRealmID.publicRealm).instance
    try fixture.inventory.add(mine.id, caller: other)
    let copy = try fixture.place(mine, caller: other, in: SubRealmID.publicRealm).instance
    let theirs = try fixture.object("Theirs", caller: other, prompt: "green cone")
    let elsewhere = try fixture.place(theirs, caller: other, in: SubRealmID.publicRealm).instance
    try fixture.inventory.add(theirs.id, caller: caller)
    _ = try fixture.reactions.react(.love, to: elsewhere.id, caller: caller)
    let before = try fixture.lastSequence()

    try fixture.store.write { try holder.erase(caller.testAccount, in: $0) }

    let export = try export(caller)
    for list in ["objects", "inventory", "instances", "reactions"] {
      #expect(export[list] == .array([]), "\(list)")
    }
    let admin = fixture.caller(.admin)
    try fixture.report(mine.id)
    let left = try fixture.objects.details(mine.id, caller: admin)
    #expect(left.owner == nil)
    #expect(left.name == "Erased object")
    #expect(left.state == .withdrawn)
    for id in [place.id, copy.id] {
      #expect(
        try refusal { _ = try fixture.instances.details(id, caller: other) }?.kind == .notFound)
    }
    #expect(
      try fixture.instances.details(elsewhere.id, caller: other).reactions == ReactionSummary())
    #expect(
      Set(try fixture.changes("instance", after: before).map(\.subject)) == [place.id, copy.id])
    #expect(try fixture.objects.sweep().files == 1)
    #expect(!fixture.files.exists(mine.media.digest))
    #expect(fixture.files.exists(theirs.media.digest))
    let everywhere = try fixture.store.read { session in
      try session.count(
        """
        SELECT COUNT(*) FROM instances i WHERE i.author = ?1
          OR i.id IN (SELECT subject FROM reactions WHERE account = ?1)
          OR i.object IN (SELECT object FROM inventory_entries WHERE holder = ?1)
          OR i.object IN (SELECT id FROM objects WHERE owner = ?1)
        """, [.id(caller.testAccount)])
    }
    #expect(everywhere == 0)
  }
}
