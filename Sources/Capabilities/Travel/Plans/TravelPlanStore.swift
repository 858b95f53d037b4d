import Access
import Base
import Calendar
import Storage

/// Plans in the database: the last one of each occurrence, until it is over.
enum TravelPlanStore {
  private static let columns = """
    SELECT item, account, occurrence, origin, previous, verdict, margin, leave_at, arrive_at,
      journey, reason, detail, basis, computed_at FROM travel_plans
    """

  private static func read(_ row: any Row) throws -> TravelPlan {
    TravelPlan(
      item: try row.id(0), account: try row.id(1), occurrence: try row.instant(2),
      origin: try row.word(3, TravelPlan.Origin.self), previous: try row.optional(4, row.id),
      verdict: try row.word(5, TravelPlan.Verdict.self), margin: try row.optional(6, row.int),
      leaveAt: try row.optional(7, row.instant), arriveAt: try row.optional(8, row.instant),
      journey: try row.optional(9, row.blob).flatMap { Journey(stored: $0) },
      reason: try row.optional(10, row.text).flatMap(TravelPlan.Reason.init(rawValue:)),
      detail: try row.text(11), basis: try row.blob(12), computedAt: try row.instant(13))
  }

  static func find(
    _ key: Occurrence.Key, of account: EntityID, in session: StoreSession
  ) throws -> TravelPlan? {
    try session.first(
      columns + " WHERE item = ?1 AND account = ?2 AND occurrence = ?3",
      [.id(key.item), .id(account), .instant(key.start)], read)
  }

  /// The account's plans for occurrences from a time on.
  static func all(
    of account: EntityID, from: Instant, in session: StoreSession
  ) throws -> [TravelPlan] {
    try session.all(
      columns + " WHERE account = ?1 AND occurrence >= ?2 ORDER BY occurrence, item",
      [.id(account), .instant(from)], read)
  }

  static func put(_ plan: TravelPlan, in transaction: WriteTransaction) throws {
    var json = JSONWriter()
    plan.journey?.write(to: &json)
    try transaction.execute(
      """
      INSERT INTO travel_plans (item, account, occurrence, origin, previous, verdict, margin,
        leave_at, arrive_at, journey, reason, detail, basis, computed_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
      ON CONFLICT (item, account, occurrence) DO UPDATE SET origin = ?4, previous = ?5,
        verdict = ?6, margin = ?7, leave_at = ?8, arrive_at = ?9, journey = ?10, reason = ?11,
        detail = ?12, basis = ?13, computed_at = ?14
      """,
      [
        .id(plan.item), .id(plan.account), .instant(plan.occurrence),
        .text(plan.origin.rawValue), .id(plan.previous), .text(plan.verdict.rawValue),
        .int(plan.margin), .instant(plan.leaveAt), .instant(plan.arriveAt),
        plan.journey == nil ? .null : .blob(json.bytes), .text(orNull: plan.reason?.rawValue),
        .text(plan.detail), .blob(plan.basis), .instant(plan.computedAt),
      ])
  }

  static func delete(
    _ key: Occurrence.Key, of account: EntityID, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "DELETE FROM travel_plans WHERE item = ?1 AND account = ?2 AND occurrence = ?3",
      [.id(key.item), .id(account), .instant(key.start)])
  }
}
