import Base

/// The one function that decides who may do what (DOMAIN, rule 1): the rules of the thing's kind,
/// over the caller's role in the thing's sub-realms, its state, who holds it, and blocks.
///
/// The same rules serve lists, in memory and in SQL: ``ListRights``.
///
/// - Thread: pure.
public enum Rights {
  /// Whether `caller` may do `verb` with `thing`.
  ///
  /// - Complexity: O(rules of the kind x sub-realms of the thing); no allocation, no store.
  public static func can(_ caller: Caller, _ verb: Verb, _ thing: Thing) -> Bool {
    if verb != .see, !can(caller, .see, thing) { return false }
    if verb == .see, hidesAuthor(of: thing, caller: caller) { return false }
    return thing.kind.rules.contains { rule in
      rule.verb == verb && rule.states.contains(thing.state) && fits(rule.who, caller, thing)
    }
  }

  /// As ``can(_:_:_:)``, for a use case.
  ///
  /// - Throws: `notFound` if the caller may not know of the thing; `unauthenticated` to somebody who
  ///   is not logged in, `forbidden` to others with what is missing, if the caller sees the thing.
  public static func check(_ caller: Caller, _ verb: Verb, _ thing: Thing) throws(Refusal) {
    if can(caller, verb, thing) { return }
    guard can(caller, .see, thing) else {
      // Admins learn that this is no part of their interface (RL-AI-01), nobody else anything.
      if caller.role == .admin, !thing.kind.concernsAdmins { _ = try caller.requiredPerson() }
      throw Refusal.notFound(thing.kind.name)
    }
    _ = try caller.required()
    throw thing.kind.refusals[verb] ?? lacking(verb, thing)
  }

  /// The least role that would be enough, said to whoever has less.
  private static func lacking(_ verb: Verb, _ thing: Thing) -> Refusal {
    let enough = thing.kind.rules.compactMap { rule -> MembershipRole? in
      guard rule.verb == verb, rule.states.contains(thing.state), case .member(let role) = rule.who
      else { return nil }
      return role
    }.min()
    guard let enough else {
      return Refusal(
        .forbidden, "not-yours", "Only who answers for this \(thing.kind.name) can do this.")
    }
    return Refusal(
      .forbidden, "role-too-low",
      "This needs the role \(enough.rawValue) or a higher one in the sub-realm of the "
        + "\(thing.kind.name). Ask one of its admins.")
  }

  private static func hidesAuthor(of thing: Thing, caller: Caller) -> Bool {
    guard thing.kind.hidesBlockedAuthors, let author = thing.author else { return false }
    return caller.blocks(author)
  }

  private static func fits(_ who: Rule.Who, _ caller: Caller, _ thing: Thing) -> Bool {
    switch who {
    case .systemAdmin: return caller.role == .admin
    case .examiner: return caller.role == .admin && thing.isReported
    case .anyone: return caller.role != .admin
    case .person: return caller.isPerson
    case .author: return caller.isPerson && thing.author != nil && thing.author == caller.account
    case .holder: return caller.isPerson && thing.isHeld
    case .member(let least):
      if caller.role == .admin { return false }
      return thing.realms.contains { realm in
        guard let role = caller.role(in: realm) else { return false }
        return role >= least
      }
    }
  }
}

extension Caller {
  /// Whether it is a general or organization user through an ordinary session.
  public var isPerson: Bool {
    guard let loggedIn, loggedIn.restriction == nil else { return false }
    return loggedIn.role != .admin
  }

  /// The role in a sub-realm, or nil for outsiders.
  ///
  /// Everybody is in the public one.
  public func role(in realm: EntityID) -> MembershipRole? {
    if realm == SubRealmID.publicRealm { return isPerson ? .member : .guest }
    return loggedIn?.restriction == nil ? loggedIn?.memberships[realm] : nil
  }

  /// Whether the caller has blocked an account and wants to see nothing of it.
  public func blocks(_ account: EntityID) -> Bool {
    loggedIn?.blocked.contains(account) ?? false
  }

  /// Somebody who is not there to ask, for a decision that rests on that account's rights.
  public static func absent(_ account: EntityID) -> Caller {
    Caller(
      LoggedIn(
        account: account, session: account, role: .general, memberships: [:], organization: nil))
  }

  /// The caller with the role that the store has for it at this moment, within a transaction: a
  /// role that ended since the request began must not be used.
  public func holding(_ role: MembershipRole?, in realm: EntityID) -> Caller {
    guard var loggedIn else { return self }
    loggedIn.memberships[realm] = role
    return Caller(loggedIn)
  }
}
