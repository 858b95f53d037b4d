import Access
import Base
import Geodesy
import Storage

/// Where a confirmed item takes place, for those who have it in their calendars.
///
/// - Thread: pure.
public struct CalendarPlace: Hashable, Sendable {
  public var item: EntityID
  public var position: LonLat
  /// In order.
  public var accounts: [EntityID]
  /// When the last occurrence has ended; nil if there is no last one.
  public var until: Instant?

  /// The items that can still be come to, and those who go there.
  private static let selection = """
    SELECT i.id, i.lon, i.lat, i.ends_for_good, p.account
    FROM calendar_items i JOIN participations p ON p.item = i.id
    WHERE i.status IN ('confirmed', 'tentative') AND p.occurrence IS NULL
      AND p.account IS NOT NULL AND i.lat IS NOT NULL
      AND (i.ends_for_good IS NULL OR i.ends_for_good > ?1)
      AND \(Timeline.isInCalendar) AND p.hidden = 0
    """

  /// Hands over all that have not ended, in the order of their identifiers.
  public static func each(
    after now: Instant, in session: StoreSession, _ emit: (CalendarPlace) -> Void
  ) throws {
    var last: CalendarPlace?
    try session.each(selection + " ORDER BY i.id, p.account", [.instant(now)]) { row in
      let place = try CalendarPlace(row)
      if last?.item == place.item {
        last?.accounts += place.accounts
      } else {
        if let last { emit(last) }
        last = place
      }
    }
    if let last { emit(last) }
  }

  /// The place of an item, if it has one to come to.
  public static func find(
    _ item: EntityID, after now: Instant, in session: StoreSession
  ) throws -> CalendarPlace? {
    let parts = try session.all(
      selection + " AND i.id = ?2 ORDER BY p.account", [.instant(now), .id(item)],
      CalendarPlace.init)
    guard var place = parts.first else { return nil }
    place.accounts = parts.flatMap(\.accounts)
    return place
  }

  /// One row: the place for one account.
  private init(_ row: any Row) throws {
    item = try row.id(0)
    position = LonLat(lon: try row.real(1), lat: try row.real(2))
    until = try row.optional(3, row.instant)
    accounts = [try row.id(4)]
  }
}
