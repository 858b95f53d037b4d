import Base
import Foundation
import Storage

/// PostgreSQL's own tools for whole databases, on one schema of one database.
///
/// - Thread: confined.
struct PostgresTools {
  private let url: String
  private let password: String?

  /// - Parameter url: of the database; its password is handed on in the environment, where other
  ///   users of the machine cannot see it.
  init(url: String) throws {
    guard var parts = URLComponents(string: url) else {
      throw UsageError(message: "the address of the store cannot be read")
    }
    password = parts.password
    parts.password = nil
    guard let plain = parts.string else {
      throw UsageError(message: "the address of the store cannot be read")
    }
    self.url = plain
  }

  /// Writes the schema of our tables into a file.
  func dump(schema: String, to path: String) throws {
    try run(
      "pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--schema=\(schema)",
      "--file=\(path)", "--dbname=\(url)")
  }

  /// Puts a dump in the place of what the schema holds and carries out statements on it, all of it
  /// or nothing: one transaction, which `pg_restore` by itself would end before them.
  func restore(from path: String, then statements: [String]) throws {
    let script = path + ".sql"
    defer { try? FileManager.default.removeItem(atPath: script) }
    // For nobody else's eyes from the first byte on.
    _ = FileManager.default.createFile(
      atPath: script, contents: nil, attributes: [.posixPermissions: 0o600])
    try run(
      "pg_restore", "--clean", "--if-exists", "--no-owner", "--no-privileges", "--exit-on-error",
      "--file=\(script)", path)
    // The script leaves no schema to be found by name.
    let commands = (["RESET search_path"] + statements).map { "--command=\($0)" }
    try run(
      ["psql", "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"]
        + ["--dbname=\(url)", "--file=\(script)"] + commands)
  }

  private func run(_ words: String...) throws { try run(words) }

  private func run(_ words: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    var environment = ProcessInfo.processInfo.environment
    if let password { environment["PGPASSWORD"] = password }
    process.environment = environment
    let errors = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let text = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Refusal(
        .conflict, "tool-failed",
        """
        \(words[0]) failed; nothing was changed. It says: \
        \(String(decoding: text.suffix(400), as: UTF8.self).trimmingCharacters(in: .newlines))
        """)
    }
  }
}
