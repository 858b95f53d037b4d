import Access
import Base
import HTTPServing
import Storage
import TestSupport
import Testing
import WaysideAPI

@Suite("the same answers through a socket", .serialized)
struct LiveSocketTests {
  let fixture: APIFixture
  let server: HTTPServer

  init() throws {
    fixture = try APIFixture()
    var configuration = HTTPServerConfiguration()
    configuration.port = 0
    configuration.workers = 2
    configuration.pooledWorkers = 4
    configuration.quarantineFolder = fixture.folder.path
    configuration.render = { API.render($0) }
    server = try HTTPServer(router: fixture.api.router, configuration: configuration)
  }

  private func connect() throws -> RawHTTPClient {
    try #require(RawHTTPClient(port: server.port, timeoutSeconds: 5))
  }

  private func headers(_ person: APIFixture.Person, _ more: String...) -> [String] {
    (person.token.map { ["Authorization: Bearer \($0)"] } ?? []) + more
  }

  @Test("router and socket answer alike: reading, refusals, HEAD, ranges, 304")
  func alike() throws {
    defer { server.stop() }
    let person = try fixture.person()
    let object = try fixture.object(of: person)
    let instance = try fixture.place(object, by: person)
    let client = try connect()
    let targets: [(String, [(String, String)])] = [
      ("/v1/me", []), ("/v1/nearby?lat=47.141&lon=9.5209", []), ("/v1/tours", []),
      ("/v1/instances/\(instance)", []), ("/v1/objects/\(object)/content", []),
      ("/v1/objects/\(object)/content", [("Range", "bytes=2-9")]),
      ("/v1/objects/\(object)", [("If-None-Match", "\"1\"")]), ("/v1/nearby?lat=91&lon=0", []),
      ("/v1/nothing", []), ("/v1/objects/x", []), ("/livez", []), ("/openapi.json", []),
    ]
    for (target, fields) in targets {
      for method in ["GET", "HEAD"] {
        let direct = try fixture.call(
          #require(HTTPMethod(rawValue: method)), target, as: person, headers: fields)
        let lines = headers(person) + fields.map { "\($0.0): \($0.1)" }
        let live = try #require(client.request(method, target, headers: lines))
        #expect(live.status == direct.status, "\(method) \(target)")
        for name in ["Content-Type", "ETag", "Content-Range", "Cache-Control"] {
          #expect(live.header(name) == direct[name], "\(method) \(target) \(name)")
        }
        if method == "GET", direct.status < 400 {
          #expect(live.body == direct.bytes, "\(target)")
        } else if method == "HEAD" {
          #expect(live.body.isEmpty)
        }
      }
    }
  }

  @Test(
    "TV-Q-02, CG-TV-25: a hundred people write and read at the same time, each over an own connection, and each gets the own answers"
  )
  func hundredUsers() throws {
    defer { server.stop() }
    let people = try (0..<100).map { _ in try fixture.person() }
    let failures = Guarded<[String]>([])
    let port = server.port
    concurrently(people.count) { index in
      let person = people[index]
      func tell(_ what: String) { failures.withLock { $0.append("\(index): \(what)") } }
      guard let client = RawHTTPClient(port: port, timeoutSeconds: 120) else {
        return tell("no connection")
      }
      let fields = ["Authorization: Bearer \(person.token ?? "")"]
      let json = fields + ["Content-Type: application/json"]
      func ask(_ method: String, _ target: String, _ body: JSON? = nil, want status: Int)
        -> JSONValue?
      {
        let reply = client.request(
          method, target, headers: body == nil ? fields : json, body: body?.bytes)
        guard let reply, reply.status == status, let value = try? JSONValue(parsing: reply.body)
        else {
          tell("\(method) \(target): \(reply?.status ?? 0) \(reply?.text ?? "")")
          return nil
        }
        return value
      }
      for round in 0..<3 {
        let title = "Of \(index), \(round)"
        let start = "2026-05-0\(round + 2)T1\(index % 10):00"
        let made = ask(
          "POST", "/v1/appointments", APIFixture.appointment(title, start: start), want: 201)
        if made?["title"]?.string != title { tell("made \(String(describing: made))") }
        let own = ask("GET", "/v1/me", want: 200)
        if own?["id"]?.string != person.id { tell("is \(String(describing: own))") }
        let near = ask("GET", "/v1/nearby?lat=47.141&lon=9.5209&radius=500", want: 200)
        if near == nil { tell("nothing near") }
      }
      let all = ask("GET", "/v1/appointments?limit=200", want: 200)?["items"]?.array
      let titles = all?.compactMap { $0["title"]?.string } ?? []
      if titles != (0..<3).map({ "Of \(index), \($0)" }) { tell("has \(titles)") }
    }
    #expect(failures.current.isEmpty, "\(failures.current.prefix(5))")
    let items = try fixture.services.platform.store.read {
      try $0.count("SELECT COUNT(*) FROM calendar_items")
    }
    #expect(items == 300)
  }

  @Test("an upload is streamed, refused early, cut short, or too large, and nothing stays behind")
  func uploads() throws {
    defer { server.stop() }
    let person = try fixture.person()
    let model = try APIFixture.model()
    let target = "/v1/objects?name=Cube&alt=A+cube"
    let kind = "Content-Type: model/gltf-binary"
    let made = try #require(
      connect().request("POST", target, headers: headers(person, kind), body: model))
    #expect(made.status == 201, "\(made.text)")
    let nobody = try #require(connect().request("POST", target, headers: [kind], body: model))
    #expect(nobody.status == 401)
    let short = try connect()
    short.send(
      "POST \(target) HTTP/1.1\r\nHost: t\r\n\(headers(person, kind).joined(separator: "\r\n"))\r\n"
        + "Content-Length: \(model.count)\r\n\r\n")
    short.send(Array(model.prefix(100)))
    short.finishSending()
    _ = short.readToEnd()
    let large = try connect()
    large.send(
      "POST \(target) HTTP/1.1\r\nHost: t\r\n\(headers(person, kind).joined(separator: "\r\n"))\r\n"
        + "Content-Length: 99999999999\r\n\r\n")
    #expect(large.readResponse()?.status == 413)
    #expect(try fixture.call(.get, "/v1/inventory?source=own", as: person).items.count == 1)
  }

  @Test("a live stream ends with its session, not first at the next heartbeat")
  func streamEnds() throws {
    defer { server.stop() }
    let person = try fixture.person()
    let client = try connect()
    client.send(
      "GET /v1/events HTTP/1.1\r\nHost: t\r\n\(headers(person).joined(separator: "\r\n"))\r\n\r\n")
    #expect(client.readHead()?.status == 200)
    #expect(client.readChunk() == Array(": welcome\n\n".utf8))
    let clock = SystemClock()
    let begin = clock.monotonicSeconds()
    let ended = try #require(
      connect().request("DELETE", "/v1/sessions/current", headers: headers(person)))
    #expect(ended.status == 204)
    while let chunk = client.readChunk(), !chunk.isEmpty {}
    #expect(clock.monotonicSeconds() - begin < 10)
  }
}
