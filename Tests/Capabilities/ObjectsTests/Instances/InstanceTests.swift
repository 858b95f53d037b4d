import Access
import Base
import CapabilityTestSupport
import Geodesy
import Objects
import Storage
import TestSupport
import Testing

@Suite("Instances: who sees them, how they change")
struct InstanceTests {
  let fixture: ObjectsFixture

  init() throws { fixture = try ObjectsFixture() }

  private func isSeen(_ id: EntityID, caller: Caller) throws -> Bool {
    let refused = try refusal { _ = try fixture.instances.details(id, caller: caller) }
    if let refused { #expect(refused == Refusal.notFound("instance")) }
    return refused == nil
  }

  @Test("UC5.post: members of a chosen sub-realm see the instance, others do not")
  func members() throws {
    let (team, family) = (fixture.realm(), fixture.realm())
    let author = fixture.caller(in: team, family)
    let placed = try fixture.place(
      fixture.object("Cube", caller: author), caller: author, in: team, family)
    let mate = fixture.caller(in: team)
    #expect(try isSeen(placed.instance.id, caller: mate))
    #expect(try !isSeen(placed.instance.id, caller: fixture.caller(in: fixture.realm())))
    #expect(try !isSeen(placed.instance.id, caller: .anonymous))
    let details = try fixture.instances.details(placed.instance.id, caller: mate)
    #expect(details.realms == [team], "sub-realms of others are not told")
    #expect(try json { details.write(to: &$0) }["realms"]?.array?.count == 1)
    let listed = try refusal {
      _ = try fixture.instances.list(in: family, page: PageRequest(), caller: mate)
    }
    #expect(listed == Refusal.notFound("sub-realm"))
  }

  @Test("UC7.10.1: whoever is in no sub-realm, or not logged in, sees public instances only")
  func publicOnly() throws {
    let realm = fixture.realm()
    let author = fixture.caller(in: realm)
    let object = try fixture.object("Cube", caller: author)
    let hidden = try fixture.place(object, caller: author, in: realm)
    let open = try fixture.place(object, caller: author, in: SubRealmID.publicRealm)
    for caller in [fixture.caller(), .anonymous] {
      #expect(try isSeen(open.instance.id, caller: caller))
      #expect(try !isSeen(hidden.instance.id, caller: caller))
      let list = try fixture.instances.list(
        in: SubRealmID.publicRealm, page: PageRequest(), caller: caller)
      #expect(list.items.map(\.instance.id) == [open.instance.id])
    }
  }

  @Test(
    "UC7.post: a caller sees the instances of all own sub-realms and of no other",
    arguments: [1, 2] as [UInt64])
  func visibility(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let realms = (0..<5).map { _ in fixture.realm() }
    func some() -> [EntityID] { realms.filter { _ in random.unit() < 0.4 } }
    var placed: [Instance] = []
    for i in 0..<40 {
      let shared = some() + (random.unit() < 0.1 ? [SubRealmID.publicRealm] : [])
      guard !shared.isEmpty else { continue }
      let author = fixture.caller(in: realms)
      let object = try fixture.object("Cube \(i)", caller: author)
      placed.append(
        try fixture.instances.place(
          InstanceDraft(
            object: object.id,
            placement: Placement(
              realms: shared, pose: GeoPose(position: LonLat(lon: 9, lat: 47), height: 0))),
          caller: author
        ).instance)
    }
    for _ in 0..<20 {
      let mine = some()
      let caller = fixture.caller(in: mine)
      let expected = placed.filter { instance in
        instance.placement.realms.contains { $0 == SubRealmID.publicRealm || mine.contains($0) }
      }
      #expect(try placed.filter { try isSeen($0.id, caller: caller) } == expected)
      var listed: Set<EntityID> = []
      for realm in mine + [SubRealmID.publicRealm] {
        listed.formUnion(
          try fixture.instances.list(in: realm, page: PageRequest(limit: 200), caller: caller)
            .items.map(\.instance.id))
      }
      #expect(listed == Set(expected.map(\.id)))
    }
  }

  @Test("UC8.1-3, UC8.4-5, CG-RL-19: another user's instance offers to react, take and report")
  func menu() throws {
    let author = fixture.caller()
    let placed = try fixture.place(
      fixture.object("Cube", caller: author), caller: author, in: SubRealmID.publicRealm)
    let other = try fixture.instances.details(placed.instance.id, caller: fixture.caller())
    #expect(other.actions == [.react, .addToInventory, .report])
    let own = try fixture.instances.details(placed.instance.id, caller: author)
    #expect(!own.actions.contains(.report), "reporting the own is not offered")
    #expect(own.actions == [.react, .edit, .delete])
    #expect(try fixture.instances.details(placed.instance.id, caller: .anonymous).actions.isEmpty)
  }

  @Test(
    "OP-FR2.3: the author moves, turns, resizes and shares anew; each change counts the version")
  func edit() throws {
    let realm = fixture.realm()
    let author = fixture.caller(in: realm)
    let placed = try fixture.place(
      fixture.object("Cube", caller: author), caller: author, in: realm
    ).instance
    let body = try fields(
      #"{"scale":3,"priority":7,"trigger":{"radius":12.5},"realms":["public"]}"#)
    let changes = InstanceChanges(reading: body)
    try body.finish()
    let before = try fixture.lastSequence()
    let changed = try fixture.instances.edit(
      placed.id, changes, expecting: .oneOf([1]), caller: author
    ).instance
    #expect(changed.version == 2)
    #expect(changed.placement.scale == 3)
    #expect(changed.placement.priority == 7)
    #expect(changed.placement.triggerRadius == 12.5)
    #expect(changed.placement.realms == [SubRealmID.publicRealm])
    #expect(changed.placement.pose == placed.placement.pose)
    #expect(try fixture.changes("instance", after: before).map(\.operation) == [.update])
    let pose = GeoPose(
      position: LonLat(lon: -179.9999999, lat: -89.5), height: -12.25,
      orientation: Quaternion(x: 0, y: 0, z: 1, w: 0))
    let clear = try fields(#"{"trigger":null}"#)
    var move = InstanceChanges(reading: clear)
    try clear.finish()
    move.pose = pose
    let moved = try fixture.instances.edit(placed.id, move, expecting: .any, caller: author)
      .instance
    #expect(moved.placement.pose == pose)
    #expect(moved.placement.triggerRadius == nil)
    #expect(moved.placement.scale == 3)
    let box = Bounds(west: -180, south: -90, east: -179, north: -89)
    #expect(try fixture.store.read { try InstanceStore.all(within: box, in: $0) } == [moved])
  }

  @Test("A placed thing can carry a name and a message, which null takes away")
  func caption() throws {
    let author = fixture.caller()
    let object = try fixture.object("Cube", caller: author)
    let draft = InstanceDraft(
      object: object.id,
      placement: Placement(
        realms: [SubRealmID.publicRealm],
        pose: GeoPose(position: LonLat(lon: 9.5, lat: 47.1), height: 460),
        caption: Caption(name: "Meeting point", message: "Say \"7\" \\ here", showsMessage: true)))
    let placed = try fixture.instances.place(draft, caller: author).instance
    func shown() throws -> JSONValue {
      let found = try fixture.instances.details(placed.id, caller: .anonymous)
      return try json { found.write(to: &$0) }
    }
    #expect(try shown()["name"]?.string == "Meeting point")
    #expect(try shown()["message"]?.string == "Say \"7\" \\ here")
    #expect(try shown()["showsMessage"]?.bool == true)
    let record = try #require(
      try fixture.store.read { try InstanceCatalogSource.instances([placed.id], in: $0) }.first)
    let item = try JSONValue(parsing: Array("{".utf8) + record.body + Array("}".utf8))
    #expect(item["name"]?.string == "Meeting point" && item["showsMessage"]?.bool == true)
    // What takes up space is read past the texts.
    let body = try #require(record.body.withUnsafeBufferPointer { InstanceBody($0) })
    #expect(body.pose == placed.placement.pose && body.boundingBox == object.boundingBox)
    let evidence = try fixture.store.read {
      try ReportableInstances().evidence(placed.id, in: $0)
    }
    #expect(evidence?.title == "Meeting point")
    #expect(
      try JSONValue(parsing: evidence?.evidence ?? [])["instance"]?["message"]?.string
        == "Say \"7\" \\ here")
    func edit(_ body: String) throws {
      let changes = InstanceChanges(reading: try fields(body))
      _ = try fixture.instances.edit(placed.id, changes, expecting: .any, caller: author)
    }
    try edit(#"{"scale":2}"#)
    #expect(try shown()["name"]?.string == "Meeting point")
    try edit(#"{"name":null,"message":null}"#)
    #expect(try shown()["name"] == nil && shown()["message"] == nil)
    #expect(try shown()["showsMessage"] == nil)
    for body in [
      #"{"name":""}"#, "{\"name\":\"\(String(repeating: "n", count: 81))\"}",
      "{\"message\":\"\(String(repeating: "m", count: 281))\"}", #"{"showsMessage":1}"#,
    ] {
      let wrong = try fields(body)
      _ = InstanceChanges(reading: wrong)
      #expect(try refusal { try wrong.finish() }?.kind == .invalid, "\(body)")
    }
  }

  @Test("a stale edit, one by others and one into foreign sub-realms change nothing")
  func refusedEdits() throws {
    let realm = fixture.realm()
    let author = fixture.caller(in: realm)
    let placed = try fixture.place(
      fixture.object("Cube", caller: author), caller: author, in: realm
    ).instance
    func attempt(
      _ changes: InstanceChanges, _ version: ExpectedVersion, _ caller: Caller
    ) throws -> Refusal.Kind? {
      try refusal {
        _ = try fixture.instances.edit(placed.id, changes, expecting: version, caller: caller)
      }?.kind
    }
    let bigger = InstanceChanges(scale: 2)
    #expect(try attempt(bigger, .oneOf([2]), author) == .stale)
    #expect(try attempt(bigger, .any, fixture.caller(in: realm)) == .forbidden)
    #expect(try attempt(bigger, .any, fixture.caller()) == .notFound)
    #expect(try attempt(bigger, .any, .anonymous) == .unauthenticated)
    #expect(try attempt(InstanceChanges(realms: [fixture.realm()]), .any, author) == .forbidden)
    #expect(try attempt(InstanceChanges(realms: []), .any, author) == .invalid)
    let mate = fixture.caller(in: realm)
    #expect(
      try refusal { try fixture.instances.remove(placed.id, caller: mate) }?.kind == .forbidden)
    #expect(try fixture.instances.details(placed.id, caller: author).instance == placed)
  }

  @Test("the author takes an instance away; the object and its other instances stay")
  func remove() throws {
    let author = fixture.caller()
    let object = try fixture.object("Cube", caller: author)
    let gone = try fixture.place(object, caller: author, in: SubRealmID.publicRealm).instance
    let stays = try fixture.place(object, caller: author, in: SubRealmID.publicRealm).instance
    _ = try fixture.reactions.react(.like, to: gone.id, caller: author)
    try fixture.instances.remove(gone.id, expecting: .oneOf([1]), caller: author)
    #expect(try !isSeen(gone.id, caller: author))
    #expect(try isSeen(stays.id, caller: author))
    #expect(
      try refusal { try fixture.instances.remove(gone.id, caller: author) }?.kind == .notFound)
    #expect(try fixture.rows("reactions") == 0)
    #expect(try fixture.rows("instance_realms") == 1)
  }

  @Test("own instances and those of a sub-realm are listed newest first, page by page")
  func lists() throws {
    let realm = fixture.realm()
    let author = fixture.caller(in: realm)
    let object = try fixture.object("Cube", caller: author)
    let placed = try (0..<25).map { _ in
      try fixture.place(object, caller: author, in: realm).instance.id
    }
    func all(_ read: (PageRequest) throws -> Page<EntityID>) throws -> [EntityID] {
      var found: [EntityID] = []
      var request = PageRequest()
      while true {
        let page = try read(request)
        found += page.items
        #expect(page.items.count <= 10)
        guard let next = page.next else { return found }
        request.cursor = next
      }
    }
    #expect(
      try all { try fixture.instances.own(page: $0, caller: author).map(\.id) } == placed.reversed()
    )
    #expect(
      try all {
        try fixture.instances.list(in: realm, page: $0, caller: author).map(\.instance.id)
      } == placed.reversed())
    #expect(try fixture.instances.own(page: PageRequest(), caller: fixture.caller()).items.isEmpty)
  }
}
