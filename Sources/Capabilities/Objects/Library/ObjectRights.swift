import Access
import Base
import Moderation
import Storage

extension ThingKind {
  /// AR objects: seen by their owners, by everyone if they are presets or stand where everyone sees
  /// them, and by whoever is shown them in a sub-realm or holds them; models of tours that cost
  /// something are opened by those who have bought one, and stay theirs when the owner deletes them.
  static let object = ThingKind(
    "object",
    refusals: [.edit: notOwner, .delete: notOwner],
    rules: [
      Rule(.see, .author, while: .live, .published, .offered, .retired),
      Rule(.see, .anyone, while: .published, .offered),
      Rule(.see, .member(.guest), while: .live, .published, .offered),
      Rule(.see, .holder, while: .live, .published, .offered),
      Rule(.see, .holder, while: .removed),
      Rule(.see, .systemAdmin, while: .published, .offered),
      Rule(.see, .examiner),
      Rule(.open, .author, while: .live, .published, .offered, .retired),
      Rule(.open, .anyone, while: .published),
      Rule(.open, .member(.guest), while: .live, .published, .offered),
      Rule(.open, .holder, while: .live, .published, .offered),
      Rule(.open, .holder, while: .removed),
      Rule(.open, .systemAdmin, while: .published),
      Rule(.open, .examiner),
      Rule(.edit, .author, while: .live, .published, .offered, .retired),
      Rule(.delete, .author, while: .live, .published, .offered, .retired),
    ])

  private static let notOwner = Refusal(
    .forbidden, "not-owner", "Only the owner of an object can change or delete it.")
}

/// How another capability shows an object to a caller.
///
/// - Thread: pure.
public struct ObjectShowing: Sendable {
  /// To everyone, or to those alone who have bought something.
  public var state: ThingState?
  /// In these of the caller's sub-realms.
  public var realms: [EntityID]
  /// Whether the caller holds what has the object: has bought it, or walks it.
  public var isHeld: Bool

  public init(state: ThingState? = nil, realms: [EntityID] = [], isHeld: Bool = false) {
    self.state = state
    self.realms = realms
    self.isHeld = isHeld
  }
}

/// A capability that shows objects to callers in its own ways: a published tour, for instance.
///
/// - Thread: shared.
public protocol ObjectVisibilitySource: Sendable {
  /// How this capability shows the object to `caller`.
  func showing(
    of object: EntityID, caller: Caller, in session: StoreSession
  ) throws -> ObjectShowing

  /// Whether something of this capability that shows the object is reported.
  func isReported(_ object: EntityID, at now: Instant, in session: StoreSession) throws -> Bool

  /// Whether anything of this capability has the object, so that it must not be deleted as unused.
  func uses(_ object: EntityID, in session: StoreSession) throws -> Bool

  /// Whether the caller has bought something of this capability that has the object, so that its owner can no longer
  /// take it away.
  func hasBought(_ object: EntityID, caller: Caller, in session: StoreSession) throws -> Bool

  /// Whether somebody has bought something of this capability that has the object.
  func isSold(_ object: EntityID, in session: StoreSession) throws -> Bool
}

/// Finds what ``Rights`` need to know of an object: where it stands, who holds it, and which other
/// capability shows it.
///
/// - Thread: shared.
public struct ObjectRights: Sendable {
  private let sources: [any ObjectVisibilitySource]
  private let clock: any WallClock

  /// - Parameter clock: tells how long admins see what was reported.
  public init(sources: [any ObjectVisibilitySource] = [], clock: any WallClock) {
    self.sources = sources
    self.clock = clock
  }

  /// The object, if `caller` may do `verb` with it.
  ///
  /// - Throws: `notFound` for absent and for hidden ones alike; `forbidden`; `paymentRequired` with
  ///   slug `tour-not-paid` to open what only a tour that has to be bought shows.
  public func find(
    _ id: EntityID, to verb: Verb = .see, caller: Caller, in session: StoreSession
  ) throws -> ARObject {
    guard let object = try ObjectStore.find(id, in: session) else {
      throw Refusal.notFound("object")
    }
    let thing = try thing(object, to: verb, caller: caller, in: session)
    if verb == .open, thing.state == .offered, !Rights.can(caller, .open, thing) {
      throw Refusal(
        .paymentRequired, "tour-not-paid",
        "This object belongs to a tour that has to be bought first.")
    }
    try Rights.check(caller, verb, thing)
    return object
  }

  /// Whether another capability has the object.
  func isUsed(_ object: EntityID, in session: StoreSession) throws -> Bool {
    try sources.contains { try $0.uses(object, in: session) }
  }

  /// Whether somebody has bought it with something of another capability.
  func isSold(_ object: EntityID, in session: StoreSession) throws -> Bool {
    try sources.contains { try $0.isSold(object, in: session) }
  }

  func shows(_ object: ARObject, caller: Caller, in session: StoreSession) throws -> Bool {
    Rights.can(caller, .see, try thing(object, to: .see, caller: caller, in: session))
  }

  /// Refuses to give on what the caller opens only because it was bought: its buyers have it, not those with
  /// whom they share things.
  ///
  /// - Throws: `forbidden` with slug `bought-for-one`.
  func checkMayBeGivenOn(
    _ object: ARObject, caller: Caller, in session: StoreSession
  ) throws {
    guard try sources.contains(where: { try $0.hasBought(object.id, caller: caller, in: session) })
    else { return }
    var thing = try thing(object, to: .edit, caller: caller, in: session)
    thing.isHeld = false
    guard !Rights.can(caller, .open, thing) else { return }
    throw Refusal(
      .forbidden, "bought-for-one",
      "This object belongs to a tour that you have bought: it stays with the tour, and cannot be placed "
        + "elsewhere or shared.")
  }

  /// What rights need to know; the cheapest first, and no more than is needed to allow `verb`.
  private func thing(
    _ object: ARObject, to verb: Verb, caller: Caller, in session: StoreSession
  ) throws -> Thing {
    var thing = Thing(.object, author: object.owner)
    switch (object.state, object.origin) {
    case (.withdrawn, _): thing.state = object.isSold ? .removed : .withdrawn
    case (.hidden, _): thing.state = .retired
    case (.live, .preset): thing.state = .published
    case (.live, _): thing.state = .live
    }
    if caller.role == .admin { thing.isReported = try isReported(object.id, in: session) }
    if [.withdrawn, .retired].contains(thing.state) || Rights.can(caller, verb, thing) {
      return thing
    }
    if thing.state == .removed {
      // Who had it in an inventory only, or saw it somewhere, does so no more.
      thing.isHeld = try sources.contains {
        try $0.hasBought(object.id, caller: caller, in: session)
      }
      return thing
    }
    thing.isHeld = try !InventoryStore.holders(holding: object.id, caller: caller, in: session)
      .isEmpty
    if Rights.can(caller, verb, thing) { return thing }
    let rights = ListRights(caller, .instance)
    if try InstanceStore.isPlaced(object.id, seenWith: rights, in: session) {
      thing.realms = rights.realms
      if rights.realms == [SubRealmID.publicRealm] { thing.state = .published }
      if Rights.can(caller, verb, thing) { return thing }
    }
    for source in sources {
      let showing = try source.showing(of: object.id, caller: caller, in: session)
      if let state = showing.state, thing.state != .published { thing.state = state }
      thing.realms += showing.realms
      if showing.isHeld { thing.isHeld = true }
      if Rights.can(caller, verb, thing) { return thing }
    }
    return thing
  }

  /// Whether it, or a place where it stands, is reported.
  private func isReported(_ object: EntityID, in session: StoreSession) throws -> Bool {
    let now = clock.now()
    let own = ReportStore.isReported(ReportSubjectKind(rawValue: "object"), "?1", at: now)
    let placed = ReportStore.isReported(
      ReportSubjectKind(rawValue: "instance"), "SELECT i.id FROM instances i WHERE i.object = ?1",
      at: now)
    let isReported = try session.exists("SELECT 1 WHERE \(own) OR \(placed)", [.id(object)])
    return try isReported || sources.contains { try $0.isReported(object, at: now, in: session) }
  }

  /// Whether everybody sees it, so that nobody's looking at it has to be answered for.
  func isPublic(_ object: ARObject, in session: StoreSession) throws -> Bool {
    try shows(object, caller: .anonymous, in: session)
  }

  /// Why an object cannot be placed that is not in the caller's inventory, and what can be done.
  func notInInventory(
    _ id: EntityID, caller: Caller, in session: StoreSession
  ) throws -> Refusal {
    guard let object = try ObjectStore.find(id, in: session) else { return Self.noSuchObject }
    if try shows(object, caller: caller, in: session) {
      return .invalid(
        "/object", "must be an object in your inventory; add it with PUT /v1/inventory/\(id)")
    }
    // Whoever had it may know that it is gone; others do not learn that it was there.
    guard object.state == .withdrawn,
      try object.owner == caller.account
        || !InventoryStore.holders(holding: object.id, caller: caller, in: session).isEmpty
    else { return Self.noSuchObject }
    return .invalid(
      "/object",
      "was withdrawn and cannot be placed any more; choose another one from GET /v1/inventory")
  }

  private static let noSuchObject = Refusal.invalid(
    "/object", "must be an object in your inventory; GET /v1/inventory lists them")
}
