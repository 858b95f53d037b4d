import Base
import Cryptography
import Storage

/// Requests that may come twice and must work once.
///
/// Answers that hold a secret which is shown only once (a session's or a link's token) are not
/// given here to be kept: such requests are finished without their answer's bytes.
///
/// - Source: IETF draft "The Idempotency-Key HTTP Header Field".
public struct IdempotencyService: Sendable {
  /// For how long a key is known.
  static let lifeSeconds: Int64 = 86_400
  /// After how long a request that has not been finished counts as lost in a crash.
  static let lostAfterSeconds: Int64 = 300

  let platform: Platform

  public init(platform: Platform) { self.platform = platform }

  /// Whether other processes answer requests of the same accounts.
  public var isShared: Bool { platform.store.isShared }

  /// What to do with a request.
  public enum Outcome: Hashable, Sendable {
    /// Do it, then call `finish` or `abandon`.
    case proceed
    /// Answer this, and do nothing.
    case replay(status: Int, response: [UInt8])
    /// It has made this thing, but its answer was lost; answer with the thing, and do nothing.
    case happened(subject: EntityID)
  }

  /// The answer to a request whose first one goes on for long.
  public static let stillRunning = Refusal(
    .conflict, "request-running", "The first request with this key is still running.",
    retryAfterSeconds: 1)

  /// Notes that a request begins.
  ///
  /// - Parameters:
  ///   - key: the client's, 1...200 characters.
  ///   - operation: the operation's stable name.
  ///   - body: what the request says; the same key with another body is refused.
  /// - Throws: `conflict` while the first one runs, `invalid` for another operation or body.
  public func begin(
    key: String, operation: String, body: [UInt8], account: EntityID
  ) throws -> Outcome {
    guard (1...200).contains(key.utf8.count) else {
      throw Refusal.invalid("Idempotency-Key", "must have 1 to 200 characters.")
    }
    let fingerprint = BLAKE2b.hash(body).bytes
    return try platform.store.write { transaction in
      let known = try transaction.first(
        """
        SELECT operation, fingerprint, status, response, created_at, effect
        FROM idempotency_keys WHERE account = ?1 AND key = ?2
        """, [.id(account), .text(key)]
      ) { row in
        (
          operation: try row.text(0), fingerprint: try row.blob(1),
          status: try row.optional(2, row.int), response: try row.optional(3, row.blob),
          at: try row.instant(4), effect: try row.optional(5, row.id)
        )
      }
      let now = transaction.now
      if let known, now < known.at.adding(seconds: Self.lifeSeconds) {
        guard known.operation == operation, known.fingerprint == fingerprint else {
          throw Refusal(
            .invalid, "idempotency-key-reused",
            "This Idempotency-Key was used for another request. Take a new one.",
            violations: [
              Refusal.Violation("Idempotency-Key", "belongs to a request with other content")
            ])
        }
        if let status = known.status {
          return .replay(status: status, response: known.response ?? [])
        }
        if let effect = known.effect { return .happened(subject: effect) }
        guard now >= known.at.adding(seconds: Self.lostAfterSeconds) else {
          throw Self.stillRunning
        }
      }
      try transaction.execute(
        """
        INSERT INTO idempotency_keys (account, key, operation, fingerprint, created_at)
        VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT (account, key) DO UPDATE
          SET operation = ?3, fingerprint = ?4, created_at = ?5, status = NULL, response = NULL,
              effect_kind = NULL, effect = NULL
        """,
        [.id(account), .text(key), .text(operation), .blob(fingerprint), .instant(now)])
      return .proceed
    }
  }

  /// What notes, in the commit that makes it, the thing that a request makes.
  ///
  /// With it no crash can come between the effect and the knowledge of it.
  ///
  /// - Parameter kind: the kind of thing, as the change log calls it; nil for a request that can be
  ///   done again without harm, which needs no record.
  public func record(key: String, account: EntityID, kind: String?) -> CommitHook? {
    guard let kind else { return nil }
    return CommitHook { transaction in
      let made = transaction.changes.first { $0.operation == .insert && $0.kind == kind }
      guard let made else { return }
      try transaction.execute(
        """
        UPDATE idempotency_keys SET effect_kind = ?3, effect = ?4
        WHERE account = ?1 AND key = ?2 AND effect IS NULL
        """,
        [.id(account), .text(key), .text(made.kind), .id(made.subject)])
    }
  }

  /// Forgets requests that a crash has cut off before they made anything.
  ///
  /// Only for a store that no other process uses: theirs may be running.
  public func forgetInterrupted() throws {
    try platform.store.write(isEssential: true) { transaction in
      _ = try transaction.execute(
        "DELETE FROM idempotency_keys WHERE status IS NULL AND effect IS NULL")
    }
  }

  /// Keeps the answer for repetitions.
  public func finish(
    key: String, status: Int, response: [UInt8], account: EntityID
  ) throws {
    try platform.store.write { transaction in
      _ = try transaction.execute(
        "UPDATE idempotency_keys SET status = ?3, response = ?4 WHERE account = ?1 AND key = ?2",
        [.id(account), .text(key), .int(status), .blob(response)])
    }
  }

  /// Forgets a request that did nothing, so that it can be tried again; one that has made its thing and
  /// failed behind that stays known.
  public func abandon(key: String, account: EntityID) throws {
    try platform.store.write(isEssential: true) { transaction in
      _ = try transaction.execute(
        """
        DELETE FROM idempotency_keys
        WHERE account = ?1 AND key = ?2 AND status IS NULL AND effect IS NULL
        """, [.id(account), .text(key)])
    }
  }

  static func expire(in transaction: WriteTransaction) throws -> Int {
    try transaction.execute(
      "DELETE FROM idempotency_keys WHERE created_at < ?1",
      [.instant(transaction.now.adding(seconds: -lifeSeconds))])
  }
}
