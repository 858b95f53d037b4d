import Base
import Calendar
import Storage

extension PlanningGroup {
  /// By which zone times are told to whoever has none: the sub-realm's own, else that of who plans.
  static func zone(
    of realm: EntityID, else planner: EntityID, in session: StoreSession
  ) throws -> String {
    let own = try find(realm, in: session)?.zone
    return try (own ?? IANATimeZone.preset(of: planner, in: session)).name
  }
}
