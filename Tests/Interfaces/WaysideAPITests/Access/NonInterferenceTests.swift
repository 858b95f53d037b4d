import Access
import Base
import HTTPServing
import Testing
import WaysideAPI

@Suite("access: what is hidden looks like what is absent")
struct NonInterferenceTests {
  /// The body without the number of its request, which is another each time.
  private func comparable(_ reply: Reply, _ id: String) -> String {
    String(decoding: reply.bytes, as: UTF8.self).split(separator: ",")
      .filter { !$0.contains("\"instance\"") }.joined(separator: ",")
      .replacing(id, with: "ID")
  }

  /// Fields of the answer, but for the number of the request.
  private func fields(_ reply: Reply) -> [String] {
    reply.response.headers.all.filter { $0.name != "X-Request-ID" }
      .map { "\($0.name): \($0.value)" }
  }

  @Test("hidden instances, objects, tours, sub-realms, runs and reports answer as absent ones do")
  func hidden() throws {
    let fixture = try APIFixture()
    let owner = try fixture.person()
    let guide = try fixture.guide()
    let stranger = try fixture.person()
    let other = try fixture.guide("Other Walks")
    let realm = try fixture.group(of: owner)
    let object = try fixture.object(of: owner)
    let instance = try fixture.place(object, by: owner, in: realm)
    let draft = try fixture.draft(by: guide)
    let tour = try fixture.publishedTour(by: guide)
    let run = try fixture.call(.post, "/v1/tours/\(tour)/runs", as: owner).require("id")
    let session = try #require(
      fixture.call(.get, "/v1/sessions", as: owner).items.first?["id"]?.string)
    let nothing = fixture.services.platform.ids.next().description
    let tag = [("If-Match", "\"1\"")]
    let cases: [(HTTPMethod, String, String, JSON?)] = [
      (.get, "/v1/instances/", instance, nil),
      (.patch, "/v1/instances/", instance, ["scale": 2]),
      (.delete, "/v1/instances/", instance, nil),
      (.get, "/v1/objects/", object, nil), (.get, "/v1/objects/@/content", object, nil),
      (.patch, "/v1/objects/", object, ["name": "Mine"]), (.delete, "/v1/objects/", object, nil),
      (.put, "/v1/inventory/", object, nil),
      (.put, "/v1/instances/@/reaction", instance, ["kind": "wow"]),
      (.get, "/v1/tours/", draft, nil), (.get, "/v1/tours/@/qr.svg", draft, nil),
      (.get, "/v1/tours/@/bundle.zip", draft, nil), (.patch, "/v1/tours/", draft, ["name": "Mine"]),
      (.delete, "/v1/tours/", draft, nil), (.post, "/v1/tours/@/publication", draft, nil),
      (.post, "/v1/tours/@/runs", draft, nil), (.post, "/v1/tours/@/checks", draft, [:]),
      (.get, "/v1/tours/@/stops/\(object)/recording", draft, nil),
      (.delete, "/v1/tours/@/stops/\(object)/recording", draft, nil),
      (.get, "/v1/realms/", realm, nil), (.get, "/v1/realms/@/members", realm, nil),
      (.patch, "/v1/realms/", realm, ["name": "Mine"]), (.delete, "/v1/realms/", realm, nil),
      (.post, "/v1/realms/@/members", realm, nil),
      (.post, "/v1/realms/@/invitations", realm, ["link": true]),
      (.get, "/v1/realms/@/invitations", realm, nil), (.post, "/v1/realms/@/requests", realm, nil),
      (.get, "/v1/nearby?lat=47.141&lon=9.5209&realm=", realm, nil),
      (.get, "/v1/instances?realm=", realm, nil), (.get, "/v1/inventory?realm=", realm, nil),
      (.get, "/v1/runs/", run, nil), (.delete, "/v1/runs/", run, nil),
      (.delete, "/v1/sessions/", session, nil),
    ]
    for person in [stranger, other] {
      for (method, path, id, body) in cases {
        func ask(_ id: String) throws -> Reply {
          let target = path.contains("@") ? path.replacing("@", with: id) : path + id
          return try fixture.call(method, target, as: person, body, headers: tag)
        }
        let before = try fixture.state()
        let (hidden, absent) = (try ask(id), try ask(nothing))
        let label = "\(method.rawValue) \(path): \(hidden.status) \(hidden.text) | \(absent.text)"
        #expect(hidden.status == absent.status, "\(label)")
        #expect(comparable(hidden, id) == comparable(absent, nothing), "\(label)")
        #expect(fields(hidden) == fields(absent), "\(label)")
        #expect(try fixture.state() == before, "\(label)")
      }
    }
  }

  @Test("a report of a hidden thing is refused as one of nothing")
  func reports() throws {
    let fixture = try APIFixture()
    let (owner, stranger) = (try fixture.person(), try fixture.person())
    let realm = try fixture.group(of: owner)
    let instance = try fixture.place(try fixture.object(of: owner), by: owner, in: realm)
    let nothing = fixture.services.platform.ids.next().description
    func report(_ id: String) throws -> Reply {
      try fixture.call(
        .post, "/v1/reports", as: stranger,
        ["subject": ["kind": "instance", "id": .text(id)], "reason": "spam"])
    }
    let (hidden, absent) = (try report(instance), try report(nothing))
    #expect(hidden.status == 404)
    #expect(comparable(hidden, instance) == comparable(absent, nothing))
  }

  @Test("lists, counts and searches of others do not change when something hidden is added")
  func lists() throws {
    let fixture = try APIFixture()
    let (owner, stranger) = (try fixture.person(), try fixture.person())
    let guide = try fixture.guide()
    let realm = try fixture.group(of: owner)
    let object = try fixture.object(of: owner)
    let targets = [
      "/v1/nearby?lat=47.141&lon=9.5209&radius=5000", "/v1/tours", "/v1/tours?q=walk",
      "/v1/zones/plan?lat=47.1415&lon=9.5209",
      "/v1/tours?near=47.141,9.5209&radius=5000", "/v1/tours?groupBy=organization", "/v1/realms",
      "/v1/realms?discover=true", "/v1/inventory", "/v1/instances?realm=public", "/v1/instances",
      "/v1/notifications", "/v1/invitations",
    ]
    func seen() throws -> [String] {
      try targets.map { try fixture.call(.get, $0, as: stranger).text }
    }
    let before = try seen()
    _ = try fixture.place(object, by: owner, in: realm)
    _ = try fixture.draft(by: guide)
    _ = try fixture.group(of: owner, name: "Secret")
    #expect(try seen() == before)
  }
}
