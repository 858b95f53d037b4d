import Archives
import Base
import Cryptography
import Foundation
import Storage

/// `wayside backup` and `wayside restore`: everything of a data folder in one file.
///
/// The file is a zip archive: `backup.json`, `wayside.sqlite`, `service.key` and the media under
/// their digests. It holds personal data and the installation's secret: keep it as safe as the
/// folder itself.
enum BackupCommand {
  static let backup = Command(
    name: "backup", operands: "", operandCount: 0...0,
    summary: "Writes a verified backup while the server goes on.",
    options: [
      Arguments.Option(name: "data", value: "DIR", summary: "the data folder"),
      Arguments.Option(name: "to", value: "FILE", summary: "the file to write; must not exist"),
      Command.json,
    ],
    run: runBackup)

  static let restore = Command(
    name: "restore", operands: "", operandCount: 0...0,
    summary: "Puts a backup in the place of a data folder whose server is stopped.",
    options: [
      Arguments.Option(name: "data", value: "DIR", summary: "the data folder; made if absent"),
      Arguments.Option(name: "from", value: "FILE", summary: "the backup"),
      Arguments.Option(
        name: "replace", value: nil, summary: "allows to replace data that are there"),
    ],
    run: runRestore)

  /// What an installation has of its own beside database and media.
  private static let ownFiles = ["service.key", "settings.json"]

  private static func runBackup(_ arguments: Arguments) throws {
    let folder = try arguments.required("data")
    let target = try arguments.required("to")
    guard !FileManager.default.fileExists(atPath: target) else {
      throw Refusal(.conflict, "file-exists", "\(target) exists already; name a new file.")
    }
    let copy = target + ".sqlite"
    defer { try? FileManager.default.removeItem(atPath: copy) }
    let report = try Store.backup(database: folder + "/wayside.sqlite", toFile: copy)
    // The media after the database: whatever the copy refers to is there by now.
    var zip = ZipWriter()
    try zip.add("wayside.sqlite", path: copy, isCompressed: true)
    for name in ownFiles where FileManager.default.fileExists(atPath: folder + "/" + name) {
      try zip.add(name, path: folder + "/" + name, isCompressed: false)
    }
    var files = 0
    let media = try MediaFolder(in: folder)
    try media.list { digest in
      try zip.add("media/\(digest.hex)", path: path(of: digest, in: folder), isCompressed: false)
      files += 1
    }
    try zip.add("backup.json", Array(manifest(report, files: files).utf8), isCompressed: false)
    let partial = target + ".partial"
    defer { try? FileManager.default.removeItem(atPath: partial) }
    try zip.write(path: partial)
    let checked = try verify(partial)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: partial)
    try FileManager.default.moveItem(atPath: partial, toPath: target)
    if arguments.has("json") {
      Terminal.say { json in
        json.key("rows")
        json.integer(report.rows.values.reduce(0, +))
        json.key("media")
        json.integer(checked)
        json.key("lastChange")
        json.integer(report.lastChange)
      }
    } else {
      let rows = report.rows.values.reduce(0, +)
      Terminal.say("backed up and verified \(rows) rows and \(checked) media files in \(target)")
    }
  }

  private static func runRestore(_ arguments: Arguments) throws {
    let folder = try arguments.required("data")
    let source = try arguments.required("from")
    let database = folder + "/wayside.sqlite"
    if FileManager.default.fileExists(atPath: database), !arguments.has("replace") {
      throw Refusal(
        .conflict, "data-exist",
        "\(folder) holds data. Say --replace to put the backup in their place."
      )
    }
    let files = try verify(source)
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let zip = try ZipReader(path: source, limits: limits)
    let media = try MediaFolder(in: folder)
    var progress = Progress("media")
    for (index, entry) in zip.entries.enumerated() where entry.name.hasPrefix("media/") {
      if let digest = MediaDigest(hex: entry.name.dropFirst(6)), !media.exists(digest) {
        try media.put(try zip.bytes(of: entry), digest: digest)
      }
      progress.show(index + 1, of: zip.entries.count)
    }
    for name in ownFiles {
      guard let entry = zip.entry(name) else { continue }
      try write(try zip.bytes(of: entry), to: folder + "/" + name)
    }
    let copy = folder + "/restoring.sqlite"
    defer { try? FileManager.default.removeItem(atPath: copy) }
    guard let entry = zip.entry("wayside.sqlite") else { throw noBackup(source) }
    try write(try zip.bytes(of: entry), to: copy)
    try Store.restore(file: copy, to: database)
    Terminal.say("restored the database and \(files) media files into \(folder)")
  }

  /// Checks every file of a backup; returns how many media files it holds.
  private static func verify(_ path: String) throws -> Int {
    let zip = try ZipReader(path: path, limits: limits)
    guard zip.entry("backup.json") != nil, zip.entry("wayside.sqlite") != nil else {
      throw noBackup(path)
    }
    var files = 0
    for entry in zip.entries where entry.name.hasPrefix("media/") {
      guard SHA256.hash(try zip.bytes(of: entry)).hexadecimal == entry.name.dropFirst(6) else {
        throw Refusal(.invalid, "damaged-backup", "\(path): \(entry.name) is damaged.")
      }
      files += 1
    }
    return files
  }

  private static func noBackup(_ path: String) -> Refusal {
    Refusal(.invalid, "no-backup", "\(path) is not a backup made by wayside backup.")
  }

  /// A backup is our own file: its size is not limited as an upload's is.
  private static let limits = ZipLimits(
    entries: 10_000_000, totalBytes: 1 << 42, entryBytes: 1 << 36, ratio: 10_000,
    allowsNestedArchives: true)

  private static func path(of digest: MediaDigest, in folder: String) -> String {
    "\(folder)/media/\(digest.hex.prefix(2))/\(digest.hex.dropFirst(2).prefix(2))/\(digest.hex)"
  }

  private static func manifest(_ report: BackupReport, files: Int) -> String {
    var json = JSONWriter()
    json.object { json in
      json.key("format")
      json.string("wayside-backup")
      json.key("version")
      json.integer(1)
      json.key("madeAt")
      json.instant(SystemClock().now())
      json.key("lastChange")
      json.integer(report.lastChange)
      json.key("media")
      json.integer(files)
      json.key("rows")
      json.object { json in
        for (table, rows) in report.rows.sorted(by: { $0.key < $1.key }) {
          json.key(table)
          json.integer(rows)
        }
      }
    }
    return json.string
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    let made = FileManager.default.createFile(
      atPath: path, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
    guard made else {
      throw Refusal(.storageFull, "not-written", "\(path) cannot be written; is the disk full?")
    }
  }
}
