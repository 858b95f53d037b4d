import Base
import Identity
import Storage

/// Every account begins with a sub-realm of its own.
struct PersonalRealms: NewAccountHandler {
  func accountMade(_ account: EntityID, in transaction: WriteTransaction) throws {
    try Memberships.openPersonalRealm(of: account, in: transaction)
  }
}
