import Base
import Identity

/// The currencies in which an organization sells its tours.
public enum Currency: String, Sendable, CaseIterable {
  case canadianDollar = "CAD"
  case usDollar = "USD"
}

/// A sub-realm that an admin has approved as an organization; it owns tours.
public struct Organization: Sendable {
  /// The same as its sub-realm's.
  public var id: EntityID
  public var name: String
  public var website: String?
  public var currency: Currency
  public var approvedAt: Instant

  /// - Parameter more: writes further members.
  public func write(
    to json: inout JSONWriter, more: (inout JSONWriter) -> Void = { _ in }
  ) {
    json.object { json in
      json.member("id", id)
      json.member("name", name)
      json.member("website", website)
      json.member("currency", currency.rawValue)
      json.member("approvedAt", approvedAt)
      more(&json)
    }
  }
}

/// A general user's request to be an organization user.
public struct OrganizationRequest: Sendable {
  /// What the admins said to it.
  public enum State: String, Sendable, CaseIterable {
    case requested
    case approved
    case denied
  }

  public var id: EntityID
  public var account: AccountSummary
  public var organizationName: String
  public var reason: String
  public var website: String?
  public var state: State
  public var createdAt: Instant
  /// The organization that came of it.
  public var organization: EntityID?
  public var decisionReason: String?
  public var decidedAt: Instant?

  /// Writes it as the interface shows it: one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.key("account")
      account.write(to: &json)
      json.member("organizationName", organizationName)
      json.member("reason", reason)
      json.member("website", website)
      json.member("state", state.rawValue)
      json.member("createdAt", createdAt)
      json.member("organization", organization)
      json.member("decisionReason", decisionReason)
      json.member("decidedAt", decidedAt)
    }
  }
}

/// What a person says to ask for an organization account.
public struct OrganizationRequestDraft: Sendable {
  var organizationName: String
  var reason: String
  var website: String?

  /// Reads `{organizationName, reason, website?}`.
  public init(reading fields: JSONFields) throws(Refusal) {
    organizationName = ProfileRules.readName(fields, "organizationName", 1...100)
    reason = fields.string("reason", 1...2000)
    website = readWebsite(fields)
    try fields.finish()
  }
}

/// What an admin decides on a request.
public struct OrganizationDecision: Sendable {
  var accepts: Bool
  var reason: String

  private enum Word: String, CaseIterable {
    case accept
    case deny
  }

  /// Reads `{decision: accept|deny, reason?}`; denying needs a reason.
  public init(reading fields: JSONFields) throws(Refusal) {
    accepts = fields.choice("decision", Word.self) == .accept
    reason = fields.optional("reason") { $0.string("reason", 0...1000) } ?? ""
    if fields.has("decision"), !accepts, reason.isEmpty {
      fields.reject("reason", "is required to deny, because the requester gets to read it")
    }
    try fields.finish()
  }
}

/// What an organization's admins can change about it.
public struct OrganizationChange: Sendable {
  var website: String?
  var clearsWebsite: Bool
  var currency: Currency?

  /// Reads `{website?, currency?}`.
  public init(reading fields: JSONFields) throws(Refusal) {
    clearsWebsite = fields.isNull("website")
    website = readWebsite(fields)
    currency = fields.optional("currency") { $0.choice("currency", Currency.self) }.flatMap { $0 }
    try fields.finish()
  }
}

private func readWebsite(_ fields: JSONFields) -> String? {
  fields.optional("website") { fields in
    fields.described("website", as: .string(8...500), placeholder: "") { fields in
      let address = fields.string("website", 1...500)
      let hasScheme = address.hasPrefix("https://") || address.hasPrefix("http://")
      if !hasScheme || address.contains(where: \.isWhitespace) {
        fields.reject("website", "must be an address that begins with https:// or http://")
      }
      return address
    }
  }
}
