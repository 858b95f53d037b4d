import Base
import Cryptography
import Storage

/// The devices on which an account has been logged in to: what strangers do at its log-in does not
/// hold them up.
///
/// - Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
enum KnownDevices {
  /// Most per account; the one unused for longest makes room.
  static let most = 20
  /// How long one is known without use, in seconds: 400 days, as long as cookies may live.
  static let lifeSeconds: Int64 = 400 * 86_400

  static func has(
    _ device: Digest256, _ account: EntityID, in session: StoreSession
  ) throws -> Bool {
    try session.exists(
      "SELECT 1 FROM known_devices WHERE account = ?1 AND digest = ?2",
      [.id(account), .blob(device.bytes)])
  }

  /// Notes that a device was used; one that is new makes room for itself.
  static func note(
    _ device: Digest256, _ account: EntityID, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO known_devices (account, digest, used_at) VALUES (?1, ?2, ?3)
      ON CONFLICT (account, digest) DO UPDATE SET used_at = ?3
      """, [.id(account), .blob(device.bytes), .instant(transaction.now)])
    try transaction.execute(
      """
      DELETE FROM known_devices WHERE account = ?1 AND digest NOT IN (
        SELECT digest FROM known_devices WHERE account = ?1
        ORDER BY used_at DESC, digest LIMIT ?2)
      """, [.id(account), .int(most)])
  }

  static func expire(in transaction: WriteTransaction) throws -> Int {
    try transaction.execute(
      "DELETE FROM known_devices WHERE used_at < ?1",
      [.instant(transaction.now.adding(seconds: -lifeSeconds))])
  }
}
