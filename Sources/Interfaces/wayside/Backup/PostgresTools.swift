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

  /// Writes the schema of our tables into a file; what PostGIS keeps beside them stays out.
  func dump(schema: String, to path: String) throws {
    try run(
      "pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--schema=\(schema)",
      "--exclude-table-data=*.\(Self.tableOfPostGIS)", "--file=\(path)", "--dbname=\(url)")
  }

  /// Puts a dump in the place of all tables of its schema and carries out statements on it, all of
  /// it or nothing: one transaction, which `pg_restore` by itself would end before them.
  ///
  /// The schema itself stays, as PostGIS may live in it. Every table in it is taken for one of
  /// ours, also one that a newer program has made. A view on one, or a table of another schema that
  /// refers to one, is not ours and ends the restoring.
  func restore(from path: String, then statements: [String]) throws {
    let (list, script) = (path + ".list", path + ".sql")
    defer { for file in [list, script] { try? FileManager.default.removeItem(atPath: file) } }
    // For nobody else's eyes from the first byte on.
    for file in [list, script] {
      _ = FileManager.default.createFile(
        atPath: file, contents: nil, attributes: [.posixPermissions: 0o600])
    }
    try run("pg_restore", "--list", "--file=\(list)", path)
    let schema = try keepTables(inList: list)
    try run(
      "pg_restore", "--no-owner", "--no-privileges", "--exit-on-error", "--use-list=\(list)",
      "--file=\(script)", path)
    let clearing = PostgresClearing(schema: schema, postGIS: try schemaOfPostGIS(script: script))
    var words = [
      "psql", "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1",
      "--set=SHOW_CONTEXT=never", "--dbname=\(url)",
    ]
    words += clearing.statements.map { "--command=\($0)" }
    // The script leaves no schema to be found by name.
    words += ["--file=\(script)", "--command=RESET search_path"]
    words += statements.map { "--command=\($0)" }
    try run(words)
  }

  /// A table of PostGIS, which is there wherever PostGIS is.
  private static let tableOfPostGIS = "spatial_ref_sys"

  /// Leaves out of a list of what a dump holds the schema itself, and what PostGIS brings along.
  ///
  /// - Returns: the schema's name.
  private func keepTables(inList path: String) throws -> String {
    var schema: String?
    let text = String(
      decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    // A line is "NUMBER; OID OID KIND SCHEMA NAME OWNER".
    let kept = text.split(separator: "\n").filter { line in
      let words = line.split(separator: " ", maxSplits: 3)
      guard words.count == 4, !line.hasPrefix(";") else { return true }
      let entry = words[3]
      if entry.hasPrefix("SCHEMA - "), let end = entry.lastIndex(of: " ") {
        schema = String(entry[..<end].dropFirst("SCHEMA - ".count))
        return false
      }
      return !entry.hasPrefix("COMMENT - SCHEMA ")
        && !(entry.hasPrefix("TABLE DATA ") && entry.contains(" \(Self.tableOfPostGIS) "))
    }
    guard let schema else {
      throw Refusal(
        .invalid, "no-backup",
        "The dump in the backup names no schema; was it made by wayside backup? "
          + "Nothing was changed.")
    }
    try LineFile(path: path).replace(with: Data((kept.joined(separator: "\n") + "\n").utf8))
    return schema
  }

  /// The schema in which a script looks for PostGIS, as it writes it; nil if it does not say.
  ///
  /// - Complexity: reads the script's beginning, where the tables are made.
  private func schemaOfPostGIS(script path: String) throws -> String? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    let text = String(decoding: try file.read(upToCount: 1 << 20) ?? Data(), as: UTF8.self)
    guard let type = text.range(of: ".geometry(") else { return nil }
    let before = text[..<type.lowerBound]
    let schema = before[(before.lastIndex(where: \.isWhitespace) ?? before.startIndex)...]
      .drop(while: \.isWhitespace)
    return schema.isEmpty ? nil : String(schema)
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
