import Base
import Storage

/// A capability with which every account begins: what it makes for a new one, in the same
/// transaction.
///
/// - Thread: shared.
public protocol NewAccountHandler: Sendable {
  func accountMade(_ account: EntityID, in transaction: WriteTransaction) throws
}
