import Access
import Base
import Composition
import Geodesy
import HTTPServing
import Notifications
import Presence
import Proximity
import Registration
import SpatialCatalog
import Storage
import TestSupport
import Testing

@testable import WaysideAPI

@Suite("the worked examples of a table, a notification and a zone")
struct WorkedCapabilityTests {
  /// A store of a fixture in which a group has members, opened anew with the capability's schema.
  private struct World {
    let fixture: APIFixture
    let store: Store
    let host: EntityID
    let group: EntityID

    init() throws {
      fixture = try APIFixture()
      let person = try fixture.person("Ana")
      host = try #require(EntityID(person.id))
      group = try #require(EntityID(try fixture.group(of: person)))
      fixture.services.platform.store.close()
      store = try Store.open(
        fixture.location, schema: Services.schema + [meetingPointSchema])
    }

    func set(_ point: MeetingPoint) throws {
      try store.write { try MeetingPointStore.insert(point, in: $0) }
    }

    func point(at position: LonLat = LonLat(lon: 9.5209, lat: 47.1410)) -> MeetingPoint {
      MeetingPoint(
        id: EntityIDSource(clock: SystemClock(), random: SystemRandom()).next(),
        realm: group, host: host, name: "Fountain",
        position: position)
    }
  }

  @Test("a table is made beside the others, read back, exported, watched over and erased")
  func table() throws {
    let world = try World()
    defer { world.store.close() }
    let point = world.point()
    try world.set(point)
    try (Services.declarations + [meetingPointCapability]).check()
    try world.store.read { session in
      #expect(try MeetingPointStore.find(point.id, in: session) == point)
      var json = JSONWriter()
      try json.object { try MeetingPointData().export(world.host, from: session, to: &$0) }
      #expect(json.string == #"{"meetingPoints":["Fountain"]}"#)
      for invariant in meetingPointCapability.invariants {
        #expect(try invariant.breaches(in: session) == 0)
      }
    }
    try world.store.write { try MeetingPointData().erase(world.host, in: $0) }
    let erased = try world.store.read { try MeetingPointStore.find(point.id, in: $0) }
    #expect(erased?.host == nil && erased?.name == "Fountain")
  }

  @Test("a kind of notification is registered by its list, and arrives once for each version")
  func notification() throws {
    let world = try World()
    defer { world.store.close() }
    let capabilities = Services.declarations + [meetingPointCapability]
    let kinds = try NotificationKinds(capabilities.parts(NotificationKind.self))
    #expect(kinds["meetingPointMoved"] == .meetingPointMoved)
    let poster = NotificationPoster(
      ids: EntityIDSource(clock: SystemClock(), random: SystemRandom()))
    var point = world.point()
    func tellOnce() throws {
      try world.store.write { try tell(world.host, of: point, by: poster, in: $0) }
    }
    func count() throws -> Int {
      try world.store.read {
        try $0.count("SELECT COUNT(*) FROM notifications WHERE subject = ?1", [.id(point.realm)])
      }
    }
    try tellOnce()
    try tellOnce()
    #expect(try count() == 1)
    point.version = 2
    try tellOnce()
    #expect(try count() == 2)
  }

  @Test("a source of zones fills the catalog at the start and follows the change log")
  func zone() throws {
    let world = try World()
    defer { world.store.close() }
    let before = world.point()
    try world.set(before)
    let zones = try ZoneCatalog([meetingPointCapability].parts((any ZoneSource).self))
    let catalog = try SpatialCatalog(store: world.store, sources: [], layers: [zones])
    let after = world.point(at: LonLat(lon: 9.5300, lat: 47.1410))
    try world.set(after)
    #expect(catalog.failure == nil)
    func found(near point: MeetingPoint, by realms: [EntityID]) -> [EntityID] {
      zones.layer.snapshot.zones(
        near: point.position, metres: 10, visible: VisibleRealms(realms)
      ).map(\.id)
    }
    #expect(found(near: before, by: [world.group]) == [before.id])
    #expect(found(near: after, by: [world.group]) == [after.id])
    #expect(found(near: after, by: [SubRealmID.publicRealm]) == [])
    // The words for kinds of zones come from the sources, in the interface's document too.
    let document = try world.fixture.call(.get, "/openapi.json").json
    let schema = document["components"]?["schemas"]?["Zone"]?["properties"]?["kind"]
    let registered = world.fixture.services.capabilities.parts((any ZoneSource).self)
      .flatMap { $0.kinds.keys.map(\.rawValue) }
    #expect(registered.count == 7)
    #expect(schema?["enum"]?.array?.compactMap(\.string) == registered.sorted())
  }

  @Test(
    "the articles show the code that is compiled",
    arguments: ["Guides/AddATable.md", "Guides/AddANotification.md", "Guides/AddAZone.md"])
  func articles(_ path: String) throws {
    let article = try WorkedExampleArticle(path)
    #expect(!article.blocks.isEmpty)
    #expect(
      try article.blocks(
        missingIn: "Tests/Interfaces/WaysideAPITests/Contract/MeetingPoints.swift") == [])
  }
}
