import Base
import HTTPServing
import Testing

@Suite("placing objects, and what others see of them")
struct PlacingTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  private func near(_ person: APIFixture.Person, realm: String? = nil) throws -> [String] {
    let filter = realm.map { "&realm=\($0)" } ?? ""
    return try fixture.call(
      .get, "/v1/nearby?lat=47.141&lon=9.5209&radius=500\(filter)", as: person
    ).items.compactMap { $0["id"]?.string }
  }

  @Test("RI-FR2, RI-FR2.2: the selected sub-realm determines which instances are shown")
  func selection() throws {
    let owner = try fixture.person()
    let (first, second) = (
      try fixture.group(of: owner), try fixture.group(of: owner, name: "Climbers")
    )
    let object = try fixture.object(of: owner)
    let inFirst = try fixture.place(object, by: owner, in: first)
    let inSecond = try fixture.place(object, by: owner, in: second)
    let inPublic = try fixture.place(object, by: owner)
    #expect(try near(owner, realm: first) == [inFirst])
    #expect(try near(owner, realm: second) == [inSecond])
    #expect(try near(owner, realm: "public") == [inPublic])
    #expect(Set(try near(owner)) == [inFirst, inSecond, inPublic])
    #expect(try near(.nobody) == [inPublic])
    let listed = try fixture.call(.get, "/v1/instances?realm=\(first)", as: owner).items
    #expect(listed.map { $0["id"]?.string } == [inFirst])
    #expect(try fixture.call(.get, "/v1/instances", as: owner).items.count == 3)
    let boxed = try fixture.call(
      .get, "/v1/instances?realm=public&bbox=9.5,47.1,9.6,47.2&limit=1", as: owner)
    #expect(boxed.items.count == 1 && boxed.json["next"] == nil)
  }

  @Test("RI-FR1.3: instances come in the position, orientation and scale of their placement")
  func pose() throws {
    let person = try fixture.person()
    let half = 0.7071067811865476
    let placed = try fixture.call(
      .post, "/v1/instances", as: person,
      [
        "object": .text(try fixture.object(of: person)), "realms": ["public"], "scale": 2.5,
        "pose": [
          "position": ["lat": 47.1410123, "lon": 9.5209456, "h": 461.25],
          "quaternion": ["x": 0, "y": 0, "z": .number(half), "w": .number(half)],
        ],
      ])
    #expect(placed.status == 201)
    let read = try fixture.call(.get, "/v1/instances/\(placed.require("id"))")
    let item = try #require(
      fixture.call(.get, "/v1/nearby?lat=47.141&lon=9.5209").items.first)
    for json in [read.json, item] {
      #expect(json["pose"] == placed.json["pose"])
      #expect(json["pose"]?["position"]?["lat"]?.number == 47.1410123)
      #expect(json["pose"]?["position"]?["h"]?.number == 461.25)
      #expect(json["pose"]?["quaternion"]?["z"]?.number == half)
      #expect(json["scale"]?.number == 2.5)
    }
    // Turned by 90 degrees counter-clockwise from east, given as angles.
    let turned = try fixture.call(
      .patch, "/v1/instances/\(placed.require("id"))", as: person,
      [
        "pose": [
          "position": ["lat": 47.1410123, "lon": 9.5209456, "h": 461.25],
          "angles": ["yaw": 90, "pitch": 0, "roll": 0],
        ]
      ], headers: [placed.tag()])
    let z = try #require(turned.json["pose"]?["quaternion"]?["z"]?.number)
    #expect(abs(z - half) < 1e-12)
  }

  @Test("UC6.1-4: an object of the inventory shows its details and can be placed from there")
  func inventory() throws {
    let person = try fixture.person()
    let object = try fixture.object(of: person, "Lantern")
    let item = try #require(
      fixture.call(.get, "/v1/inventory?source=own", as: person).items.first)
    #expect(item["name"]?.string == "Lantern")
    let details = try fixture.call(.get, "/v1/objects/\(object)", as: person)
    for name in ["alt", "boundingBox", "triangles", "content"] {
      #expect(details.json[name] != nil && details.json[name] == item[name])
    }
    #expect(
      try fixture.call(.get, details.require("content"), as: person).bytes.prefix(4)
        == Array("glTF".utf8)[...])
    let instance = try fixture.place(try #require(item["id"]?.string), by: person)
    #expect(try near(person) == [instance])
  }

  @Test("UC9.7: the details then carry the caller's reaction, and others' answers only the count")
  func reaction() throws {
    let (owner, visitor) = (try fixture.person(), try fixture.person())
    let instance = try fixture.place(try fixture.object(of: owner), by: owner)
    let target = "/v1/instances/\(instance)"
    for kind in ["wow", "love"] {
      let reacted = try fixture.call(
        .put, target + "/reaction", as: visitor, ["kind": .text(kind)])
      #expect(reacted.json["ownReaction"]?.string == kind)
    }
    let own = try fixture.call(.get, target, as: visitor)
    #expect(own.json["ownReaction"]?.string == "love")
    #expect(own.json["reactions"]?["love"]?.integer == 1)
    #expect(own.json["reactions"]?["wow"]?.integer == 0, "a reaction is one, and was changed")
    let others = try fixture.call(.get, target, as: owner)
    #expect(others.json["ownReaction"] == nil && others.json["reactions"]?["love"]?.integer == 1)
    #expect(try fixture.call(.delete, target + "/reaction", as: visitor).status == 204)
    #expect(try fixture.call(.get, target, as: visitor).json["ownReaction"] == nil)
  }

  @Test("UC8.7: who reports is thanked, and told that it will be investigated")
  func thanks() throws {
    let (owner, visitor, admin) = (
      try fixture.person(), try fixture.person(), try fixture.admin()
    )
    let instance = try fixture.place(try fixture.object(of: owner), by: owner)
    let body: JSON = [
      "subject": ["kind": "instance", "id": .text(instance)], "reason": "offensive",
      "text": "Not here.",
    ]
    let report = try fixture.call(.post, "/v1/reports", as: visitor, body)
    #expect(report.status == 201)
    let message = try report.require("message")
    #expect(message.contains("Thank you") && message.contains("investigated"))
    _ = try fixture.call(.post, "/v1/reports", as: visitor, body)
    let queue = try fixture.call(.get, "/v1/admin/reports", as: admin).items
    #expect(queue.count == 1 && queue.first?["count"]?.integer == 1)
    let details = try fixture.call(
      .get, "/v1/admin/reports/\(report.require("id"))", as: admin)
    #expect(details.status == 200 && !details.text.contains(visitor.id), "reporters are not named")
    let decided = try fixture.call(
      .post, "/v1/admin/reports/\(report.require("id"))/decision", as: admin,
      ["decision": "remove", "reason": "It does not belong here."])
    #expect(decided.status == 200)
    for person in [owner, visitor, .nobody] {
      #expect(try fixture.call(.get, "/v1/instances/\(instance)", as: person).status == 404)
      #expect(try near(person).isEmpty)
    }
    #expect(
      try fixture.call(.get, "/v1/notifications", as: owner).items.first?["kind"]?.string
        == "moderation")
  }
}
