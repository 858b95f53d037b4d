import Access
import Base
import Notifications
import Storage

extension ModerationService {
  /// Seconds in which a decision can be taken back: ten are offered, the rest is for the way.
  public static let undoTime: Int64 = 20

  /// Takes a decision back, as who has just made it: the thing is as it was, the case waits again, and
  /// whoever was told of the decision is told of that.
  ///
  /// - Throws: `conflict` with slug `not-undoable` for a decision of somebody else, one that is older,
  ///   and where the thing has been reported anew.
  public func undo(_ id: EntityID, caller: Caller) throws -> ReportCase {
    let admin = try caller.required(.admin).account
    return try platform.store.write { transaction in
      guard var found = try ReportStore.find(id, in: transaction) else {
        throw Refusal.notFound("report")
      }
      guard let decision = found.decision, let decidedAt = found.decidedAt,
        found.decidedBy == admin,
        decidedAt.adding(seconds: Self.undoTime) >= transaction.now,
        try ReportStore.open(on: found.kind, found.subject, in: transaction) == nil
      else {
        throw Refusal(
          .conflict, "not-undoable",
          "A decision can be taken back for a moment only, by who has made it.")
      }
      try revert(decision, of: found, at: decidedAt, in: transaction)
      try ReportStore.reopen(id, in: transaction)
      try tellUndone(found, decision, in: transaction)
      try audit.append(
        "decision-undone", by: admin, on: found.kind.rawValue, found.subject,
        detail: decision.rawValue, in: transaction)
      (found.decision, found.decisionReason) = (nil, nil)
      (found.decidedBy, found.decidedAt) = (nil, nil)
      return found
    }
  }

  private func revert(
    _ decision: ModerationDecision, of found: ReportCase, at decidedAt: Instant,
    in transaction: WriteTransaction
  ) throws {
    let things = try things(found.kind)
    switch decision {
    case .keep, .warn: return
    case .hide: try (things as? any HideableThings)?.unhide(found.subject, in: transaction)
    case .remove:
      try things.restore(
        found.subject, after: Removal(at: decidedAt, evidence: found.evidence), in: transaction)
    }
  }

  /// Changes what was told of the decision, where it stands.
  private func tellUndone(
    _ found: ReportCase, _ decision: ModerationDecision, in transaction: WriteTransaction
  ) throws {
    func change(_ subject: EntityID, of account: EntityID, _ isOwner: Bool) throws {
      let last = try NotificationService.nextVersion(
        .moderation, about: subject, at: account, in: transaction)
      try notifications.renew(
        .moderation, about: subject, version: last - 1, of: account,
        as: ModerationNotice.takenBack(thing: Told(found.title), isReport: !isOwner),
        in: transaction)
    }
    if decision != .keep, let owner = found.owner {
      try change(found.subject, of: owner, true)
    }
    for reporter in try ReportStore.reporters(of: found.id, in: transaction) {
      try change(found.id, of: reporter, false)
    }
  }
}
