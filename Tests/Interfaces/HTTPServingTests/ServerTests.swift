import Base
import Foundation
import HTTPServing
import Synchronization
import TestSupport
import Testing

@Suite struct ServerTests {
  @Test("a kept connection answers many requests; Date is sent, Server is not")
  func keepAlive() throws {
    let server = try TestServer([
      Route(.get, "/v1/tours/{tour}", operation: "readTour") { request, parameters in
        .text(200, parameters["tour"] + " " + (request.headers["x-test"] ?? ""))
      }
    ])
    let client = try server.connect()
    for i in 0..<200 {
      let response = try #require(
        client.request("GET", "/v1/tours/t%20\(i)", headers: ["X-TEST: \(i)"]))
      #expect(response.text == "t \(i) \(i)")
      #expect(response.header("date") != nil)
      #expect(response.header("server") == nil)
    }
  }

  @Test("pipelined requests are answered in order")
  func pipelining() throws {
    let server = try TestServer([
      Route(.get, "/{n}", operation: "n") { _, parameters in .text(200, parameters["n"]) }
    ])
    let client = try server.connect()
    client.send((0..<50).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
    for i in 0..<50 { #expect(client.readResponse()?.text == "\(i)") }
  }

  @Test("HEAD has the length of GET and no body; OPTIONS and 405 say what is allowed")
  func methods() throws {
    let server = try TestServer([
      Route(.get, "/a", operation: "a") { _, _ in .text(200, "12345") },
      Route(.delete, "/a", operation: "b") { _, _ in .noContent },
    ])
    let client = try server.connect()
    let head = try #require(client.request("HEAD", "/a"))
    #expect(head.status == 200)
    #expect(head.header("content-length") == "5")
    #expect(client.request("OPTIONS", "/a")?.header("allow") == "GET, HEAD, DELETE, OPTIONS")
    let refused = try #require(client.request("POST", "/a", body: [1, 2, 3]))
    #expect(refused.status == 405)
    #expect(refused.header("allow") == "GET, HEAD, DELETE, OPTIONS")
    #expect(refused.header("content-type") == "application/problem+json")
    #expect(client.request("DELETE", "/a")?.status == 204)
    #expect(client.request("GET", "/nowhere")?.status == 404)
    #expect(client.request("GET", "/a")?.text == "12345")
  }

  @Test("a body up to the limit arrives whole, one byte more is 413", arguments: [false, true])
  func maximumBodyBytes(isChunked: Bool) throws {
    let server = try TestServer([
      Route(.post, "/a", operation: "a", maximumBodyBytes: 100_000) { request, _ in
        HTTPResponse(200, request.body.bytes, type: ContentType.binary)
      }
    ])
    let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let client = try server.connect()
    #expect(try post(client, body, isChunked)?.body == body)
    #expect(try post(client, [], isChunked)?.body == [])
    let refused = try #require(try post(client, body + [0], isChunked))
    #expect(refused.status == 413)
    if isChunked { #expect(client.readToEnd() != nil) }
  }

  private func post(
    _ client: RawHTTPClient, _ body: [UInt8], _ isChunked: Bool
  ) throws -> RawHTTPClient.Response? {
    if !isChunked { return client.request("POST", "/a", body: body) }
    client.send("POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
    for start in stride(from: 0, to: body.count, by: 3000) {
      let chunk = body[start..<min(start + 3000, body.count)]
      client.send(Array((String(chunk.count, radix: 16) + "\r\n").utf8) + chunk + [13, 10])
    }
    client.send("0\r\n\r\n")
    return client.readResponse()
  }

  @Test("where no body belongs, {} is none and any other is 400", arguments: [false, true])
  func unaskedBody(_ isChunked: Bool) throws {
    let server = try TestServer([
      Route(.post, "/a", operation: "a") { request, _ in
        HTTPResponse(200, Array("\(request.body.count)".utf8), type: ContentType.binary)
      }
    ])
    let client = try server.connect()
    for body in ["{}", " { }\r\n", ""] {
      #expect(try post(client, Array(body.utf8), isChunked)?.text == "0")
    }
    for body in ["{\"a\":1}", "[]", "x", String(repeating: " ", count: 65)] {
      let refused = try #require(try post(server.connect(), Array(body.utf8), isChunked))
      #expect(refused.status == 400)
      #expect(refused.text.contains("takes no body"))
    }
  }

  @Test("a huge declared body is refused before it is sent, and its sender sees the refusal")
  func earlyRefusal() throws {
    let server = try TestServer([
      Route(.post, "/a", operation: "a", maximumBodyBytes: 10) { _, _ in .noContent }
    ])
    let client = try server.connect()
    client.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 50000000\r\n\r\n")
    #expect(client.readResponse()?.status == 413)
    let pushing = try server.connect()
    pushing.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 3000000\r\n\r\n")
    pushing.send([UInt8](repeating: 0, count: 2_999_999))
    #expect(pushing.readResponse()?.status == 413)
  }

  @Test("Expect: 100-continue is answered before the body, or refused without it")
  func expectContinue() throws {
    let server = try TestServer([
      Route(.post, "/a", operation: "a", maximumBodyBytes: 10) { request, _ in
        HTTPResponse(200, request.body.bytes, type: ContentType.binary)
      }
    ])
    let head = "POST /a HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: "
    let client = try server.connect()
    client.send(head + "3\r\n\r\n")
    let interim = try #require(client.read(through: "\r\n\r\n"))
    #expect(String(decoding: interim, as: UTF8.self).hasPrefix("HTTP/1.1 100 "))
    client.send("abc")
    #expect(client.readResponse()?.text == "abc")
    client.send(head + "30\r\n\r\n")
    #expect(client.readResponse()?.status == 413)
    #expect(client.readToEnd() == [])
  }

  @Test("a body of kind file is streamed to a private file and removed unless it is taken")
  func fileBody() throws {
    let taken = Guarded("")
    let server = try TestServer([
      Route(.put, "/{act}", operation: "put", maximumBodyBytes: 5_000_000, bodyKind: .file) {
        request, parameters in
        guard case .file(let file) = request.body else { return HTTPResponse(500) }
        let mode = try? FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
        if parameters["act"] == "keep" {
          file.take()
          taken.swap(file.path)
        }
        return .text(200, "\(file.byteCount) \(String((mode as? Int) ?? 0, radix: 8))")
      }
    ])
    let body = [UInt8](repeating: 7, count: 3_000_001)
    let client = try server.connect()
    #expect(client.request("PUT", "/drop", body: body)?.text == "3000001 600")
    #expect(client.request("PUT", "/keep", body: body)?.text == "3000001 600")
    // The request's values go with its end, which the worker sees after we have our answer.
    #expect(
      TestServer.eventually {
        (try? FileManager.default.contentsOfDirectory(atPath: server.folder).count) == 1
      })
    #expect(FileManager.default.contents(atPath: taken.current).map { Array($0) } == body)
    #expect(
      client.request("PUT", "/drop", body: [UInt8](repeating: 0, count: 5_000_001))?.status == 413)
  }

  @Test("D5: a full disk is answered with 507")
  func fullDisk() throws {
    let server = try TestServer([
      Route(.put, "/a", operation: "put", maximumBodyBytes: 5_000_000, bodyKind: .file) { _, _ in
        .noContent
      }
    ])
    try FileManager.default.removeItem(atPath: server.folder)
    let client = try server.connect()
    #expect(client.request("PUT", "/a", body: [1])?.status == 507)
  }

  @Test("files are sent whole, in ranges, or not at all if the client has them")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.path
    let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let temporary = try #require(TemporaryFile(folder: folder, content: content))
    let path = temporary.path
    let server = try TestServer([
      Route(.get, "/f", operation: "file") { request, _ in
        guard let file = try? OpenFile(path: path) else { return HTTPResponse(404) }
        return .file(file, type: ContentType.glTFBinary, tag: EntityTag("v1"), for: request)
      }
    ])
    let client = try server.connect()
    let whole = try #require(client.request("GET", "/f"))
    #expect(whole.body == content)
    #expect(whole.header("etag") == "\"v1\"")
    #expect(whole.header("accept-ranges") == "bytes")
    let part = try #require(client.request("GET", "/f", headers: ["Range: bytes=1000-200999"]))
    #expect(part.status == 206)
    #expect(part.body == Array(content[1000...200_999]))
    #expect(part.header("content-range") == "bytes 1000-200999/300000")
    let beyond = client.request("GET", "/f", headers: ["Range: bytes=300000-"])
    #expect(beyond?.status == 416)
    #expect(beyond?.header("content-range") == "bytes */300000")
    #expect(client.request("GET", "/f", headers: ["If-None-Match: W/\"v1\""])?.status == 304)
    let other = client.request(
      "GET", "/f", headers: ["Range: bytes=0-1", "If-Range: \"v0\""])
    #expect(other?.status == 200)
    #expect(client.request("HEAD", "/f")?.header("content-length") == "300000")
  }

  @Test("pooled handlers wait side by side, and a full queue is 503 with Retry-After")
  func pooled() throws {
    let gate = DispatchSemaphore(value: 0)
    let running = Atomic(0)
    let refused = Atomic(0)
    let server = try TestServer([
      Route(.get, "/wait", operation: "wait", execution: .pooled) { _, _ in
        running.add(1, ordering: .relaxed)
        gate.wait()
        return .text(200, "done")
      },
      Route(.get, "/now", operation: "now") { _, _ in .text(200, "now") },
    ]) {
      $0.pooledWorkers = 4
      $0.pooledQueue = 2
      $0.observe = { if $0.status == 503 { refused.add(1, ordering: .relaxed) } }
    }
    func ask() throws -> RawHTTPClient {
      let client = try server.connect()
      client.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
      return client
    }
    let first = try (0..<4).map { _ in try ask() }
    #expect(TestServer.eventually { running.load(ordering: .relaxed) == 4 })
    let later = try (0..<10).map { _ in try ask() }
    #expect(TestServer.eventually { refused.load(ordering: .relaxed) == 8 })
    #expect(try server.connect().request("GET", "/now")?.text == "now")
    for _ in 0..<6 { gate.signal() }
    for client in first { #expect(client.readResponse()?.text == "done") }
    let answers = later.compactMap { $0.readResponse() }
    #expect(answers.count { $0.text == "done" } == 2)
    #expect(answers.count { $0.status == 503 && $0.header("retry-after") != nil } == 8)
  }

  @Test("a handler on a worker thread can leave its answer to the pool, with the body it was sent")
  func later() throws {
    struct Broken: Error {}
    let gate = DispatchSemaphore(value: 0)
    let server = try TestServer([
      Route(.post, "/later", operation: "later", maximumBodyBytes: 100) { request, _ in
        let count = request.body.count
        return .later {
          gate.wait()
          return .later { .text(201, "\(count)") }
        }
      },
      Route(.get, "/broken", operation: "broken") { _, _ in .later { throw Broken() } },
      Route(.get, "/now", operation: "now") { _, _ in .text(200, "now") },
    ])
    let client = try server.connect()
    client.send("POST /later HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
    // Meanwhile others are answered, more than there are worker threads.
    for _ in 0..<8 { #expect(try server.connect().request("GET", "/now")?.text == "now") }
    gate.signal()
    let answer = client.readResponse()
    #expect(answer?.status == 201 && answer?.text == "3")
    #expect(client.request("GET", "/now")?.text == "now", "the connection goes on")
    #expect(client.request("GET", "/broken") == nil, "what throws closes the connection")
    #expect(try server.connect().request("GET", "/now")?.text == "now")
  }

  @Test("an admission is asked before the body and can turn the request down")
  func admission() throws {
    let server = try TestServer([
      Route(
        .post, "/a", operation: "a", maximumBodyBytes: 5_000_000,
        admit: { request, _ in request.bearerToken == "x" ? nil : HTTPResponse(401) },
        handler: { request, _ in .text(200, "\(request.body.count)") })
    ])
    let client = try server.connect()
    #expect(client.request("POST", "/a", body: [1, 2])?.status == 401)
    let accepted = client.request("POST", "/a", headers: ["Authorization: Bearer x"], body: [1, 2])
    #expect(accepted?.text == "2")
    client.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 4000000\r\n\r\n")
    #expect(client.readResponse()?.status == 401)
  }

  @Test("every finished request is reported once with what it cost")
  func observation() throws {
    let seen = Guarded<[HTTPExchange]>([])
    let server = try TestServer([
      Route(.post, "/a", operation: "write", maximumBodyBytes: 10) { _, _ in .text(201, "four") }
    ]) { $0.observe = { exchange in seen.withLock { $0.append(exchange) } } }
    let client = try server.connect()
    _ = client.request("POST", "/a", body: [1, 2, 3])
    _ = client.request("GET", "/b")
    #expect(TestServer.eventually { seen.current.count == 2 })
    let all = seen.current
    #expect(all.map(\.operation) == ["write", "unmatched"])
    #expect(all.map(\.status.code) == [201, 404])
    #expect(all[0].requestBytes == 3)
    #expect(all[0].responseBytes == 4)
    #expect(all[0].method == .post)
    #expect(all[0].end == .completed)
    #expect(all[0].id != all[1].id)
    #expect(all[0].remoteAddress == .loopback)
  }

  @Test("H12: X-Forwarded-For counts only from a trusted proxy")
  func forwarded() throws {
    let route = Route(.get, "/", operation: "who") { request, _ in
      .text(200, request.remoteAddress.description)
    }
    let headers = ["X-Forwarded-For: 192.0.2.1, 198.51.100.7"]
    let plain = try TestServer([route])
    #expect(try plain.connect().request("GET", "/", headers: headers)?.text == "127.0.0.1")
    let trusting = try TestServer([route]) {
      $0.trustedProxies = TrustedProxies([AddressRange(.loopback)])
    }
    #expect(
      try trusting.connect().request("GET", "/", headers: headers)?.text == "198.51.100.7")
  }

  @Test("the server listens on IPv6 as well, and says why it cannot listen")
  func listening() throws {
    let server = try TestServer([
      Route(.get, "/", operation: "who") { request, _ in
        .text(200, request.remoteAddress.description)
      }
    ]) { $0.address = "::" }
    #expect(try server.connect().request("GET", "/")?.text == "127.0.0.1")
    #expect(throws: HTTPServerError.self) { _ = try TestServer([]) { $0.address = "nowhere" } }
    #expect(throws: HTTPServerError.self) {
      _ = try TestServer([]) { $0.address = "203.0.113.1" }
    }
    #expect(throws: HTTPServerError.self) {
      _ = try TestServer([]) { $0.quarantineFolder = "/nowhere" }
    }
  }
}
