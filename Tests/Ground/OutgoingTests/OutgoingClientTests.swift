import Base
import HTTPServing
import Outgoing
import TestSupport
import Testing

@Suite struct OutgoingClientTests {
  private let folder: TemporaryFolder
  private let server: HTTPServer

  init() throws {
    folder = try TemporaryFolder()
    var configuration = HTTPServerConfiguration()
    configuration.port = 0
    configuration.quarantineFolder = folder.path
    @Sendable func leading(to place: String) -> HTTPResponse {
      HTTPResponse(302, [], type: "text/plain").with("Location", place)
    }
    let routes = [
      Route(.get, "/good", operation: "good") { _, _ in
        HTTPResponse(200, Array("content".utf8), type: "text/plain")
      },
      Route(.get, "/tagged", operation: "tagged") { request, _ in
        let isKnown = request.headers["If-None-Match"] == "\"v1\""
        return HTTPResponse(
          isKnown ? 304 : 200, isKnown ? [] : Array("new".utf8), type: "text/calendar"
        )
        .with("ETag", "\"v1\"")
      },
      Route(.get, "/totagged", operation: "totagged") { _, _ in leading(to: "/tagged") },
      Route(.get, "/there", operation: "there") { _, _ in leading(to: "/good") },
      Route(.get, "/round", operation: "round") { _, _ in leading(to: "/round") },
      Route(.get, "/inside", operation: "inside") { _, _ in
        leading(to: "http://localhost:1/secret")
      },
      Route(.get, "/file", operation: "file") { _, _ in leading(to: "file:///etc/passwd") },
    ]
    server = try HTTPServer(router: Router(routes), configuration: configuration)
  }

  private func code(_ path: String, _ rules: OutgoingRules) -> OutgoingError.Code? {
    do throws(OutgoingError) {
      _ = try OutgoingClient(rules).get("http://127.0.0.1:\(server.port)\(path)")
      return nil
    } catch { return error.code }
  }

  @Test("only hosts that the operator names may lie in inner networks, after redirects as well")
  func inner() throws {
    defer { server.stop() }
    let known = OutgoingRules(privateHosts: ["127.0.0.1"])
    #expect(code("/good", OutgoingRules()) == .notPublic)
    let there = try OutgoingClient(known).get("http://127.0.0.1:\(server.port)/there")
    #expect(there == Array("content".utf8))
    #expect(code("/inside", known) == .notPublic)
    #expect(code("/file", known) == .wrongAddress)
    #expect(code("/round", known) == .failed)
    #expect(code("/none", known) == .refused)
    #expect(code("/good", OutgoingRules(privateHosts: ["127.0.0.1"], bytes: 6)) == .tooLarge)
    for host in ["localhost", "0", "127.1", "[::1]", "[::ffff:127.0.0.1]", "2130706433"] {
      let error = #expect(throws: OutgoingError.self) {
        try OutgoingClient().get("http://\(host):\(server.port)/good")
      }
      #expect(error?.code == .notPublic, "\(host)")
    }
  }

  @Test("what one has already is not fetched again, also behind a redirect")
  func tags() throws {
    defer { server.stop() }
    let client = OutgoingClient(OutgoingRules(privateHosts: ["127.0.0.1"]))
    for path in ["/tagged", "/totagged"] {
      let address = "http://127.0.0.1:\(server.port)\(path)"
      let first = try client.get(address, unlessTagged: nil)
      #expect(first.status == 200 && first.body == Array("new".utf8))
      let tag = try #require(first.field("etag"))
      let again = try client.get(address, unlessTagged: tag)
      #expect(again.status == 304 && again.body.isEmpty)
      // A tag that would be two headers is not sent.
      #expect(try client.get(address, unlessTagged: "\"v1\"\r\nX: y").status == 200)
    }
  }
}
