import Access
import Base
import Storage

extension ThingKind {
  /// What an organization offers to walk.
  ///
  /// Seen by everyone once it is published, and by the members of its organization before and after;
  /// made, changed and published by members, not by guests (TM-FR1, TM-FR6, CG-RL-05). What somebody
  /// has bought stays theirs, whatever its organization does with it.
  public static let tour = ThingKind(
    "tour",
    rules: [
      Rule(.see, .anyone, while: .published, .offered),
      Rule(.see, .member(.member), while: .draft, .retired),
      Rule(.see, .holder, while: .retired, .removed),
      Rule(.open, .anyone, while: .published),
      Rule(.open, .member(.member), while: .draft, .published, .offered, .retired),
      Rule(.open, .holder, while: .published, .offered, .retired, .removed),
      Rule(.join, .person, while: .published),
      Rule(.join, .holder, while: .published, .offered, .retired, .removed),
      Rule(.edit, .member(.member), while: .draft, .published, .offered, .retired),
      Rule(.publish, .member(.member), while: .draft, .published, .offered, .retired),
      Rule(.delete, .member(.member), while: .draft, .published, .offered, .retired),
    ])

  /// What an organization keeps for its tours: the tours themselves, and recordings.
  static let tourShelf = ThingKind(
    "organization",
    rules: [Rule(.see, .member(.guest)), Rule(.add, .member(.member))])
}

extension Tour {
  /// How far it is shown.
  private var shownAs: ThingState {
    switch state {
    case .draft: .draft
    case .published: isPriced ? .offered : .published
    case .retired: .retired
    case .removed: withdrawnAt == nil ? .removed : .withdrawn
    }
  }

  /// What rights need to know of it, seen from `caller`.
  func thing(caller: Caller, in session: StoreSession) throws -> Thing {
    var isHeld = false
    // It may have been sold before it became free; while it is public, that makes no difference.
    if let account = caller.account, isPriced || state == .retired || state == .removed {
      isHeld = try Ledger().hasPurchased(account, id, in: session)
    }
    return Thing(.tour, realms: [organization], state: shownAs, isHeld: isHeld)
  }

  /// The tour with what rights know of it, if the caller sees it.
  ///
  /// - Throws: `notFound` for absent and hidden ones alike; `forbidden` to admins, who have nothing
  ///   to do with tours but reports (RL-AI-01).
  static func find(
    _ id: EntityID, caller: Caller, in session: StoreSession
  ) throws -> (tour: Tour, thing: Thing) {
    try checkAudience(caller)
    guard let tour = try TourStore.find(id, in: session) else { throw Refusal.notFound("tour") }
    let thing = try tour.thing(caller: caller, in: session)
    try Rights.check(caller, .see, thing)
    return (tour, thing)
  }

  /// The tour, if the caller may do `verb` with it as one of its organization.
  ///
  /// - Throws: `notFound` for hidden ones; `forbidden` for what belongs to others, and to guests of
  ///   the organization.
  static func find(
    _ id: EntityID, to verb: Verb, caller: Caller, in session: StoreSession
  ) throws -> Tour {
    let organization = try self.organization(caller: caller).organization
    let (tour, thing) = try find(id, caller: caller, in: session)
    guard tour.organization == organization else {
      throw Refusal(
        .forbidden, "not-your-organization", "This tour belongs to another organization.")
    }
    try Rights.check(caller, verb, thing)
    return tour
  }

  /// The organization for which the caller makes and edits tours.
  ///
  /// - Throws: `unauthenticated` or `forbidden`, also to guests of it.
  static func organization(
    caller: Caller
  ) throws(Refusal) -> (loggedIn: Caller.LoggedIn, organization: EntityID) {
    let loggedIn = try caller.required(.organization)
    guard let organization = loggedIn.organization else {
      throw Refusal(
        .forbidden, "no-organization", "Your account does not belong to an approved organization.")
    }
    try Rights.check(caller, .add, Thing(.tourShelf, realms: [organization]))
    return (loggedIn, organization)
  }

  /// Refuses those who see no published tours: admins, who have nothing to do with tours but reports.
  static func checkAudience(_ caller: Caller) throws(Refusal) {
    try Rights.check(caller, .see, Thing(.tour, state: .published))
  }

  /// Whether a run of the caller is on the revision, which may have been followed by another.
  static func walks(
    _ revision: EntityID, _ caller: Caller, in session: StoreSession
  ) throws -> Bool {
    guard let account = caller.account else { return false }
    return try RunStore.keeps(revision, account, in: session)
  }
}
