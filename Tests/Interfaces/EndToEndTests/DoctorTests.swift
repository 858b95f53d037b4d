import Base
import Foundation
import Storage
import TestSupport
import Testing

/// What `wayside doctor` finds, and what it does not.
@Suite("What doctor finds")
struct DoctorTests {
  private let data: TemporaryFolder

  init() throws { data = try TemporaryFolder() }

  private func doctor(_ more: String...) throws -> Program.Outcome {
    try Program().run(["doctor", "--data", data.path] + more)
  }

  /// A served tour was bought, an object was placed and deleted, an admin has decided something.
  private func prepare() throws {
    let made = try Program().run(
      "admin", "create", "--email", "admin@example.org", "--password-stdin", "--data", data.path,
      input: RunningServer.password + "\n")
    try #require(made.code == 0, "\(made.errors)")
    let server = try RunningServer(data)
    let (ana, admin) = (try server.person("ana"), try server.logIn("admin@example.org"))
    let asked = try server.want(
      "POST", "/v1/organization-requests", as: ana,
      #"{"organizationName":"Walks","reason":"We lead walks."}"#
    ).require("id")
    try server.want(
      "POST", "/v1/admin/organization-requests/\(asked)/decision", as: admin,
      #"{"decision":"accept"}"#)
    for name in ["Kept", "Gone"] {
      let object = try server.want(
        "POST", "/v1/objects", as: ana, #"{"name":"\#(name)","prompt":"red cube 1 m"}"#
      ).require("id")
      try server.want(
        "POST", "/v1/instances", as: ana,
        """
        {"object":"\(object)","realms":["public"],"pose":{"position":{"lat":47,"lon":9,"h":460},
         "quaternion":{"x":0,"y":0,"z":0,"w":1}}}
        """)
      if name == "Gone" { try server.want("DELETE", "/v1/objects/\(object)", as: ana) }
    }
    let tour = try server.want(
      "POST", "/v1/tours", as: ana,
      """
      {"name":"A walk","description":"Along the street.","price":"4.50","languages":["en"],
       "area":{"type":"Polygon","coordinates":[[[9.519,47.137],[9.523,47.137],[9.523,47.142],
       [9.519,47.142],[9.519,47.137]]]},
       "route":{"type":"LineString","coordinates":[[9.5208,47.141],[9.5216,47.138]]},
       "stops":[{"title":"One","text":"a","position":{"lat":47.141,"lon":9.5208}}]}
      """
    ).require("id")
    try server.want("POST", "/v1/tours/\(tour)/publication", as: ana)
    for name in ["ben", "cleo"] {
      let buyer = try server.person(name)
      try server.want("POST", "/v1/tours/\(tour)/purchase", as: buyer)
    }
    server.stop()
  }

  @Test("what uses how much of the disk and of the memory is told, for people and as JSON")
  func use() throws {
    try RunningServer(data).stop()
    try Data(count: 3_200_000).write(to: URL(fileURLWithPath: data.path + "/kept.bin"))
    let told = try doctor()
    #expect(told.output.contains("kept.bin 3 MB"), "\(told.output)\(told.errors)")
    #expect(told.output.contains("in memory with everything loaded: "))
    #expect(told.output.contains("  of it with maps, heights and timetables: "), "\(told.output)")
    let answer = try JSONValue(parsing: Array(doctor("--json").output.utf8))["use"]
    let disk = answer?["disk"]?.array ?? []
    let sizes = Dictionary(
      disk.map { ($0["name"]?.string ?? "", $0["bytes"]?.integer ?? 0) }, uniquingKeysWith: +)
    #expect(sizes["kept.bin"] == 3_200_000)
    #expect(sizes["wayside.sqlite"] ?? 0 > 100_000, "\(sizes)")
    #expect(!sizes.keys.contains { $0.hasSuffix("-wal") || $0.hasSuffix("-shm") }, "\(sizes)")
    #expect((1_000_000...1_000_000_000).contains(answer?["memory"]?.integer ?? 0))
    #expect(answer?["mapped"]?.integer ?? 0 > 1_000_000)
    let parts = answer?["parts"]?.array ?? []
    #expect(parts.count == 2)
    let own = parts.reduce(0) { $0 + ($1["memory"]?.integer ?? -1_000_000_000) }
    let all = answer?["memory"]?.integer ?? 0
    #expect(own >= 0 && own <= all, "\(parts)")
  }

  @Test("how old maps, heights and timetables are is told, and which timetable is over")
  func geodata() throws {
    let server = try RunningServer(data)
    server.stop()
    let files = try TemporaryFolder()
    try TownFeed.write(side: 6, lon: 10, lat: 1, to: files.file("town"))
    let heights = files.file("N01E010.hgt")
    try Data(count: 1201 * 1201 * 2).write(to: URL(fileURLWithPath: heights))
    let program = try Program()
    for command in [["import", "gtfs", files.file("town")], ["import", "elevation", heights]] {
      let outcome = try program.run(command + ["--data", data.path])
      try #require(outcome.code == 0, "\(outcome.errors)")
    }
    let told = try doctor()
    #expect(told.code == 0, "\(told.errors)")
    let today = SystemClock().now().description.prefix(8)
    #expect(told.output.contains("Heights N01E010.hgt: imported on \(today)"), "\(told.output)")
    #expect(told.output.contains("Timetable town: imported on \(today)"), "\(told.output)")
    #expect(
      told.output.contains(
        "warning: The timetable town ended on 2026-06-30; import a newer feed."))
    let json = try doctor("--json").output
    #expect(json.contains("\"geodata\":[\"Heights N01E010.hgt"), "\(json)")
  }

  @Test(
    "MF-GC-02: a deleted object with instances is no fault; changed and deleted money and a cut log are"
  )
  func database() throws {
    try prepare()
    let healthy = try doctor("--deep")
    #expect(healthy.code == 0, "\(healthy.output)\(healthy.errors)")
    let wrong: [(String, String)] = [
      (
        "UPDATE ledger_entries SET amount = 1 WHERE id = (SELECT MIN(id) FROM ledger_entries)",
        "ledger-is-as-written"
      ),
      (
        "DELETE FROM ledger_entries WHERE id = (SELECT MAX(id) FROM ledger_entries)",
        "ledger-is-whole"
      ),
      (
        "DELETE FROM audit_entries WHERE number = (SELECT MAX(number) FROM audit_entries)",
        "audit-tail"
      ),
    ]
    for (statement, _) in wrong {
      #expect(try !RunningServer.takes(data, [statement]), "\(statement)")
    }
    #expect(try doctor().code == 0)
    try RunningServer.change(
      data, "DROP TRIGGER ledger_entries_unchanged", "DROP TRIGGER ledger_entries_kept",
      "DROP TRIGGER audit_entries_kept")
    for (statement, rule) in wrong {
      try RunningServer.change(data, statement)
      let sick = try doctor()
      #expect(sick.code == 1 && sick.output.contains(rule), "\(rule): \(sick.output)")
    }
  }

  @Test("MF-GC-02: a server that goes on over a cut audit log does not bless the cut, and says so")
  func cutLog() throws {
    try prepare()
    let tail = try String(contentsOfFile: data.file("audit.tail"), encoding: .utf8)
    try RunningServer.change(
      data, "DROP TRIGGER audit_entries_kept",
      "DELETE FROM audit_entries WHERE number = (SELECT MAX(number) FROM audit_entries)")
    func notes(_ server: RunningServer) throws -> [String] {
      let ready = try server.call("GET", "/readyz")
      #expect(ready.status == 200, "\(ready.text)")
      return ready.json["notes"]?.array?.compactMap(\.string) ?? []
    }
    var server = try RunningServer(data)
    try eventually("it is said") { try notes(server).contains { $0.contains("audit log") } }
    server.stop()
    // At the start and at the end it was looked at.
    #expect(server.log.components(separatedBy: "\"audit-log-cut\"").count == 2, "\(server.log)")
    #expect(try String(contentsOfFile: data.file("audit.tail"), encoding: .utf8) == tail)
    let sick = try doctor()
    #expect(sick.code == 1 && sick.output.contains("audit-tail"), "\(sick.output)")
    // Explained by the operator: noted anew.
    try FileManager.default.removeItem(atPath: data.file("audit.tail"))
    let missing = try doctor()
    #expect(missing.code == 1 && missing.output.contains("audit.tail is missing"))
    server = try RunningServer(data)
    eventually("it is noted") { FileManager.default.fileExists(atPath: data.file("audit.tail")) }
    #expect(try notes(server).isEmpty)
    server.stop()
    #expect(try doctor().code == 0)
    try "7 zz".write(toFile: data.file("audit.tail"), atomically: true, encoding: .utf8)
    #expect(try doctor().output.contains("audit.tail cannot be read"))
  }

  @Test("MF-GC-02: a line of seals that a power cut has torn is written anew, and no fault")
  func tornSeals() throws {
    try prepare()
    let path = data.file("ledger.seals")
    let whole = try String(contentsOfFile: path, encoding: .utf8)
    try #require(whole.split(separator: "\n").count >= 2)
    for length in [20, 1] {
      try String(whole.dropLast(length)).write(toFile: path, atomically: true, encoding: .utf8)
      #expect(try doctor().code == 0)
      let server = try RunningServer(data)
      try eventually("it is whole again") {
        try String(contentsOfFile: path, encoding: .utf8) == whole
      }
      server.stop()
      #expect(server.log.contains("torn-line-cut"), "\(server.log)")
    }
    #expect(try doctor().code == 0)
  }

  @Test(
    "MF-GC-02: missing seals beside records of money are a finding until the server has made them")
  func missingSeals() throws {
    try prepare()
    for isEmpty in [false, true] {
      try FileManager.default.removeItem(atPath: data.file("ledger.seals"))
      if isEmpty {
        try "".write(toFile: data.file("ledger.seals"), atomically: true, encoding: .utf8)
      }
      let sick = try doctor()
      #expect(sick.code == 1 && sick.output.contains("ledger.seals is missing"), "\(sick.output)")
      let server = try RunningServer(data)
      server.stop()
      #expect(server.log.contains("ledger-seals-begun"), "\(server.log)")
      #expect(try doctor().code == 0)
    }
  }

  @Test(
    "MF-GC-02: a damaged file is not served, and found by --deep; of another length, at every look"
  )
  func media() throws {
    try prepare()
    let name = try #require(
      (FileManager.default.enumerator(atPath: data.file("media"))?.allObjects ?? [])
        .compactMap { $0 as? String }.first { $0.count > 60 })
    let path = data.file("media/" + name)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(fileURLWithPath: path))
    #expect(try doctor().code == 0)
    let deep = try doctor("--deep")
    #expect(deep.code == 1 && deep.output.contains("media-are-intact"), "\(deep.output)")
    let server = try RunningServer(data)
    let ana = try server.logIn("ana@example.org")
    let own = try server.want("GET", "/v1/inventory?source=own", as: ana).items
    let object = try #require(own.first?["id"]?.string)
    let answer = try server.call("GET", "/v1/objects/\(object)/content", as: ana)
    #expect(answer.status == 500 && answer.text.contains("content-damaged"), "\(answer.text)")
    server.stop()
    try Data("short".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try doctor().output.contains("media-are-intact"))
  }

  /// Commands that work with an installation, and may not make one.
  private static let working = [
    ["doctor"], ["backup", "--to", "/tmp/none.zip"], ["scan", "list"],
    ["export", "0198f2a5-0000-7000-8000-000000000000", "/tmp/none.gpx"],
    ["tour", "lint", "0198f2a5-0000-7000-8000-000000000000", "--as", "ana@example.org"],
  ]

  @Test("a wrong data folder is refused by name, and nothing is made in it", arguments: working)
  func wrongFolder(_ command: [String]) throws {
    let absent = data.file("absent")
    let missing = try Program().run(command + ["--data", absent])
    #expect(missing.code == 1 && missing.errors.contains(absent), "\(missing)")
    #expect(missing.errors.contains("nothing was made"), "\(missing)")
    let empty = try Program().run(command + ["--data", data.path])
    #expect(empty.code == 1 && empty.errors.contains(data.file("wayside.sqlite")), "\(empty)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: data.path) == [])
  }

  @Test(
    "an empty PostgreSQL schema is refused, and stays empty",
    .enabled(if: PostgresServer.absence == nil, "PostgreSQL is not installed"))
  func wrongSchema() throws {
    let url = try PostgresServer.freshURL()
    let refused = try Program().run("doctor", "--data", data.path, "--store", url)
    #expect(refused.code == 1 && refused.errors.contains("no tables of Wayside"), "\(refused)")
    #expect(try Store.facts(ofPostgres: url).rows.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: data.path) == [])
  }

  @Test("an empty or missing database beside media, and a missing key, are refused by name")
  func missing() throws {
    try prepare()
    let key = try Data(contentsOf: URL(fileURLWithPath: data.file("service.key")))
    try FileManager.default.removeItem(atPath: data.file("service.key"))
    let keyless = try doctor()
    #expect(keyless.code == 1 && keyless.errors.contains("service.key is missing"))
    #expect(!FileManager.default.fileExists(atPath: data.file("service.key")))
    try key.write(to: URL(fileURLWithPath: data.file("service.key")))
    #expect(try doctor().code == 0)
    try Data().write(to: URL(fileURLWithPath: data.file("wayside.sqlite")))
    let empty = try doctor()
    #expect(empty.code == 1 && empty.errors.contains("is empty while there are media"))
    try FileManager.default.removeItem(atPath: data.file("wayside.sqlite"))
    let gone = try doctor()
    #expect(gone.code == 1 && gone.errors.contains("is missing while there are media"))
  }
}
