import Base
import Foundation
import TestSupport
import Testing

/// What `/readyz` of the real server says when it cannot do its work.
@Suite("Readiness of the running server", .serialized)
struct ReadinessTests {
  /// A file system of its own over a folder, until it is let go.
  private final class Mount {
    /// Whether this user may mount one.
    static let isPossible: Bool = {
      guard let folder = try? TemporaryFolder(),
        let mount = try? Mount("-t", "tmpfs", "-o", "size=1m", "tmpfs", on: folder.path)
      else { return false }
      mount.end()
      return true
    }()

    private struct Refused: Error {}

    private let path: String
    private var isThere = true

    init(_ arguments: String..., on path: String) throws {
      self.path = path
      guard try Self.run(["mount"] + arguments + [path]) == 0 else { throw Refused() }
    }

    deinit { end() }

    func end() {
      guard isThere else { return }
      isThere = false
      _ = try? Self.run(["umount", "-l", path])
    }

    static func run(_ command: [String]) throws -> Int32 {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = command
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  /// Makes a file one that nobody may write, root included, or undoes that.
  private static func setImmutable(_ isImmutable: Bool, _ path: String) throws -> Bool {
    try Mount.run(["chattr", isImmutable ? "+i" : "-i", path]) == 0
  }

  /// Whether this user and file system can do that, and who has the file open already minds it.
  private static let canBeImmutable: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    let path = folder.file("probe")
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let open = FileHandle(forWritingAtPath: path),
      (try? setImmutable(true, path)) == true
    else { return false }
    let isWritten = (try? open.write(contentsOf: Data([1]))) != nil
    _ = try? setImmutable(false, path)
    return !isWritten
  }()

  private func obstacles(_ server: RunningServer) throws -> [String] {
    let ready = try server.call("GET", "/readyz")
    let obstacles = ready.json["obstacles"]?.array?.compactMap(\.string) ?? []
    #expect(ready.status == (obstacles.isEmpty ? 200 : 503), "\(ready.text)")
    #expect(ready.json["status"]?.string == (obstacles.isEmpty ? "ready" : "not ready"))
    return obstacles
  }

  private func write(_ server: RunningServer, as person: String) throws -> RunningServer.Answer {
    try server.call(
      "POST", "/v1/realms", as: person, #"{"kind":"group","name":"Hikers","joinPolicy":"open"}"#)
  }

  @Test(
    """
    a full disk: /readyz says so, writes are 507, reading goes on, logging out and erasing use the \
    reserve; with space all goes on
    """,
    .enabled(if: Mount.isPossible, "mounting a file system needs root"))
  func fullDisk() throws {
    let data = try TemporaryFolder()
    let disk = try Mount("-t", "tmpfs", "-o", "size=64m", "tmpfs", on: data.path)
    defer { disk.end() }
    let server = try RunningServer(data)
    defer { server.stop() }
    let (ana, ben, cleo) = try (server.person("ana"), server.person("ben"), server.person("cleo"))
    #expect(try obstacles(server).isEmpty)
    #expect(try write(server, as: ana).status == 201)
    let filler = data.file("filler")
    #expect(try Mount.run(["sh", "-c", "cat /dev/zero > '\(filler)'"]) != 0)
    try eventually("it is said") { try obstacles(server).contains("the disk is full") }
    var refused: RunningServer.Answer?
    for _ in 0..<5000 where refused == nil {
      let answer = try write(server, as: ana)
      if answer.status != 201 { refused = answer }
    }
    #expect(refused?.status == 507, "\(refused?.text ?? "all was written")")
    #expect(refused?.text.contains("/problems/storage-full") == true)
    #expect(try obstacles(server).contains("the disk was full at the last write"))
    #expect(try server.call("GET", "/v1/realms", as: ana).status == 200)
    #expect(try server.call("GET", "/livez").status == 200)
    // What may use the reserve: going, for a while or for good.
    let reserve = data.file("wayside.reserve")
    let kept = try FileManager.default.attributesOfItem(atPath: reserve)[.size] as? Int
    #expect((kept ?? 0) > 0)
    #expect(try server.call("DELETE", "/v1/sessions/current", as: ben).status == 204)
    #expect(try server.call("GET", "/v1/me", as: ben).status == 401)
    let me = try server.want("GET", "/v1/me", as: cleo)
    let tag = try #require(me.headers.first { $0.name == "etag" }?.value)
    let erased = try server.call(
      "DELETE", "/v1/me", as: cleo, #"{"password":"\#(RunningServer.password)"}"#,
      headers: ["If-Match: \(tag)"])
    #expect(erased.status == 204, "\(erased.text)")
    #expect(try server.call("GET", "/v1/me", as: cleo).status == 401)
    #expect(try FileManager.default.attributesOfItem(atPath: reserve)[.size] as? Int == 0)
    try FileManager.default.removeItem(atPath: filler)
    try eventually("it writes again") { try write(server, as: ana).status == 201 }
    try eventually("it is ready again") { try obstacles(server).isEmpty }
  }

  @Test(
    "a disk with space, but without room for another file: /readyz says so until there is some",
    .enabled(if: Mount.isPossible, "mounting a file system needs root"))
  func noFilesLeft() throws {
    let data = try TemporaryFolder()
    let disk = try Mount("-t", "tmpfs", "-o", "size=256m,nr_inodes=1000", "tmpfs", on: data.path)
    defer { disk.end() }
    let server = try RunningServer(data)
    defer { server.stop() }
    #expect(try obstacles(server).isEmpty)
    let many = data.file("many")
    let fill = "mkdir '\(many)' && cd '\(many)' && for i in $(seq 1000); do : > $i || exit 1; done"
    #expect(try Mount.run(["sh", "-c", fill]) != 0)
    try eventually("it is said") {
      try obstacles(server) == ["the disk has no room for more files: it is out of inodes"]
    }
    try FileManager.default.removeItem(atPath: many)
    try eventually("it is ready again") { try obstacles(server).isEmpty }
  }

  @Test(
    "a data folder that can only be read: /readyz says so of the folder and the database",
    .enabled(if: Mount.isPossible, "mounting a file system needs root"))
  func readOnlyFolder() throws {
    let data = try TemporaryFolder()
    let server = try RunningServer(data)
    defer { server.stop() }
    let ana = try server.person("ana")
    #expect(try obstacles(server).isEmpty)
    let cover = try Mount("--bind", data.path, on: data.path)
    defer { cover.end() }
    #expect(try Mount.run(["mount", "-o", "remount,ro,bind", data.path]) == 0)
    try eventually("it is said") {
      try obstacles(server)
        == ["the data folder can only be read", "the database can only be read"]
    }
    #expect(try server.call("GET", "/v1/realms", as: ana).status == 200)
    cover.end()
    try eventually("it is ready again") { try obstacles(server).isEmpty }
  }

  @Test("a clock behind what was written: /readyz says so, and all is answered")
  func clock() throws {
    let data = try TemporaryFolder()
    var server = try RunningServer(data)
    let ana = try server.person("ana")
    #expect(try obstacles(server).isEmpty)
    server.stop()
    // Seen from what is stored, this machine's clock now goes two minutes slow.
    try RunningServer.change(data, "UPDATE changes SET at = at + 120000")
    server = try RunningServer(data)
    #expect(try obstacles(server) == ["the clock is behind the last change"])
    #expect(try server.call("GET", "/v1/realms", as: ana).status == 200)
    server.stop()
    try RunningServer.change(data, "UPDATE changes SET at = at - 120000")
    server = try RunningServer(data)
    #expect(try obstacles(server).isEmpty)
    server.stop()
  }

  @Test(
    """
    a database file that can only be read: /readyz says so, writes are 503, reading goes on; \
    writable again, all goes on
    """,
    .enabled(
      if: canBeImmutable, "files that root cannot write need root, chattr and ext4 or the like"))
  func readOnlyFile() throws {
    let data = try TemporaryFolder()
    let server = try RunningServer(data)
    defer { server.stop() }
    let (ana, ben) = try (server.person("ana"), server.person("ben"))
    let lost = try server.logIn("ana@example.org")
    #expect(try write(server, as: ana).status == 201)
    let files = ["wayside.sqlite", "wayside.sqlite-wal"].map(data.file)
    defer { for file in files { _ = try? Self.setImmutable(false, file) } }
    for file in files { try #require(try Self.setImmutable(true, file)) }
    for _ in 0..<3 {
      let refused = try write(server, as: ana)
      #expect(
        refused.status == 503 && refused.text.contains("/problems/store-read-only"),
        "\(refused.status) \(refused.text)")
      #expect(refused.headers.contains { $0.name == "retry-after" }, "\(refused.text)")
    }
    // Who goes has gone, though it is written down later; nobody comes.
    let out = try server.call("DELETE", "/v1/sessions/current", as: ben)
    #expect(out.status == 202 && out.text == #"{"written":false}"#, "\(out.status) \(out.text)")
    #expect(try server.call("GET", "/v1/me", as: ben).status == 401)
    let other = try #require(try Self.otherSession(server, as: ana))
    #expect(try server.call("DELETE", "/v1/sessions/\(other)", as: ana).status == 202)
    #expect(try server.call("GET", "/v1/me", as: lost).status == 401)
    #expect(
      try server.call(
        "POST", "/v1/sessions",
        #"{"login":"ben@example.org","password":"\#(RunningServer.password)"}"#
      ).status == 503)
    try eventually("it is said") { try obstacles(server) == ["the database can only be read"] }
    for target in ["/v1/me", "/v1/realms", "/v1/notifications"] {
      #expect(try server.call("GET", target, as: ana).status == 200, "\(target)")
    }
    for file in files { try #require(try Self.setImmutable(false, file)) }
    #expect(try write(server, as: ana).status == 201)
    try eventually("it is ready again") { try obstacles(server).isEmpty }
    try eventually("the end is written down") { try server.rows()["sessions"] == 1 }
    #expect(try server.call("GET", "/v1/me", as: ben).status == 401)
    server.stop()
    #expect(!server.log.contains("\"status\":500"), "\(server.log)")
  }

  /// The identifier of a session that is not the one that asks.
  private static func otherSession(_ server: RunningServer, as token: String) throws -> String? {
    struct Answer: Decodable {
      struct Session: Decodable {
        var id: String
        var current: Bool
      }
      var items: [Session]
    }
    let text = try server.call("GET", "/v1/sessions", as: token).text
    return try JSONDecoder().decode(Answer.self, from: Data(text.utf8)).items
      .first { !$0.current }?.id
  }

  @Test(
    "a database that can only be read: /readyz says so, writes are 503, reading goes on",
    .enabled(if: PostgresServer.absence == nil, "PostgreSQL is not installed"))
  func readOnlyDatabase() throws {
    let name = "readiness"
    let data = try TemporaryFolder()
    let file = data.file("store")
    try PostgresServer.ownURL(database: name).write(
      toFile: file, atomically: true, encoding: .utf8)
    let server = try RunningServer(data, options: ["--store-file", file])
    defer { server.stop() }
    let ana = try server.person("ana")
    #expect(try write(server, as: ana).status == 201)
    try PostgresServer.setReadOnly(true, database: name)
    try eventually("it is said") {
      try obstacles(server).contains("the database can only be read")
    }
    var refused = try write(server, as: ana)
    // The first may meet the session that has just ended.
    if !refused.text.contains("store-read-only") {
      #expect(refused.status == 503, "\(refused.text)")
      refused = try write(server, as: ana)
    }
    #expect(refused.status == 503 && refused.text.contains("/problems/store-read-only"))
    #expect(refused.headers.contains { $0.name == "retry-after" }, "\(refused.text)")
    #expect(try server.call("GET", "/v1/realms", as: ana).status == 200)
    try PostgresServer.setReadOnly(false, database: name)
    try eventually("it writes again") { try write(server, as: ana).status == 201 }
    try eventually("it is ready again") { try obstacles(server).isEmpty }
  }
}
