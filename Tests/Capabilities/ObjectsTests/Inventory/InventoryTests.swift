import Access
import Base
import CapabilityTestSupport
import Foundation
import Media
import Objects
import TestSupport
import Testing

@Suite("Inventories")
struct InventoryTests {
  let fixture: ObjectsFixture

  init() throws { fixture = try ObjectsFixture(inventoryLimit: 3) }

  /// An object of someone else that everyone sees.
  private func shared(_ name: String) throws -> ARObject {
    let owner = fixture.caller()
    let object = try fixture.object(name, caller: owner)
    _ = try fixture.place(object, caller: owner, in: SubRealmID.publicRealm)
    return object
  }

  private func list(
    _ filter: InventoryFilter = InventoryFilter(), _ caller: Caller
  ) throws -> [InventoryItem] {
    try fixture.inventory.list(filter, page: PageRequest(limit: 200), caller: caller).items
  }

  @Test(
    "RL-SCR-05: the inventory shows own objects, those of the own groups, presets and added ones")
  func sources() throws {
    let group = fixture.realm()
    let friend = fixture.caller(in: group)
    let caller = fixture.caller(in: group)
    _ = try fixture.object("delta", caller: caller)
    _ = try fixture.preset("Bravo")
    let added = try shared("Charlie")
    try fixture.inventory.add(added.id, caller: caller)
    let groups = try fixture.object("alpha", caller: friend)
    try fixture.inventory.add(groups.id, to: group, caller: friend)
    // Neither of these is the caller's to see.
    _ = try fixture.object("friend's own", caller: friend)
    let elsewhere = fixture.realm()
    let stranger = fixture.caller(in: elsewhere)
    try fixture.inventory.add(
      try fixture.object("elsewhere", caller: stranger).id, to: elsewhere, caller: stranger)

    let items = try list(InventoryFilter(), caller)
    #expect(items.map(\.object.name) == ["alpha", "Bravo", "Charlie", "delta"])
    #expect(items.map(\.source) == [.group, .preset, .added, .own])
    #expect(items.first?.realms == [group])
    for source in InventoryItem.Source.allCases {
      let part = try list(InventoryFilter(source: source), caller)
      #expect(part.map(\.source) == [source])
    }
    #expect(try list(InventoryFilter(realm: group), caller).map(\.object.name) == ["alpha"])
    let foreign = try refusal { _ = try list(InventoryFilter(realm: elsewhere), caller) }
    #expect(foreign?.kind == .notFound)
    #expect(try refusal { _ = try list(InventoryFilter(), .anonymous) }?.kind == .unauthenticated)
  }

  @Test("CG-RL-03: the inventory can be filtered by origin, and one item read with its details")
  func origins() throws {
    let caller = fixture.caller()
    let preset = try fixture.preset("Arrow")
    let made = try fixture.object("Cube", caller: caller)
    let scanned = try fixture.objects.upload(
      ObjectUpload(
        name: "Scan", alt: .text("A scan"), origin: .scan,
        bytes: fixture.objects.preview("green cone", caller: caller).glb), caller: caller)
    for (origin, object) in [
      (ARObject.Origin.preset, preset), (.prompt, made), (.scan, scanned),
    ] {
      #expect(try list(InventoryFilter(origin: origin), caller).map(\.object) == [object])
    }
    #expect(try list(InventoryFilter(origin: .upload), caller).isEmpty)
    #expect(try fixture.inventory.item(made.id, caller: caller).object == made)
    let other = try refusal { _ = try fixture.inventory.item(made.id, caller: fixture.caller()) }
    #expect(other?.kind == .notFound)
  }

  @Test(
    "the list is alphabetical across pages of any size, each item once", arguments: [1, 2, 3, 7])
  func pages(limit: Int) throws {
    let caller = fixture.caller()
    let names = ["b", "A", "a", "C", "B", "ä", "c", "a"]
    for name in names { _ = try fixture.object(name, caller: caller) }
    var seen: [ARObject] = []
    var request = PageRequest(limit: limit)
    while true {
      let page = try fixture.inventory.list(page: request, caller: caller)
      seen += page.items.map(\.object)
      #expect(page.items.count <= limit)
      guard let next = page.next else { break }
      request = PageRequest(limit: limit, cursor: try Cursor(token: next.token))
    }
    #expect(Set(seen.map(\.id)).count == names.count)
    #expect(seen.map { NameKey.of($0.name) } == ["a", "a", "a", "a", "b", "b", "c", "c"])
    let wrong = try refusal {
      _ = try fixture.inventory.list(page: PageRequest(cursor: Cursor("x")), caller: caller)
    }
    #expect(wrong?.slug == "wrong-cursor")
  }

  @Test("UC10.4-5, UC10.post: another user's object is added, and can then be placed")
  func add() throws {
    let caller = fixture.caller()
    let object = try shared("Cube")
    let early = try refusal {
      _ = try fixture.place(object, caller: caller, in: SubRealmID.publicRealm)
    }
    #expect(early?.violations.map(\.pointer) == ["/object"])
    try fixture.inventory.add(object.id, caller: caller)
    try fixture.inventory.add(object.id, caller: caller)
    #expect(try list(InventoryFilter(), caller).map(\.object) == [object])
    #expect(try fixture.objects.content(object.id, caller: caller) == object.media)
    let placed = try fixture.place(object, caller: caller, in: SubRealmID.publicRealm)
    #expect(placed.instance.object == object.id)
    #expect(placed.instance.author == caller.account)
  }

  @Test("UC10.4.1, CG-RL-07: when the inventory is full, nothing is added and the refusal says so")
  func full() throws {
    #expect(Settings()[ObjectsSettings.inventoryLimit] == 100)
    let caller = fixture.caller()
    let objects = try (0..<4).map { try shared("Object \($0)") }
    for object in objects.prefix(3) { try fixture.inventory.add(object.id, caller: caller) }
    let before = try fixture.lastSequence()
    let refused = try refusal { try fixture.inventory.add(objects[3].id, caller: caller) }
    #expect(refused?.kind == .conflict)
    #expect(refused?.slug == "inventory-full")
    #expect(try list(InventoryFilter(), caller).map(\.object) == Array(objects.prefix(3)))
    #expect(try fixture.lastSequence() == before)
    try fixture.inventory.remove(objects[0].id, caller: caller)
    try fixture.inventory.add(objects[3].id, caller: caller)
    #expect(try list(InventoryFilter(), caller).map(\.object) == Array(objects.dropFirst()))
  }

  @Test("CG-RL-07: the limit holds when many add at once")
  func concurrent() throws {
    let caller = fixture.caller()
    let objects = try (0..<16).map { try shared("Object \($0)") }
    let full = Guarded(0)
    DispatchQueue.concurrentPerform(iterations: 16) { i in
      do {
        try fixture.inventory.add(objects[i].id, caller: caller)
      } catch {
        full.withLock { $0 += 1 }
      }
    }
    #expect(full.current == 13)
    #expect(try list(InventoryFilter(), caller).count == 3)
  }

  @Test("a withdrawn object frees its room in the inventory")
  func withdrawn() throws {
    let caller = fixture.caller()
    let owner = fixture.caller()
    let doomed = try fixture.object("Doomed", caller: owner)
    _ = try fixture.place(doomed, caller: owner, in: SubRealmID.publicRealm)
    try fixture.inventory.add(doomed.id, caller: caller)
    for i in 0..<2 { try fixture.inventory.add(try shared("Object \(i)").id, caller: caller) }
    try fixture.objects.withdraw(doomed.id, caller: owner)
    try fixture.inventory.add(try shared("New").id, caller: caller)
    #expect(try list(InventoryFilter(), caller).count == 3)
  }

  @Test("what the caller does not see cannot be added; it looks as if it were not there")
  func hidden() throws {
    let caller = fixture.caller()
    let secret = try fixture.object("Secret", caller: fixture.caller())
    let refused = try refusal { try fixture.inventory.add(secret.id, caller: caller) }
    #expect(refused == Refusal.notFound("object"))
    let absent = try refusal { try fixture.inventory.add(fixture.realm(), caller: caller) }
    #expect(absent == refused)
  }

  @Test("own objects and presets are there anyway and take no room; they are not taken out")
  func anyway() throws {
    let caller = fixture.caller()
    let own = try fixture.object("Own", caller: caller)
    let preset = try fixture.preset("Preset")
    try fixture.inventory.add(own.id, caller: caller)
    try fixture.inventory.add(preset.id, caller: caller)
    #expect(try fixture.rows("inventory_entries") == 0)
    #expect(
      try refusal { try fixture.inventory.remove(own.id, caller: caller) }?.slug == "own-object")
    #expect(
      try refusal { try fixture.inventory.remove(preset.id, caller: caller) }?.slug
        == "preset-object")
    let absent = try refusal { try fixture.inventory.remove(fixture.realm(), caller: caller) }
    #expect(absent?.kind == .notFound)
  }

  @Test(
    "UC10.post: a group's object can be placed by its members alone, in however many groups they and it are",
    arguments: [1, 100], [1, 300])
  func manyGroups(memberships: Int, inventories: Int) throws {
    let homes = (0..<inventories).map { _ in fixture.realm() }
    let owner = fixture.caller(in: homes)
    let object = try fixture.object("Cube", caller: owner)
    for home in homes { try fixture.inventory.add(object.id, to: home, caller: owner) }
    let others = (0..<memberships - 1).map { _ in fixture.realm() }
    let shared = try #require(homes.randomElement())
    let member = fixture.caller(in: others + [shared])
    let placed = try fixture.place(object, caller: member, in: SubRealmID.publicRealm)
    #expect(placed.instance.author == member.account)
    #expect(
      try fixture.inventory.list(InventoryFilter(), page: PageRequest(limit: 9), caller: member)
        .items.first?.realms == [shared])
    let stranger = fixture.caller(in: others + [fixture.realm()])
    let refused = try refusal {
      _ = try fixture.place(object, caller: stranger, in: SubRealmID.publicRealm)
    }
    #expect(refused?.violations.map(\.pointer) == ["/object"])
  }

  @Test("a sub-realm's inventory is changed by its members, and taken from by adders and editors")
  func realms() throws {
    let realm = fixture.realm()
    let member = fixture.caller(in: realm)
    let object = try fixture.object("Cube", caller: member)
    for outsider in [fixture.caller(), fixture.caller(in: [realm], as: .guest)] {
      _ = try fixture.place(object, caller: member, in: SubRealmID.publicRealm)
      #expect(
        try refusal { try fixture.inventory.add(object.id, to: realm, caller: outsider) } != nil)
    }
    let open = try refusal {
      try fixture.inventory.add(object.id, to: SubRealmID.publicRealm, caller: member)
    }
    #expect(open?.kind == .forbidden)
    try fixture.inventory.add(object.id, to: realm, caller: member)
    let other = fixture.caller(in: realm)
    let refused = try refusal {
      try fixture.inventory.remove(object.id, from: realm, caller: other)
    }
    #expect(refused?.kind == .forbidden)
    try fixture.inventory.remove(
      object.id, from: realm, caller: fixture.caller(in: [realm], as: .editor))
    #expect(try fixture.rows("inventory_entries") == 0)
  }
}
