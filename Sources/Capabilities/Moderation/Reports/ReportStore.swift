import Access
import Base
import Storage

/// Reports and their cases in the database.
public enum ReportStore {
  /// Seconds after a removal in which admins hear appeals against it, and need to see what it was.
  static let appealTime: Int64 = 30 * 86_400

  /// A condition that a thing is reported, so that admins have to look at it: until it is decided to
  /// keep it, or what was done can no longer be appealed.
  ///
  /// - Parameters:
  ///   - kind: the word of its kind; of ours, no input.
  ///   - subject: an expression with its identifier, or a subquery of several.
  public static func isReported(
    _ kind: ReportSubjectKind, _ subject: String, at now: Instant
  ) -> String {
    let taken = [ModerationDecision.remove, .hide].map { "'\($0.rawValue)'" }
      .joined(separator: ", ")
    let since = now.adding(seconds: -appealTime).milliseconds
    return "EXISTS (SELECT 1 FROM report_cases c WHERE c.subject_kind = '\(kind.rawValue)' "
      + "AND c.subject IN (\(subject)) AND (c.decided_at IS NULL "
      + "OR (c.decision IN (\(taken)) AND c.decided_at > \(since))))"
  }

  /// Takes out of cases what they hold of things that show something of somebody who is erased.
  ///
  /// - Parameter subjects: a subquery of the things' identifiers, with `parameter` as its first one.
  public static func forgetEvidence(
    _ kind: ReportSubjectKind, of subjects: String, _ parameter: EntityID,
    in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE report_cases SET title = 'Erased', evidence = CAST('{}' AS %blob)
      WHERE subject_kind = ?2 AND subject IN (\(subjects))
      """, [.id(parameter), .text(kind.rawValue)])
  }

  private static let reportColumns =
    "SELECT id, case_id, subject_kind, subject, reason, text, at FROM reports"

  static func readReport(_ row: any Row) throws -> Report {
    Report(
      id: try row.id(0), caseID: try row.id(1), kind: try row.word(2, ReportSubjectKind.self),
      subject: try row.id(3), reason: try row.word(4, ReportReason.self), text: try row.text(5),
      at: try row.instant(6))
  }

  static func report(
    on kind: ReportSubjectKind, _ subject: EntityID, by reporter: EntityID,
    in session: StoreSession
  ) throws -> Report? {
    try session.first(
      reportColumns + " WHERE reporter = ?1 AND subject_kind = ?2 AND subject = ?3",
      [.id(reporter), .text(kind.rawValue), .id(subject)], readReport)
  }

  static func reports(by reporter: EntityID, in session: StoreSession) throws -> [Report] {
    try session.all(reportColumns + " WHERE reporter = ?1 ORDER BY id", [.id(reporter)], readReport)
  }

  /// The reports of a case, the oldest first, at most 200; with how much else their authors have
  /// reported.
  static func told(in caseID: EntityID, _ session: StoreSession) throws -> [CaseReport] {
    let kept = ModerationDecision.keep.rawValue
    return try session.all(
      """
      SELECT r.id, r.case_id, r.subject_kind, r.subject, r.reason, r.text, r.at,
        (SELECT COUNT(*) FROM reports o WHERE o.reporter = r.reporter AND o.case_id <> r.case_id),
        (SELECT COUNT(*) FROM reports o JOIN report_cases c ON c.id = o.case_id
          WHERE o.reporter = r.reporter AND o.case_id <> r.case_id AND c.decision <> '\(kept)')
      FROM reports r WHERE r.case_id = ?1 ORDER BY r.id LIMIT 200
      """, [.id(caseID)]
    ) { CaseReport(report: try readReport($0), others: try $0.int(7), upheld: try $0.int(8)) }
  }

  /// The other cases on what is an account's, the newest first.
  static func cases(
    of owner: EntityID, besides id: EntityID, limit: Int, in session: StoreSession
  ) throws -> [ReportCase] {
    try session.all(
      caseColumns + " WHERE owner = ?1 AND id <> ?2 ORDER BY id DESC LIMIT ?3",
      [.id(owner), .id(id), .int(limit)], readCase)
  }

  static func reporters(of caseID: EntityID, in session: StoreSession) throws -> [EntityID] {
    try session.all(
      "SELECT reporter FROM reports WHERE case_id = ?1 AND reporter IS NOT NULL ORDER BY id",
      [.id(caseID)]
    ) { try $0.id(0) }
  }

  static func insert(
    _ report: Report, by reporter: EntityID?, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO reports (id, case_id, subject_kind, subject, reporter, reason, text, at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """,
      [
        .id(report.id), .id(report.caseID), .text(report.kind.rawValue), .id(report.subject),
        .id(reporter), .text(report.reason.rawValue), .text(report.text), .instant(report.at),
      ])
    try transaction.execute(
      """
      UPDATE report_cases SET reports = reports + 1,
        urgent = CASE WHEN ?2 = 1 THEN 1 ELSE urgent END
      WHERE id = ?1
      """, [.id(report.caseID), .bool(report.reason.isUrgent)])
    try transaction.record("report", report.caseID, .insert)
  }

  private static let caseColumns = """
    SELECT id, subject_kind, subject, owner, title, evidence, urgent, reports, opened_at, decision,
      decision_reason, decided_by, decided_at, number
    FROM report_cases
    """

  private static func readCase(_ row: any Row) throws -> ReportCase {
    ReportCase(
      id: try row.id(0), number: try row.int(13), kind: try row.word(1, ReportSubjectKind.self),
      subject: try row.id(2),
      owner: try row.optional(3, row.id), title: try row.text(4), evidence: try row.blob(5),
      isUrgent: try row.bool(6), count: try row.int(7), openedAt: try row.instant(8),
      decision: try row.optional(9, row.text).flatMap(ModerationDecision.init),
      decisionReason: try row.optional(10, row.text), decidedBy: try row.optional(11, row.id),
      decidedAt: try row.optional(12, row.instant))
  }

  static func find(_ id: EntityID, in session: StoreSession) throws -> ReportCase? {
    try session.first(caseColumns + " WHERE id = ?1", [.id(id)], readCase)
  }

  static func open(
    on kind: ReportSubjectKind, _ subject: EntityID, in session: StoreSession
  ) throws -> ReportCase? {
    try session.first(
      caseColumns + " WHERE subject_kind = ?1 AND subject = ?2 AND decided_at IS NULL",
      [.text(kind.rawValue), .id(subject)], readCase)
  }

  static func insert(_ new: ReportCase, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO report_cases
        (id, subject_kind, subject, owner, title, evidence, urgent, reports, opened_at, number)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, 0, ?7, ?8)
      """,
      [
        .id(new.id), .text(new.kind.rawValue), .id(new.subject), .id(new.owner), .text(new.title),
        .blob(new.evidence), .instant(new.openedAt), .int(new.number),
      ])
  }

  /// The number of the next case on a subject: one thing can be decided on several times.
  static func nextNumber(
    _ kind: ReportSubjectKind, _ subject: EntityID, in session: StoreSession
  ) throws -> Int {
    1
      + (try session.count(
        "SELECT MAX(number) FROM report_cases WHERE subject_kind = ?1 AND subject = ?2",
        [.text(kind.rawValue), .id(subject)]))
  }

  /// Cases that wait for a decision, the oldest first; of all kinds, or of one.
  static func queue(
    _ kind: ReportSubjectKind?, after id: EntityID, limit: Int, in session: StoreSession
  ) throws -> [ReportCase] {
    if let kind {
      return try session.all(
        caseColumns + """
           WHERE decided_at IS NULL AND id > ?1 AND subject_kind = ?2 ORDER BY id LIMIT ?3
          """, [.id(id), .text(kind.rawValue), .int(limit)], readCase)
    }
    return try session.all(
      caseColumns + " WHERE decided_at IS NULL AND id > ?1 ORDER BY id LIMIT ?2",
      [.id(id), .int(limit)], readCase)
  }

  static func decide(
    _ id: EntityID, _ decision: ModerationDecision, reason: String, by admin: EntityID,
    in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE report_cases SET decision = ?2, decision_reason = ?3, decided_by = ?4, decided_at = ?5
      WHERE id = ?1
      """,
      [
        .id(id), .text(decision.rawValue), .text(reason), .id(admin), .instant(transaction.now),
      ])
    try transaction.record("decision", id, .insert)
  }

  /// Takes the decision off a case: it waits again.
  static func reopen(_ id: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      UPDATE report_cases SET decision = NULL, decision_reason = NULL, decided_by = NULL,
        decided_at = NULL
      WHERE id = ?1
      """, [.id(id)])
    try transaction.record("decision", id, .update)
  }

  /// Deletes cases and their reports a year after the decision.
  static func expire(in transaction: WriteTransaction) throws -> Int {
    let limit = SQLValue.instant(transaction.now.adding(seconds: -365 * 86_400))
    try transaction.execute(
      "DELETE FROM reports WHERE case_id IN (SELECT id FROM report_cases WHERE decided_at < ?1)",
      [limit])
    return try transaction.execute("DELETE FROM report_cases WHERE decided_at < ?1", [limit])
  }
}
