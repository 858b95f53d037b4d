import Base
import Geodesy
import HTTPServing
import Testing
import Visibility

@Suite("devices that cull by themselves")
struct ViewCellTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  private static let cell = "/v1/view/cell?lat=47.141&lon=9.5209&radius=300"

  /// What a device makes of an item of a cell.
  private func candidate(_ item: JSONValue, _ place: Int) throws -> Candidate {
    func number(_ path: [String]) throws -> Double {
      var value: JSONValue? = item
      for name in path { value = value?[name] }
      return try #require(value?.number)
    }
    func corner(_ name: String) throws -> Vector3 {
      let numbers = try #require(item["boundingBox"]?[name]?.array).compactMap(\.number)
      return Vector3(x: numbers[0], y: numbers[1], z: numbers[2])
    }
    return try Candidate(
      validating: GeoPose(
        position: LonLat(
          lon: number(["pose", "position", "lon"]), lat: number(["pose", "position", "lat"])),
        height: number(["pose", "position", "h"]),
        orientation: Quaternion(
          x: number(["pose", "quaternion", "x"]), y: number(["pose", "quaternion", "y"]),
          z: number(["pose", "quaternion", "z"]), w: number(["pose", "quaternion", "w"]))),
      id: UInt32(place), scale: number(["scale"]),
      box: .init(min: corner("min"), max: corner("max")), priority: Int(number(["priority"])))
  }

  @Test("F11: culling a cell on the device finds what the server answers, anywhere in the circle")
  func culling() throws {
    let person = try fixture.person()
    let object = try fixture.object(of: person)
    var random = SeededRandom(seed: 3)
    for _ in 0..<60 {
      _ = try fixture.place(
        object, by: person, lat: 47.141 + (random.unit() - 0.5) * 0.006,
        lon: 9.5209 + (random.unit() - 0.5) * 0.009)
    }
    let items = try fixture.call(.get, Self.cell).items
    let index = try SceneIndex(items.enumerated().map { try candidate($1, $0) })
    let engine = try VisibilityEngine()
    var workspace = ViewWorkspace()
    var shown = 0
    for heading in stride(from: 0.0, to: 360, by: 30) {
      // At most 100 m from the centre, with a range of 200 m.
      let lat = 47.141 + (random.unit() - 0.5) * 0.0012
      let question = ViewingTests.question(heading: heading, lat: lat)
      let reply = try fixture.call(.post, "/v1/view", question)
      let yaw = (90 - heading) * Double.pi / 180
      let camera = try Camera(
        validating: GeoPose(
          position: LonLat(lon: 9.5209, lat: lat), height: 460,
          orientation: Quaternion(YawPitchRoll(yaw: yaw * 180 / .pi, pitch: 0, roll: 0))),
        fieldOfView: .init(horizontal: 60, vertical: 60),
        viewport: .init(width: 1000, height: 1000))
      let view = try engine.view(from: camera, of: index, using: &workspace)
      let own = view.items.map { items[Int($0.id)]["id"] }
      #expect(own == reply.items.map { $0["id"] }, "heading \(heading)")
      for (mine, theirs) in zip(view.items, reply.items) {
        #expect(abs(mine.screen.x - (theirs["screen"]?["x"]?.number ?? -1)) < 0.01)
      }
      shown += own.count
    }
    #expect(shown > 20)
  }

  @Test("F12: since an earlier answer only changes and tombstones come; equal content, equal tag")
  func changes() throws {
    let person = try fixture.person()
    let object = try fixture.object(of: person)
    let first = try fixture.place(object, by: person)
    let second = try fixture.place(object, by: person, lat: 47.1412)
    _ = try fixture.place(object, by: person, lat: 47.2)
    let whole = try fixture.call(.get, Self.cell)
    #expect(whole.json["complete"]?.bool == true)
    #expect(Set(whole.items.compactMap { $0["id"]?.string }) == [first, second])
    let tag = try #require(whole["ETag"])
    let condition = [("If-None-Match", tag)]
    #expect(try fixture.call(.get, Self.cell, headers: condition).status == 304)
    // Elsewhere something happens: the circle is as it was.
    _ = try fixture.place(object, by: person, lat: 47.3)
    #expect(try fixture.call(.get, Self.cell, headers: condition).status == 304)
    var sequence = try #require(whole.json["sequence"]?.integer)
    let none = try fixture.call(.get, Self.cell + "&since=\(sequence)")
    #expect(none.json["complete"]?.bool == false)
    #expect(none.items.isEmpty && none.json["removed"]?.array?.isEmpty == true)
    // One comes, one moves within, one is moved out, one goes.
    let third = try fixture.place(object, by: person, lat: 47.1409)
    let moved = try fixture.call(
      .patch, "/v1/instances/\(first)", as: person, ["pose": APIFixture.pose(lat: 47.1413)],
      headers: [("If-Match", "*")])
    #expect(moved.status == 200)
    _ = try fixture.call(
      .patch, "/v1/instances/\(second)", as: person, ["pose": APIFixture.pose(lat: 47.2)],
      headers: [("If-Match", "*")])
    let next = try fixture.call(.get, Self.cell + "&since=\(sequence)", headers: condition)
    #expect(next.status == 200)
    #expect(Set(next.items.compactMap { $0["id"]?.string }) == [first, third])
    #expect(next.json["removed"]?.array?.compactMap(\.string) == [second])
    sequence = try #require(next.json["sequence"]?.integer)
    _ = try fixture.call(
      .delete, "/v1/instances/\(third)", as: person, headers: [("If-Match", "*")])
    let last = try fixture.call(.get, Self.cell + "&since=\(sequence)")
    #expect(last.items.isEmpty)
    #expect(last.json["removed"]?.array?.compactMap(\.string) == [third])
    // A sequence that is not known, of another life of the server, brings everything.
    for unknown in [sequence + 1_000_000, 0] {
      let anew = try fixture.call(.get, Self.cell + "&since=\(unknown)")
      #expect(anew.items.map { $0["id"]?.string } == [first] || unknown == 0)
    }
  }

  @Test(
    "UC7.post: what happens where one may not look, and elsewhere, changes no byte of a cell")
  func silence() throws {
    let (owner, other) = (try fixture.person(), try fixture.person())
    let realm = try fixture.group(of: owner)
    let object = try fixture.object(of: owner)
    _ = try fixture.place(object, by: owner)
    let before = try fixture.call(.get, Self.cell, as: other)
    let secret = try fixture.place(object, by: owner, in: realm)
    _ = try fixture.place(object, by: owner, lat: 47.2)
    _ = try fixture.call(
      .delete, "/v1/instances/\(secret)", as: owner, headers: [("If-Match", "*")])
    let after = try fixture.call(.get, Self.cell, as: other)
    #expect(after.bytes == before.bytes && after["ETag"] == before["ETag"])
    let since = "&since=\(try #require(before.json["sequence"]?.integer))"
    let changes = try fixture.call(.get, Self.cell + since, as: other)
    #expect(changes.json["complete"]?.bool == false && changes.items.isEmpty)
    #expect(changes.json["sequence"] == before.json["sequence"])
  }

  @Test("UC7.post: of what blocked people place neither tombstones nor tags tell the blocker")
  func blocked() throws {
    let (author, viewer, second) = (
      try fixture.person(), try fixture.person(), try fixture.person()
    )
    let object = try fixture.object(of: author)
    let own = try fixture.object(of: viewer)
    let mine = try fixture.place(own, by: viewer)
    let old = try fixture.place(object, by: author)
    for person in [viewer, second] {
      #expect(try fixture.call(.put, "/v1/blocks/\(author.id)", as: person).status == 204)
    }
    func delete(_ instance: String, by person: APIFixture.Person) throws {
      let reply = try fixture.call(
        .delete, "/v1/instances/\(instance)", as: person, headers: [("If-Match", "*")])
      #expect(reply.status == 204)
    }
    let before = try fixture.call(.get, Self.cell, as: viewer)
    #expect(before.items.map { $0["id"]?.string } == [mine])
    let since = "&since=\(try #require(before.json["sequence"]?.integer))"
    let later = try fixture.place(object, by: author, lat: 47.1412)
    // What was shown in between leaves a tombstone; what came and went unseen may leave none.
    #expect(try fixture.call(.get, Self.cell, as: author).text.contains(later))
    try delete(later, by: author)
    try delete(old, by: author)
    let quiet = try fixture.call(.get, Self.cell + since, as: viewer)
    #expect(quiet.json["complete"]?.bool == false)
    #expect(quiet.items.isEmpty && quiet.json["removed"]?.array?.isEmpty == true)
    #expect(quiet["ETag"] == before["ETag"])
    #expect(try fixture.call(.get, Self.cell, as: viewer).bytes == before.bytes)
    // Others are told.
    let told = try fixture.call(.get, Self.cell + since, as: author)
    let tombstones = Set((told.json["removed"]?.array ?? []).compactMap(\.string))
    #expect(tombstones == [later, old])
    // After a change that all see, the tag of one reader is none of another's.
    let visible = try fixture.place(object, by: author, lat: 47.1411)
    _ = try fixture.place(own, by: viewer, lat: 47.1409)
    let replies = try [viewer, second, .nobody].map { try fixture.call(.get, Self.cell, as: $0) }
    let tags = replies.compactMap { $0["ETag"] }
    #expect(Set(tags).count == 3)
    #expect(
      replies.map { $0.items.contains { $0["id"]?.string == visible } } == [false, false, true])
    let asked = try fixture.call(
      .get, Self.cell, as: viewer, headers: [("If-None-Match", tags[2])])
    #expect(asked.status == 200)
    // What is one's own is told of as ever.
    try delete(mine, by: viewer)
    let gone = try fixture.call(.get, Self.cell + since, as: viewer)
    #expect(gone.json["removed"]?.array?.compactMap(\.string) == [mine])
  }

  @Test("tombstones of a sub-realm come to its members only")
  func realms() throws {
    let (owner, stranger) = (try fixture.person(), try fixture.person())
    let realm = try fixture.group(of: owner)
    let object = try fixture.object(of: owner)
    let hidden = try fixture.place(object, by: owner, in: realm)
    let before = try fixture.call(.get, Self.cell, as: stranger)
    let sequence = try #require(before.json["sequence"]?.integer)
    let own = try fixture.call(.get, Self.cell + "&realm=\(realm)", as: owner)
    #expect(own.items.count == 1)
    _ = try fixture.call(
      .delete, "/v1/instances/\(hidden)", as: owner, headers: [("If-Match", "*")])
    let after = try fixture.call(.get, Self.cell + "&since=\(sequence)", as: stranger)
    #expect(after.items.isEmpty && after.json["removed"]?.array?.isEmpty == true)
    #expect(before["ETag"] == after["ETag"])
    let gone = try fixture.call(
      .get, Self.cell + "&realm=\(realm)&since=\(try #require(own.json["sequence"]?.integer))",
      as: owner)
    #expect(gone.json["removed"]?.array?.compactMap(\.string) == [hidden])
  }
}
