import Base
import Foundation
import Storage

/// The accounts that were erased, noted beside the database and beside its backups, so that a backup
/// from before an erasure does not bring back what somebody had a right to have erased.
///
/// One line for each: when, and the account's identifier, which leads to nobody any more. Only ever
/// added to. What is in the list and lives in the database is erased again, see
/// ``Installation/eraseAgain()``.
///
/// - Thread: shared; follows the change log.
final class ErasureList: ChangeFollower {
  static let name = "erasures.txt"
  /// Where `wayside backup` notes the folders that it wrote to, a line each.
  static let placesName = "backup-folders.txt"

  private let folder: String
  private let clock: any WallClock
  private let logger: Logger?
  private let listed: Guarded<Set<EntityID>>
  private let isTold = Guarded(false)

  /// - Parameter logger: is told, once, of a folder of backups that cannot be written to.
  init(folder: String, clock: any WallClock, logger: Logger? = nil) throws {
    self.folder = folder
    self.clock = clock
    self.logger = logger
    listed = Guarded(Set(try Self.read(folder + "/" + Self.name)))
  }

  /// Those that are listed.
  var accounts: Set<EntityID> { listed.current }

  func follow(_ changes: [Change]) {
    let erased = changes.filter { $0.kind == "account" && $0.operation == .delete }.map(\.subject)
    guard !erased.isEmpty else { return }
    // What cannot be noted now is noted by the next `complete`.
    try? add(erased)
  }

  /// Adds what a crash or a full disk has kept from being noted.
  func complete(from store: Store) throws {
    let erased = try store.read(deadlineSeconds: 60) { session in
      try session.all("SELECT id FROM accounts WHERE state = 'erased'") { try $0.id(0) }
    }
    try add(erased)
  }

  /// Adds accounts, on disk when this returns.
  func add(_ accounts: some Sequence<EntityID>) throws {
    try listed.withLock { listed in
      let new = Set(accounts).subtracting(listed)
      if try Self.append(new, to: folder, clock) {
        logger?.warning("torn-line-cut", ["file": .literal("erasures.txt")])
      }
      listed.formUnion(new)
    }
  }

  /// Brings the lists in the folders of backups up to this one; one that is gone is passed over.
  func copyBesideBackups() {
    let places = (try? LineFile(path: folder + "/" + Self.placesName).read().lines) ?? []
    for place in places.map(String.init) where FileManager.default.fileExists(atPath: place) {
      do {
        try copy(to: place)
      } catch {
        if !isTold.swap(true) { logger?.warning("erasures-not-beside-backups") }
      }
    }
  }

  /// Where the list lies beside a backup.
  static func path(beside backup: String) -> String {
    URL(fileURLWithPath: backup).deletingLastPathComponent().path + "/" + name
  }

  /// Brings the list beside a backup up to this one, and has the server keep it so from now on.
  func accompany(backup: String) throws {
    let place = URL(fileURLWithPath: backup).deletingLastPathComponent().path
    try copy(to: place)
    let places = LineFile(path: folder + "/" + Self.placesName)
    guard try !places.read().lines.contains(Substring(place)) else { return }
    try places.append(place + "\n")
    // A backup may be made by another user of the machine than the server's.
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: places.path)
  }

  /// Adds what is listed to the list in the folder of a backup.
  private func copy(to place: String) throws {
    let there = Set(try Self.read(place + "/" + Self.name))
    try listed.withLock { _ = try Self.append($0.subtracting(there), to: place, clock) }
  }

  /// Whether a torn line was cut off.
  private static func append(
    _ accounts: Set<EntityID>, to folder: String, _ clock: any WallClock
  ) throws -> Bool {
    guard !accounts.isEmpty else { return false }
    let lines = accounts.sorted().map { "\(clock.now()) \($0)\n" }.joined()
    return try LineFile(path: folder + "/" + name).append(lines)
  }

  /// The accounts of a list; none if there is no such file.
  ///
  /// A torn last line is passed over: its account is listed again by ``complete(from:)``.
  ///
  /// - Throws: `invalid` naming the line that is none.
  static func read(_ path: String) throws -> [EntityID] {
    try LineFile(path: path).read().lines.enumerated().map { number, line in
      guard let account = line.split(separator: " ").last.flatMap({ EntityID($0) }) else {
        throw Refusal(
          .invalid, "broken-erasures", "\(path), line \(number + 1) names no account.")
      }
      return account
    }
  }
}
