import Base
import Foundation
import Storage

/// A PostgreSQL server of this test process: started at first use, gone with the process.
///
/// It lives in a temporary folder, listens on a socket in it only, and does without fsync.
public final class PostgresServer: Sendable {
  /// Why there is none on this machine; nil if there is one.
  public static var absence: String? {
    switch shared {
    case .success: nil
    case .failure(let problem): problem.text
    }
  }

  /// The server, or why there is none (said on standard error, too).
  static let shared: Result<PostgresServer, Problem> = {
    let result = Result { () throws(Problem) in try PostgresServer() }
    if case .failure(let problem) = result {
      FileHandle.standardError.write(
        Data("SKIPPED on PostgreSQL: \(problem.text)\n".utf8))
    }
    return result
  }()

  struct Problem: Error {
    let text: String
  }

  /// Schemas made at the start: one at a time would take a process each.
  private static let readySchemas = 200

  private let folder: String
  private let binaries: String
  private let nextSchema = Guarded(0)
  private let process = Guarded<pid_t?>(nil)

  private init() throws(Problem) {
    guard let binaries = Self.findBinaries() else {
      throw Problem(
        text: "no initdb under /usr/lib/postgresql (Debian: postgresql-15-postgis-3)")
    }
    self.binaries = binaries
    Self.removeLeftFolders()
    folder = "/tmp/wayside-postgres-\(getpid())"
    guard mkdir(folder, 0o700) == 0 else { throw Problem(text: "no folder \(folder)") }
    if getuid() == 0 { try run("/usr/bin/chown", ["postgres", folder]) }
    // Texts must sort by their bytes whatever the database's language: choose an unlike one.
    try run(
      "/usr/bin/setpriv",
      asServer([
        binaries + "/initdb", "-D", folder + "/data", "-U", "wayside", "-A", "trust", "-E", "UTF8",
        "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en-US", "--no-sync",
      ]))
    start()
    try waitUntilReady()
    let schemas = (1...Self.readySchemas).map { "CREATE SCHEMA test\($0);" }
    try sql("CREATE EXTENSION postgis; " + schemas.joined())
    registerAtExit(self)
  }

  /// A `postgres://` address with an empty schema of its own, beside PostGIS.
  public static func freshURL() throws -> String {
    let server = try shared.get()
    let number = server.nextSchema.withLock { number in
      number += 1
      return number
    }
    if number > readySchemas { try server.sql("CREATE SCHEMA test\(number)") }
    return server.url(searchPath: "test\(number)")
  }

  func url(searchPath: String) -> String {
    """
    postgres:///postgres?host=\(folder)&user=wayside&application_name=\(searchPath)\
    &options=-csearch_path%3D\(searchPath),public
    """
  }

  /// The schema that an address of ``freshURL()`` leads to.
  static func schema(of url: String) -> String {
    String(url.split(separator: "%3D").last?.split(separator: ",").first ?? "")
  }

  /// Everything in a store as SQL, for ``copy(of:)``.
  public struct Dump: Sendable {
    let schema: String
    public let text: String
  }

  /// What is in a store at this moment.
  public static func dump(_ location: StoreLocation) throws -> Dump {
    guard case .postgres(let url) = location else { throw Problem(text: "not on PostgreSQL") }
    let server = try shared.get()
    let schema = schema(of: url)
    let place = try TemporaryFolder()
    let file = place.file("dump.sql")
    try server.run(
      server.binaries + "/pg_dump",
      [
        "-h", server.folder, "-U", "wayside", "-n", schema, "--no-owner", "-f", file, "postgres",
      ])
    return Dump(schema: schema, text: try String(contentsOfFile: file, encoding: .utf8))
  }

  /// A store of its own with what was dumped.
  public static func copy(of dump: Dump) throws -> StoreLocation {
    let url = try freshURL()
    let text = dump.text
      .replacingOccurrences(of: "CREATE SCHEMA \(dump.schema);", with: "")
      .replacingOccurrences(of: "\(dump.schema).", with: schema(of: url) + ".")
    let place = try TemporaryFolder()
    try text.write(toFile: place.file("dump.sql"), atomically: true, encoding: .utf8)
    try load(file: place.file("dump.sql"))
    return .postgres(url: url)
  }

  /// Ends every session of the store at `location`, as a restart of the server does.
  public static func endSessions(of location: StoreLocation) throws {
    guard case .postgres(let url) = location else { return }
    let server = try shared.get()
    let schema = schema(of: url)
    // Each store's sessions carry the name of its schema.
    try server.sql(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '\(schema)'
      """)
  }

  /// Loads a dump into the schema of an address of ``freshURL()``.
  static func load(file: String) throws {
    let server = try shared.get()
    try server.run(
      "/usr/bin/psql",
      [
        "-q", "-h", server.folder, "-U", "wayside", "-d", "postgres", "-v", "ON_ERROR_STOP=1",
        "-f", file,
      ])
  }

  /// Makes an empty database; returns the folder of the server's socket.
  static func database(_ name: String) throws -> String {
    let server = try shared.get()
    try server.sql("CREATE DATABASE \(name)")
    return server.folder
  }

  /// An address of an empty database of its own.
  public static func ownURL(database name: String) throws -> String {
    "postgres:///\(name)?host=\(try database(name))&user=wayside"
  }

  /// Makes what sessions of a database do reading only, or not, and ends those that there are.
  public static func setReadOnly(_ isOn: Bool, database name: String) throws {
    let server = try shared.get()
    try server.sql(
      "ALTER DATABASE \(name) SET default_transaction_read_only = \(isOn ? "on" : "off")")
    try server.sql(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'")
  }

  /// Changes a store of ``freshURL()`` as a careless hand would.
  public static func change(_ url: String, _ statement: String) throws {
    let server = try shared.get()
    try server.sql("SET search_path TO \(schema(of: url)), public; \(statement)")
  }

  /// Changes a store of whatever address as a careless hand, or another program, would.
  public static func carryOut(_ statement: String, on url: String) throws {
    try shared.get().run(
      "/usr/bin/psql", ["-q", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", statement])
  }

  private func sql(_ text: String) throws(Problem) {
    try run(
      "/usr/bin/psql", ["-q", "-h", folder, "-U", "wayside", "-d", "postgres", "-c", text])
  }

  private static func findBinaries() -> String? {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return versions.compactMap(Int.init).sorted().last.map { "\(root)/\($0)/bin" }.flatMap { path in
      FileManager.default.isExecutableFile(atPath: path + "/initdb") ? path : nil
    }
  }

  /// Folders of test processes that were killed.
  private static func removeLeftFolders() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "/tmp")) ?? []
    where name.hasPrefix("wayside-postgres-") {
      guard let owner = name.split(separator: "-").last.flatMap({ pid_t($0) }) else { continue }
      if kill(owner, 0) != 0, errno == ESRCH {
        try? FileManager.default.removeItem(atPath: "/tmp/" + name)
      }
    }
  }

  /// Runs as the user `postgres` where we are root, and dies with the thread that started it.
  private func asServer(_ command: [String]) -> [String] {
    let user = ["--reuid=postgres", "--regid=postgres", "--init-groups"]
    return ["--pdeathsig=QUIT"] + (getuid() == 0 ? user : []) + ["--"] + command
  }

  private func start() {
    // The thread lives as long as the server: a parent's death is a thread's death here.
    let thread = Thread { [self] in
      let server = Process()
      server.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
      server.arguments = asServer([
        binaries + "/postgres", "-D", folder + "/data", "-k", folder,
        "-c", "listen_addresses=", "-c", "fsync=off", "-c", "full_page_writes=off",
        "-c", "max_connections=2000", "-c", "shared_buffers=64MB", "-c", "max_wal_size=1GB",
        "-c", "autovacuum=off", "-c", "logging_collector=off",
      ])
      server.currentDirectoryURL = URL(fileURLWithPath: "/tmp")
      _ = FileManager.default.createFile(
        atPath: "/tmp/wayside-postgres-\(getpid()).log", contents: nil)
      let log = FileHandle(forWritingAtPath: "/tmp/wayside-postgres-\(getpid()).log")
      server.standardOutput = log
      server.standardError = log
      do { try server.run() } catch { return }
      process.swap(server.processIdentifier)
      server.waitUntilExit()
      process.swap(nil)
    }
    thread.start()
  }

  private func waitUntilReady() throws(Problem) {
    for _ in 0..<100 {
      if (try? run(binaries + "/pg_isready", ["-q", "-h", folder, "-U", "wayside"])) != nil {
        return
      }
      usleep(100_000)
    }
    throw Problem(text: "the server does not start; see /tmp/wayside-postgres-\(getpid()).log")
  }

  fileprivate func stop() {
    if let process = process.current { kill(process, SIGQUIT) }
    for _ in 0..<100 where process.current != nil { usleep(20_000) }
    try? FileManager.default.removeItem(atPath: folder)
    unlink("/tmp/wayside-postgres-\(getpid()).log")
  }

  private func run(_ program: String, _ arguments: [String]) throws(Problem) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: "/tmp")
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    do { try process.run() } catch { throw Problem(text: "\(program): \(error)") }
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Problem(text: "\(program): " + String(decoding: text.suffix(500), as: UTF8.self))
    }
  }
}

private let stoppedAtExit = Guarded<PostgresServer?>(nil)

private func registerAtExit(_ server: PostgresServer) {
  stoppedAtExit.swap(server)
  atexit { stoppedAtExit.current?.stop() }
}
