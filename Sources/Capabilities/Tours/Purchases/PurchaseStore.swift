import Base
import Storage

/// Rows that number the payments of one account for one tour.
enum PurchaseStore {
  /// How many payments have come to an end, declined or paid.
  static func ended(
    _ account: EntityID, _ tour: EntityID, in session: StoreSession
  ) throws -> Int {
    try session.count(
      "SELECT ended FROM tour_payments WHERE account = ?1 AND tour = ?2",
      [.id(account), .id(tour)])
  }

  /// Notes the end of payment number `payment`, once.
  static func end(
    _ payment: Int, _ account: EntityID, _ tour: EntityID, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO tour_payments (account, tour, ended) VALUES (?1, ?2, ?3)
      ON CONFLICT (account, tour) DO UPDATE SET ended = excluded.ended
      WHERE tour_payments.ended < excluded.ended
      """, [.id(account), .id(tour), .int(payment + 1)])
  }

  static func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute("DELETE FROM tour_payments WHERE account = ?1", [.id(account)])
  }
}
