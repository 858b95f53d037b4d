import Base
import Groups
import Storage

/// What tours read about organizations.
enum TourOrganizationStore {
  /// The approved organization; nil if there is none.
  static func find(_ id: EntityID, in session: StoreSession) throws -> TourOrganization? {
    try session.first(
      """
      SELECT s.id, s.name, o.currency FROM organizations o
      JOIN sub_realms s ON s.id = o.id
      WHERE o.id = ?1 AND s.state = 'live'
      """, [.id(id)]
    ) { row in
      TourOrganization(
        id: try row.id(0), name: try row.text(1), currency: try row.word(2, Currency.self))
    }
  }

  /// The accounts of an organization's members.
  static func members(of id: EntityID, in session: StoreSession) throws -> [EntityID] {
    try session.all(
      "SELECT account FROM memberships WHERE sub_realm = ?1 ORDER BY account", [.id(id)]
    ) { try $0.id(0) }
  }
}
