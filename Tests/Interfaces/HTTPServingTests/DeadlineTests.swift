import Base
import Foundation
import HTTPServing
import Synchronization
import TestSupport
import Testing

@Suite struct DeadlineTests {
  private static let routes = [
    Route(.get, "/", operation: "read") { _, _ in .text(200, "ok") },
    Route(.post, "/", operation: "write", bodyLimit: 1_000_000) { _, _ in .text(200, "ok") },
  ]

  @Test("H3: a header that is not complete after its time is cut, however steadily it drips")
  func slowHeader() throws {
    let clock = ManualClock()
    let server = try TestServer(DeadlineTests.routes) { $0.clock = clock }
    let slow = try server.connect()
    slow.send("GET / HTTP/1.1\r\nHo")
    let silent = try server.connect()
    #expect(TestServer.eventually { server.server.statistics.connections == 2 })
    for _ in 0..<4 {
      clock.advance(seconds: 1.2)
      slow.send("s")
    }
    #expect(server.server.statistics.cutConnections == 0)
    clock.advance(seconds: 0.3)
    #expect(slow.readToEnd() == [])
    #expect(silent.readToEnd() == [])
    #expect(try server.connect().request("GET", "/")?.status == 200)
  }

  @Test("H3: a kept connection lives for the idle time and its next header has its own")
  func idle() throws {
    let clock = ManualClock()
    let finished = Atomic(0)
    let server = try TestServer(DeadlineTests.routes) {
      $0.clock = clock
      $0.observe = { _ in finished.add(1, ordering: .relaxed) }
    }
    let client = try server.connect()
    for i in 1...3 {
      client.send("GET / HTTP/1.1\r\n")
      client.send("Host: a\r\n\r\n")
      #expect(client.readResponse()?.status == 200)
      #expect(TestServer.eventually { finished.load(ordering: .relaxed) == i })
      clock.advance(seconds: 59)
    }
    clock.advance(seconds: 2)
    #expect(client.readToEnd() == [])
  }

  @Test("H3: a body slower than the least rate is cut, a faster one goes on")
  func slowBody() throws {
    let clock = ManualClock()
    let server = try TestServer(DeadlineTests.routes) { $0.clock = clock }
    let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 400000\r\n\r\n"
    let slow = try server.connect()
    slow.send(head + "a")
    let fast = try server.connect()
    fast.send(head)
    fast.send([UInt8](repeating: 0, count: 300_000))
    #expect(TestServer.eventually { server.server.statistics.connections == 2 })
    // Both have begun their bodies once a request sent after them is answered by each worker.
    #expect(try server.connect().request("GET", "/")?.status == 200)
    clock.advance(seconds: 62)
    #expect(slow.readToEnd() == [])
    fast.send([UInt8](repeating: 0, count: 100_000))
    #expect(fast.readResponse()?.status == 200)
  }

  @Test("H3: an answer that is not read is cut")
  func slowReader() throws {
    let clock = ManualClock()
    let seen = Guarded<[HTTPExchange]>([])
    let server = try TestServer([
      Route(.get, "/", operation: "big") { _, _ in
        HTTPResponse(200, [UInt8](repeating: 1, count: 20_000_000), type: ContentType.binary)
      }
    ]) {
      $0.clock = clock
      $0.limits.minimumBytesPerSecond = 1_000_000
      $0.observe = { exchange in seen.withLock { $0.append(exchange) } }
    }
    let client = try server.connect(receiveBuffer: 4096)
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(client.readHead()?.status == 200)
    let silent = try server.connect()
    #expect(TestServer.eventually { server.server.statistics.connections == 2 })
    clock.advance(seconds: 79)
    // When this one is cut, the watchdog has looked at the other too.
    #expect(silent.readToEnd() == [])
    #expect(server.server.statistics.cutConnections == 1)
    clock.advance(seconds: 2)
    #expect(TestServer.eventually { seen.current.first?.end == .aborted })
  }

  @Test("H4: one address has so many connections and no more, and gets new ones when they close")
  func addressCap() throws {
    let server = try TestServer(DeadlineTests.routes) { $0.limits.perAddress = 5 }
    var clients: [RawHTTPClient] = []
    for _ in 0..<5 {
      let client = try server.connect()
      #expect(client.request("GET", "/")?.status == 200)
      clients.append(client)
    }
    let extra = try server.connect()
    #expect(extra.request("GET", "/") == nil)
    #expect(server.server.statistics.refusedConnections == 1)
    clients.removeLast()
    #expect(
      TestServer.eventually {
        (try? server.connect())?.request("GET", "/")?.status == 200
      })
    #expect(clients.allSatisfy { $0.request("GET", "/")?.status == 200 })
  }

  @Test("H4: the reserve is kept for addresses with few connections")
  func reserve() throws {
    let server = try TestServer(DeadlineTests.routes) {
      $0.limits.total = 10
      $0.limits.reserved = 4
      $0.limits.perAddressInReserve = 2
    }
    var clients: [RawHTTPClient] = []
    for _ in 0..<6 {
      let client = try server.connect()
      #expect(client.request("GET", "/")?.status == 200)
      clients.append(client)
    }
    #expect(try server.connect().request("GET", "/") == nil)
  }

  @Test("H3: good clients are answered while 200 connections drip")
  func attack() throws {
    let server = try TestServer(DeadlineTests.routes) { $0.limits.headerSeconds = 0.3 }
    let slow = try (0..<200).map { _ in
      let client = try server.connect()
      client.send("GET / HTTP/1.1\r\nHost: a\r\nX-")
      return client
    }
    for _ in 0..<50 { #expect(try server.connect().request("GET", "/")?.status == 200) }
    #expect(TestServer.eventually { server.server.statistics.connections == 0 })
    #expect(slow.allSatisfy { $0.readToEnd() == [] })
  }
}
