import Base

/// Why somebody of a team is reported (BZ-SAF-03).
public enum MemberReportReason: String, Sendable, CaseIterable {
  case harassment
  case bullying
  case other
}

/// What is said of somebody of a team.
///
/// - Thread: pure.
public struct MemberReportDraft: Sendable {
  public var reason: MemberReportReason
  public var text: String

  /// Characters of a text.
  public static let texts = 0...900

  /// Reads `{reason, text?}`; the reason `other` needs a text.
  public init(reading fields: JSONFields) throws(Refusal) {
    reason = fields.choice("reason", MemberReportReason.self) ?? .other
    text = fields.optional("text") { $0.string("text", Self.texts) } ?? ""
    if fields.has("reason"), reason == .other, text.isEmpty {
      fields.reject("text", "is required for the reason \"other\"")
    }
    try fields.finish()
  }
}

/// A report as the admins of the team read it; who has reported, it does not say.
///
/// - Thread: pure.
public struct MemberReport: Sendable {
  public var id: EntityID
  public var realm: EntityID
  public var account: EntityID
  public var name: String
  public var reason: MemberReportReason
  public var text: String
  public var createdAt: Instant

  /// Writes it as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("realm", realm)
      json.object("account") { json in
        json.member("id", account)
        json.member("name", name)
      }
      json.member("reason", reason.rawValue)
      json.member("text", text)
      json.member("createdAt", createdAt)
    }
  }
}
