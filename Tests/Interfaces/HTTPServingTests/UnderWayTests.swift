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

  @Test("H4: trusted proxies, which speak for many, have no share")
  func proxies() throws {
    let server = try server {
      $0.limits.bytesPerAddress = 1_000_000
      $0.trustedProxies = TrustedProxies([AddressRange(.loopback)])
    }
    let slow = try stalled(server)
    #expect(try server.connect().request("GET", "/large")?.status == 200)
    slow.finishSending()
  }
}
