import Access
import Archives
import Base
import Composition
import Cryptography
import Foundation
import Identity
import Moderation
import Storage
import WaysideAPI

/// `wayside backup` and `wayside restore`: everything of a data folder in one file.
///
/// The file is a zip archive: the database (`wayside.sqlite`, or `wayside.dump` of a PostgreSQL
/// store), `service.key`, `settings.json`, `erasures.txt`, the media under their digests, and
/// `backup.json` with the digest of each of them, signed in `backup.sig`. It holds personal data and
/// the installation's secret: keep it as safe as the folder itself.
enum BackupCommand {
  static let backup = Command(
    name: "backup", operands: "", operandCount: 0...0,
    summary: "Writes a verified backup while the server goes on.",
    options: Command.storeOptions + [
      Arguments.Option(name: "to", value: "FILE", summary: "the file to write; must not exist"),
      Command.json,
    ],
    run: runBackup)

  static let restore = Command(
    name: "restore", operands: "", operandCount: 0...0,
    summary: """
      Puts a backup in the place of a data folder whose server is stopped.
      All of it is checked first; what fails leaves everything as it was. Accounts that were erased
      since the backup are erased again, by the list in the data folder, the one beside the backup
      and the one that is named. Run by root, it gives what it writes to the owner of the folder.
      """,
    options: Command.storeOptions + [
      Arguments.Option(name: "from", value: "FILE", summary: "the backup"),
      Arguments.Option(
        name: "erasures", value: "FILE",
        summary: "a newer \(ErasureList.name) than those of the data folder and of the backup's"),
      Arguments.Option(
        name: "replace", value: nil, summary: "allows to replace data that are there"),
      Arguments.Option(
        name: "unsigned", value: nil,
        summary: "takes a backup of a release that did not sign them"),
    ],
    run: runRestore)

  private static let (database, dump) = ("wayside.sqlite", "wayside.dump")

  /// What this process and its tools write is for nobody else's eyes from the first byte on: files
  /// get their modes long before they are whole, and keep them if it is killed.
  private static func hideWhatIsWritten() { umask(0o077) }

  private static func runBackup(_ arguments: Arguments) throws {
    hideWhatIsWritten()
    let folder = try arguments.required("data")
    let target = try arguments.required("to")
    guard !FileManager.default.fileExists(atPath: target) else {
      throw Refusal(.conflict, "file-exists", "\(target) exists already; name a new file.")
    }
    let location = try Installation.location(arguments, folder: folder)
    try Installation.requireDatabase(location, in: folder)
    let media = try MediaFolder(in: folder)
    // Nothing that the copy of the database refers to goes before it is in the file.
    let (counted, files) = try media.copying {
      try write(target, of: folder, media, location)
    }
    let rows = counted.rows.values.reduce(0, +)
    if arguments.has("json") {
      Terminal.say { json in
        json.member("rows", rows)
        json.member("media", files)
        json.member("lastChange", counted.lastChange)
      }
    } else {
      Terminal.say("backed up and verified \(rows) rows and \(files) media files in \(target)")
    }
  }

  /// - Returns: what was counted of the database, and how many media there are.
  private static func write(
    _ target: String, of folder: String, _ media: MediaFolder, _ location: StoreLocation
  ) throws -> (counted: Counted, media: Int) {
    let (copy, partial) = (target + ".database", target + ".partial")
    let passing = [copy, copy + ".partial", partial]
    func clear() {
      for path in passing { try? FileManager.default.removeItem(atPath: path) }
    }
    // Also before: a run that was killed has left what others may be able to read.
    clear()
    defer { clear() }
    let counted = try copyDatabase(location, to: copy)
    // The media after the database: whatever the copy refers to is there by now.
    var zip = ZipWriter()
    var manifest = BackupManifest()
    func add(_ name: String, _ path: String, isCompressed: Bool = false) throws {
      manifest.digests[name] = try BackupManifest.digest(ofFile: path)
      try zip.add(name, path: path, isCompressed: isCompressed)
    }
    try add(counted.isDump ? dump : database, copy, isCompressed: !counted.isDump)
    for name in OwnFiles.names + [ErasureList.name]
    where FileManager.default.fileExists(atPath: folder + "/" + name) {
      try add(name, folder + "/" + name)
    }
    var files = 0
    try media.list { digest in
      try add("media/\(digest.hex)", path(of: digest, in: folder))
      guard manifest.digests["media/\(digest.hex)"] == digest.hex else {
        throw Refusal(.conflict, "damaged-media", "The media file \(digest.hex) is damaged.")
      }
      files += 1
    }
    guard let key = try Installation.existingKey(in: folder) else {
      throw Refusal(.conflict, "service-key-missing", "\(folder) has no service.key to sign with.")
    }
    let json = manifest.json(rows: counted.rows, lastChange: counted.lastChange)
    try zip.add(BackupManifest.name, json, isCompressed: false)
    try zip.add(
      BackupManifest.signatureName, Array(key.hash(json, for: .backups).hexadecimal.utf8),
      isCompressed: false)
    try zip.write(path: partial)
    try BackupManifest.check(
      ZipReader(path: partial, limits: limits), path: target, own: key, takesUnsigned: false)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: partial)
    try ErasureList(folder: folder, clock: SystemClock()).accompany(backup: target)
    try FileManager.default.moveItem(atPath: partial, toPath: target)
    return (counted, files)
  }

  private struct Counted {
    var isDump: Bool
    var rows: [String: Int]
    var lastChange: Int64
  }

  private static func copyDatabase(_ location: StoreLocation, to path: String) throws -> Counted {
    switch location {
    case .file(let source):
      let report = try Store.backup(database: source, toFile: path)
      return Counted(isDump: false, rows: report.rows, lastChange: report.lastChange)
    case .postgres(let url):
      let facts = try Store.facts(ofPostgres: url)
      try PostgresTools(url: url).dump(schema: facts.schema, to: path)
      return Counted(isDump: true, rows: facts.rows, lastChange: facts.lastChange)
    }
  }

  private static func runRestore(_ arguments: Arguments) throws {
    hideWhatIsWritten()
    let folder = try arguments.required("data")
    try FolderOwner.keeping(folder) { try bringBack(arguments, into: folder) }
  }

  private static func bringBack(_ arguments: Arguments, into folder: String) throws {
    let source = try arguments.required("from")
    let location = try Installation.location(arguments, folder: folder)
    if !arguments.has("replace"), try holdsData(location) {
      throw Refusal(
        .conflict, "data-exist",
        "\(folder) holds data. Say --replace to put the backup in their place."
      )
    }
    let zip = try ZipReader(path: source, limits: limits)
    try BackupManifest.check(
      zip, path: source, own: Installation.existingKey(in: folder),
      takesUnsigned: arguments.has("unsigned"))
    var erased: Set<EntityID> = []
    if let other = arguments["erasures"] {
      guard FileManager.default.fileExists(atPath: other) else {
        throw Refusal(.notFound, "no-file", "\(other) cannot be read.")
      }
      erased.formUnion(try ErasureList.read(other))
    }
    erased.formUnion(try ErasureList.read(ErasureList.path(beside: source)))
    if try holdsData(location) { erased.formUnion(erasedSoFar(location)) }
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let count = try put(zip, source, in: folder, location, erased)
    Terminal.say(
      """
      restored the database and \(zip.entries.count { $0.name.hasPrefix("media/") }) media files \
      into \(folder); erased \(count) accounts again
      """)
  }

  /// Makes everything ready in a folder beside, and puts it in its place when nothing but that can fail.
  ///
  /// The list of erasures is complete before the database changes: whatever happens after that, the
  /// server erases whom it names before it answers anyone.
  ///
  /// - Returns: how many accounts were erased again.
  private static func put(
    _ zip: ZipReader, _ source: String, in folder: String, _ location: StoreLocation,
    _ erased: Set<EntityID>
  ) throws -> Int {
    let workshop = folder + "/" + Installation.restoringName
    try? FileManager.default.removeItem(atPath: workshop)
    defer { try? FileManager.default.removeItem(atPath: workshop) }
    try FileManager.default.createDirectory(
      atPath: workshop, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let copy = workshop + "/" + dump
    let media = try MediaFolder(in: folder)
    var added: [MediaDigest] = []
    let own = OwnFiles(in: folder)
    let noted = LineFile(path: folder + "/" + ErasureList.name)
    let listBefore = FileManager.default.contents(atPath: noted.path)
    var count = 0
    do {
      try write(try databaseEntry(zip, location, source), of: zip, to: copy)
      try putFiles(of: zip, into: workshop, else: folder)
      try putMedia(of: zip, into: media) { added.append($0) }
      let list = try ErasureList(folder: folder, clock: SystemClock())
      try list.add(erased.union(ErasureList.read(workshop + "/" + ErasureList.name)))
      switch location {
      case .file(let path):
        try Store.restore(file: copy, to: path, through: workshop + "/" + database) { fresh in
          count = try eraseAgain(list.accounts, in: workshop, .file(path: fresh))
        } beside: {
          try own.replace(from: workshop)
        }
      case .postgres(let url):
        try PostgresTools(url: url).restore(
          from: copy,
          then: [Store.refusalOfNewerPostgres(Services.schema)] + Store.newLifeOfPostgres)
      }
    } catch {
      own.putBack()
      for digest in added { try? media.remove(digest) }
      try? noted.putBack(listBefore)
      throw error
    }
    if case .postgres = location {
      try own.replace(from: workshop)
      count = try eraseAgain(
        Set(ErasureList.read(folder + "/" + ErasureList.name)), in: folder, location)
    }
    return count
  }

  /// What lies beside the database: of the backup, or as it is where the backup has none.
  private static func putFiles(
    of zip: ZipReader, into workshop: String, else folder: String
  ) throws {
    for name in OwnFiles.names + [ErasureList.name] {
      let content: Data? =
        if let entry = zip.entry(name) {
          Data(try zip.bytes(of: entry))
        } else if OwnFiles.names.contains(name) {
          FileManager.default.contents(atPath: folder + "/" + name)
        } else { nil }
      if let content { try LineFile(path: workshop + "/" + name).replace(with: content) }
    }
  }

  private static func putMedia(
    of zip: ZipReader, into media: MediaFolder, _ added: (MediaDigest) -> Void
  ) throws {
    var progress = Progress("media")
    for (index, entry) in zip.entries.enumerated() where entry.name.hasPrefix("media/") {
      if let digest = MediaDigest(hex: entry.name.dropFirst(6)), !media.exists(digest) {
        try media.put(try zip.bytes(of: entry), digest: digest)
        added(digest)
      }
      progress.show(index + 1, of: zip.entries.count)
    }
  }

  /// Whom the database that is replaced has erased, in case its list lacks somebody.
  private static func erasedSoFar(_ location: StoreLocation) -> [EntityID] {
    do {
      return try Store.look(at: location) { session in
        try session.all("SELECT id FROM accounts WHERE state = 'erased'") { try $0.id(0) }
      }
    } catch {
      Terminal.note(
        "The database that is replaced cannot be read; whom it had erased is known by lists alone.")
      return []
    }
  }

  /// Whether there is something that a restore would replace.
  private static func holdsData(_ location: StoreLocation) throws -> Bool {
    switch location {
    case .file(let path): FileManager.default.fileExists(atPath: path)
    case .postgres(let url): try !Store.facts(ofPostgres: url).rows.isEmpty
    }
  }

  private static func databaseEntry(
    _ zip: ZipReader, _ location: StoreLocation, _ source: String
  ) throws -> ZipEntry {
    let (wanted, other, advice) =
      if case .file = location {
        (database, dump, "it is of a PostgreSQL store: say --store")
      } else {
        (dump, database, "it is of a store in a data folder: leave --store out")
      }
    if let entry = zip.entry(wanted) { return entry }
    throw Refusal(
      .invalid, "no-backup",
      "\(source): \(zip.entry(other) == nil ? "it holds no database" : advice). Nothing was changed."
    )
  }

  /// Erases accounts in a database and notes what it then holds.
  private static func eraseAgain(
    _ erased: Set<EntityID>, in folder: String, _ location: StoreLocation
  ) throws -> Int {
    let installation = try Installation(folder, location)
    defer { installation.close() }
    let services = installation.services
    let privacy = services.identity.privacy
    let count = try privacy.eraseAgain(privacy.living(of: Array(erased)))
    try installation.notes.write(installation.store, services.moderation.audit)
    return count
  }

  /// A backup is our own file: its size is not limited as an upload's is.
  private static let limits = ZipLimits(
    entries: 10_000_000, totalBytes: 1 << 42, entryBytes: 1 << 36, ratio: 10_000,
    allowsNestedArchives: true)

  private static func path(of digest: MediaDigest, in folder: String) -> String {
    "\(folder)/media/\(digest.hex.prefix(2))/\(digest.hex.dropFirst(2).prefix(2))/\(digest.hex)"
  }

  private static func write(_ entry: ZipEntry, of zip: ZipReader, to path: String) throws {
    func full() -> Refusal {
      Refusal(.storageFull, "not-written", "\(path) cannot be written; is the disk full?")
    }
    guard
      FileManager.default.createFile(
        atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let file = FileHandle(forWritingAtPath: path)
    else { throw full() }
    defer { try? file.close() }
    try zip.read(entry) { (piece) throws(Refusal) in
      do { try file.write(contentsOf: Data(piece)) } catch { throw full() }
    }
  }
}
