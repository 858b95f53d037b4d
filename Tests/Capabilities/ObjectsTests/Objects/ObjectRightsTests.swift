import Access
import Base
import CapabilityTestSupport
import Geodesy
import Media
import Notifications
import Objects
import Storage
import TestSupport
import Testing

@Suite("Who sees, changes and withdraws an AR object")
struct ObjectRightsTests {
  let fixture: ObjectsFixture

  init() throws { fixture = try ObjectsFixture() }

  private func isSeen(_ object: ARObject, caller: Caller) throws -> Bool {
    let details = try refusal { _ = try fixture.objects.details(object.id, caller: caller) }
    let content = try refusal { _ = try fixture.objects.content(object.id, caller: caller) }
    #expect(details == content)
    if let details { #expect(details == Refusal.notFound("object")) }
    return details == nil
  }

  @Test("an object that was not shared is seen by its owner alone")
  func hidden() throws {
    let owner = fixture.caller()
    let object = try fixture.object("Cube", caller: owner)
    #expect(try isSeen(object, caller: owner))
    #expect(try !isSeen(object, caller: fixture.caller(.admin)))
    #expect(try !isSeen(object, caller: fixture.caller()))
    #expect(try !isSeen(object, caller: .anonymous))
  }

  @Test("UC5.post: an object placed in a sub-realm is seen by its members, and by no others")
  func placed() throws {
    let realm = fixture.realm()
    let owner = fixture.caller(in: realm)
    let object = try fixture.object("Cube", caller: owner)
    let instance = try fixture.place(object, caller: owner, in: realm)
    let member = fixture.caller(in: realm)
    #expect(try isSeen(object, caller: member))
    #expect(try !isSeen(object, caller: fixture.caller(in: fixture.realm())))
    #expect(try !isSeen(object, caller: .anonymous))
    _ = try fixture.instances.edit(
      instance.instance.id, InstanceChanges(realms: [SubRealmID.publicRealm]), expecting: .any,
      caller: owner)
    #expect(try isSeen(object, caller: .anonymous))
    try fixture.instances.remove(instance.instance.id, caller: owner)
    #expect(try !isSeen(object, caller: member))
  }

  @Test("an object in an inventory of the caller or of the caller's sub-realms is seen")
  func inventory() throws {
    let realm = fixture.realm()
    let owner = fixture.caller(in: realm)
    let object = try fixture.object("Cube", caller: owner)
    try fixture.inventory.add(object.id, to: realm, caller: owner)
    let member = fixture.caller(in: realm)
    #expect(try isSeen(object, caller: member))
    #expect(try !isSeen(object, caller: fixture.caller()))
    try fixture.inventory.add(object.id, caller: member)
    try fixture.inventory.remove(object.id, from: realm, caller: owner)
    #expect(try isSeen(object, caller: member), "the own entry stays")
  }

  @Test("an object of a published tour is seen by whoever sees the tour")
  func tour() throws {
    let object = try fixture.object("Cube", caller: fixture.caller())
    #expect(try !isSeen(object, caller: .anonymous))
    fixture.tour.objects.withLock { _ = $0.insert(object.id) }
    #expect(try isSeen(object, caller: .anonymous))
  }

  @Test("the owner renames an object; others may not, stale changes are refused")
  func edit() throws {
    let owner = fixture.caller()
    let object = try fixture.object("Cube", caller: owner)
    _ = try fixture.place(object, caller: owner, in: SubRealmID.publicRealm)
    let changed = try fixture.objects.edit(
      object.id, ObjectChanges(name: "Die", alt: .decorative), expecting: .oneOf([1]), caller: owner
    )
    #expect(changed.name == "Die")
    #expect(changed.alt == .decorative)
    #expect(changed.version == 2)
    let stale = try refusal {
      _ = try fixture.objects.edit(
        object.id, ObjectChanges(name: "Old"), expecting: .oneOf([1]), caller: owner)
    }
    #expect(stale?.kind == .stale)
    let other = fixture.caller()
    let foreign = try refusal {
      _ = try fixture.objects.edit(
        object.id, ObjectChanges(name: "Mine"), expecting: .any, caller: other)
    }
    #expect(foreign?.kind == .forbidden)
    #expect(
      try refusal { try fixture.objects.withdraw(object.id, caller: other) }?.kind == .forbidden)
    #expect(try fixture.objects.details(object.id, caller: owner).name == "Die")
  }

  @Test("CG-RL-15: a withdrawn object is gone from all places, inventories and answers at once")
  func withdrawn() throws {
    let realm = fixture.realm()
    let owner = fixture.caller(in: realm)
    let friend = fixture.caller(in: realm)
    let object = try fixture.object("Cube", caller: owner)
    let own = try fixture.place(object, caller: owner, in: realm).instance
    try fixture.inventory.add(object.id, caller: friend)
    let copies = try (0..<2).map { _ in
      try fixture.place(object, caller: friend, in: SubRealmID.publicRealm).instance
    }
    let other = try fixture.place(
      fixture.object("Other", caller: owner), caller: owner, in: realm
    ).instance
    let before = try fixture.lastSequence()

    try fixture.objects.withdraw(object.id, caller: owner)

    for caller in [owner, friend, .anonymous] {
      #expect(try !isSeen(object, caller: caller))
      for instance in [own] + copies {
        #expect(
          try refusal { _ = try fixture.instances.details(instance.id, caller: caller) }
            == Refusal.notFound("instance"))
      }
    }
    #expect(try fixture.inventory.list(page: PageRequest(), caller: friend).items.isEmpty)
    #expect(try fixture.instances.own(page: PageRequest(), caller: friend).items.isEmpty)
    #expect(
      try fixture.instances.list(in: realm, page: PageRequest(), caller: friend).items
        .map(\.instance.id) == [other.id])
    let gone = try fixture.changes("instance", after: before)
    #expect(Set(gone.map(\.subject)) == Set([own.id] + copies.map(\.id)))
    #expect(gone.allSatisfy { $0.operation == .delete })
    let records = try fixture.store.read {
      try InstanceCatalogSource.instances(gone.map(\.subject), in: $0)
    }
    #expect(records.isEmpty)
    #expect(try fixture.changes("inventory", after: before).map(\.subject) == [friend.testAccount])
    #expect(fixture.inbox.letters.current.map(\.to) == [friend.testAccount])
    #expect(fixture.inbox.letters.current.first?.text.contains("2 places") == true)
  }
}
