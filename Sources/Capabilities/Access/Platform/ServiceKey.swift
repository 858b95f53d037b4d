import Base
import Cryptography

/// The secret of one installation, from which keys for single purposes are derived.
///
/// Kept by the operator outside of the database, so that whoever can change the database cannot
/// forge what is made with it.
///
/// - Thread: pure.
public struct ServiceKey: Sendable {
  /// What derived keys are for; one never stands in for another.
  public enum Purpose: String, Sendable {
    case audit
    case backups
    case ledger
    case codes
    case mail
    case outbox
    case logins
    case push
    case fingerprint
  }

  private let bytes: [UInt8]

  /// - Parameter bytes: at least 32 random bytes.
  /// - Throws: ``CryptographyError`` for fewer.
  public init(_ bytes: [UInt8]) throws(CryptographyError) {
    guard bytes.count >= 32 else { throw CryptographyError("the service key needs 32 bytes") }
    self.bytes = bytes
  }

  /// A keyed hash of `message` that only this installation can make.
  public func hash(_ message: [UInt8], for purpose: Purpose) -> Digest256 {
    BLAKE2b.hash(message, key: BLAKE2b.hash(Array(purpose.rawValue.utf8), key: bytes).bytes)
  }

}
