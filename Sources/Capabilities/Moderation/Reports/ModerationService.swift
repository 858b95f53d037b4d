import Access
import Base
import Identity
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
        for one in unnoted { try note(one, by: admin, in: transaction) }
      }
    }
    return found
  }

  private static let listed = "report-listed"

  private func note(
    _ one: ReportCase, by admin: EntityID, in transaction: WriteTransaction
  ) throws {
    try audit.append(
      Self.listed, by: admin, on: one.kind.rawValue, one.subject, detail: "\(one.id)",
      in: transaction)
  }

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

  /// Everything needed to decide on a case; that it was looked at stands in the audit log, as does
  /// that what else of its owner's was reported was read there for the first time.
  public func details(_ id: EntityID, caller: Caller) throws -> CaseDetails {
    let admin = try caller.required(.admin).account
    return try platform.store.write { transaction in
      guard let found = try ReportStore.find(id, in: transaction) else {
        throw Refusal.notFound("report")
      }
      try audit.append(
        "report-read", by: admin, on: found.kind.rawValue, found.subject, detail: "\(id)",
        in: transaction)
      let history = try found.owner.map {
        try ReportStore.cases(
          of: $0, besides: id, limit: CaseDetails.historyLimit, in: transaction)
      }
      for one in history ?? [] where try isLook(at: one, by: admin, in: transaction) {
        try note(one, by: admin, in: transaction)
      }
      return CaseDetails(
        reportCase: found, reports: try ReportStore.told(in: id, transaction),
        current: try things(found.kind).evidence(found.subject, in: transaction),
        owner: try found.owner.flatMap { try AccountStore.find($0, in: transaction) }
          .flatMap { $0.state == .erased ? nil : AccountAdministration.Standing($0) },
        history: history ?? [], decisions: try decisions(on: found.kind))
    }
  }

  /// What can be decided on things of a kind.
  func decisions(on kind: ReportSubjectKind) throws(Refusal) -> [ModerationDecision] {
    let canHide = try things(kind) is any HideableThings
    return ModerationDecision.allCases.filter { $0 != .hide || canHide }
  }

  /// Decides on a case and with it on all reports in it.
  ///
  /// Removing, the notices to the owner and the reporters, and the audit entry are one
  /// transaction.
  ///
  /// - Throws: `conflict` if it is decided already, or with slug `not-hideable` to hide what its
  ///   owner cannot change; `forbidden` for an admin's own thing.
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
      try carryOut(draft.decision, on: decided, in: transaction)
      try ReportStore.decide(
        id, draft.decision, reason: draft.reason, by: admin, in: transaction)
      try tell(decided, draft, in: transaction)
      try audit.append(
        "report-decided", by: admin, on: decided.kind.rawValue, decided.subject,
        detail: "\(draft.decision.rawValue): \(draft.reason)", in: transaction)
      return decided
    }
  }

  private func carryOut(
    _ decision: ModerationDecision, on decided: ReportCase, in transaction: WriteTransaction
  ) throws {
    let things = try things(decided.kind)
    switch decision {
    case .keep, .warn: return
    case .remove: try things.remove(decided.subject, in: transaction)
    case .hide:
      guard let hideable = things as? any HideableThings else {
        throw Refusal(
          .conflict, "not-hideable",
          "This cannot be hidden until it is changed. Warn whoever answers for it, or remove it.")
      }
      try hideable.hide(decided.subject, in: transaction)
    }
  }

  private func tell(
    _ decided: ReportCase, _ draft: DecisionDraft, in transaction: WriteTransaction
  ) throws {
    if draft.decision != .keep, let owner = decided.owner {
      try notifications.post(
        ModerationNotice.decided(
          thing: Told(decided.title), decision: draft.decision, reason: Told(draft.reason)),
        to: owner, about: NotificationSubject(SubjectKind(decided.kind), decided.subject),
        version: NotificationService.nextVersion(
          .moderation, about: decided.subject, at: owner, in: transaction),
        in: transaction)
    }
    for reporter in try ReportStore.reporters(of: decided.id, in: transaction) {
      try notifications.post(
        ModerationNotice.examined(thing: Told(decided.title), decision: draft.decision),
        to: reporter, about: NotificationSubject(.report, decided.id),
        version: NotificationService.nextVersion(
          .moderation, about: decided.id, at: reporter, in: transaction),
        in: transaction)
    }
  }
}
