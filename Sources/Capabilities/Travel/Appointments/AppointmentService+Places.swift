import Access
import Base
import Calendar
import Geodesy
import Storage

/// A place of somebody's calendar.
public struct CalendarPlaceLine: Hashable, Sendable {
  public var label: String
  public var address: String
  public var position: LonLat
}

extension AppointmentService {
  /// Most places that are looked at: those that were used last.
  private static let maximumPlaces = 300

  /// The places of what stands in the caller's calendar, each once, the last used first.
  ///
  /// - Throws: `unauthenticated` or `forbidden` to those without a calendar.
  public func places(caller: Caller) throws -> [CalendarPlaceLine] {
    let account = try caller.requiredPerson().account
    return try platform.store.read { session in
      try session.all(
        """
        SELECT COALESCE(i.label, ''), COALESCE(i.address, ''), i.lat, i.lon, MAX(i.updated_at)
        FROM participations p JOIN calendar_items i ON i.id = p.item
        WHERE \(Timeline.isKnown) AND i.lat IS NOT NULL
          AND (i.label IS NOT NULL OR i.address IS NOT NULL)
        GROUP BY 1, 2, 3, 4 ORDER BY 5 DESC LIMIT \(Self.maximumPlaces)
        """, [.id(account)]
      ) { row in
        CalendarPlaceLine(
          label: try row.text(0), address: try row.text(1),
          position: LonLat(lon: try row.real(3), lat: try row.real(2)))
      }
    }
  }
}
