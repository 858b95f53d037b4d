import Access
import Base
import CapabilityTestSupport
import Geodesy
import Models
import SpatialCatalog
import Storage
import TestSupport
import Testing

@testable import Objects

@Suite("Instances for the spatial catalog and by box")
struct InstanceCatalogSourceTests {
  let fixture: ObjectsFixture

  init() throws { fixture = try ObjectsFixture() }

  private func all() throws -> [InstanceRecord] {
    try fixture.store.read { session in
      var records: [InstanceRecord] = []
      try InstanceCatalogSource.allInstances(session: session) { records.append($0) }
      return records
    }
  }

  /// Places `count` instances at random, some on the antimeridian and the poles.
  private func scatter(
    _ count: Int, _ object: ARObject, by author: Caller, realms: [EntityID],
    _ random: inout SeededRandom
  ) throws -> [Instance] {
    try (0..<count).map { i in
      let lon = i % 10 == 0 ? (i % 20 == 0 ? 180 : -180) : random.unit() * 360 - 180
      let lat = i % 17 == 0 ? 90 : random.unit() * 180 - 90
      let shared = realms.filter { _ in random.unit() < 0.5 }
      let turned = Quaternion(x: random.gaussian(), y: 0.1, z: random.gaussian(), w: 1).normalised
      return try fixture.instances.place(
        InstanceDraft(
          object: object.id,
          placement: Placement(
            realms: shared.isEmpty ? realms : shared,
            pose: GeoPose(
              position: LonLat(lon: lon, lat: lat), height: random.gaussian(),
              orientation: turned ?? .identity),
            priority: i % 101, triggerRadius: i % 3 == 0 ? 20 : nil)), caller: author
      ).instance
    }
  }

  @Test(
    "after any edits the catalog gets the live instances, all at once and by identifier",
    arguments: [1, 2] as [UInt64])
  func records(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let realms = [SubRealmID.publicRealm, fixture.realm(), fixture.realm()]
    let author = fixture.caller(in: realms)
    let objects = try (0..<3).map { try fixture.object("Object \($0)", caller: author) }
    var live: [EntityID: Instance] = [:]
    for object in objects {
      for instance in try scatter(30, object, by: author, realms: realms, &random) {
        live[instance.id] = instance
      }
    }
    for (id, _) in live.sorted(by: { $0.key < $1.key }) where random.unit() < 0.3 {
      if random.unit() < 0.5 {
        try fixture.instances.remove(id, caller: author)
        live[id] = nil
      } else {
        live[id] = try fixture.instances.edit(
          id, InstanceChanges(realms: [realms[1]], scale: 1 + random.unit()), expecting: .any,
          caller: author
        ).instance
      }
    }
    try fixture.objects.withdraw(objects[2].id, caller: author)
    live = live.filter { $0.value.object != objects[2].id }

    let records = try all()
    #expect(records.map(\.id) == live.keys.sorted())
    for parts in 1...4 {
      let cut = try fixture.store.read { session in
        let cuts = try InstanceCatalogSource.cuts(parts, least: 1, in: session)
        #expect(cuts.count == parts - 1 && cuts == cuts.sorted())
        var found: [InstanceRecord] = []
        for (first, end) in zip([nil] + cuts, cuts + [nil]) {
          try InstanceCatalogSource.allInstances(
            in: CatalogPart(first: first, end: end), session: session
          ) { found.append($0) }
        }
        return found
      }
      #expect(cut == records)
    }
    for record in records {
      let instance = try #require(live[record.id])
      let item = try JSONValue(parsing: Array("{".utf8) + record.body + Array("}".utf8))
      // What takes up space is read back from the body as it was placed.
      let body = try #require(record.body.withUnsafeBufferPointer { InstanceBody($0) })
      #expect(body.pose == instance.placement.pose && body.scale == instance.placement.scale)
      let object = try #require(objects.first { $0.id == instance.object })
      #expect(body.boundingBox == object.boundingBox)
      let q = item["pose"]?["quaternion"]
      #expect(q?["x"]?.number == instance.placement.pose.orientation.x)
      #expect(q?["y"]?.number == instance.placement.pose.orientation.y)
      #expect(q?["z"]?.number == instance.placement.pose.orientation.z)
      #expect(q?["w"]?.number == instance.placement.pose.orientation.w)
      #expect(item["pose"]?["position"]?["lon"]?.number == record.position.lon)
      #expect(item["pose"]?["position"]?["h"]?.number == record.height)
      #expect(item["scale"]?.number == instance.placement.scale)
      #expect(item["priority"]?.integer == record.priority)
      #expect(record.object == instance.object)
      #expect(record.author == author.account)
      #expect(record.realms == instance.placement.realms)
      #expect(record.position == instance.placement.pose.position)
      #expect(record.height == instance.placement.pose.height)
      #expect(record.priority == instance.placement.priority)
      #expect(record.triggerRadius == instance.placement.triggerRadius)
    }
    let changed = try fixture.changes("instance").map(\.subject) + [fixture.realm()]
    let byID = try fixture.store.read { try InstanceCatalogSource.instances(changed, in: $0) }
    #expect(Set(byID) == Set(records))
  }

  @Test("the body of a record is the members of a nearby item, without braces")
  func body() throws {
    let author = fixture.caller()
    let object = try fixture.object("Cube", caller: author)
    let instance = try fixture.place(object, caller: author, in: SubRealmID.publicRealm).instance
    let record = try #require(try all().first)
    let item = try JSONValue(parsing: Array("{".utf8) + record.body + Array("}".utf8))
    #expect(
      item.members?.map(\.name) == ["id", "object", "pose", "scale", "priority", "boundingBox"])
    #expect(item["id"]?.string == instance.id.description)
    #expect(item["object"]?.string == object.id.description)
    #expect(item["pose"]?["position"]?["lat"]?.number == instance.placement.pose.position.lat)
    #expect(item["boundingBox"]?["max"]?[2]?.number == object.boundingBox.maximum.z)
  }

  @Test(
    "by box, through the R-tree: the same as looking at every instance, also across 180 degrees",
    arguments: [1, 2] as [UInt64])
  func boxes(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let realms = [SubRealmID.publicRealm, fixture.realm()]
    let author = fixture.caller(in: realms)
    let object = try fixture.object("Cube", caller: author)
    let placed = try scatter(200, object, by: author, realms: realms, &random)
    var boxes = (0..<30).map { _ in
      let (a, b) = (random.unit() * 180 - 90, random.unit() * 180 - 90)
      return Bounds(
        west: random.unit() * 360 - 180, south: min(a, b), east: random.unit() * 360 - 180,
        north: max(a, b))
    }
    // Boxes whose border goes through an instance.
    for instance in placed.prefix(10) {
      let p = instance.placement.pose.position
      boxes.append(Bounds(west: p.lon, south: p.lat, east: p.lon, north: p.lat))
    }
    boxes += [.world, Bounds(west: 180, south: -90, east: -180, north: 90)]
    for box in boxes {
      let expected = placed.filter { box.contains($0.placement.pose.position) }
      #expect(try fixture.store.read { try InstanceStore.all(within: box, in: $0) } == expected)
      let shared = expected.filter { $0.placement.realms.contains(realms[1]) }
      let listed = try fixture.instances.list(
        in: realms[1], within: box, page: PageRequest(limit: 200), caller: author)
      #expect(listed.items.map(\.instance.id) == shared.map(\.id).reversed())
    }
  }
}
