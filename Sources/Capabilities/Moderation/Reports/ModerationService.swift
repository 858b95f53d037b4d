import Access
import Base
import Notifications
import Storage

/// Reporting things, and deciding on what was reported.
public struct ModerationService: Sendable {
  let platform: Platform
  let notifications: any NotificationSink
  let audit: AuditLog
  /// What can be reported, in the order of registration.
  public let kinds: [ReportSubjectKind]
  /// What others settle as long as they can.
  let handOvers: [any ReportHandOver]
  private let things: [ReportSubjectKind: any ReportableThings]

  /// - Throws: `conflict` when two capabilities have one word for what can be reported.
  public init(
    platform: Platform, notifications: any NotificationSink, audit: AuditLog,
    things: [any ReportableThings], handOvers: [any ReportHandOver] = []
  ) throws(Refusal) {
    self.platform = platform
    self.notifications = notifications
    self.audit = audit
    self.handOvers = handOvers
    kinds = things.map(\.kind)
    var byKind: [ReportSubjectKind: any ReportableThings] = [:]
    for thing in things where byKind.updateValue(thing, forKey: thing.kind) != nil {
      throw Refusal(
        .conflict, "duplicate-report-kind",
        "Two capabilities call what can be reported \(thing.kind.rawValue).")
    }
    self.things = byKind
  }

  func things(_ kind: ReportSubjectKind) throws(Refusal) -> any ReportableThings {
    guard let found = things[kind] else { throw Refusal.notFound(kind.rawValue) }
    return found
  }

  /// Reports a thing that the caller sees and that is not the caller's own.
  ///
  /// The first report on a thing freezes what it looks like as evidence and opens a case; further
  /// ones count in it. Reporting the same thing again answers with the first report.
  public func report(_ draft: ReportDraft, caller: Caller) throws -> Report {
    let account = try caller.requiredPerson().account
    let things = try things(draft.kind)
    return try platform.store.write { transaction in
      let earlier = try ReportStore.report(
        on: draft.kind, draft.subject, by: account, in: transaction)
      if let earlier { return earlier }
      guard let thing = try things.reportable(draft.subject, caller: caller, in: transaction) else {
        throw Refusal.notFound(draft.kind.rawValue)
      }
      guard thing.owner != account else {
        throw Refusal(.conflict, "own-thing", "This is your own. You can change or delete it.")
      }
      return try add(draft, on: thing, by: account, at: transaction.now, in: transaction)
    }
  }

  /// Counts a report in the open case on its thing, or opens one.
  ///
  /// - Parameters:
  ///   - reporter: nil for one who is not told what was decided.
  ///   - at: when it was made.
  func add(
    _ draft: ReportDraft, on thing: ReportableThing, by reporter: EntityID?, at: Instant,
    in transaction: WriteTransaction
  ) throws -> Report {
    let open = try ReportStore.open(on: draft.kind, draft.subject, in: transaction)
    let caseID = open?.id ?? platform.ids.next()
    if open == nil {
      try ReportStore.insert(
        ReportCase(
          id: caseID,
          number: try ReportStore.nextNumber(draft.kind, draft.subject, in: transaction),
          kind: draft.kind, subject: draft.subject, owner: thing.owner,
          title: thing.title, evidence: thing.evidence, isUrgent: false, count: 0, openedAt: at),
        in: transaction)
    }
    let report = Report(
      id: platform.ids.next(), caseID: caseID, kind: draft.kind, subject: draft.subject,
      reason: draft.reason, text: draft.text, at: at)
    try ReportStore.insert(report, by: reporter, in: transaction)
    return report
  }

  /// Cases that wait for a decision, the oldest first; among them what others can no longer settle.
  ///
  /// That an admin read what a private thing is called stands in the audit log once for each case,
  /// as its title does not change.
  ///
  /// - Parameter kind: only cases on things of this kind.
  public func queue(
    _ kind: ReportSubjectKind? = nil, _ page: PageRequest, caller: Caller
  ) throws -> Page<ReportCase> {
    let admin = try caller.required(.admin).account
    let after = try page.idPosition() ?? EntityID(high: 0, low: 0)
    try takeOver()
    let (found, unnoted) = try platform.store.read { session in
      let items = try ReportStore.queue(kind, after: after, limit: page.limit + 1, in: session)
      let found = Page(reading: items, limit: page.limit) { Cursor($0.id) }
      return (found, try found.items.filter { try isLook(at: $0, by: admin, in: session) })
    }
    if !unnoted.isEmpty {
      try platform.store.write { transaction in
        for one in unnoted {
          try audit.append(
            Self.listed, by: admin, on: one.kind.rawValue, one.subject, detail: "\(one.id)",
            in: transaction)
        }
      }
    }
    return found
  }

  private static let listed = "report-listed"

  /// Whether an admin reads a title here that nobody outside sees, and that was not noted yet.
  private func isLook(
    at one: ReportCase, by admin: EntityID, in session: StoreSession
  ) throws -> Bool {
    // What is gone is seen by nobody; so is what a visitor is refused.
    let shown = try? things(one.kind).reportable(one.subject, caller: .anonymous, in: session)
    return try shown == nil
      && !AuditStore.has(
        Self.listed, by: admin, one.subject, detail: "\(one.id)", in: session)
  }

  /// A case with its reports, and the thing as it is now if it is still there.
  public struct Details: Sendable {
    public var reportCase: ReportCase
    public var reports: [Report]
    public var current: ReportableThing?
  }

  /// Everything needed to decide on a case; that it was looked at stands in the audit log.
  public func details(_ id: EntityID, caller: Caller) throws -> Details {
    let admin = try caller.required(.admin).account
    return try platform.store.write { transaction in
      guard let found = try ReportStore.find(id, in: transaction) else {
        throw Refusal.notFound("report")
      }
      try audit.append(
        "report-read", by: admin, on: found.kind.rawValue, found.subject, detail: "\(id)",
        in: transaction)
      return Details(
        reportCase: found, reports: try ReportStore.reports(of: id, in: transaction),
        current: try things(found.kind).evidence(found.subject, in: transaction))
    }
  }

  /// Decides on a case and with it on all reports in it.
  ///
  /// Removing, the notices to the owner and the reporters, and the audit entry are one
  /// transaction.
  ///
  /// - Throws: `conflict` if it is decided already; `forbidden` for an admin's own thing.
  public func decide(
    _ id: EntityID, _ draft: DecisionDraft, caller: Caller
  ) throws -> ReportCase {
    let admin = try caller.required(.admin).account
    return try platform.store.write { transaction in
      guard var decided = try ReportStore.find(id, in: transaction) else {
        throw Refusal.notFound("report")
      }
      guard decided.decision == nil else {
        throw Refusal(.conflict, "already-decided", "This report has been decided already.")
      }
      guard decided.owner != admin else {
        throw Refusal(.forbidden, "own-thing", "Another admin has to decide on what is your own.")
      }
      decided.decision = draft.decision
      decided.decisionReason = draft.reason
      decided.decidedBy = admin
      decided.decidedAt = transaction.now
      if draft.decision == .remove {
        try things(decided.kind).remove(decided.subject, in: transaction)
      }
      try ReportStore.decide(
        id, draft.decision, reason: draft.reason, by: admin, in: transaction)
      try tell(decided, draft, in: transaction)
      try audit.append(
        "report-decided", by: admin, on: decided.kind.rawValue, decided.subject,
        detail: "\(draft.decision.rawValue): \(draft.reason)", in: transaction)
      return decided
    }
  }

  private func tell(
    _ decided: ReportCase, _ draft: DecisionDraft, in transaction: WriteTransaction
  ) throws {
    if draft.decision == .remove, let owner = decided.owner {
      try notifications.post(
        ModerationNotice.removed(thing: Told(decided.title), reason: Told(draft.reason)),
        to: owner, about: NotificationSubject(SubjectKind(decided.kind), decided.subject),
        version: NotificationService.nextVersion(
          .moderation, about: decided.subject, at: owner, in: transaction),
        in: transaction)
    }
    for reporter in try ReportStore.reporters(of: decided.id, in: transaction) {
      try notifications.post(
        ModerationNotice.examined(
          thing: Told(decided.title), isRemoved: draft.decision == .remove),
        to: reporter, about: NotificationSubject(.report, decided.id), version: 1,
        in: transaction)
    }
  }
}
