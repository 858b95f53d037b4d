import Base
import Groups
import Storage

/// The sub-realms that items are at home in.
enum HomeRealms {
  /// What sort of group a sub-realm is; nil for one that is no more.
  static func kind(of id: EntityID, in session: StoreSession) throws -> SubRealmKind? {
    try session.first(
      "SELECT kind FROM sub_realms WHERE id = ?1 AND state = 'live'", [.id(id)]
    ) { try $0.word(0, SubRealmKind.self) }
  }

  /// Those who run it, the longest-standing first.
  static func admins(of id: EntityID, in session: StoreSession) throws -> [EntityID] {
    try session.all(
      """
      SELECT account FROM memberships WHERE sub_realm = ?1 AND role IN ('admin', 'owner')
      ORDER BY joined_at, account
      """, [.id(id)]
    ) { try $0.id(0) }
  }
}

extension HomeRealms {
  /// How a sub-realm is called; empty for one that is no more.
  static func name(of id: EntityID, in session: StoreSession) throws -> String {
    try session.first("SELECT name FROM sub_realms WHERE id = ?1", [.id(id)]) {
      try $0.text(0)
    } ?? ""
  }

  /// The members, in the order of their identifiers.
  static func members(of id: EntityID, in session: StoreSession) throws -> [EntityID] {
    try session.all(
      "SELECT account FROM memberships WHERE sub_realm = ?1 ORDER BY account", [.id(id)]
    ) { try $0.id(0) }
  }

  /// The members of the sub-realm of an item and of those that take part in it, each once.
  static func readers(of item: CalendarItem, in session: StoreSession) throws -> [EntityID] {
    try session.all(
      """
      SELECT DISTINCT m.account FROM memberships m
      WHERE m.sub_realm = ?2 OR (\(ParticipatingRealms.isMember)) ORDER BY m.account
      """, [.id(item.id), .id(item.realm)]
    ) { try $0.id(0) }
  }
}
