import Access
import Base
import Storage

/// A report as its author sees it: what was said, and what was decided about the thing.
///
/// The reason of a decision is told to whoever answers for the thing, and to nobody else.
///
/// - Thread: pure.
public struct OwnReport: Sendable {
  public var report: Report
  /// How the thing was called when it was first reported.
  public var title: String
  /// Nil while it is examined.
  public var decision: ModerationDecision?
  public var decidedAt: Instant?

  /// Writes it as one JSON object; its `id` is that of ``Report/write(to:)``.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", report.caseID)
      json.object("subject") { json in
        json.member("kind", report.kind.rawValue)
        json.member("id", report.subject)
        json.member("title", title)
      }
      json.member("reason", report.reason.rawValue)
      json.member("text", report.text)
      json.member("at", report.at)
      json.member("decision", decision?.rawValue)
      json.member("decidedAt", decidedAt)
    }
  }
}

extension ModerationService {
  /// What the caller has reported, newest first.
  public func own(_ page: PageRequest, caller: Caller) throws -> Page<OwnReport> {
    let account = try caller.requiredPerson().account
    let before = try page.idPosition() ?? EntityID(high: .max, low: .max)
    return try platform.store.readOnce { session in
      let found = try ReportStore.own(
        of: account, before: before, limit: page.limit + 1, in: session)
      return Page(reading: found, limit: page.limit) { Cursor($0.report.id) }
    }
  }

  /// What the caller has reported in one case.
  ///
  /// - Throws: `notFound`, also for what others have reported.
  public func own(_ id: EntityID, caller: Caller) throws -> OwnReport {
    let account = try caller.requiredPerson().account
    return try platform.store.readOnce { session in
      guard let report = try ReportStore.own(in: id, of: account, session) else {
        throw Refusal.notFound("report")
      }
      return report
    }
  }
}

extension ReportStore {
  private static let ownColumns = """
    SELECT r.id, r.case_id, r.subject_kind, r.subject, r.reason, r.text, r.at, c.title, c.decision,
      c.decided_at
    FROM reports r JOIN report_cases c ON c.id = r.case_id
    """

  private static func readOwn(_ row: any Row) throws -> OwnReport {
    OwnReport(
      report: try readReport(row), title: try row.text(7),
      decision: try row.optional(8, row.text).flatMap(ModerationDecision.init),
      decidedAt: try row.optional(9, row.instant))
  }

  static func own(
    of reporter: EntityID, before: EntityID, limit: Int, in session: StoreSession
  ) throws -> [OwnReport] {
    try session.all(
      ownColumns + " WHERE r.reporter = ?1 AND r.id < ?2 ORDER BY r.id DESC LIMIT ?3",
      [.id(reporter), .id(before), .int(limit)], readOwn)
  }

  static func own(
    in caseID: EntityID, of reporter: EntityID, _ session: StoreSession
  ) throws -> OwnReport? {
    try session.first(
      ownColumns + " WHERE r.case_id = ?1 AND r.reporter = ?2 ORDER BY r.id LIMIT 1",
      [.id(caseID), .id(reporter)], readOwn)
  }
}
