import Base
import Identity

/// What somebody has written to the operator, and what was answered.
///
/// - Thread: pure.
public struct OperatorMessage: Hashable, Sendable {
  public var id: EntityID
  /// Who has written it; nil for somebody without account.
  public var account: AccountSummary?
  /// Where the answer goes; of somebody with an account nil, as that one has an address.
  public var email: String?
  public var subject: String
  public var text: String
  /// Whether it tells that somebody else got into an account.
  public var isBreach = false
  public var createdAt: Instant
  public var answer: String?
  public var answeredAt: Instant?

  /// Days for which an answered message is kept.
  public static let keptDays: Int64 = 90
  /// Days for which one that nobody answers is kept.
  public static let unansweredDays: Int64 = 365
  /// Most of one account, or to one address, that wait for an answer.
  public static let limit = 5
  /// Most of people without account that wait for an answer.
  public static let limitWithoutAccount = 500

  /// Writes it as admins see it: one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      if let account {
        json.key("account")
        account.write(to: &json)
      }
      json.member("email", email)
      json.member("subject", subject)
      json.member("text", text)
      json.member("breach", isBreach)
      json.member("createdAt", createdAt)
      json.member("answer", answer)
      json.member("answeredAt", answeredAt)
    }
  }
}

/// What somebody writes to the operator.
public struct OperatorMessageDraft: Hashable, Sendable {
  var subject: String
  var text: String
  var email: String?
  var isBreach: Bool

  /// Reads `{subject, text, email?, breach?}`.
  ///
  /// - Throws: `invalid` with every wrong member.
  public init(reading fields: JSONFields) throws(Refusal) {
    subject = fields.string("subject", 1...100)
    text = fields.string("text", 1...4000)
    email = fields.optional("email") { EmailAddress.read("email", from: $0)?.text } ?? nil
    isBreach = fields.optional("breach") { $0.bool("breach") } ?? false
    try fields.finish()
  }
}
