import Base
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HTTPServing

@Suite struct DeadlineTests {
  private static let routes = [
    Route(.get, "/", operation: "read") { _, _ in .text(200, "ok") },
    Route(.post, "/", operation: "write", maximumBodyBytes: 1_000_000) { _, _ in .text(200, "ok") },
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

  @Test("H3: a body that stops coming, or comes too slowly, is cut; a quick one goes on")
  func slowBody() throws {
    let clock = ManualClock()
    let server = try TestServer(DeadlineTests.routes) { $0.clock = clock }
    let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 400000\r\n\r\n"
    let silent = try server.connect()
    silent.send(head + "a")
    let slow = try server.connect()
    slow.send(head)
    let fast = try server.connect()
    fast.send(head)
    #expect(TestServer.eventually { server.server.statistics.connections == 3 })
    // All have begun their bodies once requests sent after them are answered by each worker.
    for _ in 0..<4 { #expect(try server.connect().request("GET", "/")?.status == 200) }
    for step in 1...4 {
      slow.send([UInt8](repeating: 0, count: 100))
      fast.send([UInt8](repeating: 0, count: 90_000))
      // Each step's bytes are there before the clock goes on.
      for _ in 0..<4 { #expect(try server.connect().request("GET", "/")?.status == 200) }
      usleep(50_000)
      clock.advance(seconds: 9)
      usleep(50_000)
      if step == 3 { #expect(silent.readToEnd() == []) }
    }
    #expect(slow.readToEnd() == [])
    fast.send([UInt8](repeating: 0, count: 40_000))
    #expect(fast.readResponse()?.status == 200)
  }

  @Test("H3: an answer of which nothing is taken for five seconds is cut, one that is read is not")
  func slowReader() throws {
    let clock = ManualClock()
    let seen = Guarded<[HTTPExchange]>([])
    let server = try TestServer([
      Route(.get, "/", operation: "big") { _, _ in
        HTTPResponse(200, [UInt8](repeating: 1, count: 20_000_000), type: ContentType.binary)
      }
    ]) {
      $0.clock = clock
      $0.observe = { exchange in seen.withLock { $0.append(exchange) } }
    }
    let stalled = try server.connect(receiveBuffer: 4096)
    stalled.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(stalled.readHead()?.status == 200)
    usleep(200_000)
    clock.advance(seconds: 4)
    usleep(100_000)
    #expect(server.server.statistics.cutConnections == 0)
    clock.advance(seconds: 4)
    #expect(TestServer.eventually { seen.current.first?.end == .aborted })
    #expect(server.server.statistics.cutConnections == 1)
  }

  @Test(
    "H3: whoever takes a trickle loses the connection after half a minute, a steady reader does not"
  )
  func pace() {
    let limits = ConnectionLimits()
    func isCut(bytesPerSecond: Int, seconds: Int) -> Bool {
      var progress = TransferProgress(at: 0)
      for second in 1...seconds {
        let moved = second * bytesPerSecond
        if progress.isTooSlow(moved: moved, at: Double(second), stall: 5, limits) { return true }
      }
      return false
    }
    #expect(!isCut(bytesPerSecond: 5000, seconds: 300))
    #expect(!isCut(bytesPerSecond: 3000, seconds: 30))
    #expect(isCut(bytesPerSecond: 3000, seconds: 31))
    #expect(isCut(bytesPerSecond: 0, seconds: 6))
    #expect(!isCut(bytesPerSecond: 0, seconds: 5))
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
