import Base
import HTTPServing
import TestSupport
import Testing

@Suite struct RouterTests {
  private static func route(
    _ method: HTTPMethod, _ pattern: PathPattern, _ operation: String, maximumBodyBytes: Int = 0
  ) -> Route {
    Route(method, pattern, operation: operation, maximumBodyBytes: maximumBodyBytes) {
      _, parameters in
      .text(
        200,
        operation + pattern.parameterNames.map { " \($0)=\(parameters[$0])" }.joined()
          + parameters["absent"])
    }
  }

  private let router = Router([
    route(.get, "/", "root"),
    route(.get, "/v1/tours", "list"),
    route(.post, "/v1/tours", "create", maximumBodyBytes: 10),
    route(.get, "/v1/tours/mine", "mine"),
    route(.get, "/v1/tours/{tour}", "read"),
    route(.delete, "/v1/tours/{tour}", "delete"),
    route(.get, "/v1/tours/{tour}/stops/{stop}", "stop"),
    route(.get, "/v1/tours/mine/runs", "myRuns"),
    route(.get, "/v1/{kind}/{id}/likes", "likes"),
  ])

  private func ask(_ method: HTTPMethod, _ target: String) throws -> (Int, String) {
    let response = router.respond(to: try HTTPRequest(method, target))
    guard case .bytes(let bytes) = response.body else { return (response.status.code, "") }
    return (response.status.code, String(decoding: bytes, as: UTF8.self))
  }

  @Test(
    "paths find their routes, literals before parameters",
    arguments: [
      ("/", "root"),
      ("/v1/tours", "list"),
      ("/v1/tours?limit=5", "list"),
      ("/v1/tours/mine", "mine"),
      ("/v1/tours/minx", "read tour=minx"),
      ("/v1/tours/mine/runs", "myRuns"),
      ("/v1/tours/mine/stops/3", "stop tour=mine stop=3"),
      ("/v1/tours/mine/likes", "likes kind=tours id=mine"),
      ("/v1/tours/x/likes", "likes kind=tours id=x"),
      ("/v1/objects/x/likes", "likes kind=objects id=x"),
      ("/v1/tours/a%20b%C3%A4", "read tour=a bä"),
      ("/v1/tours/a%3Bb", "read tour=a;b"),
      ("/v1/tours/%25", "read tour=%"),
      ("/v1/tours/...", "read tour=..."),
    ])
  func found(_ target: String, _ expected: String) throws {
    #expect(try ask(.get, target) == (200, expected))
  }

  @Test(
    "what is not the canonical form of a path is another path: 404",
    arguments: [
      "/v1", "/v1/", "/v1/tours/", "//v1/tours", "/v1//tours", "/V1/tours", "/v1/Tours",
      "/v1/tours/a%2fb", "/v1/tours/a%2Fb", "/v1/tours/a;x=y", "/v1;x=y/tours", "/v1/tour%73",
      "/v1/tours/a/stops", "/v1/tours/a/stops/", "/v1/tours/a/stops/b/c", "/v1/tours//stops/b",
      "/favicon.ico", "/v1/tours%00".replacing("%00", with: "%20"),
    ])
  func notFound(_ target: String) throws {
    #expect(try ask(.get, target).0 == 404)
  }

  @Test("other methods are 405 with Allow, OPTIONS 204 with Allow, HEAD is GET")
  func methods() throws {
    let refused = router.respond(to: try HTTPRequest(.put, "/v1/tours"))
    #expect(refused.status == 405)
    #expect(refused.headers["Allow"] == "GET, HEAD, POST, OPTIONS")
    let options = router.respond(to: try HTTPRequest(.options, "/v1/tours/x"))
    #expect(options.status == 204)
    #expect(options.headers["Allow"] == "GET, HEAD, DELETE, OPTIONS")
    #expect(try ask(.head, "/v1/tours").0 == 200)
    #expect(try ask(.options, "/v1/nothing/at/all").0 == 404)
    #expect(try ask(.delete, "/v1/tours/mine").0 == 405)
  }

  @Test("a body beyond the limit of the route is 413 without a socket too")
  func maximumBodyBytes() throws {
    func post(_ count: Int) throws -> Int {
      let body = RequestBody.bytes([UInt8](repeating: 0, count: count))
      return router.respond(to: try HTTPRequest(.post, "/v1/tours", body: body)).status.code
    }
    #expect(try post(10) == 200)
    #expect(try post(11) == 413)
    let onGet = try HTTPRequest(.get, "/v1/tours", body: .bytes([1]))
    #expect(router.respond(to: onGet).status == 400)
  }

  @Test("the router and the live server answer alike")
  func bothTransports() throws {
    let server = try TestServer(router.routes)
    let client = try server.connect()
    for target in ["/", "/v1/tours/mine", "/v1/tours/a%20b/stops/c", "/v1//tours", "/v1/tours/"] {
      for method in [HTTPMethod.get, .delete, .options] {
        let live = try #require(client.request(method.rawValue, target))
        let direct = router.respond(to: try HTTPRequest(method, target))
        #expect(live.status == direct.status.code)
        #expect(live.header("allow") == direct.headers["Allow"])
        if case .bytes(let bytes) = direct.body { #expect(live.body == bytes) }
      }
    }
  }

  @Test("random paths find what a search through all patterns finds", arguments: [1, 2, 3, 4])
  func oracle(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let words = ["a", "b", "c", "v1", ""]
    func segments(_ wild: Bool) -> [String] {
      (0..<Int.random(in: 1...4, using: &random)).map { i in
        wild && Bool.random(using: &random)
          ? "{p\(i)}" : words[Int.random(in: 0..<4, using: &random)]
      }
    }
    func shape(_ pattern: [String]) -> [String] { pattern.map { $0.hasPrefix("{") ? "*" : $0 } }
    var patterns: [[String]] = []
    for _ in 0..<25 {
      let pattern = segments(true)
      if !patterns.contains(where: { shape($0) == shape(pattern) }) { patterns.append(pattern) }
    }
    let router = Router(
      patterns.map {
        RouterTests.route(
          .get, PathPattern("/" + $0.joined(separator: "/")), $0.joined(separator: "/"))
      })
    for _ in 0..<500 {
      var path = segments(false)
      if Int.random(in: 0..<8, using: &random) == 0 { path.append("") }
      // Among the patterns that fit, the one whose first literal comes earliest wins.
      let best =
        patterns
        .filter { $0.count == path.count && zip($0, path).allSatisfy { fits($0, $1) } }
        .min { rank($0).lexicographicallyPrecedes(rank($1)) }
      let response = router.respond(to: try HTTPRequest(.get, "/" + path.joined(separator: "/")))
      var answer = ""
      if case .bytes(let bytes) = response.body, response.status == 200 {
        answer = String(decoding: bytes, as: UTF8.self)
      }
      let expected = best.map { pattern in
        pattern.joined(separator: "/")
          + zip(pattern, path).filter { $0.0.hasPrefix("{") }
          .map { " \($0.0.dropFirst().dropLast())=\($0.1)" }.joined()
      }
      #expect(answer == expected ?? "", "seed \(seed), path \(path)")
    }
  }

  private func fits(_ pattern: String, _ segment: String) -> Bool {
    pattern.hasPrefix("{") ? !segment.isEmpty : pattern == segment
  }

  private func rank(_ pattern: [String]) -> [Int] { pattern.map { $0.hasPrefix("{") ? 1 : 0 } }
}
