import Base
import Storage

/// Durable timers in the database.
public enum DeadlineStore {
  /// What the change log calls a timer that was set.
  static let changeKind = "deadline"

  private static let columns =
    "SELECT kind, key, due_at, subject, account, version, failures FROM deadlines"

  private static func read(_ row: any Row) throws -> Deadline {
    var deadline = Deadline(
      try row.text(0), key: try row.text(1), due: try row.instant(2), subject: try row.id(3),
      account: try row.optional(4, row.id), version: try row.int(5))
    deadline.failures = try row.int(6)
    return deadline
  }

  /// Sets a timer, or moves the one of the same kind and key; it then counts no failures.
  ///
  /// What is due already fires as soon as the transaction is committed.
  public static func set(_ deadline: Deadline, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO deadlines (kind, key, due_at, next_try_at, subject, account, version)
      VALUES (?1, ?2, ?3, ?3, ?4, ?5, ?6)
      ON CONFLICT (kind, key) DO UPDATE SET due_at = ?3, next_try_at = ?3, subject = ?4,
        account = ?5, version = ?6, failures = 0
      """,
      [
        .text(deadline.kind), .text(deadline.key), .instant(deadline.due), .id(deadline.subject),
        .id(deadline.account), .int(deadline.version),
      ])
    try transaction.record(changeKind, deadline.subject, .update)
  }

  /// Takes a timer away before it fires; true if there was one.
  @discardableResult
  public static func cancel(
    _ kind: String, key: String, in transaction: WriteTransaction
  ) throws -> Bool {
    try transaction.execute(
      "DELETE FROM deadlines WHERE kind = ?1 AND key = ?2", [.text(kind), .text(key)]) > 0
  }

  /// Takes away every timer of a kind that is about `subject`, or those of one account among them;
  /// returns how many there were.
  @discardableResult
  public static func cancelAll(
    _ kind: String, about subject: EntityID, of account: EntityID? = nil,
    in transaction: WriteTransaction
  ) throws -> Int {
    guard let account else {
      return try transaction.execute(
        "DELETE FROM deadlines WHERE subject = ?1 AND kind = ?2", [.id(subject), .text(kind)])
    }
    return try transaction.execute(
      "DELETE FROM deadlines WHERE subject = ?1 AND kind = ?2 AND account = ?3",
      [.id(subject), .text(kind), .id(account)])
  }

  /// Takes away every timer of a kind that is an account's; returns how many there were.
  @discardableResult
  public static func cancelAll(
    _ kind: String, of account: EntityID, in transaction: WriteTransaction
  ) throws -> Int {
    try transaction.execute(
      "DELETE FROM deadlines WHERE account = ?1 AND kind = ?2", [.id(account), .text(kind)])
  }

  /// The timer of a kind and key; nil if there is none, or no more.
  public static func find(
    _ kind: String, key: String, in session: StoreSession
  ) throws -> Deadline? {
    try session.first(
      columns + " WHERE kind = ?1 AND key = ?2", [.text(kind), .text(key)], read)
  }

  /// The timers of an account, for its export; the first ones due first.
  public static func all(of account: EntityID, in session: StoreSession) throws -> [Deadline] {
    try session.all(
      columns + " WHERE account = ?1 ORDER BY due_at, kind, key", [.id(account)], read)
  }

  // MARK: Firing

  /// Timers of some kinds that are due, the first ones first.
  static func due(
    _ kinds: [String], at now: Instant, limit: Int, in session: StoreSession
  ) throws -> [Deadline] {
    try session.all(
      columns + """
         WHERE next_try_at <= ?1 AND kind IN (\(names(kinds.count, from: 3)))
        ORDER BY next_try_at, kind, key LIMIT ?2
        """, [.instant(now), .int(limit)] + kinds.map(SQLValue.text), read)
  }

  /// When the next timer of some kinds is due; nil if there is none.
  static func next(_ kinds: [String], in session: StoreSession) throws -> Instant? {
    try session.first(
      """
      SELECT next_try_at FROM deadlines WHERE kind IN (\(names(kinds.count, from: 1)))
      ORDER BY next_try_at LIMIT 1
      """, kinds.map(SQLValue.text)
    ) { try $0.instant(0) }
  }

  /// When the oldest timer of all was due; nil if there is none.
  static func oldest(in session: StoreSession) throws -> Instant? {
    try session.first("SELECT MIN(due_at) FROM deadlines") {
      try $0.optional(0, $0.instant)
    } ?? nil
  }

  /// Whether a timer still is as it was read and may be worked on now: no lease is on it.
  static func isDue(
    _ deadline: Deadline, at now: Instant, in session: StoreSession
  ) throws -> Bool {
    try session.exists(
      "SELECT 1 FROM deadlines" + unchanged + " AND next_try_at <= ?6",
      parameters(deadline) + [.instant(now)])
  }

  private static func parameters(_ deadline: Deadline) -> [SQLValue] {
    [
      .text(deadline.kind), .text(deadline.key), .instant(deadline.due), .int(deadline.version),
      .int(deadline.failures),
    ]
  }

  private static func names(_ count: Int, from first: Int) -> String {
    (first..<first + count).map { "?\($0)" }.joined(separator: ", ")
  }

  /// Takes a timer away, if it still is as it was read; false if it has fired, moved or gone.
  static func take(_ deadline: Deadline, in transaction: WriteTransaction) throws -> Bool {
    try transaction.execute("DELETE FROM deadlines" + unchanged, parameters(deadline)) > 0
  }

  private static let unchanged =
    " WHERE kind = ?1 AND key = ?2 AND due_at = ?3 AND version = ?4 AND failures = ?5"

  /// Puts off a timer that still is as it was read, until `next`; false if it is not.
  static func postpone(
    _ deadline: Deadline, until next: Instant, failed: Bool, in transaction: WriteTransaction
  ) throws -> Bool {
    try transaction.execute(
      "UPDATE deadlines SET next_try_at = ?6, failures = failures + ?7" + unchanged,
      parameters(deadline) + [.instant(next), .int(failed ? 1 : 0)]) > 0
  }

  /// Sets the one timer of a kind that repeats unless it is there, no later than one interval on:
  /// a clock that was put back does not keep it waiting.
  static func ensure(
    _ kind: String, interval: Int64, in transaction: WriteTransaction
  ) throws {
    let latest = transaction.now.adding(seconds: interval)
    let current = try find(kind, key: DeadlineKind.repeating.key, in: transaction)
    if let current, current.due <= latest { return }
    try set(
      Deadline(
        kind, key: DeadlineKind.repeating.key, due: current == nil ? transaction.now : latest,
        subject: DeadlineKind.repeating.subject),
      in: transaction)
  }
}
