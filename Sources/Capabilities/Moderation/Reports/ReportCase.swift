import Access
import Base

/// What an admin decides on a reported thing.
public enum ModerationDecision: String, Codable, Sendable, CaseIterable {
  case keep
  /// It stays, and who answers for it is warned.
  case warn
  /// It is out of sight until who answers for it has changed it.
  case hide
  case remove
}

/// A decision and its reason, as they come in.
public struct DecisionDraft: Sendable {
  var decision: ModerationDecision
  var reason: String

  /// Reads `{decision: keep|warn|hide|remove, reason}`.
  public init(reading fields: JSONFields) throws(Refusal) {
    decision = fields.choice("decision", ModerationDecision.self) ?? .keep
    reason = fields.string("reason", 1...1000)
    try fields.finish()
  }
}

/// All reports on one thing, from the first one to the decision.
///
/// - Thread: pure.
public struct ReportCase: Sendable {
  public var id: EntityID
  /// Which case on its subject it is, counted from 1.
  public var number: Int
  public var kind: ReportSubjectKind
  public var subject: EntityID
  /// Who answers for the thing; nil if that account was erased.
  public var owner: EntityID?
  public var title: String
  /// One JSON object: the thing as it was at the first report.
  public var evidence: [UInt8]
  /// Whether one of the reports says dangerous or illegal.
  public var isUrgent: Bool
  /// How many people have reported it.
  public var count: Int
  public var openedAt: Instant
  public var decision: ModerationDecision?
  public var decisionReason: String?
  public var decidedBy: EntityID?
  public var decidedAt: Instant?

  /// Writes the case as it stands in the queue.
  public func write(to json: inout JSONWriter, at now: Instant) {
    json.object { json in writeMembers(to: &json, at: now) }
  }

  /// Writes the case with its evidence and reports, whose authors are not named.
  ///
  /// - Parameter more: writes further members.
  public func write(
    to json: inout JSONWriter, at now: Instant, reports: [CaseReport],
    more: (inout JSONWriter) -> Void = { _ in }
  ) {
    json.object { json in
      writeMembers(to: &json, at: now)
      json.key("evidence")
      json.encoded(evidence)
      json.member("reports", of: reports) { $0.write(to: &$1) }
      more(&json)
    }
  }

  private func writeMembers(to json: inout JSONWriter, at now: Instant) {
    json.member("id", id)
    json.object("subject") { json in
      json.member("kind", kind.rawValue)
      json.member("id", subject)
      json.member("title", title)
      json.member("owner", owner)
    }
    json.member("priority", isUrgent ? "high" : "normal")
    json.member("count", count)
    json.member("openedAt", openedAt)
    let age = (decidedAt ?? now).seconds(since: openedAt)
    json.member("ageSeconds", Int(max(0, min(age, 1e12))))
    json.member("decision", decision?.rawValue)
    json.member("decisionReason", decisionReason)
    json.member("decidedAt", decidedAt)
  }
}
