import Base

/// One entry of the change log: something that others can notice has changed.
public struct Change: Hashable, Sendable {
  /// What became of the subject.
  public enum Operation: String, Sendable, CaseIterable {
    case insert
    case update
    case delete
  }

  /// Grows by commit order; gaps are possible.
  public var sequence: Int64
  public var at: Instant
  /// What sort of thing, in the singular: `instance`, `tour`, `membership`...
  public var kind: String
  public var subject: EntityID
  public var realm: EntityID?
  public var operation: Operation
}

/// Something that follows the change log: an index, a cache, an event stream.
public protocol ChangeFollower: AnyObject, Sendable {
  /// Gets committed changes in order, each exactly once, before the writer is answered.
  ///
  /// What it reads with `store.read` holds these changes already. Runs on a thread of the store:
  /// never write here, return soon.
  func follow(_ changes: [Change])
}

/// What every store has before any capability adds its own: the change log.
enum ChangeLog {
  static let schema = SchemaModule(
    name: "storage",
    migrations: [
      Migration(
        number: 1,
        statements: [
          """
          CREATE TABLE changes (
            sequence %serial,
            at %int NOT NULL,
            kind %text NOT NULL,
            subject %id NOT NULL,
            realm %id,
            operation %text NOT NULL)
          """,
          "CREATE INDEX changes_at ON changes (at)",
        ])
    ])

  /// The last committed change's sequence; 0 if there is none.
  static func last(_ connection: any SQLConnection) throws -> Int64 {
    var last: Int64 = 0
    try connection.query("SELECT COALESCE(MAX(sequence), 0) FROM changes", []) { row in
      last = try row.integer(0)
    }
    return last
  }

  /// The changes after `sequence`, oldest first, at most `limit`.
  static func after(
    _ sequence: Int64, limit: Int, in session: StoreSession
  ) throws -> [Change] {
    try session.all(
      """
      SELECT sequence, at, kind, subject, realm, operation FROM changes
      WHERE sequence > ?1 ORDER BY sequence LIMIT ?2
      """, [.integer(sequence), .int(limit)]
    ) { row in
      Change(
        sequence: try row.integer(0), at: try row.instant(1), kind: try row.text(2),
        subject: try row.id(3), realm: try row.optional(4, row.id),
        operation: try row.word(5, Change.Operation.self))
    }
  }

  /// Deletes old changes in steps that do not hold up writers; the newest stays in any case, as
  /// the last sequence is read from it.
  ///
  /// - Returns: how many were deleted; less than `step` when no old one is left.
  static func prune(
    before: Instant, keeping newest: Int, step: Int, in transaction: WriteTransaction
  ) throws -> Int {
    try transaction.execute(
      """
      DELETE FROM changes WHERE sequence IN (
        SELECT sequence FROM changes
        WHERE at < ?1 AND sequence <= (SELECT MAX(sequence) FROM changes) - ?2
        ORDER BY at LIMIT ?3)
      """, [.instant(before), .int(max(newest, 1)), .int(step)])
  }
}
