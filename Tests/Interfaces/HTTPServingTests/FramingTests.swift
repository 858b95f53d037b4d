import Base
import HTTPServing
import TestSupport
import Testing

/// One message that must be refused, or that is odd and must be answered.
struct Probe: Sendable, CustomTestStringConvertible {
  let name: String
  let message: String
  var statuses: Set<Int> = [400]

  var testDescription: String { name }
}

private let host = "Host: a\r\n"
private let get = "GET /v1/echo HTTP/1.1\r\n"
private let post = "POST /v1/echo HTTP/1.1\r\n"
private let second = "GET /v1/second HTTP/1.1\r\nHost: a\r\n\r\n"

private let bad: [Probe] = [
  Probe(name: "half a line end before the request", message: "\rX" + get + host + "\r\n"),
  Probe(
    name: "two lengths",
    message: post + host + "Content-Length: 3\r\nContent-Length: 5\r\n\r\nabcde"),
  Probe(
    name: "the same length twice",
    message: post + host + "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc"),
  Probe(
    name: "a list of lengths", message: post + host + "Content-Length: 3, 3\r\n\r\nabc"),
  Probe(
    name: "length and chunked",
    message: post + host + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
  Probe(
    name: "chunked and length",
    message: post + host + "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n"),
  Probe(
    name: "signed length", message: post + host + "Content-Length: +3\r\n\r\nabc"),
  Probe(
    name: "negative length", message: post + host + "Content-Length: -3\r\n\r\nabc"),
  Probe(
    name: "hexadecimal length", message: post + host + "Content-Length: 0x3\r\n\r\nabc"),
  Probe(
    name: "empty length", message: post + host + "Content-Length:\r\n\r\n"),
  Probe(
    name: "length with letters", message: post + host + "Content-Length: 3a\r\n\r\nabc"),
  Probe(
    name: "length of 30 digits",
    message: post + host + "Content-Length: 999999999999999999999999999999\r\n\r\n",
    statuses: [413]),
  Probe(
    name: "a length of 64 bits and five",
    message: post + host + "Content-Length: 18446744073709551621\r\n\r\nabcde", statuses: [413]),
  Probe(
    name: "length just above 64 bits",
    message: post + host + "Content-Length: 18446744073709551616\r\n\r\n", statuses: [413]),
  Probe(
    name: "unknown coding", message: post + host + "Transfer-Encoding: gzip\r\n\r\n",
    statuses: [501]),
  Probe(
    name: "two codings in one field",
    message: post + host + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", statuses: [501]),
  Probe(
    name: "chunked twice in one field",
    message: post + host + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n", statuses: [501]),
  Probe(
    name: "identity coding", message: post + host + "Transfer-Encoding: identity\r\n\r\n",
    statuses: [501]),
  Probe(
    name: "two coding fields",
    message: post + host
      + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
  Probe(
    name: "coding with a control character",
    message: post + host + "Transfer-Encoding: \u{0B}chunked\r\n\r\n0\r\n\r\n",
    statuses: [400, 501]),
  Probe(
    name: "a packed body",
    message: post + host + "Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc", statuses: [415]
  ),
  Probe(name: "space before the colon", message: get + host + "X-A : b\r\n\r\n"),
  Probe(
    name: "space before the colon of a length",
    message: post + host + "Content-Length : 3\r\n\r\nabc"),
  Probe(name: "tab before the colon", message: get + host + "X-A\t: b\r\n\r\n"),
  Probe(name: "space within a name", message: get + host + "X A: b\r\n\r\n"),
  Probe(name: "empty name", message: get + host + ": b\r\n\r\n"),
  Probe(name: "name in parentheses", message: get + host + "X(A): b\r\n\r\n"),
  Probe(name: "name with a non-ASCII letter", message: get + host + "X-\u{e4}: b\r\n\r\n"),
  Probe(name: "field without a colon", message: get + host + "X-A\r\n\r\n"),
  Probe(name: "folded field", message: get + host + "X-A: b\r\n c\r\n\r\n"),
  Probe(name: "folded first field", message: get + " X-A: b\r\n" + host + "\r\n"),
  Probe(name: "bare line feed after a field", message: get + "Host: a\nX-A: b\r\n\r\n"),
  Probe(
    name: "bare line feed after the request line", message: "GET /v1/echo HTTP/1.1\nHost: a\r\n\r\n"
  ),
  Probe(name: "bare line feed as the last line", message: get + "Host: a\r\n\n"),
  Probe(name: "only bare line feeds", message: "GET /v1/echo HTTP/1.1\nHost: a\n\n"),
  Probe(name: "bare carriage return in a value", message: get + host + "X-A: b\rc\r\n\r\n"),
  Probe(name: "NUL in a value", message: get + host + "X-A: b\0c\r\n\r\n"),
  Probe(name: "NUL at the end of the last value", message: get + "Host: a\0\r\n\r\n"),
  Probe(name: "NUL in a name", message: get + host + "X\0A: b\r\n\r\n"),
  Probe(name: "NUL in the target", message: "GET /v1/echo\0x HTTP/1.1\r\n" + host + "\r\n"),
  Probe(
    name: "NUL in the method", message: "GET\0 /v1/echo HTTP/1.1\r\n" + host + "\r\n",
    statuses: [400, 501]),
  Probe(name: "control character in a value", message: get + host + "X-A: \u{01}\r\n\r\n"),
  Probe(name: "DEL in a value", message: get + host + "X-A: \u{7f}\r\n\r\n"),
  Probe(name: "no Host", message: get + "\r\n"),
  Probe(name: "no Host but another field", message: get + "X-A: b\r\n\r\n"),
  Probe(name: "two Hosts", message: get + host + "Host: b\r\n\r\n"),
  Probe(name: "the same Host twice", message: get + host + host + "\r\n"),
  Probe(name: "Host with a path", message: get + "Host: a/b\r\n\r\n"),
  Probe(name: "Host with user info", message: get + "Host: u@a\r\n\r\n"),
  Probe(name: "Host with two names", message: get + "Host: a, b\r\n\r\n"),
  Probe(name: "absolute target", message: "GET http://a/v1/echo HTTP/1.1\r\n" + host + "\r\n"),
  Probe(name: "authority target", message: "GET a:80 HTTP/1.1\r\n" + host + "\r\n"),
  Probe(name: "target without a slash", message: "GET v1/echo HTTP/1.1\r\n" + host + "\r\n"),
  Probe(
    name: "asterisk with GET", message: "GET * HTTP/1.1\r\n" + host + "\r\n", statuses: [400, 404]),
  Probe(name: "space in the target", message: "GET /v1/ec ho HTTP/1.1\r\n" + host + "\r\n"),
  Probe(
    name: "two spaces before the target", message: "GET  /v1/echo HTTP/1.1\r\n" + host + "\r\n"),
  Probe(
    name: "two spaces before the version", message: "GET /v1/echo  HTTP/1.1\r\n" + host + "\r\n"),
  Probe(
    name: "tab instead of a space", message: "GET\t/v1/echo HTTP/1.1\r\n" + host + "\r\n",
    statuses: [400, 501]),
  Probe(name: "dot segments", message: "GET /v1/../echo HTTP/1.1\r\n" + host + "\r\n"),
  Probe(name: "encoded dot segments", message: "GET /v1/%2e%2E/echo HTTP/1.1\r\n" + host + "\r\n"),
  Probe(
    name: "half encoded dot segment", message: "GET /v1/.%2e/echo HTTP/1.1\r\n" + host + "\r\n"),
  Probe(name: "single dot segment", message: "GET /v1/./echo HTTP/1.1\r\n" + host + "\r\n"),
  Probe(name: "escape cut off", message: "GET /v1/echo%2 HTTP/1.1\r\n" + host + "\r\n"),
  Probe(name: "escape of other letters", message: "GET /v1/echo%zz HTTP/1.1\r\n" + host + "\r\n"),
  Probe(name: "escape that is not UTF-8", message: "GET /v1/%ff HTTP/1.1\r\n" + host + "\r\n"),
  Probe(name: "overlong UTF-8", message: "GET /v1/%c0%af HTTP/1.1\r\n" + host + "\r\n"),
  Probe(name: "encoded NUL", message: "GET /v1/echo%00 HTTP/1.1\r\n" + host + "\r\n"),
  Probe(name: "encoded line break", message: "GET /v1/echo%0d%0a HTTP/1.1\r\n" + host + "\r\n"),
  Probe(
    name: "encoded NUL in the query", message: "GET /v1/echo?a=%00 HTTP/1.1\r\n" + host + "\r\n"),
  Probe(
    name: "query that is not UTF-8", message: "GET /v1/echo?a=%ff HTTP/1.1\r\n" + host + "\r\n"),
  Probe(name: "fragment in the target", message: "GET /v1/echo#a HTTP/1.1\r\n" + host + "\r\n"),
  Probe(name: "backslash in the path", message: "GET /v1\\echo HTTP/1.1\r\n" + host + "\r\n"),
  Probe(name: "HTTP/0.9", message: "GET /v1/echo\r\n\r\n"),
  Probe(name: "HTTP/1.2", message: "GET /v1/echo HTTP/1.2\r\n" + host + "\r\n", statuses: [505]),
  Probe(name: "HTTP/2.0", message: "GET /v1/echo HTTP/2.0\r\n" + host + "\r\n", statuses: [505]),
  Probe(
    name: "HTTP/0.9 written out", message: "GET /v1/echo HTTP/0.9\r\n" + host + "\r\n",
    statuses: [505]),
  Probe(name: "version in lower case", message: "GET /v1/echo http/1.1\r\n" + host + "\r\n"),
  Probe(name: "version with two digits", message: "GET /v1/echo HTTP/1.10\r\n" + host + "\r\n"),
  Probe(
    name: "unknown method", message: "BREW /v1/echo HTTP/1.1\r\n" + host + "\r\n", statuses: [501]),
  Probe(
    name: "method in lower case", message: "get /v1/echo HTTP/1.1\r\n" + host + "\r\n",
    statuses: [501]),
  Probe(
    name: "CONNECT", message: "CONNECT a:80 HTTP/1.1\r\n" + host + "\r\n", statuses: [400, 501]),
  Probe(
    name: "unknown expectation",
    message: post + host + "Expect: 200-ok\r\nContent-Length: 3\r\n\r\nabc", statuses: [417]),
  Probe(
    name: "chunked in HTTP/1.0",
    message: "POST /v1/echo HTTP/1.0\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
  Probe(
    name: "too long a target",
    message: "GET /" + String(repeating: "a", count: 9000) + " HTTP/1.1\r\n" + host + "\r\n",
    statuses: [414]),
  Probe(
    name: "endless target", message: "GET /" + String(repeating: "a", count: 60_000),
    statuses: [414]),
  Probe(
    name: "too large a header",
    message: get + host + "X-A: " + String(repeating: "a", count: 18_000) + "\r\n\r\n",
    statuses: [431]),
  Probe(
    name: "endless field", message: get + host + "X-A: " + String(repeating: "a", count: 60_000),
    statuses: [431]),
  Probe(
    name: "too many fields",
    message: get + host + String(repeating: "A: b\r\n", count: 101) + "\r\n", statuses: [431]),
  Probe(
    name: "chunk size of other letters",
    message: post + host + "Transfer-Encoding: chunked\r\n\r\nxyz\r\nabc\r\n0\r\n\r\n"),
  Probe(
    name: "chunk size with a sign",
    message: post + host + "Transfer-Encoding: chunked\r\n\r\n+3\r\nabc\r\n0\r\n\r\n"),
  Probe(
    name: "chunk size beyond 64 bits",
    message: post + host + "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
    statuses: [413]),
  Probe(
    name: "endless chunk line",
    message: post + host + "Transfer-Encoding: chunked\r\n\r\n1;"
      + String(repeating: "a", count: 60_000)),
  Probe(
    name: "endless trailer",
    message: post + host + "Transfer-Encoding: chunked\r\n\r\n0\r\nX: "
      + String(repeating: "a", count: 60_000), statuses: [431]),
  Probe(
    name: "trailer without a colon",
    message: post + host + "Transfer-Encoding: chunked\r\n\r\n0\r\nX\r\n\r\n"),
  Probe(
    name: "chunk longer than its size",
    message: post + host + "Transfer-Encoding: chunked\r\n\r\n3\r\nabcdef\r\n0\r\n\r\n"),
]

/// Bodies whose lines do not end with CR LF, behind the header of ``chunked``.
private let brokenLines: [(name: String, body: String)] = [
  ("bare line feed after a chunk's size", "3\nabc\r\n0\r\n\r\n"),
  ("bare carriage return after a chunk's size", "3\rabc\r\n0\r\n\r\n"),
  ("bare line feed after a chunk's extension", "3;x=y\nabc\r\n0\r\n\r\n"),
  ("bare line feed within a chunk's extension", "3;x=y\nz\r\nabc\r\n0\r\n\r\n"),
  ("bare line feed behind a chunk", "3\r\nabc\n0\r\n\r\n"),
  ("bare carriage return behind a chunk", "3\r\nabc\r0\r\n\r\n"),
  ("two line feeds behind a chunk", "3\r\nabc\n\n0\r\n\r\n"),
  ("bare line feed behind a later chunk", "3\r\nabc\r\n2\r\nde\n0\r\n\r\n"),
  ("bare line feed after the last chunk's size", "3\r\nabc\r\n0\n\r\n"),
  ("bare line feed after the last chunk", "3\r\nabc\r\n0\r\n\n"),
  ("bare line feed after a trailer field", "3\r\nabc\r\n0\r\nX-T: 1\n\r\n"),
  ("bare line feed behind a trailer", "3\r\nabc\r\n0\r\nX-T: 1\r\n\n"),
]
private let chunked = post + host + "Transfer-Encoding: chunked\r\n"

private let odd: [Probe] = [
  Probe(name: "tab after the colon", message: get + "Host:\ta\r\n\r\n", statuses: [200]),
  Probe(name: "nothing after the colon", message: get + host + "X-A:\r\n\r\n", statuses: [200]),
  Probe(name: "no space after the colon", message: get + "Host:a\r\n\r\n", statuses: [200]),
  Probe(name: "space after Host", message: get + "Host: a \t\r\n\r\n", statuses: [200]),
  Probe(
    name: "the coding that is none",
    message: post + host + "Content-Encoding: identity\r\nContent-Length: 3\r\n\r\nabc",
    statuses: [200]),
  Probe(name: "empty Host", message: get + "Host:\r\n\r\n", statuses: [200]),
  Probe(name: "Host with a port", message: get + "Host: [::1]:8080\r\n\r\n", statuses: [200]),
  Probe(name: "spaces after a value", message: get + host + "X-A: b  \r\n\r\n", statuses: [200]),
  Probe(name: "non-ASCII in a value", message: get + host + "X-A: \u{e4}\r\n\r\n", statuses: [200]),
  Probe(
    name: "an empty line before the request", message: "\r\n" + get + host + "\r\n", statuses: [200]
  ),
  Probe(
    name: "names in any case", message: post + "hOST: a\r\ncontent-LENGTH: 3\r\n\r\nabc",
    statuses: [200]),
  Probe(
    name: "chunked in any case",
    message: post + host + "Transfer-Encoding: Chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    statuses: [200]),
  Probe(
    name: "chunk extension",
    message: post + host + "Transfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n0\r\n\r\n",
    statuses: [200]),
  Probe(
    name: "chunk size with zeros",
    message: post + host + "Transfer-Encoding: chunked\r\n\r\n0003\r\nabc\r\n000\r\n\r\n",
    statuses: [200]),
  Probe(
    name: "trailer field",
    message: post + host + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX-T: 1\r\n\r\n",
    statuses: [200]),
  Probe(name: "HTTP/1.0 without Host", message: "GET /v1/echo HTTP/1.0\r\n\r\n", statuses: [200]),
  Probe(
    name: "GET with an empty body", message: get + host + "Content-Length: 0\r\n\r\n",
    statuses: [200]),
  Probe(name: "HEAD", message: "HEAD /v1/echo HTTP/1.1\r\n" + host + "\r\n", statuses: [200]),
  Probe(
    name: "OPTIONS of everything", message: "OPTIONS * HTTP/1.1\r\n" + host + "\r\n",
    statuses: [204]),
  Probe(
    name: "query with odd characters",
    message: "GET /v1/echo?a[]=%C3%A4&b=c+d&&e HTTP/1.1\r\n" + host + "\r\n", statuses: [200]),
  Probe(
    name: "a value of 8 KiB",
    message: get + host + "X-A: " + String(repeating: "a", count: 8000) + "\r\n\r\n",
    statuses: [200]),
  Probe(
    name: "100 fields", message: get + host + String(repeating: "A: b\r\n", count: 99) + "\r\n",
    statuses: [200]),
]

@Suite struct FramingTests {
  static let routes = [
    Route(.get, "/v1/echo", operation: "read") { request, _ in
      .text(200, request.queryItems.map { "\($0.name)=\($0.value)" }.joined(separator: "&"))
    },
    Route(.get, "/v1/second", operation: "second") { _, _ in .text(202, "second") },
    Route(.post, "/v1/echo", operation: "write", maximumBodyBytes: 1000) { request, _ in
      HTTPResponse(200, request.body.bytes, type: ContentType.binary)
    },
  ]

  @Test(
    "methods that no route has are answered with 405 and what is allowed",
    arguments: ["TRACE", "QUERY"])
  func neverAllowed(_ method: String) throws {
    let server = try TestServer(FramingTests.routes)
    let answer = try #require(server.connect().request(method, "/v1/echo"))
    #expect(answer.status == 405)
    #expect(answer.header("Allow") == "GET, HEAD, POST, OPTIONS")
  }

  @Test(
    "H1: bad framing is refused, the connection closed, nothing after it answered",
    arguments: bad + brokenLines.map { Probe(name: $0.name, message: chunked + "\r\n" + $0.body) })
  func refused(_ probe: Probe) throws {
    let server = try TestServer(FramingTests.routes)
    let client = try server.connect()
    client.send(probe.message + second)
    let answer = try #require(client.readToEnd(), "the connection stays open")
    let text = String(decoding: answer, as: UTF8.self)
    #expect(text.hasPrefix("HTTP/1."), "no answer")
    let status = Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0
    #expect(probe.statuses.contains(status), "\(status)")
    #expect(!text.contains("HTTP/1.1 202"), "the second request was answered")
    #expect(text.statusLines == 1, "more than one answer")
    #expect(text.contains("\r\nContent-Type: application/problem+json\r\n"), "\(text)")
    let next = try server.connect()
    #expect(next.request("GET", "/v1/echo")?.status == 200)
  }

  @Test("H1: a refusal meets its own connection, also behind an answered request")
  func refusedAlone() throws {
    let server = try TestServer(FramingTests.routes) { $0.workers = 1 }
    let neighbours = try (0..<4).map { _ in try server.connect() }
    let client = try server.connect()
    for probe in bad where probe.message.utf8.count < 1000 {
      let bystander = try server.connect()
      // The first request is answered, what follows it is read without another look at the socket,
      // and the neighbours were the last that the thread has read from.
      for neighbour in neighbours { #expect(neighbour.request("GET", "/v1/echo")?.status == 200) }
      bystander.send(get + host + "X-")
      let attacker = try server.connect()
      attacker.send(get + host + "\r\n" + probe.message)
      #expect(attacker.readResponse()?.status == 200, "\(probe.name)")
      let rest = String(decoding: attacker.readToEnd() ?? [], as: UTF8.self)
      #expect(rest.statusLines == 1, "\(probe.name): \(rest)")
      bystander.send("A: b\r\n\r\n")
      #expect(bystander.readResponse()?.status == 200, "\(probe.name)")
    }
    #expect(client.request("GET", "/v1/echo")?.status == 200)
  }

  @Test("H1: odd but valid messages are answered, and so is the one after them", arguments: odd)
  func answered(_ probe: Probe) throws {
    let server = try TestServer(FramingTests.routes)
    let client = try server.connect()
    client.send(probe.message + (probe.message.contains("HTTP/1.0") ? "" : second))
    let response = try #require(client.readResponse(toHead: probe.message.hasPrefix("HEAD")))
    #expect(probe.statuses.contains(response.status), "\(response.status) \(response.text)")
    if probe.message.hasSuffix("\r\nabc") { #expect(response.text == "abc") }
    if !probe.message.contains("HTTP/1.0") { #expect(client.readResponse()?.status == 202) }
  }

  @Test("H1: broken lines of chunks are refused however late they come, and behind whatever")
  func brokenLater() throws {
    let server = try TestServer(FramingTests.routes)
    for line in brokenLines {
      // Behind a whole chunked message, in one piece with it.
      let client = try server.connect()
      client.send(
        chunked + "\r\n3;x=y\r\nabc\r\n0\r\nX-T: 1\r\n\r\n" + chunked + "\r\n" + line.body)
      #expect(client.readResponse()?.text == "abc", "\(line.name)")
      let rest = String(decoding: client.readToEnd() ?? [], as: UTF8.self)
      #expect(rest.hasPrefix("HTTP/1.1 400") && rest.statusLines == 1, "\(line.name): \(rest)")
      #expect(rest.contains("/problems/bad-framing"), "\(line.name): \(rest)")
      // When the header has been read long ago.
      let waiting = try server.connect()
      waiting.send(chunked + "Expect: 100-continue\r\n\r\n")
      let interim = String(decoding: waiting.read(through: "\r\n\r\n") ?? [], as: UTF8.self)
      #expect(interim.hasPrefix("HTTP/1.1 100 "), "\(line.name): \(interim)")
      waiting.send(line.body + second)
      let refusal = String(decoding: waiting.readToEnd() ?? [], as: UTF8.self)
      #expect(refusal.hasPrefix("HTTP/1.1 400"), "\(line.name): \(refusal)")
      #expect(refusal.statusLines == 1, "\(line.name): \(refusal)")
      #expect(refusal.contains("/problems/bad-framing"), "\(line.name): \(refusal)")
    }
  }

  @Test("messages with chunks and lengths, cut anywhere, are read to their ends and no further")
  func cutAnywhere() throws {
    let server = try TestServer(FramingTests.routes)
    let client = try server.connect()
    // Bodies hold what would break a line of a chunk.
    let messages =
      chunked + "\r\n4\r\na\nb\n\r\n00a\r\n\r\n\n\n0\n\r\r\r\n\r\n0\r\nX-T: 1\r\n\r\n"
      + post + host + "content-length:\t6\r\n\r\n3\nabc\n" + get + host + "\r\n" + second
    let bytes = Array(messages.utf8)
    for cut in 1..<bytes.count {
      client.send(Array(bytes[..<cut]))
      client.send(Array(bytes[cut...]))
      #expect(client.readResponse()?.text == "a\nb\n\r\n\n\n0\n\r\r\r\n", "cut at \(cut)")
      #expect(client.readResponse()?.text == "3\nabc\n", "cut at \(cut)")
      #expect(client.readResponse()?.status == 200, "cut at \(cut)")
      #expect(client.readResponse()?.status == 202, "cut at \(cut)")
    }
    for byte in bytes { client.send([byte]) }
    #expect(client.readResponse()?.status == 200)
    #expect(client.readResponse()?.status == 200)
    #expect(client.readResponse()?.status == 200)
    #expect(client.readResponse()?.status == 202)
  }

  @Test("a header that comes byte by byte is read like one that comes at once")
  func dripped() throws {
    let server = try TestServer(FramingTests.routes)
    let client = try server.connect()
    let message = get + host + "X-A: " + String(repeating: "a", count: 300) + "\r\nX-B: c\r\n\r\n"
    for byte in message.utf8 { client.send([byte]) }
    #expect(client.readResponse()?.status == 200)
  }

  @Test("headers of every size up to the limit pass the layout check", arguments: [1, 2, 3])
  func manySizes(_ seed: UInt64) throws {
    let server = try TestServer(FramingTests.routes)
    let client = try server.connect()
    var random = SeededRandom(seed: seed)
    for _ in 0..<60 {
      var message = get + host
      while message.utf8.count < Int.random(in: 40...15_000, using: &random) {
        let count = Int.random(in: 0...1500, using: &random)
        message += "X-\(count): " + String(repeating: "v", count: count) + "\r\n"
        if message.utf8.count > 14_000 { break }
      }
      message += "\r\n"
      let cut = Int.random(in: 1..<message.utf8.count, using: &random)
      client.send(Array(message.utf8.prefix(cut)))
      client.send(Array(message.utf8.dropFirst(cut)))
      let response = try #require(client.readResponse())
      #expect(response.status == 200, "seed \(seed): \(response.text)")
    }
  }
}

extension String {
  /// How many answers begin in it.
  fileprivate var statusLines: Int {
    ["HTTP/1.1 2", "HTTP/1.1 4", "HTTP/1.1 5"].map { ranges(of: $0).count }.reduce(0, +)
  }
}
