import Access
import Base
import CapabilityTestSupport
import Media
import Notifications
import Objects
import Storage
import TestSupport
import Testing

@Suite("Reported and removed objects and instances")
struct ReportingTests {
  let fixture: ObjectsFixture
  let objects: ReportableObjects
  let instances = ReportableInstances()

  init() throws {
    fixture = try ObjectsFixture()
    objects = ReportableObjects(rights: fixture.rights, notifications: fixture.inbox)
  }

  @Test("UC8.4-5: what a caller sees can be reported, with its owner and its evidence; no more")
  func reportable() throws {
    let realm = fixture.realm()
    let author = fixture.caller(in: realm)
    let object = try fixture.object("Cube", caller: author)
    let instance = try fixture.place(object, caller: author, in: realm).instance
    let member = fixture.caller(in: realm)
    try fixture.store.read { (session: StoreSession) throws in
      let thing = try #require(try objects.reportable(object.id, caller: member, in: session))
      #expect(thing.owner == author.account)
      #expect(thing.title == "Cube")
      #expect(
        try JSONValue(parsing: thing.evidence)["sha256"]?.string == object.media.digest.hex)
      let place = try #require(try instances.reportable(instance.id, caller: member, in: session))
      #expect(place.owner == author.account)
      let evidence = try JSONValue(parsing: place.evidence)
      #expect(evidence["instance"]?["id"]?.string == instance.id.description)
      #expect(evidence["object"]?["id"]?.string == object.id.description)
      for stranger in [fixture.caller(), .anonymous] {
        #expect(try objects.reportable(object.id, caller: stranger, in: session) == nil)
        #expect(try instances.reportable(instance.id, caller: stranger, in: session) == nil)
      }
    }
  }

  @Test("CG-RL-15, UC11.11.1: removing an object withdraws it everywhere and keeps the evidence")
  func removeObject() throws {
    let author = fixture.caller()
    let other = fixture.caller()
    let object = try fixture.object("Cube", caller: author)
    _ = try fixture.place(object, caller: author, in: SubRealmID.publicRealm)
    try fixture.inventory.add(object.id, caller: other)
    let copy = try fixture.place(object, caller: other, in: SubRealmID.publicRealm).instance
    try fixture.store.write { try objects.remove(object.id, in: $0) }
    try fixture.store.write { try objects.remove(object.id, in: $0) }
    #expect(
      try fixture.instances.list(
        in: SubRealmID.publicRealm, page: PageRequest(), caller: .anonymous
      ).items.isEmpty)
    #expect(try fixture.inventory.list(page: PageRequest(), caller: other).items.isEmpty)
    #expect(try fixture.inventory.list(page: PageRequest(), caller: author).items.isEmpty)
    try fixture.store.read { (session: StoreSession) throws in
      #expect(try objects.reportable(object.id, caller: other, in: session) == nil)
      #expect(try objects.evidence(object.id, in: session)?.owner == author.account)
      #expect(try instances.reportable(copy.id, caller: other, in: session) == nil)
    }
    #expect(fixture.inbox.letters.current.map(\.to) == [other.testAccount])
    let admin = fixture.caller(.admin)
    #expect(
      try refusal { _ = try fixture.objects.details(object.id, caller: admin) }
        == Refusal.notFound("object"), "admins look at what is reported alone")
  }

  @Test("removing an instance takes away that one only, and its reactions can be read no more")
  func removeInstance() throws {
    let author = fixture.caller()
    let object = try fixture.object("Cube", caller: author)
    let bad = try fixture.place(object, caller: author, in: SubRealmID.publicRealm).instance
    let good = try fixture.place(object, caller: author, in: SubRealmID.publicRealm).instance
    let before = try fixture.lastSequence()
    try fixture.store.write { try instances.remove(bad.id, in: $0) }
    for caller in [author, fixture.caller(), .anonymous] {
      #expect(
        try refusal { _ = try fixture.instances.details(bad.id, caller: caller) }
          == Refusal.notFound("instance"))
      _ = try fixture.instances.details(good.id, caller: caller)
    }
    #expect(
      try fixture.changes("instance", after: before).map(\.operation) == [.delete])
    #expect(try fixture.store.read { try instances.evidence(bad.id, in: $0) }?.title == "Cube")
    #expect(
      try refusal { _ = try fixture.reactions.react(.like, to: bad.id, caller: author) }?.kind
        == .notFound)
  }
}
