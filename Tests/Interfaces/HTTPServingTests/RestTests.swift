import Synchronization
import TestSupport
import Testing

@testable import HTTPServing

@Suite("who is put off and asks on regardless") struct RestTests {
  /// A server that puts everyone off, but for `/quick`; counts how often.
  private static func server(
    rest: Double, trusted: String? = nil, _ asked: Counter
  ) throws -> TestServer {
    try TestServer([
      Route(.get, "/late", operation: "late", execution: .inline) { _, _ in
        asked.count.add(1, ordering: .relaxed)
        return HTTPResponse(429, headers: HTTPHeaders([("Retry-After", "1")]))
      },
      Route(.get, "/quick", operation: "quick", execution: .inline) { _, _ in .text(200, "ok") },
    ]) {
      $0.workers = 1
      $0.limits.restSeconds = rest
      $0.trustedProxies = TrustedProxies(trusted.flatMap { AddressRange($0) }.map { [$0] } ?? [])
    }
  }

  private final class Counter: Sendable {
    let count = Atomic(0)
  }

  private static let hundred = String(
    repeating: "GET /late HTTP/1.1\r\nHost: a\r\n\r\n", count: 100)

  @Test("of a hundred requests one is answered before the rest, and others wait for none of them")
  func rests() throws {
    let asked = Counter()
    let server = try RestTests.server(rest: 600, asked)
    let storm = try server.connect()
    storm.send(RestTests.hundred)
    #expect(storm.readResponse()?.status == 429)
    for _ in 0..<20 { #expect(try server.connect().request("GET", "/quick")?.text == "ok") }
    #expect(asked.count.load(ordering: .relaxed) == 1)
  }

  @Test("after the rest the next one is answered, in order, and other answers need no rest")
  func goesOn() throws {
    let asked = Counter()
    let server = try RestTests.server(rest: 0.05, asked)
    let client = try server.connect()
    let start = ContinuousClock.now
    client.send(
      String(
        repeating: "GET /late HTTP/1.1\r\nHost: a\r\n\r\nGET /quick HTTP/1.1\r\nHost: a\r\n\r\n",
        count: 5))
    for _ in 0..<5 {
      #expect(client.readResponse()?.status == 429)
      #expect(client.readResponse()?.text == "ok")
    }
    #expect(ContinuousClock.now - start >= .milliseconds(250))
  }

  @Test("a trusted proxy, which asks for many, never rests")
  func proxies() throws {
    let asked = Counter()
    let server = try RestTests.server(rest: 600, trusted: "127.0.0.0/8", asked)
    let proxy = try server.connect()
    proxy.send(RestTests.hundred)
    for _ in 0..<100 { #expect(proxy.readResponse()?.status == 429) }
  }

  @Test("who goes while resting is let go of, and the server stops with others at rest")
  func leaving() throws {
    let asked = Counter()
    let server = try RestTests.server(rest: 0.1, asked)
    for _ in 0..<50 {
      let client = try server.connect()
      client.send(RestTests.hundred)
      #expect(client.readResponse()?.status == 429)
    }
    #expect(TestServer.eventually { server.server.statistics.connections == 0 })
    let client = try server.connect()
    client.send(RestTests.hundred)
    #expect(client.readResponse()?.status == 429)
    server.server.stop()
  }
}
