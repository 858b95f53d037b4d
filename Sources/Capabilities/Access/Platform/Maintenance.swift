import Registration
import Storage

/// Deletes what has had its time, in all capabilities; called every few minutes.
///
/// - Thread: shared.
public struct Maintenance: Sendable {
  let store: Store
  let expiries: [Expiry]

  public init(platform: Platform, expiries: [Expiry]) {
    store = platform.store
    self.expiries = expiries
  }

  /// Rows that one round deleted, by the name of their ``Expiry``.
  public struct Round: Hashable, Sendable {
    var rows: [String: Int] = [:]

    public init() {}

    /// How many rows went; 0 for a name that nothing has.
    public subscript(name: String) -> Int { rows[name] ?? 0 }
  }

  /// Deletes what is kept no longer, in one transaction; as much as one round may take.
  @discardableResult
  public func expire() throws -> Round {
    try store.write { transaction in
      var round = Round()
      for expiry in expiries {
        let count = try expiry.delete(transaction)
        if count > 0 { round.rows[expiry.name] = count }
      }
      return round
    }
  }
}
