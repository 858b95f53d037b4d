import Base
import HTTPServing
import TestSupport
import Testing

@testable import Outgoing

@Suite("Content that leaves") struct OutgoingPostTests {
  @Test(
    "the origin of an address is that of browsers",
    arguments: [
      ("https://Push.Example.net/a/b?c=d", "https://push.example.net"),
      ("https://push.example.net:443/", "https://push.example.net"),
      ("https://push.example.net:8443/", "https://push.example.net:8443"),
      ("http://push.example.net:80/", "http://push.example.net"),
      ("https://[2001:db8::1]/a", "https://[2001:db8::1]"),
    ])
  func origin(address: String, origin: String) {
    #expect(OutgoingAddress(address)?.origin == origin)
  }

  @Test(
    "other schemes and texts have none", arguments: ["ftp://example.org/", "mailto:a@b", "a b"])
  func noOrigin(address: String) { #expect(OutgoingAddress(address) == nil) }

  @Test("content goes where the rules allow, as it is; answers are told, not followed")
  func posts() throws {
    let folder = try TemporaryFolder()
    var configuration = HTTPServerConfiguration()
    configuration.port = 0
    configuration.quarantineFolder = folder.path
    let got = Guarded<[[UInt8]]>([])
    let server = try HTTPServer(
      router: Router([
        Route(.post, "/take", operation: "take", maximumBodyBytes: 100_000) { request, _ in
          got.withLock { $0.append(request.body.bytes) }
          let isMarked =
            request.headers["X-Mark"] == "yes" && request.headers["User-Agent"] == "Wayside"
          return HTTPResponse(isMarked ? 302 : 400, [], type: "text/plain")
            .with("Location", "/take")
        }
      ]), configuration: configuration)
    defer { server.stop() }
    let address = "http://127.0.0.1:\(server.port)/take"
    func post(
      _ rules: OutgoingRules, _ fields: [(name: String, value: String)]
    ) throws(OutgoingError) -> OutgoingAnswer {
      try OutgoingClient(rules).post(
        address, fields: fields, body: Array(repeating: 7, count: 50_000), isCancelled: { false })
    }
    let known = OutgoingRules(privateHosts: ["127.0.0.1"])
    #expect(try post(known, [(name: "X-Mark", value: "yes")]).status == 302)
    #expect(got.current == [Array(repeating: 7, count: 50_000)])
    let refused = #expect(throws: OutgoingError.self) { try post(OutgoingRules(), []) }
    #expect(refused?.code == .wrongAddress)
    let split = #expect(throws: OutgoingError.self) {
      try post(known, [(name: "X-Mark", value: "yes\r\nX-More: no")])
    }
    #expect(split?.code == .failed)
    #expect(got.current.count == 1)
  }
}
