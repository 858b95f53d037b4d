import Access
import Base

/// Why a thing is reported.
public enum ReportReason: String, Sendable, CaseIterable {
  case spam
  case offensive
  case dangerous
  case illegal
  case privacy
  case copyright
  case other

  /// Whether admins should look at it before others.
  var isUrgent: Bool { self == .dangerous || self == .illegal }
}

/// What a person reports.
public struct ReportDraft: Sendable {
  var kind: ReportSubjectKind
  var subject: EntityID
  var reason: ReportReason
  var text: String

  /// A report on an account, made for somebody by another capability.
  public init(account: EntityID, reason: ReportReason, text: String) {
    kind = ReportSubjectKind(rawValue: "account")
    subject = account
    self.reason = reason
    self.text = text
  }

  /// Reads `{subject: {kind, id}, reason, text?}`; the reason `other` needs a text.
  ///
  /// - Parameter kinds: what can be reported.
  public init(reading fields: JSONFields, kinds: [ReportSubjectKind]) throws(Refusal) {
    var kind = ReportSubjectKind(rawValue: "")
    var subject = EntityID(high: 0, low: 0)
    _ = fields.object("subject") { fields in
      kind = fields.choice("kind", of: kinds.map(\.rawValue)).map(ReportSubjectKind.init) ?? kind
      subject = fields.id("id")
    }
    self.kind = kind
    self.subject = subject
    reason = fields.choice("reason", ReportReason.self) ?? .other
    text = fields.optional("text") { $0.string("text", 0...1000) } ?? ""
    if fields.has("reason"), reason == .other, text.isEmpty {
      fields.reject("text", "is required for the reason \"other\"")
    }
    try fields.finish()
  }
}

/// One person's report.
public struct Report: Sendable {
  public var id: EntityID
  /// The case it counts in.
  public var caseID: EntityID
  public var kind: ReportSubjectKind
  public var subject: EntityID
  public var reason: ReportReason
  public var text: String
  public var at: Instant

  /// Writes the report, thanking its author as the seed asks (UC8.7).
  ///
  /// Its `id` is the case's, under which admins find and decide it.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", caseID)
      json.object("subject") { json in
        json.member("kind", kind.rawValue)
        json.member("id", subject)
      }
      json.member("reason", reason.rawValue)
      json.member("text", text)
      json.member("at", at)
      json.member("message", "Thank you for your report. It will be investigated.")
    }
  }
}
