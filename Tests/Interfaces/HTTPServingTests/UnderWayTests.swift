import Base
import Foundation
import TestSupport
import Testing

@testable import HTTPServing

@Suite("shares of the bytes under way")
struct UnderWayTests {
  private static let large = 20_000_000

  private func server(_ configure: (inout HTTPServerConfiguration) -> Void) throws -> TestServer {
    func content(_ path: PathPattern, _ count: Int, _ method: HTTPMethod = .get) -> Route {
      Route(method, path, operation: "\(method) \(count)") { _, _ in
        HTTPResponse(200, [UInt8](repeating: 1, count: count), type: ContentType.binary)
      }
    }
    return try TestServer([
      content("/large", Self.large), content("/middle", 2_000_000), content("/small", 60_000),
      content("/large", Self.large, .post),
      Route(.post, "/body", operation: "write", maximumBodyBytes: 1_000_000) { request, _ in
        .text(200, "\(request.body.count)")
      },
    ]) {
      // Nobody is cut for reading nothing.
      $0.limits.readerStallSeconds = 600
      $0.limits.paceSeconds = 600
      configure(&$0)
    }
  }

  /// A client that has asked for the largest and reads nothing but the header.
  private func stalled(_ server: TestServer) throws -> RawHTTPClient {
    let client = try server.connect(timeoutSeconds: 60, receiveBuffer: 4096)
    client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(client.readHead()?.status == 200, "alone it may be larger than the share")
    return client
  }

  @Test("H4: beyond an address's share of bytes is 429 with a problem document, until it reads")
  func share() throws {
    let server = try server { $0.limits.bytesPerAddress = 1_000_000 }
    var slow: RawHTTPClient? = try stalled(server)
    let client = try server.connect()
    let refused = try #require(client.request("GET", "/large"))
    #expect(refused.status == 429 && refused.text.contains("/problems/too-much-under-way"))
    #expect(refused.headers.contains { $0.name == "retry-after" && $0.value == "2" })
    #expect(
      refused.headers.contains { $0.name == "content-type" && $0.value == ContentType.problem })
    #expect(client.request("HEAD", "/large")?.status == 200)
    #expect(client.request("GET", "/small")?.status == 200)
    // What has been done is not denied.
    #expect(try server.connect().request("POST", "/large")?.status == 200)
    #expect(slow != nil)
    slow = nil
    #expect(
      TestServer.eventually {
        (try? server.connect())?.request("GET", "/large")?.status == 200
      })
    // What was read wholly counts no more.
    for _ in 0..<3 { #expect(try server.connect().request("GET", "/large")?.status == 200) }
  }

  @Test("H4: bodies that come count for the share of bytes, until they are answered or let go of")
  func bodies() throws {
    let server = try server { $0.limits.bytesPerAddress = 1_000_000 }
    func half() throws -> RawHTTPClient {
      let client = try server.connect()
      client.send("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n")
      client.send(String(repeating: "a", count: 450_000))
      return client
    }
    func whole(_ count: Int = 1_000_000) throws -> RawHTTPClient.Response? {
      try server.connect().request("POST", "/body", body: [UInt8](repeating: 97, count: count))
    }
    #expect(try whole()?.text == "1000000", "alone it has all of the share")
    var waiting = [try half(), try half()]
    #expect(TestServer.eventually { (try? whole())?.status == 429 })
    let refused = try #require(try whole())
    #expect(refused.text.contains("/problems/too-much-under-way"))
    #expect(refused.header("retry-after") == "2")
    #expect(try server.connect().request("POST", "/body", body: [1, 2])?.text == "2")
    waiting.removeLast()
    #expect(TestServer.eventually { (try? whole(500_000))?.status == 200 })
    waiting[0].send(String(repeating: "a", count: 550_000))
    #expect(waiting[0].readHead()?.status == 200)
    #expect(TestServer.eventually { (try? whole())?.status == 200 })
  }

  @Test("H4: what its reader has taken is no longer under way")
  func progress() throws {
    let server = try server { $0.limits.bytesPerAddress = Self.large / 2 }
    let slow = try stalled(server)
    #expect(try server.connect().request("GET", "/middle")?.status == 429)
    var left = Self.large * 3 / 4
    while left > 0 {
      guard let piece = slow.read(min(left, 62_500)) else { break }
      left -= piece.count
    }
    #expect(left == 0)
    #expect(
      TestServer.eventually {
        (try? server.connect())?.request("GET", "/middle")?.status == 200
      })
  }

  /// A server whose only peer is a trusted proxy.
  private func behindProxy(_ configure: (inout HTTPServerConfiguration) -> Void) throws
    -> TestServer
  {
    try server {
      $0.trustedProxies = TrustedProxies([AddressRange(.loopback)])
      configure(&$0)
    }
  }

  private static func from(_ client: String) -> [String] { ["X-Forwarded-For: " + client] }

  @Test("H4: behind a trusted proxy each client has a share of its own, whatever it claims to be")
  func forwarded() throws {
    let server = try behindProxy { $0.limits.bytesPerAddress = 1_000_000 }
    let slow = try server.connect(timeoutSeconds: 60, receiveBuffer: 4096)
    slow.send("GET /large HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n")
    #expect(slow.readHead()?.status == 200)
    func status(_ client: String) throws -> Int? {
      try server.connect().request("GET", "/large", headers: Self.from(client))?.status
    }
    let refused = try #require(
      try server.connect().request("GET", "/large", headers: Self.from("192.0.2.1")))
    #expect(refused.status == 429 && refused.text.contains("/problems/too-much-under-way"))
    #expect(refused.header("retry-after") == "2")
    #expect(try status("203.0.113.9, 192.0.2.1") == 429, "only the last hop is believed")
    #expect(try status("192.0.2.2") == 200)
    slow.finishSending()
  }

  @Test("H4: for whom a trusted proxy does not name, there is no share", arguments: [false, true])
  func unnamed(_ named: Bool) throws {
    let server = try behindProxy { $0.limits.bytesPerAddress = 1_000_000 }
    let slow = try stalled(server)
    let client = try server.connect()
    let headers = named ? Self.from("unknown") : []
    #expect(client.request("GET", "/large", headers: headers)?.status == 200)
    slow.finishSending()
  }

  @Test("H4: behind a trusted proxy a client has as many requests under way as it had connections")
  func requests() throws {
    let server = try behindProxy { $0.limits.perAddress = 3 }
    func asks(_ client: String) throws -> (RawHTTPClient, Int?) {
      let connection = try server.connect(timeoutSeconds: 60, receiveBuffer: 4096)
      connection.send("GET /large HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: \(client)\r\n\r\n")
      return (connection, connection.readHead()?.status)
    }
    var greedy = try (0..<3).map { _ in try asks("192.0.2.1") }
    #expect(greedy.map(\.1) == [200, 200, 200])
    let proxy = try server.connect()
    for _ in 0..<3 {
      let refused = try #require(
        proxy.request("GET", "/small", headers: Self.from("192.0.2.1")))
      #expect(refused.status == 429 && refused.text.contains("Too many requests"))
      #expect(refused.header("retry-after") == "2")
      // In the very same connection of the proxy others are answered.
      #expect(proxy.request("GET", "/small", headers: Self.from("192.0.2.2"))?.status == 200)
    }
    #expect(proxy.request("GET", "/small")?.status == 200)
    greedy.removeFirst()
    #expect(
      TestServer.eventually {
        proxy.request("GET", "/small", headers: Self.from("192.0.2.1"))?.status == 200
      })
    // One after the other they are never too many.
    for _ in 0..<20 {
      #expect(proxy.request("GET", "/small", headers: Self.from("192.0.2.1"))?.status == 200)
    }
  }

  @Test(
    "H4: while only the reserve of connections is left, a client behind a proxy has few requests")
  func reserve() throws {
    let server = try behindProxy {
      ($0.limits.total, $0.limits.reserved, $0.limits.perAddressInReserve) = (6, 4, 1)
    }
    let slow = try server.connect(timeoutSeconds: 60, receiveBuffer: 4096)
    slow.send("GET /large HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n")
    #expect(slow.readHead()?.status == 200)
    let proxy = try server.connect()
    #expect(proxy.request("GET", "/small", headers: Self.from("192.0.2.1"))?.status == 429)
    #expect(proxy.request("GET", "/small", headers: Self.from("192.0.2.2"))?.status == 200)
    slow.finishSending()
  }
}
