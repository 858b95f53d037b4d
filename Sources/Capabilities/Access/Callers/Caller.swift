import Base

/// What an account may do in the whole service; every account has exactly one.
public enum AccountRole: String, Sendable, CaseIterable {
  case general
  case organization
  case admin
}

/// What a member may do in one sub-realm, weakest first.
public enum MembershipRole: String, Sendable, CaseIterable, Comparable {
  case guest
  case member
  case editor
  case moderator
  case admin
  case owner

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  public static func < (a: MembershipRole, b: MembershipRole) -> Bool { a.rank < b.rank }
}

/// Why a session may do next to nothing.
public enum SessionRestriction: String, Sendable, CaseIterable {
  /// It was begun with a temporary password, which has to be replaced first.
  case replacePassword
  /// The account is suspended; it can still be exported and erased.
  case suspended
}

/// Who asks: nobody in particular, or an account through one of its sessions.
///
/// A snapshot, made from the session cache at the start of a request; the cache follows the
/// change log, so that a role, membership or session that ends is gone at the next request.
///
/// - Thread: pure.
public struct Caller: Sendable {
  /// An account that is logged in.
  public struct LoggedIn: Sendable {
    public var account: EntityID
    public var session: EntityID
    public var role: AccountRole
    /// The sub-realms of which the account is an active member, the public and its personal one
    /// included.
    public var memberships: [EntityID: MembershipRole] {
      didSet { setRealms() }
    }
    /// The sub-realms of ``memberships`` and the public one, ascending.
    public private(set) var visibleRealms: [EntityID] = []
    /// The approved organization of an organization user.
    public var organization: EntityID?
    /// Whom the account has blocked.
    public var blocked: Set<EntityID>
    /// Nil for an ordinary session.
    public var restriction: SessionRestriction?

    public init(
      account: EntityID, session: EntityID, role: AccountRole,
      memberships: [EntityID: MembershipRole], organization: EntityID?,
      blocked: Set<EntityID> = [], restriction: SessionRestriction? = nil
    ) {
      self.blocked = blocked
      self.restriction = restriction
      self.account = account
      self.session = session
      self.role = role
      self.memberships = memberships
      self.organization = organization
      setRealms()
    }

    private mutating func setRealms() {
      visibleRealms = Set(memberships.keys).union([SubRealmID.publicRealm]).sorted()
    }
  }

  /// Nil for a caller who is not logged in.
  public var loggedIn: LoggedIn?

  public init(_ loggedIn: LoggedIn?) { self.loggedIn = loggedIn }

  public static let anonymous = Caller(nil)

  public var account: EntityID? { loggedIn?.account }
  public var role: AccountRole? { loggedIn?.role }

  /// The sub-realms whose things this caller sees, ascending.
  public var visibleRealms: [EntityID] { loggedIn?.visibleRealms ?? Self.nobodysRealms }

  private static let nobodysRealms = [SubRealmID.publicRealm]

  /// The logged-in account.
  ///
  /// - Throws: `unauthenticated` for anyone else, `forbidden` for a restricted session.
  public func required() throws(Refusal) -> LoggedIn {
    let loggedIn = try requiredEvenIfRestricted()
    switch loggedIn.restriction {
    case nil: return loggedIn
    case .replacePassword:
      throw Refusal(
        .forbidden, "password-must-be-replaced",
        "You logged in with a temporary password. Choose a new password first.")
    case .suspended:
      throw Refusal(
        .forbidden, "account-suspended",
        "This account is suspended. Its data can still be exported and erased.")
    }
  }

  /// The logged-in account, also through a session that may only replace its password, log out,
  /// export or erase.
  ///
  /// - Throws: `unauthenticated` for anyone else.
  public func requiredEvenIfRestricted() throws(Refusal) -> LoggedIn {
    guard let loggedIn else {
      throw Refusal(
        .unauthenticated, "login-required",
        "Log in with POST /v1/sessions and send the token as Authorization: Bearer TOKEN.")
    }
    return loggedIn
  }

  /// The logged-in account, also if it is suspended: for what the law gives to everyone and for
  /// learning why.
  ///
  /// - Throws: `unauthenticated` for anyone else, `forbidden` with a temporary password.
  public func requiredEvenIfSuspended() throws(Refusal) -> LoggedIn {
    let loggedIn = try requiredEvenIfRestricted()
    return loggedIn.restriction == .suspended ? loggedIn : try required()
  }

  /// The logged-in account, if it has one of `roles`.
  ///
  /// - Throws: `unauthenticated` or `forbidden`.
  public func required(_ roles: AccountRole...) throws(Refusal) -> LoggedIn {
    let loggedIn = try required()
    guard roles.contains(loggedIn.role) else {
      let names = roles.map(\.rawValue).joined(separator: " or ")
      throw Refusal(
        .forbidden, "wrong-role",
        "This needs an account of role \(names); yours has role \(loggedIn.role.rawValue).")
    }
    return loggedIn
  }
}

extension Caller {
  /// The logged-in account of a person, not of an admin, who sees the admin interface only.
  ///
  /// - Throws: `unauthenticated` or `forbidden`.
  public func requiredPerson() throws(Refusal) -> LoggedIn {
    try required(.general, .organization)
  }
}

/// Identifiers of sub-realms that every store has.
public enum SubRealmID {
  /// The public sub-realm, of which everyone is a member: 00000000-0000-7000-8000-000000000001.
  public static let publicRealm = EntityID(high: 0x7000, low: 0x8000_0000_0000_0001)

  /// The personal sub-realm of an account, of which nobody else is a member: it has the account's
  /// identifier.
  public static func personal(of account: EntityID) -> EntityID { account }
}
