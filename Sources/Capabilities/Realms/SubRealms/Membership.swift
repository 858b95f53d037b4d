import Base

/// One account in one sub-realm.
public struct Membership: Sendable {
  public var account: AccountSummary
  public var role: MembershipRole
  public var joinedAt: Instant

  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("account")
      account.write(to: &json)
      json.member("role", role.rawValue)
      json.member("joinedAt", joinedAt)
    }
  }
}

/// A new role for a member.
public struct MembershipChange: Sendable {
  var role: MembershipRole

  /// Reads `{role}`.
  public init(reading fields: JSONFields) throws(Refusal) {
    role = fields.choice("role", MembershipRole.self) ?? .member
    try fields.finish()
  }
}
