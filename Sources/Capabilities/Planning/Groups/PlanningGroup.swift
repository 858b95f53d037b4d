import Access
import Base
import Calendar
import Groups
import Storage

/// A sub-realm whose members plan together.
///
/// - Thread: pure.
struct PlanningGroup: Hashable, Sendable {
  let id: EntityID
  let kind: SubRealmKind
  /// Where days are counted; nil where the sub-realm has not said.
  let zone: IANATimeZone?

  /// Whether so few are in it, and so close, that all members decide alike and are told of what
  /// others do.
  var isClose: Bool { kind == .family || kind == .group || kind == .direct }

  /// Whether its members may ask for times at which all of them are free.
  var sharesSlots: Bool { isClose || kind == .team }

  /// Whether its members know each other's homes.
  var isFamily: Bool { kind == .family || kind == .direct }

  /// A live sub-realm that the caller is in.
  ///
  /// - Throws: `notFound` to everybody else.
  static func find(
    _ id: EntityID, caller: Caller, in session: StoreSession
  ) throws -> PlanningGroup {
    _ = try caller.requiredPerson()
    guard caller.role(in: id) != nil, id != SubRealmID.publicRealm,
      let group = try find(id, in: session)
    else { throw Refusal.notFound("sub-realm") }
    return group
  }

  /// A live sub-realm that the caller is a member of: for what members know of each other, such as
  /// when they are free, and guests do not.
  ///
  /// - Throws: `notFound` to everybody else.
  static func find(
    _ id: EntityID, ofMember caller: Caller, in session: StoreSession
  ) throws -> PlanningGroup {
    let group = try find(id, caller: caller, in: session)
    guard (caller.role(in: id) ?? .guest) >= .member else { throw Refusal.notFound("sub-realm") }
    return group
  }

  /// A live sub-realm, whoever asks.
  static func find(_ id: EntityID, in session: StoreSession) throws -> PlanningGroup? {
    try session.first(
      "SELECT kind, time_zone FROM sub_realms WHERE id = ?1 AND state = 'live'", [.id(id)]
    ) { row in
      PlanningGroup(
        id: id, kind: try row.word(0, SubRealmKind.self),
        zone: try row.optional(1, row.text).flatMap { IANATimeZone($0) })
    }
  }

  /// Most others that one of them plans something with: whom an activity invites, and with whom common
  /// times are looked for.
  ///
  /// One number, so that whoever may be invited may be asked when there is time.
  static let maximumOthers = 199
  /// Most members that are told of what one of them does.
  static let maximumTold = maximumOthers + 1

  /// Its active members without its guests, the longest-standing first.
  func members(in session: StoreSession) throws -> [EntityID] {
    try session.all(
      """
      SELECT account FROM memberships WHERE sub_realm = ?1 AND role <> 'guest'
      ORDER BY joined_at, account LIMIT \(Self.maximumTold)
      """, [.id(id)]
    ) { try $0.id(0) }
  }

  /// Those of some accounts that are active members and no guests, however many there are in all.
  ///
  /// - Parameter ids: at most ``maximumTold``, as everything that names people.
  func members(among ids: Set<EntityID>, in session: StoreSession) throws -> Set<EntityID> {
    let list = SQLList(ids.sorted(), from: 2)
    return Set(
      try session.all(
        """
        SELECT account FROM memberships
        WHERE sub_realm = ?1 AND role <> 'guest' AND account IN (\(list.sql))
        """, [.id(id)] + list.parameters
      ) { try $0.id(0) })
  }
}
