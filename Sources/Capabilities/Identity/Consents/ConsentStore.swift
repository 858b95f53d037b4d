import Base
import Storage

/// The record of consents: rows are added, never changed.
enum ConsentStore {
  static func append(
    _ consent: Consent, of account: EntityID, id: EntityID, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "INSERT INTO consents (id, account, kind, version, given, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      [
        .id(id), .id(account), .text(consent.kind.rawValue), .text(consent.version),
        .bool(consent.isGiven), .instant(consent.at),
      ])
  }

  /// Every act of the account, oldest first.
  static func history(of account: EntityID, in session: StoreSession) throws -> [Consent] {
    try session.all(
      "SELECT kind, version, given, at FROM consents WHERE account = ?1 ORDER BY id",
      [.id(account)]
    ) { row in
      Consent(
        kind: try row.word(0, ConsentKind.self), version: try row.text(1),
        isGiven: try row.bool(2), at: try row.instant(3))
    }
  }
}
