import Base
import Storage

/// Rows of runs and arrivals.
enum RunStore {
  private static let columns = """
    r.id, r.account, r.tour, r.revision, r.started_at, r.completed_at, r.ended_at, r.walked, \
    r.last_point_at, r.active_at, r.clock_offset
    """

  private static func read(_ row: any Row) throws -> TourRun {
    TourRun(
      id: try row.id(0), account: try row.id(1), tour: try row.id(2), revision: try row.id(3),
      startedAt: try row.instant(4), completedAt: try row.optional(5, row.instant),
      endedAt: try row.optional(6, row.instant), walked: try row.real(7),
      lastPointAt: try row.optional(8, row.instant), activeAt: try row.instant(9),
      clockOffset: try row.integer(10), arrivals: [])
  }

  /// The run with its arrivals, if it belongs to `account`.
  static func find(
    _ id: EntityID, of account: EntityID, in session: StoreSession
  ) throws -> TourRun? {
    let found = try session.first(
      """
      SELECT \(columns) FROM tour_runs r JOIN tours t ON t.id = r.tour
      WHERE r.id = ?1 AND r.account = ?2 AND t.withdrawn_at IS NULL
      """, [.id(id), .id(account)], read)
    return try found.map { try withArrivals($0, in: session) }
  }

  /// The account's run that has not been left, if there is one.
  static func open(of account: EntityID, in session: StoreSession) throws -> TourRun? {
    let found = try session.first(
      "SELECT \(columns) FROM tour_runs r WHERE r.account = ?1 AND r.ended_at IS NULL",
      [.id(account)], read)
    return try found.map { try withArrivals($0, in: session) }
  }

  private static func withArrivals(_ run: TourRun, in session: StoreSession) throws -> TourRun {
    var run = run
    run.arrivals = try session.all(
      "SELECT stop, at FROM tour_run_arrivals WHERE run = ?1 ORDER BY ordinal", [.id(run.id)]
    ) { TourRun.Arrival(stop: try $0.id(0), at: try $0.instant(1)) }
    return run
  }

  /// The account's runs with the names of their tours, newest first, without arrivals.
  static func list(
    of account: EntityID, before last: EntityID?, limit: Int, in session: StoreSession
  ) throws -> [TourRunSummary] {
    var parameters: [SQLValue] = [.id(account), .int(limit)]
    if let last { parameters.append(.id(last)) }
    return try session.all(
      """
      SELECT \(columns), v.name, v.stop_count,
        (SELECT COUNT(*) FROM tour_run_arrivals a WHERE a.run = r.id)
      FROM tour_runs r
      JOIN tours t ON t.id = r.tour
      JOIN tour_revisions v ON v.id = r.revision
      WHERE r.account = ?1 AND t.withdrawn_at IS NULL \(last == nil ? "" : "AND r.id < ?3")
      ORDER BY r.id DESC LIMIT ?2
      """, parameters
    ) { row in
      TourRunSummary(
        run: try read(row), name: try row.text(11), stopCount: try row.int(12),
        reached: try row.int(13))
    }
  }

  /// Everything that is kept of an account's runs, oldest first.
  static func all(of account: EntityID, in session: StoreSession) throws -> [TourRun] {
    let runs = try session.all(
      "SELECT \(columns) FROM tour_runs r WHERE r.account = ?1 ORDER BY r.id", [.id(account)], read)
    return try runs.map { try withArrivals($0, in: session) }
  }

  static func insert(_ run: TourRun, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO tour_runs (id, account, tour, revision, started_at, completed_at, ended_at,
        walked, last_point_at, active_at, clock_offset)
      VALUES (?1, ?2, ?3, ?4, ?5, NULL, NULL, ?6, NULL, ?5, 0)
      """,
      [
        .id(run.id), .id(run.account), .id(run.tour), .id(run.revision), .instant(run.startedAt),
        .real(run.walked),
      ])
  }

  /// Writes the totals, and the arrivals after the first `known`.
  static func update(
    _ run: TourRun, arrivalsAfter known: Int, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE tour_runs SET completed_at = ?2, ended_at = ?3, walked = ?4, last_point_at = ?5,
        active_at = ?6, clock_offset = ?7
      WHERE id = ?1
      """,
      [
        .id(run.id), .instant(run.completedAt), .instant(run.endedAt), .real(run.walked),
        .instant(run.lastPointAt), .instant(run.activeAt), .integer(run.clockOffset),
      ])
    for (ordinal, arrival) in run.arrivals.enumerated().dropFirst(known) {
      try transaction.execute(
        "INSERT INTO tour_run_arrivals (run, stop, ordinal, at) VALUES (?1, ?2, ?3, ?4)",
        [.id(run.id), .id(arrival.stop), .int(ordinal), .instant(arrival.at)])
    }
  }

  /// Ends every open run of a tour; returns them.
  static func endAll(of tour: EntityID, in transaction: WriteTransaction) throws -> [EntityID] {
    try transaction.all(
      "UPDATE tour_runs SET ended_at = ?2 WHERE tour = ?1 AND ended_at IS NULL RETURNING id",
      [.id(tour), .instant(transaction.now)]
    ) { try $0.id(0) }
  }

  static func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      DELETE FROM tour_run_arrivals
      WHERE run IN (SELECT r.id FROM tour_runs r WHERE r.account = ?1)
      """, [.id(account)])
    try transaction.execute("DELETE FROM tour_runs WHERE account = ?1", [.id(account)])
  }

  /// Whether an account was heard of on a tour after a time, in a run that may have ended.
  static func wasActive(
    on tour: EntityID, _ account: EntityID, since: Instant, in session: StoreSession
  ) throws -> Bool {
    try session.exists(
      "SELECT 1 FROM tour_runs WHERE account = ?1 AND tour = ?2 AND active_at > ?3 LIMIT 1",
      [.id(account), .id(tour), .instant(since)])
  }

  /// Whether a run was made on the revision.
  static func refers(to revision: EntityID, in session: StoreSession) throws -> Bool {
    try session.exists(
      "SELECT 1 FROM tour_runs WHERE revision = ?1 LIMIT 1", [.id(revision)])
  }
}
