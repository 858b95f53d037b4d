import Access
import Base
import Composition
import Cryptography
import Foundation
import Geodata
import Identity
import Moderation
import Registration
import SpatialCatalog
import Storage
import Tours
import WaysideAPI

/// A data folder, opened: the store, the media, the secret, and all services over them.
///
/// ```
/// DIR/wayside.sqlite   the database, unless --store says where else
/// DIR/media/           uploaded files by their SHA-256; may be on another disk, and shared
/// DIR/media/.new/      those that have no name yet
/// DIR/media/.lock      held while a backup copies the media, or a sweep removes some
/// DIR/quarantine/      uploads that are not checked yet
/// DIR/catalog/         what is in memory, kept for a quick start; can be deleted
/// DIR/mail/            mails that were sent through the file transport
/// DIR/maps/, DIR/elevation/   imported maps and heights, see GeodataFolder
/// DIR/settings.json    what the operator has set, see Settings; absent for the defaults
/// DIR/service.key      the installation's secret, readable by its owner only
/// DIR/erasures.txt     which accounts were erased, see ErasureList
/// DIR/backup-folders.txt   where backups were written to, whose lists of erasures are kept up to date
/// DIR/restoring/       a backup on its way into the place of the database; nothing otherwise
/// DIR/audit.tail, DIR/ledger.seals   what doctor holds the database against, see DatabaseNotes
/// ```
struct Installation {
  let folder: String
  let store: Store
  let media: MediaFolder
  let services: Services
  let notes: DatabaseNotes
  /// What of this process's memory came with which part, in the order of opening.
  let memory: [(part: String, use: ProcessMemory)]

  /// Opens the folder that the arguments name.
  ///
  /// - Parameters:
  ///   - isMade: whether a new installation is made where there is none: what only looks at one, or
  ///     works with what it has, must not make one of a wrong path.
  ///   - acceptsKey: whether the store belongs to the folder's secret from now on.
  /// - Throws: `invalid` where there is none and none is made.
  init(
    _ arguments: Arguments, isMade: Bool = false, acceptsKey: Bool = false,
    publicAddress: String? = nil, attempts: AttemptLimits = AttemptLimits(), isPushOn: Bool = true
  ) throws {
    let folder = try arguments.required("data")
    let location = try Installation.location(arguments, folder: folder)
    if !isMade { try Installation.requireDatabase(location, in: folder) }
    try self.init(
      folder, location, acceptsKey: acceptsKey, publicAddress: publicAddress, attempts: attempts,
      isPushOn: isPushOn)
  }

  /// Opens a folder and a database.
  init(
    _ folder: String, _ location: StoreLocation, acceptsKey: Bool = false,
    publicAddress: String? = nil, attempts: AttemptLimits = AttemptLimits(), isPushOn: Bool = true
  ) throws {
    self.folder = folder
    var settings = try Installation.settings(in: folder)
    if let publicAddress { settings.publicAddress = publicAddress }
    try Installation.makeFolder(folder)
    media = try MediaFolder(in: folder)
    try Installation.checkDatabase(location, media)
    store = try Store.open(location, schema: Services.schema)
    do {
      let key = try Installation.key(in: folder, for: store, acceptsIt: acceptsKey)
      notes = DatabaseNotes(folder: folder, key: key)
      let before = ProcessMemory.now
      let geodata = GeodataLibrary(GeodataFolder(in: folder))
      let between = ProcessMemory.now
      services = try Services(
        platform: Platform(store: store, settings: settings), media: media,
        key: key, hasher: try PasswordHasher(),
        attempts: attempts, payments: RecordedTestPayments(),
        snapshots: try CatalogSnapshots(folder: folder + "/catalog"),
        geodata: geodata, isPushOn: isPushOn)
      memory = [
        ("maps, heights and timetables", between - before),
        ("what is near, from the database", ProcessMemory.now - between),
      ]
      try clearUp(isAlone: location.isFile)
    } catch {
      store.close()
      throw error
    }
  }

  /// What the operator has set in `settings.json`.
  ///
  /// - Throws: `invalid` naming the file and every wrong member.
  static func settings(in folder: String) throws -> Settings {
    let path = folder + "/settings.json"
    guard FileManager.default.fileExists(atPath: path) else { return Settings() }
    func wrong(_ detail: String, _ violations: [Refusal.Violation] = []) -> Refusal {
      Refusal(
        .invalid, "invalid-settings", "The settings in \(path) are wrong: \(detail)",
        violations: violations)
    }
    do {
      let data = FileManager.default.contents(atPath: path) ?? Data()
      return try Settings(
        reading: JSONFields(JSONValue(parsing: [UInt8](data))), declared: Services.settings)
    } catch let refusal as Refusal {
      throw wrong(refusal.detail, refusal.violations)
    } catch let error as JSONSyntaxError {
      throw wrong("\(error)")
    }
  }

  /// Removes what a crash has left half done.
  ///
  /// - Parameter isAlone: whether no other process can be at work on the same store and folder.
  private func clearUp(isAlone: Bool) throws {
    if isAlone { try services.access.idempotency.forgetInterrupted() }
    _ = media.purgeQuarantine(
      olderThan: isAlone ? 0 : Installation.maximumUploadSeconds,
      now: services.platform.clock.now())
    // A restoration that was ended by force: its copy holds people who were erased since.
    if isAlone {
      try? FileManager.default.removeItem(atPath: folder + "/" + Installation.restoringName)
    }
  }

  /// Where a backup is made ready to take the database's place.
  static let restoringName = "restoring"

  private static let maximumUploadSeconds = 86_400

  /// Where the database is: `--store`, the file of `--store-file`, `WAYSIDE_STORE` in the environment,
  /// or a file in the data folder.
  static func location(_ arguments: Arguments, folder: String) throws -> StoreLocation {
    if let url = arguments["store"] {
      if URLComponents(string: url)?.password != nil {
        throw UsageError(
          message: """
            --store holds a password, which everyone on this machine can read there; put the address \
            into a file for --store-file, into WAYSIDE_STORE, or the password into ~/.pgpass
            """)
      }
      return try postgres(url, "--store")
    }
    if let path = arguments["store-file"] {
      guard let data = FileManager.default.contents(atPath: path),
        let line = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).first
      else { throw UsageError(message: "--store-file \(path) cannot be read") }
      return try postgres(String(line), "the first line of \(path)")
    }
    if let url = ProcessInfo.processInfo.environment["WAYSIDE_STORE"], !url.isEmpty {
      return try postgres(url, "WAYSIDE_STORE")
    }
    return .file(path: folder + "/wayside.sqlite")
  }

  private static func postgres(_ url: String, _ source: String) throws -> StoreLocation {
    guard url.hasPrefix("postgres://") || url.hasPrefix("postgresql://") else {
      throw UsageError(message: "\(source) must be a postgres:// address")
    }
    return .postgres(url: url)
  }

  /// Refuses a folder whose database has gone while its media are there: a new one would be empty, and
  /// the media would be swept.
  private static func checkDatabase(_ location: StoreLocation, _ media: MediaFolder) throws {
    guard case .file(let path) = location else { return }
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    guard size ?? 0 == 0, try media.hasFiles() else { return }
    throw Refusal(
      .conflict, "database-missing",
      """
      \(path) is \(size == nil ? "missing" : "empty") while there are media beside it. Restore a \
      backup; or move the folder media away to begin anew.
      """)
  }

  /// Refuses a folder in which nobody has made an installation, and makes nothing in it.
  static func requireDatabase(_ location: StoreLocation, in folder: String) throws {
    func none(_ what: String) -> Refusal {
      Refusal(
        .invalid, "no-data-folder",
        """
        \(what); nothing was made. Name the data folder and the store that the server is started \
        with: wayside serve, admin create, import and restore make a new one.
        """)
    }
    guard FileManager.default.fileExists(atPath: folder) else {
      throw none("There is no data folder \(folder)")
    }
    switch location {
    case .file(let path):
      let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
      guard size ?? 0 == 0 else { return }
      // Where there are media, the database has been lost.
      if FileManager.default.fileExists(atPath: folder + "/media") {
        try checkDatabase(location, MediaFolder(in: folder))
      }
      throw none("There is no database \(path)")
    case .postgres:
      // One that does not answer says why when it is opened.
      let isThere = try? Store.look(at: location) { session in
        try session.exists(
          """
          SELECT 1 FROM pg_tables
          WHERE schemaname = current_schema() AND tablename = 'schema_migrations'
          """)
      }
      guard isThere == false else { return }
      throw none("The PostgreSQL schema of the store has no tables of Wayside")
    }
  }

  private static func makeFolder(_ path: String) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw Refusal(
        .invalid, "no-data-folder", "The data folder \(path) cannot be made: \(error)")
    }
  }

  /// The installation's secret; made on first use.
  ///
  /// - Parameter acceptsIt: whether the store belongs to it from now on, whichever it had.
  /// - Throws: `conflict` if the store belongs to another; and if it is missing although the store
  ///   belongs to one or people have accounts: a new one would fit nothing that was sealed.
  private static func key(
    in folder: String, for store: Store, acceptsIt: Bool
  ) throws -> ServiceKey {
    let path = folder + "/service.key"
    let existing = try existingKey(in: folder)
    let key = try existing ?? newKey(path, for: store)
    if acceptsIt { try key.takeOver(store) }
    guard try key.holds(store) else {
      // Two processes began at once on a new store, and the other one was first.
      if existing == nil { try? FileManager.default.removeItem(atPath: path) }
      throw Refusal(
        .conflict, "service-key-differs",
        """
        \(path) is not the key of this store: what other processes have sealed could not be read. \
        Copy service.key from the data folder of another process on the store, or from a backup. If \
        that one is lost, wayside doctor --accept-key takes this one; the audit log is broken then.
        """)
    }
    return key
  }

  private static func newKey(_ path: String, for store: Store) throws -> ServiceKey {
    let hasAccounts = try store.readOnce { session in
      try session.exists("SELECT 1 FROM accounts LIMIT 1")
    }
    guard try !hasAccounts && !ServiceKey.isNoted(in: store) else {
      throw Refusal(
        .conflict, "service-key-missing",
        """
        The file \(path) is missing, but the store is in use. Copy it from a backup or from another \
        process on the same store. If it is lost: head -c 32 /dev/urandom > \(path) makes a new one, \
        and wayside doctor --accept-key takes it; the audit log is broken up to then.
        """)
    }
    let random = SystemRandom()
    var writer = ByteWriter(capacity: 32)
    for _ in 0..<4 { writer.littleEndian(random.next()) }
    // On disk before the store says that it belongs to it.
    do { try LineFile(path: path).replace(with: Data(writer.bytes)) } catch {
      throw Refusal(.storageFull, "no-service-key", "The file \(path) cannot be written.")
    }
    return try ServiceKey(writer.bytes)
  }

  /// The installation's secret, if there is one yet.
  static func existingKey(in folder: String) throws -> ServiceKey? {
    guard let data = FileManager.default.contents(atPath: folder + "/service.key") else {
      return nil
    }
    return try ServiceKey([UInt8](data))
  }

  /// The accounts that live in the database although the list says that they were erased: one that was
  /// brought back in whatever way has such.
  func owedErasures() throws -> [EntityID] {
    let listed = try ErasureList.read(folder + "/" + ErasureList.name)
    return try services.identity.privacy.living(of: listed)
  }

  /// Erases what the list says was erased, and lives.
  ///
  /// - Returns: how many accounts that were.
  func eraseAgain() throws -> Int {
    try services.identity.privacy.eraseAgain(owedErasures())
  }

  /// What is done again and again beside the capabilities' own upkeep.
  func upkeep(_ erasures: ErasureList, logger: Logger) -> [UpkeepTask] {
    [
      UpkeepTask("erasures", everySeconds: 3600) { [store] in try erasures.complete(from: store) },
      UpkeepTask("erasures-beside-backups", everySeconds: 60) { erasures.copyBesideBackups() },
      UpkeepTask("left-uploads", everySeconds: 86_400) { [media, store] in
        _ = media.purgeQuarantine(
          olderThan: Installation.maximumUploadSeconds, now: store.clock.now())
      },
      UpkeepTask("notes", everySeconds: 60) { [notes, store, services] in
        try notes.write(store, services.moderation.audit, logger: logger)
      },
    ]
  }

  /// Lets go of everything; queued writes and reads under way are finished first.
  func close() {
    let left = store.close()
    if left > 0 { Terminal.note("\(left) reads of the database have not ended in time") }
  }
}

extension StoreLocation {
  fileprivate var isFile: Bool {
    if case .file = self { true } else { false }
  }
}
