import Access
import Base
import Cryptography
import Storage

/// The append-only record of decisions, each entry sealed with the one before.
///
/// The seal is keyed: someone who can write to the database, but does not have the service key,
/// can neither change, drop nor insert an entry unseen. Cutting off the newest entries shows
/// against a ``tail()`` that was noted elsewhere, see ``holds(number:seal:)``.
///
/// - Thread: shared.
public struct AuditLog: AuditTrail {
  let platform: Platform
  let key: ServiceKey

  public init(platform: Platform, key: ServiceKey) {
    self.platform = platform
    self.key = key
  }

  /// Adds an entry in the transaction of the act itself.
  public func append(
    _ action: String, by actor: EntityID?, on subjectKind: String, _ subject: EntityID,
    detail: String, in transaction: WriteTransaction
  ) throws {
    let last = try AuditStore.last(in: transaction)
    let entry = AuditEntry(
      number: (last?.number ?? 0) + 1, at: transaction.now, actor: actor, action: action,
      subjectKind: subjectKind, subject: subject, detail: detail)
    try AuditStore.insert(entry, hash: seal(entry, after: last?.hash ?? []), in: transaction)
  }

  private func seal(_ entry: AuditEntry, after previous: [UInt8]) -> [UInt8] {
    key.hash(previous + entry.hashed, for: .audit).bytes
  }

  /// What a walk along the chain found.
  public struct Verification: Hashable, Sendable {
    public var entries: Int
    /// The number of the first entry that does not fit; nil if all do.
    public var firstBroken: Int?

    public init(entries: Int, firstBroken: Int?) {
      self.entries = entries
      self.firstBroken = firstBroken
    }
  }

  /// Walks the whole chain.
  ///
  /// - Complexity: one hash per entry.
  public func verify() throws -> Verification {
    try platform.store.read(deadlineSeconds: 600) { session in
      var result = Verification(entries: 0, firstBroken: nil)
      var previous: [UInt8] = []
      try AuditStore.each(in: session) { entry, hash in
        result.entries += 1
        let fits =
          entry.number == result.entries
          && ConstantTime.equal(hash, seal(entry, after: previous))
        if !fits && result.firstBroken == nil { result.firstBroken = result.entries }
        previous = hash
      }
      return result
    }
  }

  /// The last entry's number and seal, to be noted outside of the database; nil while there is none.
  public func tail() throws -> (number: Int, seal: [UInt8])? {
    try platform.store.readOnce { session in
      try AuditStore.last(in: session).map { ($0.number, $0.hash) }
    }
  }

  /// Whether an entry that was the last one once is still as it was.
  public func holds(number: Int, seal: [UInt8]) throws -> Bool {
    try platform.store.readOnce { session in
      try session.first("SELECT hash FROM audit_entries WHERE number = ?1", [.int(number)]) {
        try $0.blob(0)
      } == seal
    }
  }

  /// The entries, newest first, for admins.
  public func list(_ page: PageRequest, caller: Caller) throws -> Page<AuditEntry> {
    _ = try caller.required(.admin)
    let before = try page.position { parts throws(Refusal) in try parts.integer() }
    return try platform.store.readOnce { session in
      let entries = try AuditStore.before(before, limit: page.limit + 1, in: session)
      return Page(reading: entries, limit: page.limit) { Cursor(String($0.number)) }
    }
  }
}
