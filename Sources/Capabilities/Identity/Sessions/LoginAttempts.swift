import Base
import Cryptography
import Storage

/// Failed log-ins in a row, kept over restarts.
///
/// Counted per pair of what was typed and where it was typed (a network address, or a device that is
/// known), under a keyed hash and whether or not there is such an account: being made to wait betrays
/// nothing, and keeps nobody from logging in elsewhere.
enum LoginAttempts {
  /// Failures in a row that are free of waiting.
  static let free = 10
  /// Longest wait, in seconds.
  static let maximumWait: Int64 = 900
  /// After how long without a further failure the count is forgotten.
  static let forgottenAfterSeconds: Int64 = 24 * 3600

  /// How many seconds to wait after `failures` failures in a row: doubling, beyond the free ones.
  static func waitSeconds(after failures: Int) -> Int64 {
    failures < free ? 0 : min(Int64(2) << Int64(min(failures - free, 20)), maximumWait)
  }

  /// - Throws: `limited` while the last failure is too fresh.
  static func check(_ login: Digest256, at now: Instant, in session: StoreSession) throws {
    let row = try session.first(
      "SELECT failures, last_at FROM login_attempts WHERE login = ?1", [.blob(login.bytes)]
    ) { (try $0.int(0), try $0.instant(1)) }
    guard let (failures, lastAt) = row else { return }
    let rest = lastAt.adding(seconds: waitSeconds(after: failures)).seconds(since: now)
    if rest > 0 {
      let seconds = Int(min(rest, Double(maximumWait)).rounded(.up))
      throw Refusal(
        .limited, "too-many-attempts",
        "Too many wrong log-ins in a row. Try again in \(seconds) s, or recover your password.",
        retryAfterSeconds: seconds)
    }
  }

  static func countFailure(_ login: Digest256, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO login_attempts (login, failures, last_at) VALUES (?1, 1, ?2)
      ON CONFLICT (login) DO UPDATE SET failures = login_attempts.failures + 1, last_at = ?2
      """, [.blob(login.bytes), .instant(transaction.now)])
  }

  static func forget(_ login: Digest256, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "DELETE FROM login_attempts WHERE login = ?1", [.blob(login.bytes)])
  }

  static func expire(in transaction: WriteTransaction) throws -> Int {
    try transaction.execute(
      "DELETE FROM login_attempts WHERE last_at < ?1",
      [.instant(transaction.now.adding(seconds: -forgottenAfterSeconds))])
  }
}
