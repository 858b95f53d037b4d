import Base
import Storage

/// Rows that say which account may use which priced tour.
enum PurchaseStore {
  static func has(_ account: EntityID, _ tour: EntityID, in session: StoreSession) throws -> Bool {
    try session.exists(
      "SELECT 1 FROM tour_purchases WHERE account = ?1 AND tour = ?2", [.id(account), .id(tour)])
  }
}
