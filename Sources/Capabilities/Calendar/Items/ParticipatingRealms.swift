import Access
import Base
import Storage

/// A sub-realm that takes part in an item beside the one in which it is at home, or is invited to.
///
/// - Thread: pure.
public struct ParticipatingRealm: Hashable, Sendable {
  /// How far it has come.
  public enum State: String, Sendable, CaseIterable {
    case invited
    case accepted
  }

  public var realm: EntityID
  public var name: String
  public var state: State
}

/// An item that a sub-realm is invited to.
///
/// - Thread: pure.
public struct RealmInvitation: Sendable {
  public var item: CalendarItem
  /// The name of the sub-realm that invites.
  public var host: String
  public var invitedAt: Instant
}

/// Which sub-realms take part in which items.
public enum ParticipatingRealms {
  /// A condition that `m` is a membership in a sub-realm that takes part in item ?1; guests are none of
  /// those who come.
  static let isMember = """
    m.role <> 'guest' AND m.sub_realm IN (
      SELECT realm FROM participating_realms WHERE item = ?1 AND state = 'accepted')
    """

  /// Those that take part or are invited, by name.
  public static func all(
    of item: EntityID, in session: StoreSession
  ) throws -> [ParticipatingRealm] {
    try session.all(
      """
      SELECT p.realm, r.name, p.state FROM participating_realms p
      JOIN sub_realms r ON r.id = p.realm WHERE p.item = ?1 ORDER BY r.name_key, r.id
      """, [.id(item)]
    ) { row in
      ParticipatingRealm(
        realm: try row.id(0), name: try row.text(1),
        state: try row.word(2, ParticipatingRealm.State.self))
    }
  }

  /// The first one that takes part and that the caller is in; one as whose guest the caller only looks
  /// on, where there is no other.
  static func first(
    of item: EntityID, with caller: Caller, in session: StoreSession
  ) throws -> EntityID? {
    let own = try session.all(
      """
      SELECT realm FROM participating_realms WHERE item = ?1 AND state = 'accepted' ORDER BY realm
      """, [.id(item)]
    ) { try $0.id(0) }
    .filter { caller.role(in: $0) != nil }
    return own.first { isMember(of: $0, caller) } ?? own.first
  }

  /// Whether the caller is one of those of a sub-realm who come; its guests look on.
  public static func isMember(of realm: EntityID, _ caller: Caller) -> Bool {
    (caller.role(in: realm) ?? .guest) >= .member
  }

  /// How many members the sub-realm of an item has, and those that take part in it, each counted once.
  public static func memberCount(of item: CalendarItem, in session: StoreSession) throws -> Int {
    try session.count(
      """
      SELECT COUNT(DISTINCT m.account) FROM memberships m
      WHERE m.sub_realm = ?2 OR (\(isMember))
      """, [.id(item.id), .id(item.realm)])
  }

  /// What a sub-realm is invited to and has not ended, in the order of identifiers; of a series that
  /// it is invited to, no single occurrence.
  public static func invitations(
    of realm: EntityID, after: EntityID, limit: Int, now: Instant, in session: StoreSession
  ) throws -> [RealmInvitation] {
    try session.all(
      """
      SELECT \(CalendarItemStore.columns), r.name, p.invited_at
      FROM participating_realms p JOIN calendar_items i ON i.id = p.item
      JOIN sub_realms r ON r.id = i.realm
      WHERE p.realm = ?1 AND p.state = 'invited' AND p.item > ?2
        AND i.status IN ('confirmed', 'tentative')
        AND (i.ends_for_good IS NULL OR i.ends_for_good > ?3)
        AND NOT EXISTS (SELECT 1 FROM participating_realms s
          WHERE s.item = i.series AND s.realm = p.realm AND s.state = 'invited')
      ORDER BY p.item LIMIT ?4
      """, [.id(realm), .id(after), .instant(now), .int(limit)]
    ) { row in
      RealmInvitation(
        item: try CalendarItemStore.read(row),
        host: try row.text(CalendarItemStore.columnCount),
        invitedAt: try row.instant(CalendarItemStore.columnCount + 1))
    }
  }

  /// Invites a sub-realm to an item, or says that it takes part.
  static func put(
    _ realm: EntityID, _ state: ParticipatingRealm.State, in item: EntityID,
    _ transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO participating_realms (item, realm, state, invited_at) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (item, realm) DO UPDATE SET state = ?3
      """,
      [.id(item), .id(realm), .text(state.rawValue), .instant(transaction.now)])
  }

  static func remove(
    _ realm: EntityID, from item: EntityID, _ transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      "DELETE FROM participating_realms WHERE item = ?1 AND realm = ?2", [.id(item), .id(realm)])
  }

  /// What stands in the place of one occurrence has the same sub-realms as its series.
  static func copy(
    from series: EntityID, to item: EntityID, _ transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO participating_realms (item, realm, state, invited_at)
      SELECT ?2, realm, state, invited_at FROM participating_realms WHERE item = ?1
      """, [.id(series), .id(item)])
  }
}
