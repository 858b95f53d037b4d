import Base
import Foundation
import TestSupport
import Testing

/// Two real servers over one database behind pgbouncer.
@Suite("Two processes over one database", .enabled(if: Pooler.absence == nil, "needs pgbouncer"))
struct TwoProcessesTests {
  private let servers: [RunningServer]
  private let pooler: Pooler

  init() throws {
    pooler = try Pooler(
      mode: "session", database: "processes_\(UUID().uuidString.prefix(8).lowercased())")
    let first = try TemporaryFolder()
    let one = try RunningServer(first, options: ["--store", pooler.url])
    // As the guide for operators says: the same key, and one folder of media.
    let second = try TemporaryFolder()
    try FileManager.default.copyItem(
      atPath: first.file("service.key"), toPath: second.file("service.key"))
    try FileManager.default.createSymbolicLink(
      atPath: second.file("media"), withDestinationPath: first.file("media"))
    servers = [one, try RunningServer(second, options: ["--store", pooler.url])]
  }

  @Test("what is written at one is read at the other: sessions, objects with files, notifications")
  func visible() throws {
    let (one, other) = (servers[0], servers[1])
    let ana = try one.person("ana")
    let ben = try other.person("ben")
    let anaAtOther = try other.want("GET", "/v1/me", as: ana).require("id")
    #expect(try one.want("GET", "/v1/me", as: ana).require("id") == anaAtOther)
    let object = try one.want(
      "POST", "/v1/objects", as: ana, #"{"name":"Cube","prompt":"red cube 1 m"}"#
    ).require("id")
    let content = "/v1/objects/\(object)/content"
    let text = try one.want("GET", content, as: ana).text
    #expect(try other.want("GET", content, as: ana).text == text)
    // Who is invited at one is told of it at the other, where the stream of events is open.
    let stream = try #require(RawHTTPClient(port: other.port, timeoutSeconds: 60))
    stream.send("GET /v1/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(ben)\r\n\r\n")
    #expect(stream.readHead()?.status == 200)
    let group = try one.want("POST", "/v1/realms", as: ana, #"{"kind":"group","name":"Hikers"}"#)
      .require("id")
    let benID = try one.want("GET", "/v1/me", as: ben).require("id")
    try one.want("POST", "/v1/realms/\(group)/invitations", as: ana, #"{"to":"\#(benID)"}"#)
    #expect(stream.read(through: "Hikers") != nil, "no event at the other process")
    try eventually(within: 5, "the notification is listed at the other process") {
      try other.want("GET", "/v1/notifications", as: ben).text.contains("Hikers")
    }
    // A session that has ended at one is of no use at the other, though it was kept in memory there.
    try one.want("DELETE", "/v1/sessions/current", as: ana)
    try eventually(within: 5, "the session has ended at the other process, too") {
      try other.call("GET", "/v1/me", as: ana).status == 401
    }
  }

  @Test("the same Idempotency-Key at both at once: one thing, and both answers tell of it")
  func idempotency() throws {
    let ana = try servers[0].person("ana")
    let ports = servers.map(\.port)
    for round in 0..<20 {
      let answers = Guarded<[(status: Int, text: String, isReplayed: Bool)]>([])
      concurrently(2) { number in
        let answer = RawHTTPClient(port: ports[number], timeoutSeconds: 60)?.request(
          "POST", "/v1/objects",
          headers: [
            "Authorization: Bearer " + ana, "Idempotency-Key: round \(round)",
            "Content-Type: application/json",
          ], body: Array(#"{"name":"Cube \#(round)","prompt":"red cube 1 m"}"#.utf8))
        guard let answer else { return }
        let isReplayed = answer.header("idempotency-replayed") == "true"
        answers.withLock { $0.append((answer.status, answer.text, isReplayed)) }
      }
      let both = answers.current
      #expect(both.map(\.status) == [201, 201], "\(both.map(\.text))")
      #expect(both.first?.text == both.last?.text)
      #expect(both.count { $0.isReplayed } == 1)
    }
    #expect(try servers[1].want("GET", "/v1/inventory?limit=100", as: ana).items.count == 20)
  }
}
