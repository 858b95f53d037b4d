import Base
import Cryptography
import Storage

/// What an account can log in with, once it is proved.
public enum IdentifierKind: String, Sendable, CaseIterable {
  case email
  case phone
}

/// Asks for a code that proves an email address or a telephone number.
public struct VerificationRequest: Sendable {
  var kind: IdentifierKind
  /// The number to prove; absent for the account's email address.
  var phoneNumber: PhoneNumber?

  /// Reads `{kind: "email"}` or `{kind: "phone", phoneNumber}`.
  ///
  /// - Throws: ``Refusal`` of kind `invalid` that says what to correct.
  public init(reading fields: JSONFields) throws(Refusal) {
    kind = fields.choice("kind", IdentifierKind.self) ?? .email
    phoneNumber =
      fields.optional("phoneNumber") { PhoneNumber.read("phoneNumber", from: $0) } ?? nil
    if kind == .phone, !fields.has("phoneNumber") { fields.reject("phoneNumber", "is required") }
    if kind == .email, fields.has("phoneNumber") {
      fields.reject("phoneNumber", "belongs to kind \"phone\" only")
    }
    try fields.finish()
  }
}

/// A code as it was entered.
public struct VerificationProof: Sendable {
  var kind: IdentifierKind
  /// Digits; without the spaces that people put between them.
  var code: String

  /// Reads `{kind, code}`.
  public init(reading fields: JSONFields) throws(Refusal) {
    kind = fields.choice("kind", IdentifierKind.self) ?? .email
    code = fields.secret("code", 6...20).filter { $0 != " " }
    try fields.finish()
  }
}

/// A code on its way to the person who shall prove to own an address or a number.
public struct PendingVerification: Sendable {
  public var kind: IdentifierKind
  /// Where the code was sent.
  public var value: String
  public var expiresAt: Instant

  /// Writes it as the interface shows it: one JSON object.
  ///
  /// - Parameter isDelayed: whether the message cannot leave at this moment.
  public func write(to json: inout JSONWriter, isDelayed: Bool) {
    json.object { json in
      json.member("kind", kind.rawValue)
      json.member("value", value)
      json.member("expiresAt", expiresAt)
      json.member("delayed", isDelayed)
    }
  }
}

/// Codes that wait to be entered: one of a kind per account, the latest.
enum IdentifierCodeStore {
  struct Pending {
    var value: String
    var digest: Digest256?
    var expiresAt: Instant
    /// Wrong entries so far.
    var failures: Int
  }

  static func put(
    _ digest: Digest256, _ pending: PendingVerification, of account: EntityID,
    in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO identifier_codes (account, kind, value, digest, expires_at, failures)
      VALUES (?1, ?2, ?3, ?4, ?5, 0)
      ON CONFLICT (account, kind) DO UPDATE SET value = ?3, digest = ?4, expires_at = ?5,
        failures = 0
      """,
      [
        .id(account), .text(pending.kind.rawValue), .text(pending.value), .blob(digest.bytes),
        .instant(pending.expiresAt),
      ])
  }

  static func find(
    _ kind: IdentifierKind, of account: EntityID, in session: StoreSession
  ) throws -> Pending? {
    try session.first(
      """
      SELECT value, digest, expires_at, failures FROM identifier_codes
      WHERE account = ?1 AND kind = ?2
      """, [.id(account), .text(kind.rawValue)]
    ) { row in
      Pending(
        value: try row.text(0), digest: Digest256(try row.blob(1)),
        expiresAt: try row.instant(2), failures: try row.int(3))
    }
  }

  static func countFailure(
    _ kind: IdentifierKind, of account: EntityID, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE identifier_codes SET failures = failures + 1 WHERE account = ?1 AND kind = ?2",
      [.id(account), .text(kind.rawValue)])
  }

  /// True if there was one.
  @discardableResult
  static func drop(
    _ kind: IdentifierKind, of account: EntityID, in transaction: WriteTransaction
  ) throws -> Bool {
    try transaction.execute(
      "DELETE FROM identifier_codes WHERE account = ?1 AND kind = ?2",
      [.id(account), .text(kind.rawValue)]) > 0
  }

  static func expire(in transaction: WriteTransaction) throws -> Int {
    try transaction.execute(
      "DELETE FROM identifier_codes WHERE expires_at <= ?1", [.instant(transaction.now)])
  }
}
