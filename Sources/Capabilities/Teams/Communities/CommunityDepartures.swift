import Base
import Groups
import Storage

/// What of a community goes with members and with itself.
///
/// - Thread: shared.
struct CommunityDepartures: DepartureHandler {
  func memberLeft(
    _ account: EntityID, _ realm: EntityID, in transaction: WriteTransaction
  ) throws {
    for table in ["group_visits", "contact_shares", "member_reports"] {
      try transaction.execute(
        "DELETE FROM \(table) WHERE account = ?1 AND realm = ?2", [.id(account), .id(realm)])
    }
  }

  func realmEnded(_ realm: EntityID, in transaction: WriteTransaction) throws {
    for table in [
      "group_visits", "community_profiles", "group_news", "team_records", "contact_shares",
      "team_profiles", "member_reports",
    ] {
      try transaction.execute("DELETE FROM \(table) WHERE realm = ?1", [.id(realm)])
    }
  }
}
