import Base
import HTTPServing
import Identity
import TestSupport
import Testing
import WaysideAPI

@Suite("limits are announced and exact")
struct LimitTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture(limits: true) }

  private let nobody = "/v1/tours"

  @Test("every answer says what is left, and the first too many is 429 with the time to wait")
  func exact() throws {
    let first = try fixture.call(.get, nobody)
    #expect(first["RateLimit-Policy"] == "\"general\";q=1500;w=300")
    #expect(first["RateLimit"] == "\"general\";r=1499")
    for _ in 0..<1499 {
      let reply = fixture.api.router.respond(to: try HTTPRequest(.get, nobody))
      #expect(reply.status == 200)
    }
    let over = try fixture.call(.get, nobody)
    #expect(over.status == 429 && over.slug == "rate-limited")
    #expect(over["RateLimit"] == "\"general\";r=0")
    #expect(over["RateLimit-Policy"] == "\"general\";q=1500;w=300")
    #expect(over["Retry-After"] == "1")
    fixture.clock.advance(seconds: 1)
    let after = try fixture.call(.get, nobody)
    #expect(after.status == 200 && after["RateLimit"] == "\"general\";r=4")
  }

  @Test("health and figures are told however much was asked, and count for nothing")
  func health() throws {
    for path in ["/livez", "/readyz", "/metrics"] {
      for _ in 0..<1600 {
        let reply = fixture.api.router.respond(to: try HTTPRequest(.get, path))
        try #require(reply.status == 200)
      }
    }
    #expect(try fixture.call(.get, nobody)["RateLimit"] == "\"general\";r=1499")
    for _ in 0..<1499 { _ = fixture.api.router.respond(to: try HTTPRequest(.get, nobody)) }
    #expect(try fixture.call(.get, nobody).status == 429)
    for path in ["/livez", "/readyz", "/metrics"] {
      #expect(try fixture.call(.get, path).status == 200)
    }
  }

  @Test(
    "tiles of the map have a budget of their own: neither they nor all else take from the other")
  func tiles() throws {
    let tile = "/v1/map/14/8647/8146.mvt"
    #expect(try fixture.call(.get, tile)["RateLimit-Policy"] == "\"map\";q=15000;w=300")
    // More than there is for all else.
    for _ in 0..<1599 {
      let reply = fixture.api.router.respond(to: try HTTPRequest(.get, tile))
      try #require(reply.status == 200)
    }
    #expect(try fixture.call(.get, "/v1/map/style.json")["RateLimit"] == "\"map\";r=13399")
    let icons = try fixture.call(.get, "/v1/map/sprites/light.png")
    #expect(icons["RateLimit"] == "\"map\";r=13398")
    #expect(try fixture.call(.get, nobody)["RateLimit"] == "\"general\";r=1499")
    for _ in 0..<1499 { _ = fixture.api.router.respond(to: try HTTPRequest(.get, nobody)) }
    #expect(try fixture.call(.get, nobody).status == 429)
    #expect(try fixture.call(.get, tile)["RateLimit"] == "\"map\";r=13397")
  }

  @Test("a table of 100,000 cells costs as much as 250 requests, and is refused before it is made")
  func matrix() throws {
    let places = (0..<316).map { JSON.list([.number(9.5 + Double($0) * 1e-5), 47.141]) }
    let table: JSON = ["sources": .list(places), "targets": .list(places), "mode": "walk"]
    func ask(_ body: JSON) throws -> Reply { try fixture.call(.post, "/v1/matrix", body) }
    let small = try ask([
      "sources": [[9.5209, 47.141]], "targets": [[9.5216, 47.138]], "mode": "walk",
    ])
    #expect(small.status != 429 && small["RateLimit"] == "\"general\";r=1499")
    for _ in 0..<5 {
      let reply = try ask(table)
      #expect(reply.status != 429, "\(reply.text)")
    }
    let refused = try ask(table)
    #expect(refused.status == 429 && refused.slug == "rate-limited")
    // 249 are left and five come back in a second.
    #expect(refused["Retry-After"] == "1")
  }

  @Test("under 50 threads exactly as many are let through as there are")
  func concurrent() throws {
    let fixture = fixture
    let request = try HTTPRequest(.get, nobody)
    let allowed = Guarded(0)
    concurrently(50) { _ in
      for _ in 0..<40 {
        if fixture.api.router.respond(to: request).status == 200 { allowed.withLock { $0 += 1 } }
      }
    }
    #expect(allowed.current == 1500)
  }

  @Test("addresses and accounts have budgets of their own; one IPv6 /64 has one")
  func keys() throws {
    func remaining(_ address: String, as person: APIFixture.Person = .nobody) throws -> String? {
      let address = try #require(IPAddress(address))
      return try fixture.call(.get, nobody, as: person, address: address)["RateLimit"]
    }
    let person = try fixture.person()
    #expect(try remaining("192.0.2.1") == "\"general\";r=1499")
    #expect(try remaining("192.0.2.2") == "\"general\";r=1499")
    #expect(try remaining("2001:db8::1") == "\"general\";r=1499")
    #expect(try remaining("2001:db8::2") == "\"general\";r=1498")
    #expect(try remaining("2001:db8:0:1::2") == "\"general\";r=1499")
    #expect(try remaining("192.0.2.1", as: person) == "\"general\";r=1499")
    #expect(try remaining("192.0.2.9", as: person) == "\"general\";r=1498")
  }

  @Test("log-ins, sign-ups, uploads and reports have smaller budgets; guessed tokens count")
  func budgets() throws {
    let person = try fixture.person()
    func wrongLogIn(_ number: Int) throws -> Reply {
      try fixture.call(
        .post, "/v1/sessions",
        ["login": .text("nobody\(number)@example.org"), "password": "wrong-password"])
    }
    let first = try wrongLogIn(0)
    let announced = try #require(first["RateLimit-Policy"]?.split(separator: "=").dropFirst().first)
    let burst = try #require(Int(announced.prefix { $0.isNumber }))
    #expect(burst < 1500)
    // Logging in as the person has taken one, too.
    #expect(first["RateLimit"] == "\"log-in\";r=\(burst - 2)")
    for number in 1..<(burst - 1) { #expect(try wrongLogIn(number).status == 401) }
    let over = try wrongLogIn(burst)
    #expect(over.status == 429 && over["RateLimit"] == "\"log-in\";r=0")
    let upload = try fixture.call(
      .post, "/v1/objects?name=x&alt=x", as: person, bytes: [1], type: "model/gltf-binary")
    #expect(upload["RateLimit"] == "\"upload\";r=199")
    let guess = [("Authorization", "Bearer nonsense")]
    for left in [1499, 1498] {
      let reply = try fixture.call(.get, nobody, headers: guess)
      #expect(reply.status == 401 && reply["RateLimit"] == "\"general\";r=\(left)")
    }
  }

  @Test("bodies are taken up to a megabyte, and larger ones where files or many positions come")
  func bodies() throws {
    let fixture = try APIFixture()
    let large = fixture.api.router.routes.filter { $0.maximumBodyBytes > 1 << 20 }
    var found: [String: Int] = [:]
    for route in large { found[route.operation] = route.maximumBodyBytes >> 20 }
    let pictures = [
      "addStopPicture", "addScanPhoto", "putOwnPicture", "putRealmPicture", "putObjectPicture",
      "putOrganizationPicture", "putTourPicture", "putResourcePicture",
    ].map { ($0, 20) }
    let others = [
      "createInstances": 8, "putStopRecording": 30, "createTour": 5, "editTour": 5,
      "importTour": 50, "createObject": 50, "sendPositions": 2, "importCalendar": 5,
      "sendMessage": 10,
    ]
    #expect(found == others.merging(pictures) { $1 })
  }

  @Test("sixty people sign up from one address at once, and then one a minute")
  func signUps() throws {
    let fixture = try APIFixture(attempts: AttemptLimits())
    func signUp(_ number: Int) throws -> Reply {
      try fixture.call(
        .post, "/v1/accounts",
        [
          "name": .text("Ann"), "email": .text("ann\(number)@example.org"),
          "password": .text(APIFixture.password), "acceptTerms": true,
        ])
    }
    for number in 1...60 { #expect(try signUp(number).status == 201) }
    #expect(try signUp(61).status == 429)
    fixture.clock.advance(seconds: 60)
    #expect(try signUp(61).status == 201)
    #expect(try signUp(62).status == 429)
  }

  @Test("an upload that is one too many is turned down before its body is read")
  func uploads() throws {
    let person = try fixture.person()
    let route = try #require(
      fixture.api.router.routes.first { $0.operation == "createObject" })
    let request = try HTTPRequest(
      .post, "/v1/objects", headers: [("Authorization", "Bearer " + (person.token ?? ""))])
    for _ in 0..<200 { #expect(route.admit?(request, .none) == nil) }
    let refused = try #require(route.admit?(request, .none))
    #expect(refused.status == 429)
    #expect(refused.headers["Retry-After"] == "9")
    #expect(refused.headers["RateLimit"] == "\"upload\";r=0")
    #expect(refused.headers["X-Request-ID"] != nil)
  }
}
