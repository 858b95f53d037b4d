import Base
import HTTPServing
import Testing

@Suite("bad input is refused with its place and changes nothing")
struct BadInputTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  private func instance(_ object: String) -> JSON {
    ["object": .text(object), "realms": ["public"], "pose": APIFixture.pose()]
  }

  @Test("malformed bodies, wrong types, unknown members and numbers out of range of an instance")
  func instances() throws {
    let person = try fixture.person()
    let good = instance(try fixture.object(of: person))
    func pose(_ lat: JSON, _ lon: JSON = 9, _ h: JSON = 0, w: JSON = 1) -> JSON {
      [
        "position": ["lat": lat, "lon": lon, "h": h],
        "quaternion": ["x": 0, "y": 0, "z": 0, "w": w],
      ]
    }
    let cases: [(JSON, Int, String)] = [
      (.raw(""), 400, ""), (.raw("{"), 400, ""), (.raw("{}x"), 400, ""),
      (.raw("{\"a\":NaN}"), 400, ""), (.raw("{\"scale\":1e999}"), 400, ""),
      (.raw("{\"scale\":1,\"scale\":2}"), 400, ""),
      (.raw(String(repeating: "[", count: 100_000)), 400, ""),
      (.raw("\u{FEFF}{}"), 400, ""), (.raw("[]"), 422, ""), (.raw("null"), 422, ""),
      (good.with("object", "x"), 422, "/object"), (good.with("object", 5), 422, "/object"),
      (good.without("object"), 422, "/object"), (good.with("realms", []), 422, "/realms"),
      (good.with("realms", ["nowhere"]), 422, "/realms/0"), (good.with("scale", 0), 422, "/scale"),
      (good.with("scale", "2"), 422, "/scale"), (good.with("scale", 1e300), 422, "/scale"),
      (good.with("priority", 1.5), 422, "/priority"),
      (good.with("priority", 101), 422, "/priority"),
      (good.with("size", 3), 422, "/size"),
      (good.with("pose", pose(91)), 422, "/pose/position/lat"),
      (good.with("pose", pose(47, 181)), 422, "/pose/position/lon"),
      (good.with("pose", pose(47, 9, 1e9)), 422, "/pose/position/h"),
      (good.with("pose", pose(47, w: 0)), 422, "/pose/quaternion"),
      (good.with("pose", pose("47")), 422, "/pose/position/lat"),
      (good.with("trigger", ["radius": 0]), 422, "/trigger/radius"),
    ]
    let before = try fixture.state()
    for (body, status, pointer) in cases {
      let reply = try fixture.call(.post, "/v1/instances", as: person, body)
      let label = "\(String(decoding: body.bytes.prefix(80), as: UTF8.self)): \(reply.text)"
      #expect(reply.status == status, "\(label)")
      if !pointer.isEmpty { #expect(reply.pointers.contains(pointer), "\(label)") }
    }
    #expect(try fixture.state() == before)
    #expect(try fixture.call(.post, "/v1/instances", as: person, good).status == 201)
  }

  @Test("bytes that are not UTF-8 or not text are refused as no JSON")
  func notText() throws {
    let person = try fixture.person()
    for bytes: [UInt8] in [
      [0xff, 0xfe], [0], Array("{\"name\":\"".utf8) + [0xc3] + Array("\"}".utf8),
    ] {
      let reply = try fixture.call(
        .post, "/v1/realms", as: person, bytes: bytes, type: "application/json")
      #expect(reply.status == 400)
      #expect(reply.slug == "invalid-json")
    }
  }

  @Test("query parameters that are unknown, repeated, missing, not numbers or out of range")
  func queries() throws {
    let cases: [(String, String)] = [
      ("lon=9", "lat"), ("lat=91&lon=9", "lat"), ("lat=NaN&lon=9", "lat"),
      ("lat=inf&lon=9", "lat"), ("lat=0x1p3&lon=9", "lat"), ("lat=&lon=9", "lat"),
      ("lat=47&lon=9&radius=-1", "radius"), ("lat=47&lon=9&radius=50001", "radius"),
      ("lat=47&lon=9&limit=0", "limit"), ("lat=47&lon=9&limit=201", "limit"),
      ("lat=47&lon=9&limit=2.5", "limit"), ("lat=47&lat=48&lon=9", "lat"),
      ("lat=47&lon=9&colour=red", "colour"), ("lat=47&lon=9&realm=nowhere", "realm"),
      ("lat=1e400&lon=9", "lat"),
    ]
    for (query, name) in cases {
      let reply = try fixture.call(.get, "/v1/nearby?" + query)
      #expect(reply.status == 400, "\(query): \(reply.text)")
      #expect(reply.slug == "invalid-query")
      #expect(reply.pointers == [name], "\(query): \(reply.text)")
    }
    for query in [
      "cursor=nonsense", "near=47", "near=47,9,1", "near=91,9", "radius=x", "groupBy=x", "own=yes",
    ] {
      #expect(try fixture.call(.get, "/v1/tours?" + query).status == 400, "\(query)")
    }
    #expect(try fixture.call(.get, "/v1/instances?realm=public&bbox=1,2,3").status == 400)
    #expect(try fixture.call(.get, "/v1/instances?realm=public&bbox=9,48,10,47").status == 400)
    #expect(try fixture.call(.get, "/livez?x=1").status == 400)
  }

  @Test("a cursor of another list, or one that was touched, brings nothing wrong")
  func cursors() throws {
    let person = try fixture.person()
    for number in 0..<3 { _ = try fixture.group(of: person, name: "Group \(number)") }
    let page = try fixture.call(.get, "/v1/realms?limit=1", as: person)
    let cursor = try page.require("next")
    for list in ["/v1/tours", "/v1/notifications", "/v1/instances", "/v1/inventory", "/v1/runs"] {
      let reply = try fixture.call(.get, "\(list)?cursor=\(cursor)", as: person)
      // Lists in the same order have cursors of the same form; from them come no wrong things.
      #expect(
        reply.slug == "wrong-cursor" || reply.items.isEmpty,
        "\(list): \(reply.status) \(reply.text)")
    }
    #expect(
      try fixture.call(.get, "/v1/realms?cursor=\(cursor.dropLast(3))", as: person).status < 500)
    #expect(
      try fixture.call(.get, "/v1/realms?limit=1&cursor=\(cursor)", as: person).items.count == 1)
  }

  @Test("bodies of other types, and bodies that are too large")
  func bodies() throws {
    let person = try fixture.person()
    let form = try fixture.call(
      .post, "/v1/realms", as: person, bytes: Array("a=b".utf8),
      type: "application/x-www-form-urlencoded")
    #expect(form.status == 415)
    let large = JSON.raw("{\"name\":\"\(String(repeating: "x", count: 1 << 20))\"}")
    #expect(try fixture.call(.post, "/v1/realms", as: person, large).status == 413)
  }

  @Test("RL-SCR-05: uploads that are truncated, no model, empty or of another type name the rule")
  func uploads() throws {
    let person = try fixture.person()
    let model = try APIFixture.model()
    func upload(
      _ bytes: [UInt8], _ query: String = "name=Cube&alt=A+cube",
      type: String? = "model/gltf-binary"
    ) throws -> Reply {
      try fixture.call(.post, "/v1/objects?" + query, as: person, bytes: bytes, type: type)
    }
    let before = try fixture.state()
    let cases: [([UInt8], Int, String)] = [
      ([], 422, "glb-header"), (Array(model.prefix(11)), 422, "glb-header"),
      (Array(model.prefix(200)), 422, "glb-header"), (model + [0], 422, "glb-header"),
      (Array("hello".utf8) + model, 422, "glb-header"),
    ]
    for (bytes, status, slug) in cases {
      let reply = try upload(bytes)
      #expect(reply.status == status, "\(bytes.count): \(reply.text)")
      #expect(reply.slug == slug, "\(bytes.count): \(reply.text)")
    }
    #expect(try upload(model, "name=Cube").pointers == ["/alt"])
    #expect(try upload(model, "alt=A+cube").pointers == ["/name"])
    #expect(try upload(model, "name=Cube&alt=x&origin=preset").status == 400)
    #expect(try upload(model, type: "image/png").status == 415)
    #expect(
      try fixture.call(
        .post, "/v1/objects", as: person, ["name": "Cube", "prompt": "a purple elephant"]
      ).slug == "shape-prompt")
    #expect(
      try fixture.call(
        .post, "/v1/tours/import", as: try fixture.guide(), bytes: model, type: "model/gltf-binary"
      ).status == 415)
    var after = try fixture.state()
    // The guide's coming is not the uploads'.
    for key in before.keys where !["objects", "media", "tours"].contains(key) {
      after[key] = before[key]
    }
    #expect(after == before)
    #expect(try upload(model).status == 201)
  }

  @Test("identifiers of other people's things and of nothing, and texts that are none")
  func foreignIdentifiers() throws {
    let (owner, stranger) = (try fixture.person(), try fixture.person())
    let object = try fixture.object(of: owner)
    let instance = try fixture.place(object, by: owner)
    let tag = [("If-Match", "*")]
    let edit = try fixture.call(
      .patch, "/v1/instances/\(instance)", as: stranger, ["scale": 2], headers: tag)
    #expect(edit.status == 403)
    #expect(edit.slug == "not-author")
    let takeAway = try fixture.call(.delete, "/v1/objects/\(object)", as: stranger)
    #expect(takeAway.status == 403)
    for id in [
      "x", "..%2f..%2fetc", "00000000-0000-0000-0000-00000000000",
      String(repeating: "a", count: 500), "%00x", "1%20OR%201=1",
    ] {
      for path in ["/v1/objects/", "/v1/instances/", "/v1/tours/", "/v1/runs/", "/v1/realms/"] {
        let reply = try? fixture.call(.get, path + id, as: stranger)
        #expect(reply.map { $0.status == 404 } ?? true, "\(path)\(id): \(reply?.status ?? 0)")
      }
    }
    #expect(try fixture.call(.get, "/v1/instances/\(instance)/", as: owner).status == 404)
    #expect(try fixture.call(.get, "//v1/instances/\(instance)", as: owner).status == 404)
    #expect(try fixture.call(.get, "/v1/instances/\(instance);x=y", as: owner).status == 404)
  }

  @Test("a tour's members are checked one by one, and every wrong one is named")
  func tours() throws {
    let guide = try fixture.guide()
    let good = APIFixture.tourBody()
    let before = try fixture.state()
    let cases: [(JSON, String)] = [
      (good.without("name"), "/name"), (good.with("name", "  "), "/name"),
      (good.without("description"), "/description"), (good.without("route"), "/route"),
      (good.with("price", 10), "/price"), (good.with("price", -1), "/price"),
      (good.with("price", "1.999"), "/price"), (good.with("currency", "EUR"), "/currency"),
      (good.with("links", [["url": "javascript:alert(1)"]]), "/links/0/url"),
      (good.with("links", [["url": "http://user:pw@example.org"]]), "/links/0/url"),
      (good.with("languages", ["x"]), "/languages/0"),
      (good.with("durationMinutes", 0), "/durationMinutes"),
      (good.with("wheelchair", "maybe"), "/wheelchair"),
      (good.with("colour", "red"), "/colour"),
      (
        good.with("route", ["type": "LineString", "coordinates": [[9, 47]]]), "/route/coordinates"
      ),
      (good.with("route", ["type": "Point", "coordinates": [9, 47]]), "/route/type"),
      (
        good.with("route", ["type": "LineString", "coordinates": [[9, 47], [9, 91]]]),
        "/route/coordinates/1"
      ),
      (good.with("stops", [["title": "x"]]), "/stops/0/position"),
      (good.with("stops", "none"), "/stops"),
    ]
    for (body, pointer) in cases {
      let reply = try fixture.call(.post, "/v1/tours", as: guide, body)
      #expect(reply.status == 422, "\(pointer): \(reply.text)")
      #expect(reply.pointers.contains(pointer), "\(pointer): \(reply.text)")
    }
    let many = try fixture.call(.post, "/v1/tours", as: guide, ["price": 10, "links": 5])
    #expect(
      Set(many.pointers).isSuperset(of: ["/name", "/description", "/route", "/price", "/links"]))
    #expect(try fixture.state() == before)
  }

  @Test("answers carry their number and the fields that keep browsers from guessing")
  func commonFields() throws {
    for target in ["/livez", "/v1/me", "/v1/tours", "/nothing"] {
      let reply = try fixture.call(.get, target)
      #expect(reply["X-Content-Type-Options"] == "nosniff", "\(target)")
      #expect(reply["Cache-Control"] == "no-store", "\(target)")
      #expect(reply["Content-Security-Policy"]?.contains("default-src 'none'") == true)
    }
    #expect(try fixture.call(.get, "/v1/me")["X-Request-ID"] != nil)
  }
}
