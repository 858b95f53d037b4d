import Access
import Base
import Identity

/// How one comes into a sub-realm: offered by someone in it, or requested by someone outside.
///
/// - Thread: pure.
public struct Invitation: Sendable {
  /// Who made the first step: the group, or who wants to join it.
  public enum Direction: String, Sendable {
    case offered
    case requested
  }

  /// Where it stands; only what is open can be answered.
  public enum State: String, Sendable, CaseIterable {
    case open
    case accepted
    case declined
    case revoked
    /// Its time has passed; not stored, but found by looking at the clock.
    case expired
  }

  public var id: EntityID
  /// Nil for a friend request, which makes a direct sub-realm of two when it is accepted.
  public var subRealm: EntityID?
  public var subRealmName: String?
  public var direction: Direction
  /// The role that comes with it.
  public var role: MembershipRole
  /// Who offered or requested.
  public var inviter: AccountSummary
  public var toAccount: EntityID?
  /// What `toAccount` is called; shown only beside it.
  var toName: String?
  public var toEmail: String?
  public var toPhone: String?
  public var isLink: Bool
  public var message: String
  /// How often it can still be accepted; nil for a link without such a limit.
  public var usesLeft: Int?
  /// Whether its target has blocked the inviter and never gets to see it; known to nobody.
  var isHidden: Bool
  var storedState: State
  public var createdAt: Instant
  public var expiresAt: Instant

  /// Whether its sender does not learn whose account it is for.
  var isToAddress: Bool { toEmail != nil || toPhone != nil }

  public func state(at now: Instant) -> State {
    storedState == .open && expiresAt <= now ? .expired : storedState
  }

  /// Writes it as the interface shows it: one JSON object.
  public func write(to json: inout JSONWriter, at now: Instant) {
    json.object { json in
      json.member("id", id)
      if let subRealm {
        json.object("realm") { json in
          json.member("id", subRealm)
          json.member("name", subRealmName)
        }
      }
      json.member("direction", direction.rawValue)
      json.member("role", role.rawValue)
      json.key("from")
      inviter.write(to: &json)
      json.member("toAccount", toAccount)
      json.member("toName", toAccount == nil ? nil : toName)
      json.member("toEmail", toEmail)
      json.member("toPhone", toPhone)
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

  /// Writes it as the interface shows it: one JSON object.
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
    case phone(String)
    case link
  }

  var target: Target
  var role: MembershipRole
  var message: String
  var lifeSeconds: Int64
  var uses: Int?

  static let defaultLife = 7 * 86_400
  static let maximumLife = 30 * 86_400

  /// Reads `{to, message?}`: whom to ask to be a friend.
  public init(readingFriend fields: JSONFields) throws(Refusal) {
    target = Self.target(fields.string("to", 1...254), fields) ?? .link
    role = .member
    message = fields.optional("message") { $0.string("message", 0...500) } ?? ""
    lifeSeconds = Int64(Self.maximumLife)
    uses = nil
    try fields.finish()
  }

  /// Who is meant by an identifier, an address or a number; notes what to correct.
  private static func target(_ to: String, _ fields: JSONFields) -> Target? {
    if let id = EntityID(to) { return .account(id) }
    if let address = EmailAddress(to) { return .email(address.text) }
    if let number = PhoneNumber(to) { return .phone(number.text) }
    fields.reject(
      "to",
      "must be the identifier of an account, an email address, or a telephone number with its "
        + "country code")
    return nil
  }

  /// Reads `{to | link: true, role?, message?, expiresIn?, uses?}`, where `to` is the identifier of
  /// an account, an email address or a telephone number and `expiresIn` counts seconds.
  public init(reading fields: JSONFields) throws(Refusal) {
    let to = fields.optional("to") { $0.string("to", 1...254) }
    let wantsLink = fields.optional("link") { $0.bool("link") } ?? false
    target = to.flatMap { Self.target($0, fields) } ?? .link
    if (to != nil) == wantsLink {
      fields.reject("link", "must be true exactly if there is no member \"to\"")
    }
    role =
      fields.optional("role") { $0.choice("role", MembershipRole.self) }.flatMap { $0 } ?? .member
    if role == .owner { fields.reject("role", "cannot be owner: a sub-realm has one owner") }
    message = fields.optional("message") { $0.string("message", 0...500) } ?? ""
    lifeSeconds = Int64(
      fields.optional("expiresIn") { $0.integer("expiresIn", 60...Self.maximumLife) }
        ?? Self.defaultLife)
    uses = fields.optional("uses") { $0.integer("uses", 1...10_000) }
    if uses != nil && !wantsLink { fields.reject("uses", "is for links only") }
    try fields.finish()
  }
}
