import Base
import Foundation

/// A pgbouncer before the PostgreSQL server of this test process, with a database of its own behind it.
public final class Pooler: Sendable {
  /// Why there is none on this machine; nil if there is one.
  public static var absence: String? {
    if let absence = PostgresServer.absence { return absence }
    return FileManager.default.isExecutableFile(atPath: program)
      ? nil : "no \(program) (Debian: pgbouncer; tools/setup --full)"
  }

  private static let program = "/usr/sbin/pgbouncer"

  /// An address of the database by the pooler.
  public let url: String
  private let folder: String
  private let process = Process()

  /// - Parameters:
  ///   - mode: pgbouncer's `pool_mode`: `session` or `transaction`.
  ///   - database: the name of the database, which is made.
  public init(mode: String, database: String) throws {
    let socket = try PostgresServer.database(database)
    folder = "/tmp/wayside-pooler-\(getpid())-\(database)"
    url = "postgres:///\(database)?host=\(folder)&port=6432&user=wayside"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o777])
    try """
    [databases]
    \(database) = host=\(socket) dbname=\(database) user=wayside
    [pgbouncer]
    listen_addr =
    listen_port = 6432
    unix_socket_dir = \(folder)
    auth_type = any
    pool_mode = \(mode)
    """.write(toFile: folder + "/pgbouncer.ini", atomically: true, encoding: .utf8)
    process.executableURL = URL(fileURLWithPath: Self.program)
    let user = getuid() == 0 ? ["-u", "postgres"] : []
    process.arguments = user + ["-q", folder + "/pgbouncer.ini"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    for _ in 0..<100 where !FileManager.default.fileExists(atPath: folder + "/.s.PGSQL.6432") {
      usleep(50_000)
    }
  }

  deinit {
    // A thread of ours may have kept the gentler signals from it.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: folder)
  }
}
