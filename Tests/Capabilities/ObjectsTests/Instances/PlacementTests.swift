import Access
import Base
import CapabilityTestSupport
import Geodesy
import Objects
import Storage
import TestSupport
import Testing

@Suite("Placing AR objects")
struct PlacementTests {
  let fixture: ObjectsFixture

  init() throws { fixture = try ObjectsFixture() }

  private func draft(_ json: String) throws -> InstanceDraft {
    let fields = try fields(json)
    let draft = InstanceDraft(reading: fields)
    try fields.finish()
    return draft
  }

  @Test("OP-FR1.a, OP-FR1.b: an instance keeps its object and the sub-realms it is shared in")
  func stored() throws {
    let realms = [fixture.realm(), fixture.realm()]
    let caller = fixture.caller(in: realms)
    let object = try fixture.object("Cube", caller: caller)
    let placed = try fixture.place(object, caller: caller, in: realms[1], realms[0], realms[1])
    let read = try fixture.instances.details(placed.instance.id, caller: caller)
    #expect(read == placed)
    #expect(read.instance.object == object.id)
    #expect(read.instance.placement.realms == realms.sorted())
    #expect(read.instance.author == caller.account)
    #expect(read.realms == realms.sorted())
  }

  @Test(
    "OP-FR1.c: position to seven decimals, orientation and size come back bit by bit as they were sent",
    arguments: [1, 2, 3] as [UInt64])
  func exact(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let caller = fixture.caller()
    let object = try fixture.object("Cube", caller: caller)
    for _ in 0..<100 {
      let q = try #require(
        Quaternion(
          x: random.gaussian(), y: random.gaussian(), z: random.gaussian(), w: random.gaussian()
        ).normalised)
      let pose = GeoPose(
        position: FixedPosition(
          LonLat(lon: random.unit() * 360 - 180, lat: random.unit() * 180 - 90)
        ).lonLat,
        height: random.gaussian() * 1000, orientation: q)
      let scale = 0.01 + random.unit() * 99
      var body = JSONWriter()
      body.object { json in
        json.member("object", object.id)
        json.array("realms") { $0.string("public") }
        json.key("pose")
        write(pose, to: &json)
        json.member("scale", scale)
      }
      let placed = try fixture.instances.place(draft(body.string), caller: caller)
      let read = try fixture.instances.details(placed.instance.id, caller: caller)
      #expect(read.instance.placement.pose == pose)
      #expect(read.instance.placement.scale == scale)
      let answer = try json { read.write(to: &$0) }
      let again = GeoPose(
        position: LonLat(
          lon: answer["pose"]?["position"]?["lon"]?.number ?? .nan,
          lat: answer["pose"]?["position"]?["lat"]?.number ?? .nan),
        height: answer["pose"]?["position"]?["h"]?.number ?? .nan,
        orientation: Quaternion(
          x: answer["pose"]?["quaternion"]?["x"]?.number ?? .nan,
          y: answer["pose"]?["quaternion"]?["y"]?.number ?? .nan,
          z: answer["pose"]?["quaternion"]?["z"]?.number ?? .nan,
          w: answer["pose"]?["quaternion"]?["w"]?.number ?? .nan))
      #expect(again == pose)
      #expect(answer["scale"]?.number == scale)
    }
  }

  @Test("a position with more decimals comes back with the nearest seven, the same in all answers")
  func rounded() throws {
    let caller = fixture.caller()
    let object = try fixture.object("Cube", caller: caller)
    let placed = try fixture.instances.place(
      draft(
        """
        {"object":"\(object.id)","realms":["public"],"pose":{"position":{"lat":47.12345678,
         "lon":-9.98765432,"h":460.123456789},"quaternion":{"x":0,"y":0,"z":0,"w":1}}}
        """), caller: caller)
    let read = try fixture.instances.details(placed.instance.id, caller: caller)
    for pose in [placed.instance.placement.pose, read.instance.placement.pose] {
      #expect(pose.position.lat == 47.1234568 && pose.position.lon == -9.9876543)
      #expect(pose.height == 460.123456789)
    }
  }

  private func write(_ pose: GeoPose, to json: inout JSONWriter) {
    json.object { json in
      json.object("position") { json in
        json.member("lat", pose.position.lat)
        json.member("lon", pose.position.lon)
        json.member("h", pose.height)
      }
      json.object("quaternion") { json in
        for (name, value) in [
          ("x", pose.orientation.x), ("y", pose.orientation.y), ("z", pose.orientation.z),
          ("w", pose.orientation.w),
        ] {
          json.key(name)
          json.number(value)
        }
      }
    }
  }

  @Test("OP-FR2.1: the placed object comes from the inventory or is newly made")
  func source() throws {
    let group = fixture.realm()
    let caller = fixture.caller(in: group)
    let friend = fixture.caller(in: group)
    let others = try fixture.object("Other", caller: friend)
    _ = try fixture.place(others, caller: friend, in: group)
    let refused = try refusal { _ = try fixture.place(others, caller: caller, in: group) }
    #expect(refused?.violations.map(\.pointer) == ["/object"])
    #expect(try fixture.instances.own(page: PageRequest(), caller: caller).items.isEmpty)

    _ = try fixture.place(fixture.object("New", caller: caller), caller: caller, in: group)
    _ = try fixture.place(fixture.preset("Preset"), caller: caller, in: group)
    try fixture.inventory.add(others.id, to: group, caller: friend)
    _ = try fixture.place(others, caller: caller, in: group)
    #expect(try fixture.instances.own(page: PageRequest(), caller: caller).items.count == 3)
  }

  @Test("OP-FR2.2: sub-realms of which the caller is not a member are refused, and none is none")
  func membership() throws {
    let mine = fixture.realm()
    let foreign = fixture.realm()
    let caller = fixture.caller(in: mine)
    let object = try fixture.object("Cube", caller: caller)
    let refused = try refusal {
      _ = try fixture.place(object, caller: caller, in: mine, foreign)
    }
    #expect(refused?.slug == "not-a-member")
    #expect(refused?.violations.first?.detail.contains(foreign.description) == true)
    #expect(
      try refusal {
        _ = try fixture.instances.place(
          InstanceDraft(
            object: object.id,
            placement: Placement(
              realms: [], pose: GeoPose(position: LonLat(lon: 0, lat: 0), height: 0))),
          caller: caller)
      }?.kind == .invalid)
    #expect(try fixture.rows("instances") == 0)
    #expect(try fixture.changes("instance").isEmpty)
    #expect(
      try refusal { _ = try fixture.place(object, caller: .anonymous, in: mine) }?.kind
        == .unauthenticated)
  }

  @Test("CG-RL-14: whoever is in no other sub-realm places in the public one, under its short name")
  func publicRealm() throws {
    let caller = fixture.caller()
    let object = try fixture.object("Cube", caller: caller)
    let placed = try fixture.instances.place(
      draft(
        """
        {"object":"\(object.id)","realms":["public"],
         "pose":{"position":{"lat":47.1,"lon":9.5,"h":460},"quaternion":{"x":0,"y":0,"z":0,"w":1}}}
        """), caller: caller)
    #expect(placed.instance.placement.realms == [SubRealmID.publicRealm])
    #expect(placed.instance.placement.priority == 50)
    #expect(placed.instance.placement.scale == 1)
    #expect(
      try fixture.instances.details(placed.instance.id, caller: .anonymous).instance.id
        == placed.instance.id)
  }

  @Test("OP-FR2, OP-FR2.3, UC6.5-9: choosing, positioning and confirming an object places it")
  func workflow() throws {
    let realm = fixture.realm()
    let caller = fixture.caller(in: realm)
    _ = try fixture.object("Cube", caller: caller)
    let chosen = try #require(
      try fixture.inventory.list(page: PageRequest(), caller: caller).items.first)
    let placed = try fixture.instances.place(
      draft(
        """
        {"object":"\(chosen.object.id)","realms":["\(realm)"],"scale":2.5,"priority":80,
         "trigger":{"radius":25},
         "pose":{"position":{"lat":47.1,"lon":9.5,"h":460},"angles":{"yaw":90,"pitch":0,"roll":0}}}
        """), caller: caller)
    let found = try fixture.instances.list(in: realm, page: PageRequest(), caller: caller).items
    #expect(found == [placed])
    let answer = try json { placed.write(to: &$0) }
    #expect(answer["scale"]?.number == 2.5)
    #expect(answer["priority"]?.integer == 80)
    #expect(answer["trigger"]?["radius"]?.number == 25)
    #expect(answer["reactions"]?["love"]?.integer == 0)
    #expect(answer["version"]?.integer == 1)
    let forward = placed.instance.placement.pose.orientation.rotate(Vector3(x: 1, y: 0, z: 0))
    #expect((forward - Vector3(x: 0, y: 1, z: 0)).length < 1e-12)
  }

  @Test("UC5.3.3, UC6.5.1: whoever stops before confirming leaves nothing placed")
  func cancel() throws {
    let caller = fixture.caller()
    let object = try fixture.object("Cube", caller: caller)
    _ = try fixture.inventory.item(object.id, caller: caller)
    _ = try draft(
      """
      {"object":"\(object.id)","realms":["public"],
       "pose":{"position":{"lat":47.1,"lon":9.5,"h":460},"quaternion":{"x":0,"y":0,"z":0,"w":1}}}
      """)
    #expect(try fixture.rows("instances") == 0)
    #expect(try fixture.rows("instance_realms") == 0)
    #expect(try fixture.changes("instance").isEmpty)
  }

  static let position = #""position":{"lat":47.1,"lon":9.5,"h":460}"#

  @Test(
    "a placement that makes no sense is refused with the place of the mistake",
    arguments: [
      (
        #""pose":{"position":{"lat":90.1,"lon":9.5,"h":0},"quaternion":{"x":0,"y":0,"z":0,"w":1}}"#,
        "/pose/position/lat"
      ),
      (
        #""pose":{"position":{"lat":1,"lon":-180.5,"h":0},"quaternion":{"x":0,"y":0,"z":0,"w":1}}"#,
        "/pose/position/lon"
      ),
      (
        #""pose":{"position":{"lat":1,"lon":1},"quaternion":{"x":0,"y":0,"z":0,"w":1}}"#,
        "/pose/position/h"
      ),
      (
        #""pose":{"position":{"lat":1,"lon":1,"h":1e9},"quaternion":{"x":0,"y":0,"z":0,"w":1}}"#,
        "/pose/position/h"
      ),
      (#""pose":{\#(position),"quaternion":{"x":0,"y":0,"z":0,"w":0}}"#, "/pose/quaternion"),
      (#""pose":{\#(position),"quaternion":{"x":0,"y":0,"z":0,"w":"1"}}"#, "/pose/quaternion/w"),
      (#""pose":{\#(position)}"#, "/pose/quaternion"),
      (#""pose":{\#(position),"angles":{"yaw":0,"pitch":0}}"#, "/pose/angles/roll"),
      (#""pose":{\#(position),"angles":{"yaw":0,"pitch":0,"roll":400}}"#, "/pose/angles/roll"),
      (
        #""pose":{\#(position),"angles":{"yaw":0,"pitch":0,"roll":0},"quaternion":{}}"#,
        "/pose/angles"
      ),
      (#""pose":{\#(position),"quaternion":{"x":0,"y":0,"z":0,"w":1},"up":1}"#, "/pose/up"),
      (#""pose":[]"#, "/pose"), (#""scale":0"#, "/scale"), (#""scale":101"#, "/scale"),
      (#""priority":101"#, "/priority"), (#""priority":0.5"#, "/priority"),
      (#""trigger":{"radius":0}"#, "/trigger/radius"), (#""trigger":5"#, "/trigger"),
      (#""realms":[]"#, "/realms"), (#""realms":["everyone"]"#, "/realms/0"),
      (#""realms":"public""#, "/realms"), (#""object":"cube""#, "/object"), (#""size":1"#, "/size"),
    ])
  func badInput(member: String, pointer: String) throws {
    var members = [
      "object": #""object":"01980d3e-7c1a-7000-8000-000000000000""#,
      "realms": #""realms":["public"]"#,
      "pose": #""pose":{\#(Self.position),"quaternion":{"x":0,"y":0,"z":0,"w":1}}"#,
    ]
    let name = member.split(separator: "\"").first.map(String.init) ?? ""
    members[name] = member
    let body = "{" + members.sorted { $0.key < $1.key }.map(\.value).joined(separator: ",") + "}"
    let refused = try refusal { _ = try draft(body) }
    #expect(refused?.violations.map(\.pointer) == [pointer])
  }

  @Test(
    "angles turn about up, then the new left-right, then the new forward axis, in degrees",
    arguments: [
      (90.0, 0.0, 0.0, Vector3(x: 0, y: 1, z: 0), Vector3(x: 0, y: 0, z: 1)),
      (0, -90, 0, Vector3(x: 0, y: 0, z: 1), Vector3(x: -1, y: 0, z: 0)),
      (0, 0, 90, Vector3(x: 1, y: 0, z: 0), Vector3(x: 0, y: -1, z: 0)),
      (90, -90, 0, Vector3(x: 0, y: 0, z: 1), Vector3(x: 0, y: -1, z: 0)),
      (180, 0, 180, Vector3(x: -1, y: 0, z: 0), Vector3(x: 0, y: 0, z: -1)),
    ])
  func angles(yaw: Double, pitch: Double, roll: Double, forward: Vector3, up: Vector3) throws {
    let read = try draft(
      """
      {"object":"01980d3e-7c1a-7000-8000-000000000000","realms":["public"],"pose":{\(Self.position),
       "angles":{"yaw":\(yaw),"pitch":\(pitch),"roll":\(roll)}}}
      """)
    let q = read.placement.pose.orientation
    #expect(abs(q.length - 1) < 1e-12)
    #expect((q.rotate(Vector3(x: 1, y: 0, z: 0)) - forward).length < 1e-12)
    #expect((q.rotate(Vector3(x: 0, y: 0, z: 1)) - up).length < 1e-12)
  }

  @Test("a quaternion that is not of unit length is normalised to 1e-9")
  func normalised() throws {
    let read = try draft(
      """
      {"object":"01980d3e-7c1a-7000-8000-000000000000","realms":["public"],"pose":{\(Self.position),
       "quaternion":{"x":3,"y":0,"z":0,"w":4}}}
      """)
    let q = read.placement.pose.orientation
    #expect(abs(q.length - 1) <= 1e-9)
    #expect(abs(q.x - 0.6) < 1e-15)
  }
}
