import Base
import HTTPServing
import Testing

/// Making objects, placing them, and coming to what is placed.
extension APIFixture {
  func tellOfObjects() throws {
    let (ana, ben) = (try person("Ana"), try person("Ben"))
    let id = try object(of: ana, "Marker")
    let path = "/v1/objects/\(id)"
    let made = try call(.get, path, as: ana)
    #expect(made.json["name"]?.string == "Marker" && made.json["owner"]?.string == ana.id)
    let content = try call(.get, path + "/content", as: ana)
    #expect(content.bytes.count == made.json["bytes"]?.integer)
    #expect(Array(content.bytes.prefix(4)) == Array("glTF".utf8))
    let edited = try call(
      .patch, path, as: ana, ["name": "Sign", "alt": "A red sign"], headers: [made.tag()])
    #expect(edited.status == 200, "\(edited.text)")
    let read = try call(.get, path, as: ana).json
    #expect(read["name"]?.string == "Sign" && read["alt"]?.string == "A red sign")
    // Another one finds it, takes it up and lets it go.
    _ = try place(id, by: ana)
    func inventory(_ person: Person, _ source: String) throws -> [String] {
      try call(.get, "/v1/inventory?limit=200&source=\(source)", as: person).items
        .compactMap { $0["id"]?.string }
    }
    #expect(try inventory(ana, "own") == [id])
    #expect(try inventory(ben, "added").isEmpty)
    #expect(try call(.put, "/v1/inventory/\(id)", as: ben).status == 200)
    #expect(try inventory(ben, "added") == [id])
    #expect(try call(.delete, "/v1/inventory/\(id)", as: ben).status == 204)
    #expect(try inventory(ben, "added").isEmpty)
    // Withdrawn only as what it was when its owner looked.
    let stale = try call(.delete, path, as: ana, headers: [made.tag()])
    #expect(stale.slug == "stale-version", "\(stale.text)")
    #expect(try inventory(ana, "own") == [id])
    let gone = try call(.delete, path, as: ana, headers: [call(.get, path, as: ana).tag()])
    #expect(gone.status == 204, "\(gone.text)")
    #expect(try inventory(ana, "own").isEmpty)
    #expect(try call(.get, "/v1/nearby?lat=47.141&lon=9.5209", as: ben).items.isEmpty)
  }

  func tellOfInstances() throws {
    let (ana, ben) = (try person("Ana"), try person("Ben"))
    let object = try object(of: ana)
    // 50 m to the north of the usual place.
    let north = 47.1410 + 50 / 111_190
    let id = try place(object, by: ana, lat: north)
    let path = "/v1/instances/\(id)"
    func seen(_ target: String, as person: Person) throws -> [String] {
      try call(.get, target, as: person).items.compactMap { $0["id"]?.string }
    }
    #expect(try seen("/v1/instances", as: ana) == [id])
    let many = try call(
      .post, "/v1/instances/batch", as: ben,
      [
        "instances": [
          [
            "object": .text(self.object(of: ben)), "realms": ["public"],
            "pose": APIFixture.pose(lat: 10),
          ]
        ]
      ])
    #expect(many.status == 201 && many.json["ids"]?.array?.count == 1, "\(many.text)")
    let far = try #require(many.json["ids"]?[0]?.string)
    #expect(try seen("/v1/instances?realm=public", as: ben) == [far, id])
    #expect(try seen("/v1/nearby?lat=47.141&lon=9.5209", as: ben) == [id])
    #expect(try seen("/v1/view/cell?lat=47.141&lon=9.5209&radius=300", as: ben) == [id])
    let view = try call(.post, "/v1/view", as: ben, ViewingTests.question())
    #expect(view.items.compactMap { $0["id"]?.string } == [id], "\(view.text)")
    let first = try call(.get, path, as: ana)
    let edited = try call(
      .patch, path, as: ana, ["scale": 2.5, "priority": 7], headers: [first.tag()])
    #expect(edited.status == 200, "\(edited.text)")
    let read = try call(.get, path, as: ben).json
    #expect(read["scale"]?.number == 2.5 && read["priority"]?.integer == 7)
    #expect(read["ownReaction"] == nil && read["reactions"]?["wow"]?.integer == 0)
    #expect(try call(.put, path + "/reaction", as: ben, ["kind": "wow"]).status == 200)
    let reacted = try call(.get, path, as: ben).json
    #expect(reacted["ownReaction"]?.string == "wow" && reacted["reactions"]?["wow"]?.integer == 1)
    #expect(try call(.delete, path + "/reaction", as: ben).status == 204)
    let back = try call(.get, path, as: ben).json
    #expect(back["ownReaction"] == nil && back["reactions"]?["wow"]?.integer == 0)
    let stale = try call(.delete, path, as: ana, headers: [first.tag()])
    #expect(stale.slug == "stale-version", "\(stale.text)")
    #expect(try call(.delete, path, as: ana, headers: [edited.tag()]).status == 204)
    #expect(try call(.get, path, as: ana).status == 404)
    #expect(try seen("/v1/nearby?lat=47.141&lon=9.5209", as: ben).isEmpty)
  }

  func tellOfComing() throws {
    let (ana, walker) = (try person("Ana"), try walker())
    let made = try call(
      .post, "/v1/instances", as: ana,
      [
        "object": .text(object(of: ana)), "realms": ["public"], "pose": Self.pose(),
        "trigger": ["radius": 30],
      ])
    let id = try made.require("id")
    let plan = try call(.get, "/v1/zones/plan?lat=47.145&lon=9.5209", as: walker)
    let armed = plan.json["armed"]?.array ?? []
    #expect(armed.compactMap { $0["instance"]?.string } == [id], "\(plan.text)")
    func instances(_ reply: Reply, _ member: String) -> [String] {
      (reply.json[member]?.array ?? []).compactMap { $0["instance"]?.string }
    }
    let away = try report((47.145, 9.5209), as: walker)
    #expect(away.status == 200 && instances(away, "inside").isEmpty, "\(away.text)")
    let there = try report((47.1410, 9.5209), as: walker)
    #expect(instances(there, "entered") == [id] && instances(there, "inside") == [id])
    #expect(instances(try report((47.145, 9.5209), as: walker), "left") == [id])
  }
}

/// Whom these let through.
extension ExpectedAccess {
  static let content: [(Set<Principal>, String)] = [
    (everyone, "getObjectContent"),
    (visitors, "getObject listInstances getInstance nearby view viewCell planZones"),
    (
      users,
      """
      createObject editObject deleteObject listInventory addToInventory removeFromInventory \
      createInstance createInstances editInstance deleteInstance react removeReaction sendPositions
      """
    ),
  ]
}
