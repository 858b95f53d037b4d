import Base
import Foundation
import HTTPServing
import Synchronization
import TestSupport
import Testing

@Suite struct EventStreamTests {
  /// A hub as a domain would have one: keeps open streams and how they ended.
  final class Hub: Sendable {
    let streams = Guarded<[EventStream]>([])
    let ends = Guarded<[EventStream.CloseReason]>([])

    func open(maximumEvents: Int = 256, maximumBytes: Int = 1 << 20) -> EventStream {
      let stream = EventStream(maximumEvents: maximumEvents, maximumBytes: maximumBytes) {
        [ends] reason in
        ends.withLock { $0.append(reason) }
      }
      streams.withLock { $0.append(stream) }
      return stream
    }

    func send(_ event: ServerSentEvent) {
      let encoded = event.encoded
      for stream in streams.current { stream.send(encoded: encoded) }
    }
  }

  private func routes(_ hub: Hub, maximumEvents: Int = 256, maximumBytes: Int = 1 << 20) -> [Route]
  {
    [
      Route(.get, "/events", operation: "events") { request, _ in
        let stream = hub.open(maximumEvents: maximumEvents, maximumBytes: maximumBytes)
        if let last = request.headers["Last-Event-ID"] {
          stream.send(event: "replay", data: Array("after \(last)".utf8))
        }
        return .events(stream)
      },
      Route(.get, "/plain", operation: "plain") { _, _ in .text(200, "ok") },
    ]
  }

  private func open(_ server: TestServer, _ headers: String = "") throws -> RawHTTPClient {
    let client = try server.connect()
    client.send("GET /events HTTP/1.1\r\nHost: a\r\n\(headers)\r\n")
    let head = try #require(client.readHead())
    #expect(head.status == 200)
    #expect(head.header("content-type") == "text/event-stream")
    return client
  }

  private func text(_ chunk: [UInt8]?) -> String? {
    chunk.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("events arrive as they are sent, and a resumed stream knows its last one")
  func delivery() throws {
    let hub = Hub()
    let server = try TestServer(routes(hub))
    let client = try open(server, "Last-Event-ID: 41\r\n")
    #expect(text(client.readChunk()) == "event: replay\ndata: after 41\n\n")
    for i in 0..<100 {
      hub.send(ServerSentEvent(id: "\(i)", event: "near", data: "{\"n\":\(i)}"))
      #expect(text(client.readChunk()) == "id: \(i)\nevent: near\ndata: {\"n\":\(i)}\n\n")
    }
    hub.streams.current[0].close()
    #expect(client.readChunk() == [])
    #expect(TestServer.eventually { hub.ends.current == [.closed] })
    #expect(!hub.streams.current[0].send(data: [1]))
  }

  @Test("a stream is cut when its client does not read, and others go on")
  func slowReader() throws {
    let hub = Hub()
    let server = try TestServer(routes(hub, maximumEvents: 64, maximumBytes: 200_000))
    let slow = try server.connect(receiveBuffer: 4096)
    slow.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(slow.readHead()?.status == 200)
    let data = String(repeating: "x", count: 2000)
    let stream = hub.streams.current[0]
    var sent = 0
    while stream.send(ServerSentEvent(data: data)) {
      sent += 1
      if sent > 100_000 { break }
    }
    #expect(sent < 100_000)
    #expect(TestServer.eventually { hub.ends.current == [.tooSlow] })
    #expect(try server.connect().request("GET", "/plain")?.status == 200)
  }

  @Test("the owner learns within a second that its client has gone")
  func clientGone() throws {
    let hub = Hub()
    let server = try TestServer(routes(hub))
    var client: RawHTTPClient? = try open(server)
    #expect(client != nil)
    client = nil
    #expect(TestServer.eventually { hub.ends.current == [.clientGone] })
  }

  @Test("silence is broken by a comment")
  func heartbeat() throws {
    let hub = Hub()
    let clock = ManualClock()
    let server = try TestServer(routes(hub)) { $0.clock = clock }
    let client = try open(server)
    clock.advance(seconds: 14)
    hub.send(ServerSentEvent(data: "a"))
    #expect(text(client.readChunk()) == "data: a\n\n")
    clock.advance(seconds: 16)
    #expect(text(client.readChunk()) == ": \n\n")
  }

  @Test("HEAD of a stream opens none")
  func head() throws {
    let hub = Hub()
    let server = try TestServer(routes(hub))
    let client = try server.connect()
    #expect(client.request("HEAD", "/events")?.status == 200)
    #expect(hub.ends.current == [.notSent])
    #expect(client.request("GET", "/plain")?.status == 200)
  }

  @Test("H11: 400 streams get every event in order while plain requests and closings go on")
  func many() throws {
    let hub = Hub()
    let server = try TestServer(routes(hub)) { $0.limits.perAddress = 1000 }
    let count = 400
    var clients = try (0..<count).map { _ in try open(server) }
    let plain = try server.connect()
    for round in 0..<30 {
      hub.send(ServerSentEvent(id: "\(round)", data: "r"))
      for _ in 0..<5 { #expect(plain.request("GET", "/plain")?.status == 200) }
      if round % 10 == 9 { clients.removeLast(20) }
    }
    for client in clients {
      var received = ""
      while received.count(of: "\n\n") < 30, let chunk = client.readChunk(), !chunk.isEmpty {
        received += String(decoding: chunk, as: UTF8.self)
      }
      #expect(received == (0..<30).map { "id: \($0)\ndata: r\n\n" }.joined())
    }
    #expect(TestServer.eventually { hub.ends.current.count == 60 })
  }

  @Test("H11: streams that are hammered from several threads lose and repeat nothing")
  func hammered() throws {
    let hub = Hub()
    let server = try TestServer(routes(hub, maximumEvents: 10_000, maximumBytes: 10_000_000))
    let clients = try (0..<8).map { _ in try open(server) }
    let streams = hub.streams.current
    let done = DispatchGroup()
    for (i, stream) in streams.enumerated() {
      done.enter()
      Thread.detachNewThread {
        for n in 0..<2000 { stream.send(ServerSentEvent(id: "\(n)", data: "\(i)")) }
        stream.close()
        done.leave()
      }
    }
    for client in clients {
      var received = ""
      while let chunk = client.readChunk(), !chunk.isEmpty {
        received += String(decoding: chunk, as: UTF8.self)
      }
      let ids = received.split(separator: "\n").filter { $0.hasPrefix("id: ") }.map {
        $0.dropFirst(4)
      }
      #expect(ids.elementsEqual((0..<2000).map { Substring("\($0)") }))
    }
    done.wait()
  }
}

extension String {
  fileprivate func count(of part: String) -> Int {
    var count = 0
    var rest = self[...]
    while let range = rest.firstRange(of: part) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
