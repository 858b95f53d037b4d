import Base
import Foundation
import HTTPServing
import Synchronization
import TestSupport
import Testing

@Suite struct DrainTests {
  @Test("H13: running requests are finished, streams sent away, new connections refused")
  func drain() throws {
    let gate = DispatchSemaphore(value: 0)
    let isRunning = Atomic(false)
    let stream = EventStream()
    let server = try TestServer([
      Route(.get, "/wait", operation: "wait", execution: .pooled) { _, _ in
        isRunning.store(true, ordering: .releasing)
        gate.wait()
        return .text(200, "done")
      },
      Route(.get, "/events", operation: "events") { _, _ in .events(stream) },
      Route(.get, "/", operation: "read") { _, _ in .text(200, "ok") },
    ]) { $0.retryMilliseconds = 1234 }
    let kept = try server.connect()
    #expect(kept.request("GET", "/")?.status == 200)
    let reader = try server.connect()
    reader.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(reader.readHead()?.status == 200)
    let waiting = try server.connect()
    waiting.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(TestServer.eventually { isRunning.load(ordering: .acquiring) })
    let drained = Guarded<Bool?>(nil)
    let port = server.server.port
    Thread.detachNewThread { [server = server.server] in
      drained.swap(server.drain(timeoutSeconds: 5))
    }
    let farewell = reader.readChunk().map { String(decoding: $0, as: UTF8.self) }
    #expect(farewell == "retry: 1234\n\n")
    #expect(reader.readChunk() == [])
    #expect(TestServer.eventually { RawHTTPClient(port: port) == nil })
    // The kept connection is still served, and told to go.
    let last = kept.request("GET", "/")
    #expect(last?.header("connection") == "close")
    #expect(drained.current == nil)
    gate.signal()
    #expect(waiting.readResponse()?.text == "done")
    #expect(TestServer.eventually { drained.current == true })
  }

  @Test("stopping with hundreds of open streams and half-read requests neither hangs nor traps")
  func stop() throws {
    let ends = Guarded(0)
    let server = try TestServer([
      Route(.get, "/events", operation: "events") { _, _ in
        .events(EventStream { _ in ends.withLock { $0 += 1 } })
      },
      Route(.post, "/", operation: "write", maximumBodyBytes: 100) { _, _ in .noContent },
    ])
    let clients = try (0..<200).map { i in
      let client = try server.connect()
      if i % 3 == 0 {
        client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc")
      } else {
        client.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.readHead()?.status == 200)
      }
      return client
    }
    server.server.stop()
    #expect(ends.current == clients.indices.filter { $0 % 3 != 0 }.count)
    #expect(clients.allSatisfy { $0.readToEnd() != nil })
  }

  @Test("H13: no ordinary request fails while servers come and go", arguments: [1, 2, 3])
  func restarts(_ round: Int) throws {
    let server = try TestServer([
      Route(.get, "/", operation: "read", execution: round == 2 ? .pooled : .inline) { _, _ in
        .text(200, "ok")
      }
    ])
    let failures = Atomic(0)
    let answered = Atomic(0)
    let done = DispatchGroup()
    let port = server.server.port
    for _ in 0..<4 {
      done.enter()
      Thread.detachNewThread {
        // A request either finds nobody to connect to or is answered; a kept connection is used
        // until the server says it closes it.
        while let client = RawHTTPClient(port: port) {
          var isKept = true
          while isKept {
            let response = client.request("GET", "/")
            if response?.text == "ok" {
              answered.add(1, ordering: .relaxed)
            } else {
              failures.add(1, ordering: .relaxed)
            }
            isKept = response != nil && response?.header("connection") != "close"
          }
        }
        done.leave()
      }
    }
    #expect(TestServer.eventually { answered.load(ordering: .relaxed) > 100 })
    #expect(server.server.drain(timeoutSeconds: 30))
    done.wait()
    #expect(failures.load(ordering: .relaxed) == 0)
  }
}
