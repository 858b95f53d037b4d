import Base
import Storage

/// A capability that keeps personal data, for export and erasure (PIPEDA, CO1).
public protocol PersonalDataHolder: Sendable {
  /// Writes members into the open export object: everything kept about `account`, nothing of
  /// others.
  func export(_ account: EntityID, from session: StoreSession, to json: inout JSONWriter) throws

  /// Removes or pseudonymises everything kept about `account`, within the erasing transaction.
  func erase(_ account: EntityID, in transaction: WriteTransaction) throws
}
