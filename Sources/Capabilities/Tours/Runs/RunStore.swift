import Base
import Storage

/// Rows of runs and arrivals.
enum RunStore {
  private static let columns = """
    r.id, r.account, r.tour, r.revision, r.started_at, r.completed_at, r.ended_at, r.walked, \
    r.last_point_at, r.active_at, r.clock_offset, r.paused_at, r.paused_for, r.is_trial
    """

  private static func read(_ row: any Row) throws -> TourRun {
    TourRun(
      id: try row.id(0), account: try row.id(1), tour: try row.id(2), revision: try row.id(3),
      startedAt: try row.instant(4), completedAt: try row.optional(5, row.instant),
      pausedAt: try row.optional(11, row.instant), pausedFor: try row.integer(12),
      isTrial: try row.bool(13), endedAt: try row.optional(6, row.instant), walked: try row.real(7),
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

  /// The account whose run it is.
  static func walker(of run: EntityID, in session: StoreSession) throws -> EntityID? {
    try session.first("SELECT account FROM tour_runs WHERE id = ?1", [.id(run)]) { try $0.id(0) }
  }

  /// The account's run that is neither paused nor left, if there is one.
  static func open(of account: EntityID, in session: StoreSession) throws -> TourRun? {
    let found = try session.first(
      """
      SELECT \(columns) FROM tour_runs r
      WHERE r.account = ?1 AND r.ended_at IS NULL AND r.paused_at IS NULL
      """, [.id(account)], read)
    return try found.map { try withArrivals($0, in: session) }
  }

  /// The account's runs of a tour that have not been left, paused ones too, last active first.
  static func kept(
    of account: EntityID, on tour: EntityID, in session: StoreSession
  ) throws -> [TourRun] {
    let runs = try session.all(
      """
      SELECT \(columns) FROM tour_runs r
      WHERE r.account = ?1 AND r.tour = ?2 AND r.ended_at IS NULL
      ORDER BY r.active_at DESC, r.id DESC
      """, [.id(account), .id(tour)], read)
    return try runs.map { try withArrivals($0, in: session) }
  }

  /// Whether the account has a run on the revision that has not been left.
  static func keeps(
    _ revision: EntityID, _ account: EntityID, in session: StoreSession
  ) throws -> Bool {
    try session.exists(
      "SELECT 1 FROM tour_runs WHERE account = ?1 AND revision = ?2 AND ended_at IS NULL LIMIT 1",
      [.id(account), .id(revision)])
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
      \(summaries) \(last == nil ? "" : "AND r.id < ?3")
      ORDER BY r.id DESC LIMIT ?2
      """, parameters, readSummary)
  }

  /// Those of the account's runs that can be gone on with, last active first, without arrivals.
  static func listOpen(
    of account: EntityID, before last: (activeAt: Instant, id: EntityID)?, limit: Int,
    in session: StoreSession, now: Instant
  ) throws -> [TourRunSummary] {
    let oldest = now.adding(seconds: -TourRun.keptDays * 86_400)
    var parameters: [SQLValue] = [.id(account), .int(limit), .instant(oldest)]
    if let last { parameters += [.instant(last.activeAt), .id(last.id)] }
    return try session.all(
      """
      \(summaries) AND r.ended_at IS NULL AND r.completed_at IS NULL AND r.active_at > ?3
      \(last == nil ? "" : "AND (r.active_at, r.id) < (?4, ?5)")
      ORDER BY r.active_at DESC, r.id DESC LIMIT ?2
      """, parameters, readSummary)
  }

  /// The runs of account ?1.
  private static let summaries = """
    SELECT \(columns), v.name, v.stop_count,
      (SELECT COUNT(*) FROM tour_run_arrivals a WHERE a.run = r.id), v.names
    FROM tour_runs r
    JOIN tours t ON t.id = r.tour
    JOIN tour_revisions v ON v.id = r.revision
    WHERE r.account = ?1 AND t.withdrawn_at IS NULL
    """

  private static func readSummary(_ row: any Row) throws -> TourRunSummary {
    TourRunSummary(
      run: try read(row),
      names: try LocalizedText.stored(row, 17) ?? LocalizedText(row.text(14)),
      stopCount: try row.int(15),
      reached: try row.int(16))
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
        walked, last_point_at, active_at, clock_offset, is_trial)
      VALUES (?1, ?2, ?3, ?4, ?5, NULL, NULL, ?6, NULL, ?5, 0, ?7)
      """,
      [
        .id(run.id), .id(run.account), .id(run.tour), .id(run.revision), .instant(run.startedAt),
        .real(run.walked), .bool(run.isTrial),
      ])
  }

  /// Writes the totals, and the arrivals after the first `known`.
  static func update(
    _ run: TourRun, arrivalsAfter known: Int, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE tour_runs SET completed_at = ?2, ended_at = ?3, walked = ?4, last_point_at = ?5,
        active_at = ?6, clock_offset = ?7, paused_at = ?8, paused_for = ?9, is_trial = ?10
      WHERE id = ?1
      """,
      [
        .id(run.id), .instant(run.completedAt), .instant(run.endedAt), .real(run.walked),
        .instant(run.lastPointAt), .instant(run.activeAt), .integer(run.clockOffset),
        .instant(run.pausedAt), .integer(run.pausedFor), .bool(run.isTrial),
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

  /// Goes on with the runs of a tour that ended at a moment, but for those of people who walk elsewhere
  /// by now; returns them.
  static func resumeAll(
    of tour: EntityID, endedAt end: Instant, in transaction: WriteTransaction
  ) throws -> [EntityID] {
    try transaction.all(
      """
      UPDATE tour_runs SET ended_at = NULL WHERE tour = ?1 AND ended_at = ?2 AND NOT EXISTS (
        SELECT 1 FROM tour_runs o WHERE o.account = tour_runs.account AND o.ended_at IS NULL)
      RETURNING id
      """, [.id(tour), .instant(end)]
    ) { try $0.id(0) }
  }

  /// Ends runs that nobody has gone on with since a time, at most `limit`; returns them.
  static func endForgotten(
    since oldest: Instant, limit: Int, in transaction: WriteTransaction
  ) throws -> [EntityID] {
    try transaction.all(
      """
      UPDATE tour_runs SET ended_at = ?2, paused_at = COALESCE(paused_at, active_at) WHERE id IN (
        SELECT r.id FROM tour_runs r WHERE r.ended_at IS NULL AND r.active_at <= ?1 LIMIT ?3)
      RETURNING id
      """, [.instant(oldest), .instant(transaction.now), .int(limit)]
    ) { try $0.id(0) }
  }

  static func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
    try FeedbackStore.erase(account, in: transaction)
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
