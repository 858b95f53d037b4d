import Base
import Foundation
import TestSupport
import Testing

/// A reader that takes nothing of a large object, before the real server.
@Suite("Bytes under way from the running server")
struct UnderWayTests {
  /// A model of so many bytes: one that the server has made, with bytes behind that nothing uses.
  private func model(_ server: RunningServer, as person: String, bytes: Int) throws -> [UInt8] {
    let made = try server.want(
      "POST", "/v1/objects", as: person, #"{"name":"Cube","prompt":"red cube 1 m"}"#)
    let client = try #require(RawHTTPClient(port: server.port, timeoutSeconds: 60))
    let glb = try #require(
      client.request(
        "GET", "/v1/objects/\(made.require("id"))/content",
        headers: ["Authorization: Bearer " + person])
    ).body
    func number(_ offset: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(glb[offset + $1]) << (8 * $1) }
    }
    func word(_ number: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let jsonEnd = 20 + number(12)
    let used = number(jsonEnd)
    var json = String(decoding: glb[20..<jsonEnd], as: UTF8.self)
    let buffers = try #require(json.range(of: #""buffers":["#))
    let length = try #require(
      json.range(
        of: #""byteLength":[0-9]+"#, options: .regularExpression,
        range: buffers.upperBound..<json.endIndex))
    json.replaceSubrange(length, with: "\"byteLength\":\(used + bytes)")
    while json.utf8.count % 4 != 0 { json += " " }
    let binary = Array(glb[(jsonEnd + 8)...]) + [UInt8](repeating: 0, count: bytes)
    let body =
      word(json.utf8.count) + Array(glb[16..<20]) + Array(json.utf8)
      + word(binary.count) + Array(glb[(jsonEnd + 4)..<(jsonEnd + 8)]) + binary
    return Array(glb[..<8]) + word(12 + body.count) + body
  }

  @Test(
    "--bytes-per-address: while nothing of a large object is read, the next one is 429",
    arguments: [(1, 429), (64, 200)])
  func share(megabytes: Int, status: Int) throws {
    let server = try RunningServer(
      TemporaryFolder(), options: ["--bytes-per-address", "\(megabytes)"])
    defer { server.stop() }
    let ana = try server.person("ana")
    let model = try model(server, as: ana, bytes: 18 << 20)
    let fields = ["Authorization: Bearer " + ana]
    let client = try #require(RawHTTPClient(port: server.port, timeoutSeconds: 60))
    let stored = try #require(
      client.request(
        "POST", "/v1/objects?name=Heavy&alt=Heavy",
        headers: fields + ["Content-Type: model/gltf-binary"], body: model))
    try #require(stored.status == 201, "\(stored.text)")
    let id = try #require(JSONValue(parsing: stored.body)["id"]?.string)
    let path = "/v1/objects/\(id)/content"
    // Nobody who reads nothing stays longer than 5 s: asked at once, and anew if that was too late.
    var seen: RunningServer.Answer?
    for _ in 0..<5 where seen?.status != status {
      let slow = try #require(
        RawHTTPClient(port: server.port, timeoutSeconds: 60, receiveBuffer: 4096))
      slow.send("GET \(path) HTTP/1.1\r\nHost: t\r\n\(fields[0])\r\n\r\n")
      #expect(slow.readHead()?.status == 200)
      seen = try server.call("GET", path, as: ana)
    }
    #expect(seen?.status == status)
    if status == 429 {
      #expect(seen?.text.contains("/problems/too-much-under-way") == true)
      #expect(seen?.headers.contains { $0.name == "retry-after" } == true)
    }
  }
}
