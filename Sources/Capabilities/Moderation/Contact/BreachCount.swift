import Base
import Storage

/// In how many messages of a month somebody said that another got into an account.
///
/// Counted as they come and kept without them: who has written goes with the message.
///
/// - Thread: pure.
public struct BreachCount: Hashable, Sendable {
  var month: CountedMonth
  public var reports: Int

  /// How many months are told of.
  public static let months = CountedMonth.told

  /// Writes it as admins see it: `{"month": "2026-05", "reports": 1}`.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("month", month.text)
      json.member("reports", reports)
    }
  }
}

/// Counts of reported breaches in the database.
enum BreachCountStore {
  /// Counts one report in the present month.
  static func add(in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO breach_counts (month, reports) VALUES (?1, 1)
      ON CONFLICT (month) DO UPDATE SET reports = breach_counts.reports + 1
      """, [.int(CountedMonth(of: transaction.now).index)])
  }

  /// Of the months that are told of, the present one first, also those without a report.
  static func latest(at now: Instant, in session: StoreSession) throws -> [BreachCount] {
    let found = try session.all("SELECT month, reports FROM breach_counts") {
      (try $0.int(0), try $0.int(1))
    }
    let reports = Dictionary(found) { $0 + $1 }
    return CountedMonth.latest(at: now).map {
      BreachCount(month: $0, reports: reports[$0.index] ?? 0)
    }
  }
}
