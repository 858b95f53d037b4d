import Access
import Base
import Calendar
import Proximity
import SpatialCatalog
import Storage

/// The places of calendar items; known to those only who have the item in their calendars.
struct CalendarPlaceZones: ZoneSource {
  let clock: any WallClock
  /// Metres.
  let radius: Double

  var kinds: [ZoneKind: String] { [.place: "around the place of a calendar item"] }

  var changeKinds: Set<String> { ["calendarItem"] }

  func all(in session: StoreSession, _ emit: (ZoneGroup) -> Void) throws {
    try CalendarPlace.each(after: clock.now(), in: session) { emit(group($0)) }
  }

  func groups(of subjects: [EntityID], in session: StoreSession) throws -> [ZoneGroup] {
    let now = clock.now()
    return try subjects.compactMap {
      try CalendarPlace.find($0, after: now, in: session).map(group)
    }
  }

  private func group(_ place: CalendarPlace) -> ZoneGroup {
    // Each account stands for its personal sub-realm.
    let zone = try? Zone(
      id: place.item, realms: place.accounts, kind: .place,
      shape: .circle(centre: place.position, radius: radius), priority: 70)
    return ZoneGroup(subject: place.item, until: place.until, zones: zone.map { [$0] } ?? [])
  }
}
