import Base
import Foundation
import Storage

/// The accounts that were erased, noted beside the database, so that a backup from before an erasure
/// does not bring back what somebody had a right to have erased.
///
/// One line for each: when, and the account's identifier, which leads to nobody any more. Only ever
/// added to. Keep a copy where the backups are.
///
/// - Thread: shared; follows the change log.
final class ErasureList: ChangeFollower {
  static let name = "erasures.txt"

  private let path: String
  private let clock: any WallClock
  private let listed: Guarded<Set<EntityID>>

  init(folder: String, clock: any WallClock) throws {
    path = folder + "/" + Self.name
    self.clock = clock
    listed = Guarded(
      FileManager.default.fileExists(atPath: path) ? Set(try Self.read(path)) : [])
  }

  func follow(_ changes: [Change]) {
    for change in changes where change.kind == "account" && change.operation == .delete {
      // What cannot be noted now is noted by the next `complete`.
      try? add([change.subject])
    }
  }

  /// Adds what a crash or a full disk has kept from being noted.
  func complete(from store: Store) throws {
    let erased = try store.read(deadlineSeconds: 60) { session in
      try session.all("SELECT id FROM accounts WHERE state = 'erased'") { try $0.id(0) }
    }
    try add(erased)
  }

  private func add(_ accounts: [EntityID]) throws {
    try listed.withLock { listed in
      let new = accounts.filter { !listed.contains($0) }
      if new.isEmpty { return }
      let lines = new.map { "\(clock.now()) \($0)\n" }.joined()
      if !FileManager.default.fileExists(atPath: path) {
        _ = FileManager.default.createFile(
          atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
      }
      guard let file = FileHandle(forWritingAtPath: path) else {
        throw Refusal(.storageFull, "not-written", "\(path) cannot be written.")
      }
      defer { try? file.close() }
      try file.seekToEnd()
      try file.write(contentsOf: Data(lines.utf8))
      try file.synchronize()
      listed.formUnion(new)
    }
  }

  /// The accounts of a list.
  ///
  /// - Throws: `invalid` naming the line that is none.
  static func read(_ path: String) throws -> [EntityID] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Refusal(.notFound, "no-file", "\(path) cannot be read.")
    }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    return try lines.enumerated().map { number, line in
      guard let account = line.split(separator: " ").last.flatMap({ EntityID($0) }) else {
        throw Refusal(
          .invalid, "broken-erasures", "\(path), line \(number + 1) names no account.")
      }
      return account
    }
  }
}
