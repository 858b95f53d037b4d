import Access
import Base
import HTTPServing
import Storage
import TestSupport
import Testing
import WaysideAPI

@Suite("requests that come twice, and changes of what has changed")
struct RepeatTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  private func key(_ text: String) -> [(String, String)] { [("Idempotency-Key", text)] }

  @Test("the same key and request: one effect, the same answer with its fields")
  func sameAnswer() throws {
    let person = try fixture.person()
    let body: JSON = ["kind": "group", "name": "Hikers"]
    let first = try fixture.call(.post, "/v1/realms", as: person, body, headers: key("a"))
    let state = try fixture.state()
    let again = try fixture.call(.post, "/v1/realms", as: person, body, headers: key("a"))
    #expect(first.status == 201 && again.status == 201)
    #expect(first.bytes == again.bytes)
    for name in ["Location", "ETag", "Content-Type"] { #expect(first[name] == again[name]) }
    #expect(again["Idempotency-Replayed"] == "true" && first["Idempotency-Replayed"] == nil)
    #expect(try fixture.state() == state)
    // A key is its account's: others know nothing of it.
    let other = try fixture.call(
      .post, "/v1/realms", as: fixture.person(), body, headers: key("a"))
    #expect(try other.require("id") != first.require("id"))
    fixture.clock.advance(seconds: 86_401)
    let later = try fixture.call(.post, "/v1/realms", as: person, body, headers: key("a"))
    #expect(try later.require("id") != first.require("id"))
  }

  @Test("a refusal has the number of its request, which the log has too")
  func numbered() throws {
    let person = try fixture.person()
    for path in ["/v1/realms/none", "/v1/nearby?lat=91&lon=9&radius=10"] {
      let refused = try fixture.call(.get, path, as: person)
      let number = try #require(refused["X-Request-ID"])
      #expect(refused.json["instance"] == .string("/requests/\(number)"), "\(refused.text)")
    }
  }

  @Test("the same key with another body, target or operation is refused with 422")
  func otherPayload() throws {
    let person = try fixture.person()
    let body: JSON = ["kind": "group", "name": "Hikers"]
    _ = try fixture.call(.post, "/v1/realms", as: person, body, headers: key("a"))
    let state = try fixture.state()
    let other = try fixture.call(
      .post, "/v1/realms", as: person, body.with("name", "Bikers"), headers: key("a"))
    #expect(other.status == 422)
    #expect(other.slug == "idempotency-key-reused")
    let elsewhere = try fixture.call(
      .post, "/v1/objects", as: person, ["name": "Cube", "prompt": "cube"], headers: key("a"))
    #expect(elsewhere.status == 422)
    #expect(
      try fixture.call(.post, "/v1/realms", as: person, body, headers: key("")).status == 422)
    #expect(
      try fixture.call(
        .post, "/v1/realms", as: person, body, headers: key(String(repeating: "k", count: 201))
      ).status == 422)
    #expect(try fixture.state() == state)
  }

  @Test(
    "while another process may run the first request, the second is told to wait with 409; in the only process it is done"
  )
  func running() throws {
    let person = try fixture.person()
    let account = try #require(EntityID(person.id))
    let target = try HTTPRequest(.post, "/v1/realms").target.bytes
    let body: JSON = ["kind": "group", "name": "Hikers"]
    // A request that has begun and not ended: another process's, or of one whose note stood because the store
    // was away when it failed.
    let type = Array("application/json".utf8)
    _ = try fixture.services.access.idempotency.begin(
      key: "a", operation: "createRealm",
      body: target + [0] + type + [0] + sha256(body.bytes), account: account)
    let second = try fixture.call(.post, "/v1/realms", as: person, body, headers: key("a"))
    guard fixture.services.platform.store.isShared else {
      #expect(second.status == 201, "\(second.text)")
      return
    }
    #expect(second.status == 409)
    #expect(second.slug == "request-running")
    #expect(second["Retry-After"] == "1")
    // Lost in a crash: after a while the key is free again.
    fixture.clock.advance(seconds: 301)
    #expect(
      try fixture.call(.post, "/v1/realms", as: person, body, headers: key("a")).status == 201)
  }

  @Test("a crash before the effect: the start forgets the request, and its repeat does the work")
  func cutOff() throws {
    let person = try fixture.person()
    let account = try #require(EntityID(person.id))
    let body: JSON = ["kind": "group", "name": "Hikers"]
    let target = try HTTPRequest(.post, "/v1/realms").target.bytes
    _ = try fixture.services.access.idempotency.begin(
      key: "a", operation: "createRealm",
      body: target + [0] + Array("application/json".utf8) + [0] + sha256(body.bytes),
      account: account)
    try fixture.services.access.idempotency.forgetInterrupted()
    #expect(
      try fixture.call(.post, "/v1/realms", as: person, body, headers: key("a")).status == 201)
  }

  @Test("what was refused is not kept: the same key works when the request has been corrected")
  func corrected() throws {
    let person = try fixture.person()
    let wrong = try fixture.call(
      .post, "/v1/realms", as: person, ["kind": "moon", "name": "x"], headers: key("a"))
    #expect(wrong.status == 422)
    let right = try fixture.call(
      .post, "/v1/realms", as: person, ["kind": "group", "name": "x"], headers: key("a"))
    #expect(right.status == 201)
  }

  @Test("an upload is told from another by its content, not by its size", arguments: [true, false])
  func uploads(_ isStreamed: Bool) throws {
    let person = try fixture.person()
    let red = try APIFixture.model("red cube 1 m")
    var other = red
    // Another base colour: a digit in the JSON chunk, the same length.
    let place = try #require(red.lastIndex(of: UInt8(ascii: "0")))
    other[place] = UInt8(ascii: "1")
    try #require(red.count == other.count && red != other)
    func upload(_ bytes: [UInt8]) throws -> Reply {
      guard isStreamed else {
        return try fixture.call(
          .post, "/v1/objects?name=Cube&alt=A+cube", as: person, bytes: bytes,
          type: "model/gltf-binary", headers: key("upload"))
      }
      let file = try #require(TemporaryFile(folder: fixture.folder.path, content: bytes))
      let request = try HTTPRequest(
        .post, "/v1/objects?name=Cube&alt=A+cube",
        headers: [
          ("Authorization", "Bearer " + (person.token ?? "")),
          ("Content-Type", "model/gltf-binary"), ("Idempotency-Key", "upload"),
        ], body: .file(file))
      return Reply(fixture.api.router.respond(to: request) { API.render($0) })
    }
    let first = try upload(red)
    #expect(first.status == 201, "\(first.text)")
    #expect(try upload(red).bytes == first.bytes)
    let changed = try upload(other)
    #expect(changed.status == 422)
    #expect(changed.slug == "idempotency-key-reused")
  }

  @Test("an answer that holds a link's token is not kept in the store, and not repeated")
  func secrets() throws {
    let person = try fixture.person()
    let realm = try fixture.group(of: person)
    let target = "/v1/realms/\(realm)/invitations"
    let first = try fixture.call(
      .post, target, as: person, ["link": true], headers: key("link"))
    let token = try first.require("token")
    let again = try fixture.call(.post, target, as: person, ["link": true], headers: key("link"))
    #expect(again.status == 409)
    #expect(again.slug == "answer-not-kept")
    let kept = try fixture.services.platform.store.read { session in
      try session.all("SELECT response FROM idempotency_keys WHERE response IS NOT NULL") {
        String(decoding: try $0.blob(0), as: UTF8.self)
      }
    }
    #expect(!kept.contains { $0.contains(token) })
    // Without a token there is nothing to hide.
    let other = try fixture.person()
    let personal = try fixture.call(
      .post, target, as: person, ["to": .text(other.id)], headers: key("person"))
    let repeated = try fixture.call(
      .post, target, as: person, ["to": .text(other.id)], headers: key("person"))
    #expect(personal.status == 201 && repeated.bytes == personal.bytes)
  }

  @Test("a change needs the version it means: 428 without, 412 with another, nothing is lost")
  func versions() throws {
    let guide = try fixture.guide()
    let tour = try fixture.draft(by: guide)
    let object = try fixture.object(of: guide)
    let realm = try fixture.group(of: guide)
    let instance = try fixture.place(object, by: guide)
    let cases: [(String, JSON)] = [
      ("/v1/tours/\(tour)", ["name": "New"]), ("/v1/objects/\(object)", ["name": "New"]),
      ("/v1/realms/\(realm)", ["name": "New"]), ("/v1/instances/\(instance)", ["scale": 2]),
      ("/v1/me", ["name": "New"]),
    ]
    for (target, body) in cases {
      let read = try fixture.call(.get, target, as: guide)
      let tag = try read.tag()
      let before = try fixture.state()
      let without = try fixture.call(.patch, target, as: guide, body)
      #expect(without.status == 428 && without.slug == "if-match-required", "\(target)")
      for stale in ["\"999\"", "W/\(tag.1)", "\"x\"", "\"\""] {
        let reply = try fixture.call(
          .patch, target, as: guide, body, headers: [("If-Match", stale)])
        #expect(reply.status == 412 && reply.slug == "stale-version", "\(target) \(stale)")
      }
      #expect(
        try fixture.call(.patch, target, as: guide, body, headers: [("If-Match", "x")]).status
          == 400, "\(target)")
      #expect(try fixture.state() == before, "\(target)")
      let changed = try fixture.call(.patch, target, as: guide, body, headers: [tag])
      #expect(changed.status == 200, "\(target): \(changed.text)")
      #expect(changed["ETag"] != tag.1)
      #expect(try fixture.call(.get, target, as: guide)["ETag"] == changed["ETag"])
      let late = try fixture.call(.patch, target, as: guide, body, headers: [tag])
      #expect(late.status == 412, "\(target)")
    }
  }

  @Test("of racing changes of one version exactly one wins")
  func racingChanges() throws {
    let fixture = fixture
    let person = try fixture.person()
    let realm = try fixture.group(of: person)
    let tag = try fixture.call(.get, "/v1/realms/\(realm)", as: person).tag()
    let statuses = Guarded<[Int]>([])
    concurrently(20) { number in
      let body: JSON = ["name": .text("Name \(number)")]
      let reply = try? fixture.call(
        .patch, "/v1/realms/\(realm)", as: person, bytes: body.bytes, type: "application/json",
        headers: [tag])
      statuses.withLock { $0.append(reply?.status ?? 0) }
    }
    #expect(statuses.current.count { $0 == 200 } == 1)
    #expect(statuses.current.count { $0 == 412 } == 19)
  }

  @Test("304 for a version that is known, HEAD without a body, ranges of content")
  func reading() throws {
    let person = try fixture.person()
    let object = try fixture.object(of: person)
    for target in ["/v1/me", "/v1/objects/\(object)", "/v1/objects/\(object)/content"] {
      let read = try fixture.call(.get, target, as: person)
      let tag = try #require(read["ETag"])
      let known = try fixture.call(
        .get, target, as: person, headers: [("If-None-Match", "\"other\", \(tag)")])
      #expect(known.status == 304 && known.bytes.isEmpty && known["ETag"] == tag, "\(target)")
      let head = try fixture.call(.head, target, as: person)
      #expect(head.status == 200 && head["ETag"] == tag, "\(target)")
    }
    let content = "/v1/objects/\(object)/content"
    let whole = try fixture.call(.get, content, as: person)
    #expect(whole["Accept-Ranges"] == "bytes")
    let part = try fixture.call(.get, content, as: person, headers: [("Range", "bytes=4-7")])
    #expect(part.status == 206 && part.bytes == Array(whole.bytes[4..<8]))
    #expect(part["Content-Range"] == "bytes 4-7/\(whole.bytes.count)")
    let head = try fixture.call(.head, content, as: person, headers: [("Range", "bytes=4-7")])
    #expect(head.status == 200 && head["Content-Range"] == nil, "a range is of a GET alone")
    let tail = try fixture.call(.get, content, as: person, headers: [("Range", "bytes=-4")])
    #expect(tail.bytes == Array(whole.bytes.suffix(4)))
    let beyond = try fixture.call(
      .get, content, as: person, headers: [("Range", "bytes=99999999-")])
    #expect(beyond.status == 416)
    #expect(beyond["Content-Range"] == "bytes */\(whole.bytes.count)")
    // A refusal is kept by nobody.
    #expect(whole["Cache-Control"] == "private, max-age=31536000, immutable")
    #expect(beyond["Cache-Control"] == "no-store" && beyond["Content-Disposition"] == nil)
    let stale = try fixture.call(
      .get, content, as: person, headers: [("Range", "bytes=4-7"), ("If-Range", "\"other\"")])
    #expect(stale.status == 200)
  }

  @Test("a group is never 304 for who has come in or has another role")
  func roles() throws {
    let (ana, ben) = (try fixture.person(), try fixture.person())
    let realm = try fixture.group(of: ana)
    try fixture.join(ben, realm, by: ana)
    let path = "/v1/realms/\(realm)"
    func read(_ known: String? = nil) throws -> Reply {
      try fixture.call(
        .get, path, as: ben, headers: known.map { [("If-None-Match", $0)] } ?? [])
    }
    let first = try read()
    let before = first.json["role"]?.string
    let promoted = try fixture.call(
      .patch, "\(path)/members/\(ben.id)", as: ana, ["role": "admin"])
    #expect(promoted.status < 300, "\(promoted.text)")
    let again = try read(first["ETag"])
    #expect(again.status == 200 && again.json["role"]?.string == "admin")
    #expect(before != "admin")
  }
}
