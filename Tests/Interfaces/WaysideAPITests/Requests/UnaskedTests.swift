import Base
import HTTPServing
import Testing
import WaysideAPI

@Suite("what no operation has asked for: cursors of nobody, bodies where none belongs")
struct UnaskedTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  /// Cursors that no list has given out: no base64, no JSON, no array, no texts, nothing in it,
  /// parts of no kind that a list has, and too many.
  private static let rubbish = [
    "nonsense", "%20", "!", "W10", "e30", "WzFd", "WyJ4Il0", "WyJ4IiwieSJd", "WyJ4IiwieSIsInoiXQ",
    "WyIxIiwiMiIsIjMiLCI0Il0", String(repeating: "A", count: 3000), "",
  ]

  @Test("each list answers 400 wrong-cursor to a cursor that it has not given out")
  func cursors() throws {
    let person = try fixture.person()
    let admin = try fixture.admin()
    let realm = try fixture.group(of: person)
    let guide = try fixture.guide()
    let tour = try fixture.draft(by: guide)
    let event = try fixture.call(
      .post, "/v1/realms/\(fixture.team(of: person, []))/events", as: person,
      ["kind": "event", "title": "Regatta", "start": "2026-05-02T09:00"]
    ).require("id")
    // It has begun, so that who was there can be listed.
    fixture.clock.advance(seconds: 86_400)
    // Ways through one operation that have a reader of their own.
    let variants = [
      "listTours": ["?near=47.1,9.5", "?groupBy=place", "?near=47.1,9.5&groupBy=organization"],
      "listRealms": ["?discover=true"], "listInstances": ["?realm=public"],
      "listInventory": ["?realm=\(realm)"],
    ]
    let lists = fixture.api.operations.filter { $0.query.contains { $0.name == "cursor" } }
    #expect(lists.count >= 14, "\(lists.map(\.name))")
    for list in lists {
      let path = list.path.replacing("{realm}", with: realm).replacing("{tour}", with: tour)
        .replacing("{event}", with: event).replacing("{conversation}", with: realm)
      let caller =
        list.access == .admin ? admin : list.access == .organization ? guide : person
      let isAround = ["nearby", "listNearbyEvents"].contains(list.name)
      let plain = isAround ? "?lat=47.141&lon=9.5209" : ""
      for variant in [plain] + (variants[list.name] ?? []) {
        for token in Self.rubbish {
          let reply = try fixture.call(
            .get, path + variant + (variant.isEmpty ? "?" : "&") + "cursor=" + token, as: caller)
          let cell = "\(list.name)\(variant) \(token.prefix(40)): \(reply.text)"
          #expect(reply.status == 400 && reply.slug == "wrong-cursor", "\(cell)")
          #expect(reply.pointers == ["cursor"], "\(cell)")
        }
      }
    }
  }

  @Test("an operation without a body takes {} for none, and says of any other that it takes none")
  func bodies() throws {
    let bare = fixture.api.operations.filter {
      if case .none = $0.body { true } else { false }
    }
    #expect(bare.count > 60)
    for operation in bare {
      let target = operation.path.split(separator: "/").map { segment in
        "/" + (segment.hasPrefix("{") ? "x" : String(segment))
      }.joined()
      // A person of its own: one of the operations erases a session.
      let person = try fixture.person()
      func ask(_ body: String?) throws -> Reply {
        let reply = try fixture.call(
          operation.method, target, as: person, body.map { .raw($0) },
          headers: [("If-Match", "\"1\"")])
        reply.stream?.close()
        return reply
      }
      for body in ["[]", "null", "{\"a\":1}", "{", "x", String(repeating: " ", count: 100) + "{}"] {
        let reply = try ask(body)
        #expect(reply.status == 400, "\(operation.name) \(body): \(reply.text)")
        #expect(reply.slug == "unexpected-body", "\(operation.name) \(body): \(reply.text)")
        #expect(reply.json["detail"]?.string?.hasPrefix("This operation takes no body.") == true)
      }
      let nothing = try ask(nil)
      // What ends the session is asked once more by somebody else.
      guard operation.name != "logOut" else { continue }
      for body in ["{}", " {\n} "] {
        let reply = try ask(body)
        #expect(reply.status == nothing.status, "\(operation.name): \(reply.text)")
        #expect(reply.slug == nothing.slug, "\(operation.name): \(reply.text)")
      }
    }
    let person = try fixture.person()
    #expect(
      try fixture.call(.delete, "/v1/sessions/current", as: person, .raw("{}")).status == 204)
    #expect(try fixture.call(.get, "/v1/me", as: person).status == 401)
  }
}
