import Base
import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HTTPServing

@Suite struct FairnessTests {
  @Test("a client with a thousand jobs waits behind itself: others have every second turn")
  func turns() {
    var queue = FairQueue<String, Int>(limit: 2000, share: 1500, runningShare: 4)
    for job in 0..<1000 { _ = queue.add(job, of: "flood") }
    for job in 0..<5 { _ = queue.add(job, of: "good") }
    #expect(queue.waiting == 1005)
    var order: [String] = []
    for _ in 0..<10 {
      guard let next = queue.take() else { break }
      order.append(next.client)
      queue.finished(next.client)
    }
    #expect(
      order == [
        "flood", "good", "flood", "good", "flood", "good", "flood", "good", "flood", "good",
      ])
  }

  @Test("jobs of one client stay in order")
  func order() {
    var queue = FairQueue<Int, Int>(limit: 10_000, share: 10_000, runningShare: 1)
    for job in 0..<3000 { _ = queue.add(job, of: job % 3) }
    var seen: [Int: Int] = [:]
    while let next = queue.take() {
      #expect(next.job > seen[next.client] ?? -1)
      seen[next.client] = next.job
      queue.finished(next.client)
    }
    #expect(seen == [0: 2997, 1: 2998, 2: 2999] && queue.waiting == 0)
  }

  @Test("a client gets its share of places and of threads, and others what is left")
  func shares() {
    var queue = FairQueue<String, Int>(limit: 6, share: 4, runningShare: 2)
    var taken = (0..<9).map { queue.add($0, of: "flood") }
    #expect(taken.count { $0 } == 4)
    var clients = [queue.take(), queue.take(), queue.take()].map { $0?.client }
    #expect(clients == ["flood", "flood", nil], "two of one client run at once")
    taken = [queue.add(9, of: "flood")]
    #expect(taken == [false], "running ones count")
    taken = (1...3).map { queue.add($0, of: "good") }
    #expect(taken == [true, true, false])
    clients = [queue.take(), queue.take(), queue.take()].map { $0?.client }
    #expect(clients == ["good", "good", nil])
    queue.finished("flood")
    clients = [queue.take(), queue.take()].map { $0?.client }
    #expect(clients == ["flood", nil])
  }

  @Test("four greedy clients leave the last eighth of the places to those with few jobs")
  func reserve() {
    var queue = FairQueue<String, Int>(limit: 400, share: 200, runningShare: 4)
    for job in 0..<400 { _ = queue.add(job, of: "flood \(job % 4)") }
    #expect(queue.waiting == 350)
    var taken = (0..<6).map { queue.add($0, of: "good") }
    #expect(taken == [true, true, true, true, false, false])
    for client in 0..<11 {
      taken = (0..<4).map { queue.add($0, of: "other \(client)") }
      #expect(taken == [true, true, true, true])
    }
    #expect((0..<4).map { queue.add($0, of: "last") } == [true, true, false, false])
  }

  @Test("one client that keeps its threads leaves an eighth of them to others")
  func threads() {
    let pool = WorkerPool(name: "test", threads: 16, limit: 100)
    pool.start()
    let gate = DispatchSemaphore(value: 0)
    let greedy = Atomic(0)
    let other = Atomic(0)
    let clients = [IPAddress(ipv4: 0xc000_0201), IPAddress(ipv4: 0xc000_0202)]
    for _ in 0..<20 {
      let isTaken = pool.submit(of: clients[0]) {
        greedy.add(1, ordering: .relaxed)
        gate.wait()
      }
      #expect(isTaken)
    }
    #expect(TestServer.eventually { greedy.load(ordering: .relaxed) == 14 })
    #expect(pool.submit(of: clients[1]) { other.add(1, ordering: .relaxed) })
    #expect(TestServer.eventually { other.load(ordering: .relaxed) == 1 })
    #expect(greedy.load(ordering: .relaxed) == 14)
    for _ in 0..<20 { gate.signal() }
    pool.stop()
    #expect(greedy.load(ordering: .relaxed) == 20)
  }

  @Test("costly requests have threads of their own: with all of them busy, others are answered")
  func costly() throws {
    let gate = DispatchSemaphore(value: 0)
    let running = Atomic(0)
    let refused = Atomic(0)
    let server = try TestServer([
      Route(.get, "/hash", operation: "hash", execution: .costly) { _, _ in
        running.add(1, ordering: .relaxed)
        gate.wait()
        return .text(200, "hashed")
      },
      Route(.get, "/pooled", operation: "pooled", execution: .pooled) { _, _ in .text(200, "ok") },
    ]) {
      $0.pooledWorkers = 1
      $0.costlyQueue = 3
      $0.observe = { if $0.status == 503 { refused.add(1, ordering: .relaxed) } }
    }
    let clients = try (0..<40).map { _ in
      let client = try server.connect()
      client.send("GET /hash HTTP/1.1\r\nHost: a\r\n\r\n")
      return client
    }
    #expect(TestServer.eventually { refused.load(ordering: .relaxed) == 35 })
    #expect(TestServer.eventually { running.load(ordering: .relaxed) == 2 })
    #expect(try server.connect().request("GET", "/pooled")?.text == "ok")
    for _ in 0..<5 { gate.signal() }
    let answers = clients.compactMap { $0.readResponse() }
    #expect(answers.count { $0.text == "hashed" } == 5)
    #expect(answers.count { $0.status == 503 && $0.header("retry-after") == "2" } == 35)
  }
}

@Suite struct ProxyTests {
  @Test("networks in CIDR form hold their addresses and no others")
  func ranges() throws {
    let ten = try #require(AddressRange("10.1.0.0/16"))
    #expect(ten.contains(try #require(IPAddress("10.1.255.3"))))
    #expect(!ten.contains(try #require(IPAddress("10.2.0.0"))))
    #expect(!ten.contains(try #require(IPAddress("2001:db8::1"))))
    let six = try #require(AddressRange("2001:db8::/33"))
    #expect(six.contains(try #require(IPAddress("2001:db8:7fff::1"))))
    #expect(!six.contains(try #require(IPAddress("2001:db8:8000::1"))))
    let all = try #require(AddressRange("0.0.0.0/0"))
    #expect(all.contains(.loopback))
    #expect(!all.contains(try #require(IPAddress("::1"))))
    #expect(try #require(AddressRange("::1")).contains(try #require(IPAddress("::1"))))
    for bad in ["", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "/8", "::/129", "a/8", "10.0.0/8"] {
      #expect(AddressRange(bad) == nil, "\(bad)")
    }
  }

  private static func client(
    _ header: ProxyHeader, _ fields: [(String, String)], trusted: [String] = ["127.0.0.0/8"]
  ) -> String {
    ClientAddressRule(
      trusted: TrustedProxies(trusted.compactMap { AddressRange($0) }), header: header
    ).address(peer: .loopback, headers: HTTPHeaders(fields)).description
  }

  @Test(
    "X-Forwarded-For and Forwarded are read from the right, up to the first that is not trusted")
  func headers() {
    let usual = [("X-Forwarded-For", "6.6.6.6, 192.0.2.7, 10.0.0.9")]
    #expect(Self.client(.xForwardedFor, usual) == "10.0.0.9")
    #expect(
      Self.client(.xForwardedFor, usual, trusted: ["127.0.0.1", "10.0.0.0/8"]) == "192.0.2.7")
    #expect(
      Self.client(
        .xForwardedFor,
        [("X-Forwarded-For", "1.2.3.4:80"), ("X-Forwarded-For", "[2001:db8::5]:80")])
        == "2001:db8::5")
    #expect(Self.client(.xForwardedFor, [("X-Forwarded-For", "1.2.3.4, nonsense")]) == "127.0.0.1")
    #expect(Self.client(.xForwardedFor, []) == "127.0.0.1")
    let standard = [("Forwarded", "for=6.6.6.6, proto=https;For=\"[2001:db8::17]:4711\";by=_x")]
    #expect(Self.client(.forwarded, standard) == "2001:db8::17")
    #expect(Self.client(.forwarded, [("Forwarded", "for=192.0.2.43")]) == "192.0.2.43")
    #expect(Self.client(.forwarded, [("Forwarded", "for=_hidden")]) == "127.0.0.1")
    // A client's own field of the other kind proves nothing.
    #expect(Self.client(.xForwardedFor, standard) == "127.0.0.1")
    #expect(Self.client(.forwarded, usual) == "127.0.0.1")
  }

  @Test("through a Unix socket every peer is a trusted proxy")
  func unixSocket() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("s")
    let server = try TestServer([
      Route(.get, "/", operation: "who") { request, _ in
        .text(200, request.remoteAddress.description)
      }
    ]) { $0.unixSocket = path }
    let curl = Process()
    curl.executableURL = URL(filePath: "/usr/bin/curl")
    curl.arguments = [
      "-s", "--max-time", "10", "--unix-socket", path, "-H", "X-Forwarded-For: 192.0.2.9",
      "http://wayside/",
    ]
    let output = Pipe()
    curl.standardOutput = output
    try curl.run()
    curl.waitUntilExit()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(text == "192.0.2.9")
    #expect(throws: HTTPServerError.self) { _ = try TestServer([]) { $0.unixSocket = path } }
    _ = server
  }
}
