import Base
import HTTPServing
import Testing

@Suite struct RequestValueTests {
  @Test("query items keep their order and repeats; plus is a space")
  func query() throws {
    let request = try HTTPRequest(
      .get, "/?b=2&a=1&b=&c&=d&&e=x%3Dy%26z+w%2B&ä".replacing("ä", with: "%C3%A4"))
    #expect(
      request.queryItems == [
        QueryItem("b", "2"), QueryItem("a", "1"), QueryItem("b", ""), QueryItem("c", ""),
        QueryItem("", "d"), QueryItem("e", "x=y&z w+"), QueryItem("ä", ""),
      ])
    #expect(try HTTPRequest(.get, "/").queryItems.isEmpty)
    #expect(try HTTPRequest(.get, "/?").queryItems.isEmpty)
    #expect(try HTTPRequest(.get, "/?a=1?b=2").queryItems == [QueryItem("a", "1?b=2")])
  }

  @Test("path segments are decoded one by one")
  func segments() throws {
    let request = try HTTPRequest(.get, "/a%2Fb//c%20d/?x")
    #expect(request.pathSegments == ["a/b", "", "c d", ""])
    #expect(request.path == "/a%2Fb//c%20d/")
  }

  @Test(
    "targets that mean more than one thing are refused",
    arguments: [
      "", "a", "http://a/", "/a b", "/a\u{e4}", "/%", "/%a", "/%g0", "/..", "/a/../b", "/./a",
      "/%2e", "/%2E%2e/a", "/.%2e", "/a#b", "/\\a", "/a\"b", "/<", "/?\u{1}", "/?%ff",
      "/?a=%c3&%a4",
      "/%00", "/?%00", "/%7f", "/%0a", "/" + String(repeating: "a", count: 8192),
    ])
  func refused(_ target: String) {
    #expect(throws: HTTPRefusal.self) { _ = try RequestTarget(target) }
  }

  @Test("dots inside names are no dot segments")
  func dots() throws {
    for target in ["/.well-known/x", "/a..b", "/...", "/a.", "/..a", "/?a=../.."] {
      #expect(try RequestTarget(target).path.isEmpty == false)
    }
  }

  @Test("random bytes never trap; what is accepted decodes", arguments: [1, 2, 3])
  func random(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let alphabet = Array("/%2eEfFcC3aA4.?&=+;a0 \u{0}".utf8)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...20, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      guard let target = try? RequestTarget(bytes: [0x2f] + bytes) else { continue }
      #expect(target.pathSegments.count >= 1)
      #expect(!target.pathSegments.contains { $0 == ".." || $0 == "." }, "seed \(seed) \(bytes)")
      _ = target.queryItems
    }
  }

  @Test("percent-encoding is undone by decoding")
  func percent() {
    for text in ["", "aZ09-._~", "a b/c?d%e+f", "ä€😀", "\0\n"] {
      #expect(PercentCoding.decode(Array(PercentCoding.encode(text).utf8)) == text)
    }
    #expect(PercentCoding.encode("a/ä") == "a%2F%C3%A4")
  }

  @Test("header names have no case, repeated fields are one list, nothing can split a field")
  func headers() {
    var headers = HTTPHeaders([("Accept", "a"), ("X", "1"), ("ACCEPT", "b")])
    #expect(headers["accept"] == "a, b")
    #expect(headers.values(of: "Accept") == ["a", "b"])
    #expect(headers["Accep"] == nil)
    headers.set("accept", "c")
    #expect(headers.all.map(\.value) == ["1", "c"])
    headers.append("Y", "1\r\nSet-Cookie: a\0")
    #expect(headers["y"] == "1Set-Cookie: a")
    headers.append("Bad Name", "1")
    headers.append("", "1")
    #expect(headers.count == 3)
    #expect(HTTPHeaders([("A", "b")]) == HTTPHeaders([("A", "b")]))
  }

  @Test("tokens and cookies are found where their standards put them")
  func credentials() throws {
    func request(_ pairs: [(String, String)]) throws -> HTTPRequest {
      try HTTPRequest(.get, "/", headers: pairs)
    }
    #expect(try request([("Authorization", "Bearer abc")]).bearerToken == "abc")
    #expect(try request([("authorization", "bearer  abc ")]).bearerToken == "abc")
    #expect(try request([("Authorization", "Basic abc")]).bearerToken == nil)
    #expect(try request([("Authorization", "Bearer ")]).bearerToken == nil)
    #expect(try request([]).bearerToken == nil)
    let cookies = try request([("Cookie", "a=1; session=x=y; session=z"), ("Cookie", "b=2")])
    #expect(cookies.cookie("session") == "x=y")
    #expect(cookies.cookie("b") == "2")
    #expect(cookies.cookie("c") == nil)
    let typed = try request([("Content-Type", " Application/JSON ; charset=utf-8")])
    #expect(typed.contentType == "application/json")
  }

  @Test("addresses are read, written and cut to their network")
  func addresses() throws {
    for text in ["127.0.0.1", "203.0.113.255", "::1", "2001:db8::1", "::"] {
      #expect(IPAddress(text)?.description == text)
    }
    #expect(IPAddress("::ffff:192.0.2.1") == IPAddress("192.0.2.1"))
    for bad in ["", "1.2.3", "256.0.0.1", "::g", "localhost", "1.2.3.4:80", "[::1]"] {
      #expect(IPAddress(bad) == nil)
    }
    #expect(IPAddress("2001:db8:1:2:3:4:5:6")?.network == IPAddress("2001:db8:1:2::"))
    #expect(IPAddress("192.0.2.1")?.network == IPAddress("192.0.2.1"))
    #expect(try #require(IPAddress("127.8.8.8")).isLoopback)
    #expect(try #require(IPAddress("::1")).isLoopback)
    #expect(try !#require(IPAddress("128.0.0.1")).isLoopback)
  }

  @Test("events keep their line breaks and cannot forge fields")
  func events() {
    func text(_ event: ServerSentEvent) -> String { String(decoding: event.encoded, as: UTF8.self) }
    #expect(text(ServerSentEvent(data: "a")) == "data: a\n\n")
    #expect(text(ServerSentEvent(data: "")) == "data: \n\n")
    #expect(
      text(ServerSentEvent(id: "7", event: "near", data: "a\nb\r\nc\rd\n"))
        == "id: 7\nevent: near\ndata: a\ndata: b\ndata: c\ndata: d\ndata: \n\n")
    #expect(text(ServerSentEvent(id: "1\ndata: x", data: "a")) == "id: 1data: x\ndata: a\n\n")
  }
}
