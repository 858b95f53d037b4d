import Archives
import Base
import Foundation
import TestSupport
import Testing

/// `wayside backup` and `wayside restore`, as the real program.
@Suite("Backups and what comes of them")
struct RestoreTests {
  private let data: TemporaryFolder
  private let files: TemporaryFolder

  init() throws {
    data = try TemporaryFolder()
    files = try TemporaryFolder()
  }

  private var backup: String { files.file("backup.zip") }

  /// A server with two people and an object; stopped again.
  private func prepare() throws {
    let server = try RunningServer(data)
    let ana = try server.person("ana")
    _ = try server.person("ben")
    try server.want("POST", "/v1/objects", as: ana, #"{"name":"Cube","prompt":"red cube 1 m"}"#)
    server.stop()
    let made = try Program().run("backup", "--data", data.path, "--to", backup)
    try #require(made.code == 0, "\(made.errors)")
  }

  /// Names and contents of everything in the data folder that a server does not write by itself.
  private func state() -> [String: Data] {
    var state: [String: Data] = [:]
    let names = FileManager.default.enumerator(atPath: data.path)?.allObjects ?? []
    for name in names.compactMap({ $0 as? String }) {
      let path = data.file(name)
      if name.hasSuffix(".lock") || name.hasSuffix("-shm") || name.hasSuffix("-wal") { continue }
      if let content = FileManager.default.contents(atPath: path) { state[name] = content }
    }
    return state
  }

  private func restore(_ path: String, _ more: String...) throws -> Program.Outcome {
    try Program().run(["restore", "--data", data.path, "--from", path, "--replace"] + more)
  }

  /// The backup with entries changed, left out (nil) or added.
  private func altered(_ changes: [String: [UInt8]?]) throws -> String {
    let zip = try ZipReader(path: backup)
    var writer = ZipWriter()
    var rest = changes
    for entry in zip.entries {
      if let change = rest.removeValue(forKey: entry.name) {
        if let change { try writer.add(entry.name, change) }
      } else {
        try writer.add(entry.name, try zip.bytes(of: entry))
      }
    }
    for (name, change) in rest { if let change { try writer.add(name, change) } }
    let path = files.file(UUID().uuidString + ".zip")
    try writer.write(path: path)
    return path
  }

  @Test(
    "a backup of which anything was changed, left out or added is refused by name and changes nothing"
  )
  func refused() throws {
    try prepare()
    let zip = try ZipReader(path: backup)
    let medium = try #require(zip.entries.first { $0.name.hasPrefix("media/") }?.name)
    let manifest = try zip.bytes(of: #require(zip.entry("backup.json")))
    let forged = Array(
      String(decoding: manifest, as: UTF8.self).replacing(
        "\"lastChange\":", with: "\"lastChange\":9"
      )
      .utf8)
    // The folder has gone on since the backup.
    let server = try RunningServer(data, settings: #"{"viewLimit":7}"#)
    _ = try server.person("cleo")
    server.stop()
    let before = state()
    let wrong: [(String, [String: [UInt8]?], String)] = [
      ("a changed medium", [medium: [1, 2, 3]], medium),
      ("a medium left out", [medium: nil], medium),
      ("a changed key", ["service.key": Array(repeating: 7, count: 32)], "service.key"),
      ("a changed database", ["wayside.sqlite": Array("nothing".utf8)], "wayside.sqlite"),
      ("a database left out", ["wayside.sqlite": nil], "wayside.sqlite"),
      ("an added file", ["media/" + String(repeating: "0", count: 64): [1]], "media/000"),
      ("a changed manifest", ["backup.json": forged], "backup.json"),
      ("no signature", ["backup.sig": nil], "backup.sig"),
      ("no manifest", ["backup.json": nil], "not a backup"),
    ]
    for (what, changes, name) in wrong {
      let outcome = try restore(try altered(changes))
      #expect(outcome.code == 1 && outcome.errors.contains(name), "\(what): \(outcome.errors)")
      #expect(outcome.errors.contains("Nothing was changed"), "\(what): \(outcome.errors)")
      #expect(state() == before, "\(what)")
    }
    // While a server runs: the whole way up to the stroke, and back.
    let running = try RunningServer(data)
    let outcome = try restore(backup)
    #expect(outcome.code == 1, "\(outcome.output)")
    running.stop()
    let after = state()
    for name in ["service.key", "settings.json"] { #expect(after[name] == before[name], "\(name)") }
    func media(_ state: [String: Data]) -> [String] {
      state.keys.filter { $0.hasPrefix("media/") }.sorted()
    }
    #expect(media(after) == media(before))
    // Another installation's backup is not taken for one's own.
    let other = try TemporaryFolder()
    let stranger = try RunningServer(other)
    _ = try stranger.person("dora")
    stranger.stop()
    let foreign = try Program().run(
      "restore", "--data", other.path, "--from", backup, "--replace")
    #expect(foreign.code == 1 && foreign.errors.contains("not made by this installation"))
    #expect(try restore(backup).code == 0)
  }

  @Test("nobody else can read a backup while it is made, and what a killed run has left goes")
  func modes() throws {
    try prepare()
    try FileManager.default.removeItem(atPath: backup)
    for ending in [".database", ".partial"] {
      let made = FileManager.default.createFile(
        atPath: backup + ending, contents: Data("left".utf8),
        attributes: [.posixPermissions: 0o644])
      try #require(made)
    }
    // Enough to be looked at while it is written.
    try RunningServer.change(
      data, "CREATE TABLE heavy (content BLOB)",
      """
      INSERT INTO heavy WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
        WHERE i < 10) SELECT randomblob(1000000) FROM n
      """)
    let program = try Program()
    let process = try program.start("backup", "--data", data.path, "--to", backup)
    var (seen, open): (Set<String>, Set<String>) = ([], [])
    while process.isRunning {
      for ending in ["", ".database", ".database.partial", ".partial"] {
        var status = stat()
        guard stat(backup + ending, &status) == 0, status.st_size != "left".utf8.count else {
          continue
        }
        seen.insert(ending)
        if status.st_mode & 0o077 != 0 { open.insert(ending) }
      }
      usleep(500)
    }
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(program.errors)")
    #expect(seen.contains(".database"), "\(seen)")
    #expect(open == [])
    for ending in [".database", ".partial"] {
      #expect(!FileManager.default.fileExists(atPath: backup + ending))
    }
  }

  /// Ben goes for good; who was to be found in lists then.
  @discardableResult
  private func eraseBen() throws -> String {
    let server = try RunningServer(data)
    let ben = try server.logIn("ben@example.org")
    let me = try server.want("GET", "/v1/me", as: ben)
    let tag = try #require(me.headers.first { $0.name == "etag" }?.value)
    let gone = try server.call(
      "DELETE", "/v1/me", as: ben, #"{"password":"\#(RunningServer.password)"}"#,
      headers: ["If-Match: \(tag)"])
    #expect(gone.status == 204, "\(gone.text)")
    server.stop()
    return try me.require("id")
  }

  /// Whether a server on the folder knows Ana, and what it says to Ben.
  private func benIsGone(_ server: RunningServer) throws -> Bool {
    _ = try server.logIn("ana@example.org")
    return try server.call(
      "POST", "/v1/sessions",
      #"{"login":"ben@example.org","password":"\#(RunningServer.password)"}"#
    ).status == 401
  }

  @Test("accounts that were erased since a backup are erased again by its restoration")
  func erased() throws {
    try prepare()
    let ben = try eraseBen()
    let list = try String(contentsOfFile: data.file("erasures.txt"), encoding: .utf8)
    #expect(list.contains(ben))
    let outcome = try restore(backup)
    #expect(outcome.code == 0 && outcome.output.contains("erased 1 accounts again"), "\(outcome)")
    let again = try RunningServer(data)
    #expect(try benIsGone(again))
    again.stop()
    // The list is lost, and the database that is replaced knows it still.
    for place in [data.file("erasures.txt"), files.file("erasures.txt")] {
      try FileManager.default.removeItem(atPath: place)
    }
    #expect(try restore(backup).output.contains("erased 1 accounts again"))
    #expect(
      try String(contentsOfFile: data.file("erasures.txt"), encoding: .utf8).contains(ben))
    // Elsewhere, with a list that is named.
    let second = files.file("second")
    let elsewhere = try Program().run(
      "restore", "--data", second, "--from", backup, "--erasures", data.file("erasures.txt"))
    #expect(elsewhere.output.contains("erased 1 accounts again"), "\(elsewhere)")
    #expect(try Program().run("doctor", "--data", second, "--deep").code == 0)
  }

  @Test(
    "what root brings back belongs to whom the data folder belongs",
    .enabled(if: geteuid() == 0, "only root can bring back what is another user's"))
  func owned() throws {
    try prepare()
    let nobody: uid_t = 65_534
    func owners() -> [String: uid_t] {
      let names = FileManager.default.enumerator(atPath: data.path)?.allObjects ?? []
      var owners: [String: uid_t] = [:]
      for name in names.compactMap({ $0 as? String }) {
        var found = stat()
        if lstat(data.file(name), &found) == 0 { owners[name] = found.st_uid }
      }
      return owners
    }
    for path in [data.path] + owners().keys.map({ data.file($0) }) {
      try #require(chown(path, nobody, nobody) == 0, "\(path)")
    }
    #expect(try restore(backup).code == 0)
    #expect(owners()["wayside.sqlite"] == nobody)
    #expect(owners().filter { $0.value != nobody } == [:])
    // What fails leaves nothing of root's either.
    #expect(try restore(try altered(["wayside.sqlite": Array("nothing".utf8)])).code == 1)
    #expect(owners().filter { $0.value != nobody } == [:])
  }

  @Test("the list of erasures is kept beside the backup, and serves where the data folder is lost")
  func lostFolder() throws {
    try prepare()
    let ben = try eraseBen()
    let beside = try String(contentsOfFile: files.file("erasures.txt"), encoding: .utf8)
    #expect(beside.contains(ben))
    let second = files.file("second")
    let elsewhere = try Program().run("restore", "--data", second, "--from", backup)
    #expect(elsewhere.code == 0 && elsewhere.output.contains("erased 1 accounts again"))
    #expect(
      try String(contentsOfFile: second + "/erasures.txt", encoding: .utf8).contains(ben))
    #expect(try Program().run("doctor", "--data", second, "--deep").code == 0)
  }

  @Test("a restoration that fails at its last step leaves the database as it was")
  func tooNew() throws {
    try prepare()
    try RunningServer.change(data, "INSERT INTO schema_migrations VALUES ('realms', 999, 0)")
    let newer = files.file("newer.zip")
    #expect(try Program().run("backup", "--data", data.path, "--to", newer).code == 0)
    try RunningServer.change(data, "DELETE FROM schema_migrations WHERE number = 999")
    try eraseBen()
    let before = state()
    let outcome = try restore(newer)
    #expect(outcome.code == 1 && outcome.errors.contains("newer version"), "\(outcome)")
    #expect(state() == before)
    let server = try RunningServer(data)
    #expect(try benIsGone(server))
    server.stop()
    #expect(try Program().run("doctor", "--data", data.path, "--deep").code == 0)
  }

  @Test(
    "whoever is in the list is erased before a server answers, in whatever way the database came back"
  )
  func broughtBack() throws {
    try prepare()
    let old = try Data(contentsOf: URL(fileURLWithPath: data.file("wayside.sqlite")))
    try eraseBen()
    try old.write(to: URL(fileURLWithPath: data.file("wayside.sqlite")))
    // What a restoration that was ended by force has left.
    try FileManager.default.createDirectory(
      atPath: data.file("restoring"), withIntermediateDirectories: false)
    let sick = try Program().run("doctor", "--data", data.path)
    #expect(sick.code == 1 && sick.output.contains("erased-stay-erased"), "\(sick)")
    let server = try RunningServer(data)
    #expect(try benIsGone(server))
    #expect(server.log.contains("erased-again"))
    #expect(!FileManager.default.fileExists(atPath: data.file("restoring")))
    server.stop()
    let well = try Program().run("doctor", "--data", data.path)
    #expect(well.code == 0, "\(well)")
  }

  @Test("a line of the list of erasures that a power cut has torn is written anew")
  func tornList() throws {
    try prepare()
    let ben = try eraseBen()
    let path = data.file("erasures.txt")
    let whole = try String(contentsOfFile: path, encoding: .utf8)
    try String(whole.dropLast(3)).write(toFile: path, atomically: true, encoding: .utf8)
    let server = try RunningServer(data)
    try eventually("it is whole again") {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      return text.hasSuffix("\n") && text.count == whole.count && text.contains(ben)
    }
    server.stop()
    #expect(server.log.contains("torn-line-cut"))
  }

  @Test(
    "a PostgreSQL store is backed up and brought back with its media; its password is no argument",
    .enabled(if: PostgresServer.absence == nil, "PostgreSQL is not installed"))
  func postgres() throws {
    let url = try PostgresServer.freshURL()
    let file = files.file("store")
    try (url + "\n").write(toFile: file, atomically: true, encoding: .utf8)
    var server = try RunningServer(data, options: ["--store-file", file])
    let ana = try server.person("ana")
    try server.want("POST", "/v1/objects", as: ana, #"{"name":"Cube","prompt":"red cube 1 m"}"#)
    let made = try Program().run(
      "backup", "--data", data.path, "--store-file", file, "--to", backup)
    #expect(made.code == 0, "\(made.errors)")
    _ = try server.person("ben")
    server.stop()
    let refused = try Program().run(
      "restore", "--data", data.path, "--store-file", file, "--from", backup)
    #expect(refused.code == 1 && refused.errors.contains("--replace"), "\(refused.errors)")
    let local = try Program().run(
      "restore", "--data", files.file("local"), "--from", backup)
    #expect(local.code == 1 && local.errors.contains("say --store"), "\(local.errors)")
    let outcome = try restore(backup, "--store-file", file)
    #expect(outcome.code == 0, "\(outcome.errors)")
    server = try RunningServer(data, environment: ["WAYSIDE_STORE": url, "PATH": "/usr/bin:/bin"])
    let token = try server.logIn("ana@example.org")
    #expect(try server.want("GET", "/v1/inventory?source=own", as: token).items.count == 1)
    #expect(
      try server.call(
        "POST", "/v1/sessions",
        #"{"login":"ben@example.org","password":"\#(RunningServer.password)"}"#
      ).status == 401)
    server.stop()
    let shown = try Program().run(
      "doctor", "--data", data.path, "--store", "postgres://wayside:secret@localhost/wayside")
    #expect(shown.code == 2 && shown.errors.contains("everyone on this machine"))
    #expect(!shown.errors.contains("secret"))
  }

  @Test(
    "a restoration that fails within PostgreSQL, or after its last row, leaves all as it was",
    .enabled(if: PostgresServer.absence == nil, "PostgreSQL is not installed"))
  func postgresFails() throws {
    let url = try PostgresServer.freshURL()
    let file = files.file("store")
    try url.write(toFile: file, atomically: true, encoding: .utf8)
    func back(up name: String) throws {
      let made = try Program().run(
        "backup", "--data", data.path, "--store-file", file, "--to", files.file(name))
      try #require(made.code == 0, "\(made.errors)")
    }
    var server = try RunningServer(
      data, settings: #"{"viewLimit":7}"#, options: ["--store-file", file])
    let ana = try server.person("ana")
    let cube = try server.want(
      "POST", "/v1/objects", as: ana, #"{"name":"Cube","prompt":"red cube 1 m"}"#)
    server.stop()
    try back(up: "good")
    // One after whose last change there is no number left for another.
    try PostgresServer.change(
      url,
      """
      INSERT INTO changes (sequence, at, kind, subject, operation)
        SELECT 9223372036854775807, at, kind, subject, operation FROM changes LIMIT 1
      """)
    try back(up: "last")
    try PostgresServer.change(url, "DELETE FROM changes WHERE sequence = 9223372036854775807")
    try PostgresServer.change(url, "INSERT INTO schema_migrations VALUES ('realms', 999, 0)")
    try back(up: "newer")
    try PostgresServer.change(url, "DELETE FROM schema_migrations WHERE number = 999")
    // The installation has gone on: somebody came, an object went with its medium, a setting changed.
    server = try RunningServer(
      data, settings: #"{"viewLimit":9}"#, options: ["--store-file", file])
    _ = try server.person("ben")
    let tag = try #require(cube.headers.first { $0.name == "etag" }?.value)
    try server.want(
      "DELETE", "/v1/objects/\(cube.require("id"))", as: ana, headers: ["If-Match: \(tag)"])
    server.stop()
    for name in state().keys where name.hasPrefix("media/") {
      try FileManager.default.removeItem(atPath: data.file(name))
    }
    // What hangs on a table of ours keeps it from being replaced, when much else has been.
    try PostgresServer.change(url, "CREATE VIEW hanging AS SELECT * FROM accounts")
    for (backup, reason) in [
      ("good", "hanging"), ("last", "out of range"), ("newer", "made by a newer version"),
    ] {
      if backup == "last" { try PostgresServer.change(url, "DROP VIEW hanging") }
      let before = state()
      let outcome = try restore(files.file(backup), "--store-file", file)
      #expect(outcome.code == 1 && outcome.errors.contains(reason), "\(backup): \(outcome.errors)")
      #expect(outcome.errors.contains("nothing was changed"), "\(backup): \(outcome.errors)")
      #expect(state() == before, "\(backup)")
      server = try RunningServer(data, options: ["--store-file", file])
      _ = try server.logIn("ben@example.org")
      let token = try server.logIn("ana@example.org")
      #expect(try server.want("GET", "/v1/inventory?source=own", as: token).items.isEmpty)
      server.stop()
    }
    #expect(try restore(files.file("good"), "--store-file", file).code == 0)
  }

  @Test(
    "a PostgreSQL backup comes back in either layout, over newer tables and into an empty database",
    .enabled(if: PostgresServer.absence == nil, "PostgreSQL is not installed"),
    arguments: ["public", "own"])
  func postgresLayouts(_ layout: String) throws {
    let database = "layout_\(UUID().uuidString.prefix(8).lowercased())"
    // With PostGIS in public: our tables beside it, or in a schema of their own.
    let url =
      try layout == "own"
      ? PostgresServer.freshURL() : PostgresServer.ownURL(database: database)
    func store(_ url: String, _ name: String) throws -> String {
      try url.write(toFile: files.file(name), atomically: true, encoding: .utf8)
      return files.file(name)
    }
    let file = try store(url, "store")
    var server = try RunningServer(data, options: ["--store-file", file])
    let ana = try server.person("ana")
    try server.want("POST", "/v1/objects", as: ana, #"{"name":"Cube","prompt":"red cube 1 m"}"#)
    server.stop()
    let made = try Program().run(
      "backup", "--data", data.path, "--store-file", file, "--to", backup)
    try #require(made.code == 0, "\(made.errors)")
    // An upgrade since: a table that refers to ours, one that ours refers to, a function for both.
    let upgrade = """
      CREATE TABLE newer (account bytea PRIMARY KEY REFERENCES accounts (id));
      CREATE TABLE newest (id bigserial PRIMARY KEY);
      ALTER TABLE accounts ADD COLUMN newest bigint REFERENCES newest (id);
      CREATE FUNCTION newer_guard() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER newer_kept BEFORE DELETE ON newer
        FOR EACH ROW EXECUTE FUNCTION newer_guard()
      """
    try PostgresServer.carryOut(upgrade, on: url)
    let outcome = try restore(backup, "--store-file", file)
    #expect(outcome.code == 0, "\(outcome.errors)")
    server = try RunningServer(data, options: ["--store-file", file])
    let token = try server.logIn("ana@example.org")
    #expect(try server.want("GET", "/v1/inventory?source=own", as: token).items.count == 1)
    server.stop()
    // Nothing of the upgrade is left, so that it can come again.
    try PostgresServer.carryOut(upgrade, on: url)

    // Elsewhere: no schema, no PostGIS, no data folder.
    let options = url.components(separatedBy: "&options=").dropFirst().map { "&options=" + $0 }
    let empty = try store(
      PostgresServer.ownURL(database: database + "_empty") + options.joined(), "empty")
    let second = files.file("second")
    let elsewhere = try Program().run(
      "restore", "--data", second, "--store-file", empty, "--from", backup)
    #expect(elsewhere.code == 0, "\(elsewhere.errors)")
    let well = try Program().run("doctor", "--data", second, "--store-file", empty, "--deep")
    #expect(well.code == 0, "\(well.output)\(well.errors)")
  }
}
