import Base
import Geodesy
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

  @Test("what is echoed of a position is what is indexed: found at radius 0, true to a millimetre")
  func exactPosition() throws {
    let person = try fixture.person()
    let object = try fixture.object(of: person)
    var random = SeededRandom(seed: 12)
    for step in 0..<60 {
      // Every other position has more decimals than are kept.
      let digits = step % 2 == 0 ? 1e7 : 1e10
      let lat = ((random.unit() * 160 - 80) * digits).rounded() / digits
      let lon = ((random.unit() * 360 - 180) * digits).rounded() / digits
      let id = try fixture.place(object, by: person, lat: lat, lon: lon)
      let read = try fixture.call(.get, "/v1/instances/\(id)").json["pose"]?["position"]
      let (kept, keptLon) = try (
        #require(read?["lat"]?.number), #require(read?["lon"]?.number)
      )
      #expect(abs(kept - lat) <= 0.5e-7 + 1e-12 && abs(keptLon - lon) <= 0.5e-7 + 1e-12)
      if digits == 1e7 { #expect(kept == lat && keptLon == lon) }
      let here = try fixture.call(.get, "/v1/nearby?lat=\(kept)&lon=\(keptLon)&radius=0").items
      #expect(here.map { $0["id"]?.string } == [id], "\(kept), \(keptLon)")
      #expect(here.first?["distance"]?.number == 0)
      #expect(here.first?["pose"]?["position"] == read)
      let there = Geodesic.destination(
        from: LonLat(lon: keptLon, lat: kept), bearingDegrees: random.unit() * 360,
        distanceMetres: 90)
      let near = try fixture.call(
        .get, "/v1/nearby?lat=\(there.lat)&lon=\(there.lon)&radius=91"
      ).items.first { $0["id"]?.string == id }
      let exact = Geodesic.distance(from: there, to: LonLat(lon: keptLon, lat: kept))
      #expect(abs((near?["distance"]?.number ?? 0) - exact) <= 0.001)
    }
  }

  @Test("a bearing is below 360, also of what is a hair to the left of north")
  func bearings() throws {
    let person = try fixture.person()
    let id = try fixture.place(
      fixture.object(of: person), by: person, lat: 47.1510, lon: 9.5208999)
    let item = try #require(
      fixture.call(.get, "/v1/nearby?lat=47.141&lon=9.5209&radius=5000").items.first {
        $0["id"]?.string == id
      })
    #expect(item["bearing"]?.number == 0)
  }

  @Test("heights are accepted as far as the document says")
  func heights() throws {
    let person = try fixture.person()
    let object = try fixture.object(of: person)
    let document = try fixture.call(.get, "/openapi.json").json
    let schema = document["components"]?["schemas"]?["PoseInput"]?["oneOf"]?.array?.first
    let height = schema?["properties"]?["position"]?["properties"]?["h"]
    let (least, greatest) = try (
      #require(height?["minimum"]?.number), #require(height?["maximum"]?.number)
    )
    for (h, status) in [(least, 201), (greatest, 201), (least - 1, 422), (greatest + 1, 422)] {
      let reply = try fixture.call(
        .post, "/v1/instances", as: person,
        [
          "object": .text(object), "realms": ["public"],
          "pose": [
            "position": ["lat": 1, "lon": 1, "h": .number(h)],
            "quaternion": ["x": 0, "y": 0, "z": 0, "w": 1],
          ],
        ])
      #expect(reply.status == status, "\(h): \(reply.text)")
    }
  }

  private func takeAway(_ instance: String, _ person: APIFixture.Person) throws {
    let gone = try fixture.call(
      .delete, "/v1/instances/\(instance)", as: person, headers: [("If-Match", "*")])
    #expect(gone.status == 204)
  }

  @Test("pages of what is near hold everything once, whatever is placed and taken away meanwhile")
  func pages() throws {
    let person = try fixture.person()
    let object = try fixture.object(of: person)
    var staying: [String] = []
    for step in 0..<23 {
      // Some in one spot, the others to all sides.
      let metres = step < 6 ? 40.0 : Double(step) * 15
      let p = Geodesic.destination(
        from: LonLat(lon: 9.5209, lat: 47.141), bearingDegrees: step < 6 ? 10 : Double(step) * 77,
        distanceMetres: metres)
      staying.append(try fixture.place(object, by: person, lat: p.lat, lon: p.lon))
    }
    let all = "/v1/nearby?lat=47.141&lon=9.5209&radius=5000&limit="
    let whole = try fixture.call(.get, all + "200")
    #expect(whole.json["next"] == nil && whole.items.count == 23)
    for limit in [1, 4, 5, 22, 23] {
      var seen: [String] = []
      var (cursor, leaving) = ("", [String]())
      var pages = 0
      repeat {
        let page = try fixture.call(.get, all + "\(limit)\(cursor)")
        #expect(page.status == 200 && page.items.count <= limit)
        seen += page.items.compactMap { $0["id"]?.string }
        cursor = page.json["next"]?.string.map { "&cursor=\($0)" } ?? ""
        pages += 1
        // Nearer than what was seen, and farther, and away again.
        for gone in leaving { try takeAway(gone, person) }
        leaving = try [
          fixture.place(object, by: person, lat: 47.14105),
          // Nearer each time: one as far as the last that was seen would come next for ever.
          fixture.place(object, by: person, lat: 47.1445 - Double(pages) * 0.00003),
        ]
      } while !cursor.isEmpty && pages < 60
      for gone in leaving { try takeAway(gone, person) }
      #expect(Set(staying).isSubset(of: seen), "limit \(limit)")
      #expect(seen.filter { staying.contains($0) }.count == 23, "limit \(limit)")
      let order = whole.items.compactMap { $0["id"]?.string }
      #expect(seen.filter { staying.contains($0) } == order, "limit \(limit)")
    }
    for cursor in ["x", "WyIxIl0"] {
      let wrong = try fixture.call(.get, all + "3&cursor=\(cursor)")
      #expect(wrong.status == 400 && wrong.slug == "wrong-cursor", "\(wrong.text)")
    }
  }

  @Test("many objects are placed at once, all or none; what is wrong is told by rows")
  func batch() throws {
    let person = try fixture.person()
    let object = try fixture.object(of: person)
    func row(_ place: Int, _ object: String, lat: Double? = nil, realm: String = "public") -> JSON {
      [
        "object": .text(object), "realms": [.text(realm)],
        "pose": APIFixture.pose(lat: lat ?? 47.141 + Double(place) * 1e-6, lon: 9.5209),
      ]
    }
    func send(_ rows: [JSON]) throws -> Reply {
      try fixture.call(
        .post, "/v1/instances/batch", as: person, ["instances": .list(rows)])
    }
    let rows = (0..<300).map { row($0, object) }
    let stranger = "01980d3e-7c1a-7000-8000-000000000000"
    let others = try fixture.group(of: fixture.person())
    for (wrong, status, pointer) in [
      (row(0, object, lat: 91), 422, "/instances/7/pose/position/lat"),
      (row(0, stranger), 422, "/instances/7/object"),
      (row(0, object, realm: others), 403, "/instances/7/realms"),
    ] {
      let reply = try send(rows[..<7] + [wrong] + rows[7...])
      #expect(reply.status == status && reply.pointers == [pointer], "\(reply.text)")
      #expect(try near(person).isEmpty, "nothing is placed")
    }
    #expect(try send([]).status == 422)
    let many = [JSON](repeating: row(0, object, lat: 46), count: 10_000)
    let tooMany = try send(many + [rows[0]])
    #expect(tooMany.status == 422 && tooMany.pointers == ["/instances"], "\(tooMany.text)")
    #expect(try near(person).isEmpty, "nothing is placed")
    #expect(try send(many).json["ids"]?.array?.count == 10_000)
    let reply = try send(rows)
    #expect(reply.status == 201, "\(reply.text)")
    let ids = reply.json["ids"]?.array?.compactMap(\.string) ?? []
    #expect(ids.count == 300 && Set(ids).count == 300)
    let found = try fixture.call(
      .get, "/v1/nearby?lat=47.141&lon=9.5209&radius=500&limit=200", as: person)
    #expect(found.items.compactMap { $0["id"]?.string } == Array(ids.prefix(200)))
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
