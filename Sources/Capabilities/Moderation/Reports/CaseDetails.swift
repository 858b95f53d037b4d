import Access
import Base

/// A report as admins read it in its case: what was said, and how much its author has reported
/// before, but not who that is.
///
/// - Thread: pure.
public struct CaseReport: Sendable {
  public var report: Report
  /// The other reports of its author, of all things.
  public var others: Int
  /// Those of them after which something was done about the thing.
  public var upheld: Int

  /// Writes it as one JSON object.
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("reason", report.reason.rawValue)
      json.member("text", report.text)
      json.member("at", report.at)
      json.object("reporter") { json in
        json.member("reports", others)
        json.member("upheld", upheld)
      }
    }
  }
}

/// Everything needed to decide on a case.
///
/// - Thread: pure.
public struct CaseDetails: Sendable {
  /// Cases of one person that are shown beside one, at most.
  public static let historyLimit = 50

  public var reportCase: ReportCase
  public var reports: [CaseReport]
  /// The thing as it is now, if it is still there.
  public var current: ReportableThing?
  /// Who answers for the thing; nil if that account was erased.
  public var owner: AccountAdministration.Standing?
  /// The other cases on what is that person's, the newest first.
  public var history: [ReportCase]
  /// What can be decided on a thing of this kind.
  public var decisions: [ModerationDecision]

  /// Writes it as one JSON object.
  public func write(to json: inout JSONWriter, at now: Instant) {
    reportCase.write(to: &json, at: now, reports: reports) { json in
      if let owner {
        json.key("owner")
        owner.write(to: &json)
      }
      json.member("history", of: history) { $0.write(to: &$1, at: now) }
      json.array("decisions") { json in
        for decision in decisions { json.string(decision.rawValue) }
      }
    }
  }
}
