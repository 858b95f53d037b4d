import Base

/// How one comes into a sub-realm: offered by someone in it, or requested by someone outside.
///
/// - Thread: pure.
public struct Invitation: Sendable {
  public enum Direction: String, Sendable {
    case offered
    case requested
  }

  public enum State: String, Sendable, CaseIterable {
    case open
    case accepted
    case declined
    case revoked
    /// Its time has passed; not stored, but found by looking at the clock.
    case expired
  }

  public var id: EntityID
  public var subRealm: EntityID
  public var subRealmName: String
  public var direction: Direction
  /// The role that comes with it.
  public var role: MembershipRole
  /// Who offered or requested.
  public var inviter: AccountSummary
  public var toAccount: EntityID?
  public var toEmail: String?
  public var isLink: Bool
  public var message: String
  /// How often it can still be accepted; nil for a link without such a limit.
  public var usesLeft: Int?
  /// Whether its target has blocked the inviter and never gets to see it; known to nobody.
  var isHidden: Bool
  var storedState: State
  public var createdAt: Instant
  public var expiresAt: Instant

  public func state(at now: Instant) -> State {
    storedState == .open && expiresAt <= now ? .expired : storedState
  }

  public func write(to json: inout JSONWriter, at now: Instant) {
    json.object { json in
      json.member("id", id)
      json.key("realm")
      json.object { json in
        json.member("id", subRealm)
        json.member("name", subRealmName)
      }
      json.member("direction", direction.rawValue)
      json.member("role", role.rawValue)
      json.key("from")
      inviter.write(to: &json)
      json.member("toAccount", toAccount)
      json.member("toEmail", toEmail)
      json.member("link", isLink)
      json.member("message", message.isEmpty ? nil : message)
      json.member("usesLeft", usesLeft)
      json.member("state", state(at: now).rawValue)
      json.member("createdAt", createdAt)
      json.member("expiresAt", expiresAt)
    }
  }
}

/// An invitation at the moment of its making: the only one that knows a link's token.
public struct NewInvitation: Sendable {
  public var invitation: Invitation
  /// For links; never to be seen again.
  public var token: String?

  public func write(to json: inout JSONWriter, at now: Instant) {
    json.object { json in
      json.key("invitation")
      invitation.write(to: &json, at: now)
      json.member("token", token)
    }
  }
}

/// Whom to invite, and for how long.
public struct InvitationDraft: Sendable {
  enum Target: Sendable {
    case account(EntityID)
    case email(String)
    case link
  }

  var target: Target
  var role: MembershipRole
  var message: String
  var lifeSeconds: Int64
  var uses: Int?

  static let defaultLife = 7 * 86_400
  static let longestLife = 30 * 86_400

  /// Reads `{to | link: true, role?, message?, expiresIn?, uses?}`, where `to` is the identifier of
  /// an account or an email address and `expiresIn` counts seconds.
  public init(reading fields: JSONFields) throws(Refusal) {
    let to = fields.optional("to") { $0.string("to", 1...254) }
    let wantsLink = fields.optional("link") { $0.bool("link") } ?? false
    if let to, let id = EntityID(to) {
      target = .account(id)
    } else if let to, let address = EmailAddress(to) {
      target = .email(address.text)
    } else {
      if to != nil {
        fields.reject("to", "must be the identifier of an account or an email address")
      }
      target = .link
    }
    if (to != nil) == wantsLink {
      fields.reject("link", "must be true exactly if there is no member \"to\"")
    }
    role =
      fields.optional("role") { $0.choice("role", MembershipRole.self) }.flatMap { $0 } ?? .member
    if role == .owner { fields.reject("role", "cannot be owner: a sub-realm has one owner") }
    message = fields.optional("message") { $0.string("message", 0...500) } ?? ""
    lifeSeconds = Int64(
      fields.optional("expiresIn") { $0.integer("expiresIn", 60...Self.longestLife) }
        ?? Self.defaultLife)
    uses = fields.optional("uses") { $0.integer("uses", 1...10_000) }
    if uses != nil && !wantsLink { fields.reject("uses", "is for links only") }
    try fields.finish()
  }
}
