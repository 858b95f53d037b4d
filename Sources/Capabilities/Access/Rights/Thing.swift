import Base

/// What rights need to know of one thing.
///
/// - Thread: pure.
public struct Thing: Sendable {
  public var kind: ThingKind
  /// Its home sub-realms; whoever has a role in one of them has it towards the thing.
  public var realms: [EntityID]
  /// The account that answers for it; nil for none, or after its erasure.
  public var author: EntityID?
  public var state: ThingState
  /// Whether the caller holds it apart from any sub-realm: has bought it, has it in an inventory,
  /// takes part in it, or is shown it by another thing.
  public var isHeld: Bool
  /// Whether it has been reported, so that admins have to look at it.
  public var isReported: Bool

  public init(
    _ kind: ThingKind, realms: [EntityID] = [], author: EntityID? = nil,
    state: ThingState = .live, isHeld: Bool = false, isReported: Bool = false
  ) {
    self.isReported = isReported
    self.kind = kind
    self.realms = realms
    self.author = author
    self.state = state
    self.isHeld = isHeld
  }
}

/// A sort of things with the rules of who may do what with them: a table, kept by the capability
/// whose things they are.
///
/// - Thread: pure.
public struct ThingKind: Sendable {
  /// How a person calls it, in "There is no such ...".
  public let name: String
  /// Any rule that fits allows.
  public let rules: [Rule]
  /// Whether things of somebody whom the caller blocks do not exist for the caller.
  public let hidesBlockedAuthors: Bool
  /// Whether admins see some of these things.
  let concernsAdmins: Bool
  // What lists ask for, found once.
  /// Whether admins see those that are shown to everybody.
  let adminsSeePublic: Bool
  /// Whether who answers for a live one sees it wherever it is.
  let authorsSee: Bool
  /// The least role that sees a live one in its sub-realm.
  let leastToSee: MembershipRole?
  /// What is said to those who see the thing and may not do something.
  let refusals: [Verb: Refusal]

  /// - Parameter refusals: for verbs whose refusal should say more than which role is missing; of
  ///   kind `forbidden`.
  public init(
    _ name: String, hidesBlockedAuthors: Bool = false, refusals: [Verb: Refusal] = [:],
    rules: [Rule]
  ) {
    self.name = name
    self.hidesBlockedAuthors = hidesBlockedAuthors
    self.refusals = refusals
    self.rules = rules
    concernsAdmins = rules.contains { $0.who == .systemAdmin || $0.who == .examiner }
    let seen = rules.filter { $0.verb == .see }
    adminsSeePublic = seen.contains { $0.who == .systemAdmin && $0.states.contains(.published) }
    let live = seen.filter { $0.states.contains(.live) }
    authorsSee = live.contains { $0.who == .author }
    leastToSee = live.compactMap { rule in
      if case .member(let role) = rule.who { role } else { nil }
    }.min()
  }
}

/// One row of a table of rights: who may do something with a thing while it is in some state.
///
/// - Thread: pure.
public struct Rule: Sendable {
  /// Who is meant.
  public enum Who: Hashable, Sendable {
    /// Everybody, logged in or not, but system admins, who have an interface of their own.
    case anyone
    /// Whoever is logged in as a general or organization user.
    case person
    /// The account that answers for the thing.
    case author
    /// Whoever holds the thing, see ``Thing/isHeld``.
    case holder
    /// Whoever has at least that role in one of the thing's sub-realms. Everybody is a guest of the
    /// public sub-realm, and a member when logged in.
    case member(MembershipRole)
    /// System admins.
    case systemAdmin
    /// System admins, once the thing has been reported.
    case examiner
  }

  public let verb: Verb
  public let who: Who
  public let states: Set<ThingState>

  /// - Parameter states: the states in which the rule holds; any if empty.
  public init(_ verb: Verb, _ who: Who, while states: ThingState...) {
    self.verb = verb
    self.who = who
    self.states = states.isEmpty ? Set(ThingState.allCases) : Set(states)
  }
}
