import Base
import Foundation
import HTTPServing
import Synchronization
import TestSupport
import Testing

@Suite("connections and their loops")
struct LoopTests {
  private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
  private static let plain = Route(.get, "/", operation: "read") { _, _ in .text(200, "ok") }

  @Test("a client that has sent all and closes its half is answered, and the connection ends")
  func halfClosed() throws {
    let server = try TestServer([
      Self.plain,
      Route(.post, "/later", operation: "later", maximumBodyBytes: 10) { request, _ in
        .later {
          usleep(50_000)
          return .text(200, "\(request.body.count)")
        }
      },
    ])
    let both = try server.connect()
    both.send("POST /later HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab" + Self.get)
    both.finishSending()
    #expect(both.readResponse()?.text == "2")
    #expect(both.readResponse()?.text == "ok")
    #expect(both.readToEnd() == [])
    for cut in ["", "GET", "POST /later HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\na"] {
      let client = try server.connect()
      client.send(cut)
      client.finishSending()
      #expect(client.readToEnd() == [], "\(cut)")
    }
    #expect(TestServer.eventually { server.server.statistics.connections == 0 })
    #expect(server.server.statistics.cutConnections == 0)
  }

  @Test("HTTP/1.0 is closed unless it asks to be kept; Connection: close is obeyed and said")
  func closing() throws {
    let server = try TestServer([Self.plain])
    func answers(_ message: String) throws -> (RawHTTPClient.Response?, isKept: Bool) {
      let client = try server.connect()
      client.send(message)
      let response = client.readResponse()
      client.send(Self.get)
      return (response, client.readResponse()?.text == "ok")
    }
    let old = try answers("GET / HTTP/1.0\r\n\r\n")
    #expect(old.0?.header("connection") == "close" && !old.isKept)
    let kept = try answers("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n")
    #expect(kept.0?.header("connection") == "keep-alive" && kept.isKept)
    let usual = try answers(Self.get)
    #expect(usual.0?.header("connection") == nil && usual.isKept)
    let asked = try answers("GET / HTTP/1.1\r\nHost: a\r\nConnection: x , Close\r\n\r\n")
    #expect(asked.0?.header("connection") == "close" && !asked.isKept)
  }

  @Test("events in HTTP/1.0 come without chunks, and the end of the connection ends them")
  func oldEvents() throws {
    let server = try TestServer([
      Route(.get, "/", operation: "events") { _, _ in
        let stream = EventStream()
        for i in 0..<3 { stream.send(data: Array("\(i)".utf8)) }
        stream.close()
        return .events(stream)
      }
    ])
    let client = try server.connect()
    client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
    let response = try #require(client.readResponse())
    #expect(response.header("transfer-encoding") == nil)
    #expect(response.header("connection") == "close")
    #expect(response.text == "data: 0\n\ndata: 1\n\ndata: 2\n\n")
  }

  @Test("who asks without reading is not read from: answers wait in bounds, and come in order")
  func backPressure() throws {
    let asked = Atomic(0)
    let block = [UInt8](repeating: 7, count: 100_000)
    let server = try TestServer([
      Route(.get, "/{n}", operation: "n") { _, parameters in
        asked.add(1, ordering: .relaxed)
        return HTTPResponse(200, Array(parameters["n"].utf8) + block, type: ContentType.binary)
      }
    ])
    let client = try server.connect(receiveBuffer: 4096)
    let count = 400
    client.send((0..<count).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
    // The kernel takes a few megabytes at most for a peer that reads nothing.
    #expect(TestServer.eventually { asked.load(ordering: .relaxed) > 0 })
    usleep(300_000)
    #expect(asked.load(ordering: .relaxed) < count / 2)
    for i in 0..<count {
      #expect(client.readResponse()?.body == Array("\(i)".utf8) + block)
    }
  }

  @Test("requests behind one that is worked on elsewhere wait for it, also many of them")
  func waiting() throws {
    let server = try TestServer([
      Self.plain,
      Route(.get, "/pooled", operation: "pooled", execution: .pooled) { _, _ in
        usleep(1000)
        return .text(200, "pooled")
      },
    ])
    let client = try server.connect()
    let pooled = "GET /pooled HTTP/1.1\r\nHost: a\r\n\r\n"
    client.send((0..<100).map { $0 % 3 == 0 ? pooled : Self.get }.joined())
    for i in 0..<100 {
      #expect(client.readResponse()?.text == (i % 3 == 0 ? "pooled" : "ok"))
    }
  }

  @Test("answers whose clients have gone meanwhile are let go of, and their streams told")
  func gone() throws {
    let told = Atomic(0)
    let made = Atomic(0)
    let server = try TestServer([
      Self.plain,
      Route(.get, "/later", operation: "later") { request, _ in
        .later {
          usleep(UInt32(request.id.value % 10_000))
          made.add(1, ordering: .relaxed)
          return .events(EventStream { _ in told.add(1, ordering: .relaxed) })
        }
      },
    ]) {
      $0.pooledWorkers = 16
      $0.pooledQueue = 4096
    }
    for i in 0..<400 {
      let client = try server.connect()
      // With an answer that nobody has read, closing breaks the connection instead of ending it.
      client.send((i % 2 == 0 ? Self.get : "") + "GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
      usleep(UInt32(i % 7) * 500)
    }
    #expect(TestServer.eventually { server.server.statistics.connections == 0 })
    #expect(
      TestServer.eventually {
        made.load(ordering: .relaxed) == 400 && told.load(ordering: .relaxed) == 400
      })
    #expect(try server.connect().request("GET", "/")?.text == "ok")
  }

  @Test("stopping while handlers run waits for them and tells the streams they made")
  func stopWhileRunning() throws {
    for _ in 0..<3 {
      let told = Atomic(0)
      let running = Atomic(0)
      let server = try TestServer([
        Route(.get, "/", operation: "events", execution: .pooled) { _, _ in
          running.add(1, ordering: .relaxed)
          usleep(400_000)
          return .events(EventStream { _ in told.add(1, ordering: .relaxed) })
        }
      ])
      let clients = try (0..<8).map { _ in
        let client = try server.connect()
        client.send(Self.get)
        return client
      }
      #expect(TestServer.eventually { running.load(ordering: .relaxed) >= 4 })
      server.server.stop()
      #expect(told.load(ordering: .relaxed) == running.load(ordering: .relaxed))
      #expect(clients.allSatisfy { $0.readToEnd() != nil })
    }
  }

  @Test("one connection that never rests does not keep its loop from the others")
  func fairness() throws {
    let server = try TestServer([
      Self.plain,
      Route(.post, "/", operation: "write", maximumBodyBytes: 1 << 30, bodyKind: .file) { _, _ in
        .noContent
      },
    ]) { $0.workers = 1 }
    let isDone = Atomic(false)
    let busy = (0..<3).map { i in
      let done = DispatchSemaphore(value: 0)
      let port = server.server.port
      Thread.detachNewThread {
        let client = RawHTTPClient(port: port)
        let many = String(repeating: Self.get, count: 500)
        let piece = [UInt8](repeating: 0, count: 1 << 20)
        if i == 0 {
          client?.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1073741824\r\n\r\n")
        }
        var sent = 0
        while !isDone.load(ordering: .relaxed), i > 0 || sent < 200 {
          sent += 1
          if i == 0 {
            client?.send(piece)
          } else {
            client?.send(many)
            for _ in 0..<500 { _ = client?.readResponse() }
          }
        }
        done.signal()
      }
      return done
    }
    let other = try server.connect()
    for _ in 0..<200 { #expect(other.request("GET", "/")?.text == "ok") }
    isDone.store(true, ordering: .relaxed)
    for done in busy { done.wait() }
  }

  @Test("hundreds of connections of one client behind a proxy wait behind themselves")
  func crowd() throws {
    let order = Guarded<[String]>([])
    let gate = DispatchSemaphore(value: 0)
    let isStuck = Atomic(false)
    let server = try TestServer([
      Route(.get, "/stuck", operation: "stuck") { _, _ in
        isStuck.store(true, ordering: .relaxed)
        gate.wait()
        return .noContent
      },
      Route(.get, "/work", operation: "work") { request, _ in
        order.withLock { $0.append(request.remoteAddress.description) }
        return .noContent
      },
    ]) {
      $0.workers = 1
      $0.limits.perAddress = 1000
      $0.trustedProxies = TrustedProxies([AddressRange("127.0.0.0/8")].compactMap { $0 })
    }
    func ask(_ client: RawHTTPClient, _ path: String, as address: String) {
      client.send("GET \(path) HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: \(address)\r\n\r\n")
    }
    let (flood, good) = ("192.0.2.1", "192.0.2.2")
    let crowd = try (0..<300).map { _ in try server.connect() }
    let (single, stuck) = (try server.connect(), try server.connect())
    // Each has been read from once: whose it is is known.
    for client in crowd { ask(client, "/work", as: flood) }
    ask(single, "/work", as: good)
    for client in crowd + [single] { #expect(client.readResponse()?.status == 204) }
    ask(stuck, "/stuck", as: "192.0.2.3")
    #expect(TestServer.eventually { isStuck.load(ordering: .relaxed) })
    order.withLock { $0 = [] }
    for client in crowd { ask(client, "/work", as: flood) }
    ask(single, "/work", as: good)
    gate.signal()
    for client in crowd + [single] { #expect(client.readResponse()?.status == 204) }
    let place = order.withLock { $0.firstIndex(of: good) }
    #expect(try #require(place) < 100, "of 301")
  }

  @Test("a file that has become shorter ends the connection, not the answer")
  func shorterFile() throws {
    let folder = try TemporaryFolder()
    let file = try #require(
      TemporaryFile(folder: folder.path, content: [UInt8](repeating: 1, count: 100_000)))
    let path = file.path
    let server = try TestServer([
      Route(.get, "/f", operation: "file") { _, _ in
        guard let open = try? OpenFile(path: path) else { return HTTPResponse(404) }
        truncate(path, 50_000)
        return HTTPResponse(200, body: .file(FileRegion(open)))
      }
    ])
    let client = try server.connect()
    client.send("GET /f HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(client.readHead()?.header("content-length") == "100000")
    #expect(client.readToEnd()?.count == 50_000)
  }

  @Test("connections are shared out evenly, and hundreds that rest cost others nothing")
  func many() throws {
    let server = try TestServer([Self.plain]) {
      $0.workers = 4
      $0.limits.perAddress = 1000
    }
    let clients = try (0..<300).map { _ in try server.connect() }
    for _ in 0..<3 {
      for client in clients { client.send(Self.get) }
      for client in clients { #expect(client.readResponse()?.text == "ok") }
    }
    #expect(server.server.statistics.connections == 300)
  }
}
