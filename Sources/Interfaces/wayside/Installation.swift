import Base
import Composition
import Cryptography
import Foundation
import Geodata
import Realms
import SpatialCatalog
import Storage
import WaysideAPI

/// A data folder, opened: the store, the media, the secret, and all services over them.
///
/// ```
/// DIR/wayside.sqlite   the database, unless --store says where else
/// DIR/media/           uploaded files by their SHA-256
/// DIR/quarantine/      uploads that are not checked yet
/// DIR/catalog/         what is in memory, kept for a quick start; can be deleted
/// DIR/mail/            mails that were sent through the file transport
/// DIR/maps/, DIR/elevation/   imported maps and heights, see GeodataFolder
/// DIR/settings.json    what the operator has set, see Settings; absent for the defaults
/// DIR/service.key      the installation's secret, readable by its owner only
/// ```
struct Installation {
  let folder: String
  let store: Store
  let media: MediaFolder
  let services: Services

  /// Opens the folder that the arguments name; makes it if it is absent.
  init(
    _ arguments: Arguments, publicAddress: String? = nil, attempts: AttemptLimits = AttemptLimits()
  ) throws {
    folder = try arguments.required("data")
    var settings = try Installation.settings(in: folder)
    if let publicAddress { settings.publicAddress = publicAddress }
    try Installation.makeFolder(folder)
    store = try Store.open(
      Installation.location(arguments, folder: folder), schema: Services.schema)
    do {
      media = try MediaFolder(in: folder)
      services = try Services(
        platform: Platform(store: store, settings: settings), media: media,
        key: try Installation.key(in: folder), hasher: try PasswordHasher(),
        attempts: attempts, payments: RecordedTestPayments(),
        snapshots: try CatalogSnapshots(folder: folder + "/catalog"),
        geodata: GeodataLibrary(GeodataFolder(in: folder)))
      try clearUp(isAlone: arguments["store"] == nil)
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
      return try Settings(reading: JSONFields(JSONValue(parsing: [UInt8](data))))
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
    if isAlone { try services.realms.idempotency.forgetInterrupted() }
    _ = media.purgeQuarantine(
      olderThan: isAlone ? 0 : Installation.longestUploadSeconds,
      now: services.platform.clock.now())
  }

  private static let longestUploadSeconds = 86_400

  /// Where the database is: `--store`, or a file in the data folder.
  static func location(_ arguments: Arguments, folder: String) throws -> StoreLocation {
    guard let url = arguments["store"] else {
      return .file(path: folder + "/wayside.sqlite")
    }
    guard url.hasPrefix("postgres://") || url.hasPrefix("postgresql://") else {
      throw UsageError(message: "--store must be a postgres:// address")
    }
    return .postgres(url: url)
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
  private static func key(in folder: String) throws -> ServiceKey {
    let path = folder + "/service.key"
    if let data = FileManager.default.contents(atPath: path) {
      return try ServiceKey([UInt8](data))
    }
    let random = SystemRandom()
    var writer = ByteWriter(capacity: 32)
    for _ in 0..<4 { writer.littleEndian(random.next()) }
    let made = FileManager.default.createFile(
      atPath: path, contents: Data(writer.bytes), attributes: [.posixPermissions: 0o600])
    guard made else {
      throw Refusal(.storageFull, "no-service-key", "The file \(path) cannot be written.")
    }
    return try ServiceKey(writer.bytes)
  }

  /// Lets go of everything; queued writes are finished first.
  func close() { store.close() }
}
