import Access
import Base
import Geodesy
import Storage

/// What takes place near a position soon, of all that somebody may see.
public struct NearbyItem: Sendable {
  public var item: CalendarItem
  public var start: Instant
  /// Geodesic metres from the position that was asked about.
  public var metres: Double

  public var end: Instant { item.end(from: start) }

  /// Its place in a list by time.
  public var position: RealmTimeline.Position {
    RealmTimeline.Position(start: start, item: item.id)
  }

  /// Writes it as the interface shows it: one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", item.id)
      json.member("kind", item.kind)
      json.member("realm", item.realm)
      json.member("title", item.title)
      json.member("startsAt", start)
      json.member("endsAt", end)
      json.member("zone", item.zone.name)
      json.member("allDay", item.isAllDay)
      json.member("repeats", item.repeats)
      if let place = item.place {
        json.key("place")
        place.write(to: &json)
      }
      json.member("distance", metres)
    }
  }

  /// The occurrences that overlap a span of time and whose place is near a position: those in the
  /// account's own calendar, and those of some kinds in some sub-realms; in order of time.
  ///
  /// - Parameters:
  ///   - centre: WGS 84.
  ///   - metres: how far from it at most.
  ///   - realms: sub-realms that the account is in.
  ///   - kinds: the names of the kinds that all members of a sub-realm are shown.
  /// - Complexity: O(items of the span in the calendar and the sub-realms), at most 2,000 of each.
  public static func find(
    around centre: LonLat, metres: Double, from: Instant, to: Instant, account: EntityID,
    realms: [EntityID], kinds: [String], in session: StoreSession
  ) throws -> [NearbyItem] {
    var budget = RecurrenceBudget(RecurrenceBudget.ofRequest)
    var found: [Occurrence.Key: NearbyItem] = [:]
    func note(_ item: CalendarItem, _ start: Instant) {
      guard let position = item.place?.position else { return }
      let distance = Geodesic.distance(from: centre, to: position)
      guard distance <= metres else { return }
      found[Occurrence.Key(item: item.id, start: start)] = NearbyItem(
        item: item, start: start, metres: distance)
    }
    let own = try Timeline.occurrences(
      of: account, from: from, to: to, cancelled: false, in: session, &budget)
    for occurrence in own { note(occurrence.item, occurrence.start) }
    for item in try shared(realms, kinds, from: from, to: to, in: session) {
      let starts = budget.lending {
        item.starts(overlapping: from, to, limit: Timeline.limit, &$0)
      }
      for start in starts.result { note(item, start) }
    }
    return found.values.sorted { $0.position < $1.position }
  }

  /// Items with a place in some sub-realms that may overlap a span of time.
  private static func shared(
    _ realms: [EntityID], _ kinds: [String], from: Instant, to: Instant, in session: StoreSession
  ) throws -> [CalendarItem] {
    if realms.isEmpty || kinds.isEmpty { return [] }
    let homes = SQLList(realms, from: 3)
    let first = 3 + homes.parameters.count
    let names = kinds.indices.map { "?\(first + $0)" }.joined(separator: ", ")
    return try session.all(
      """
      SELECT \(CalendarItemStore.columns) FROM calendar_items i
      WHERE i.realm IN (\(homes.sql)) AND i.kind IN (\(names)) AND i.lat IS NOT NULL
        AND i.status IN ('confirmed', 'tentative')
        AND i.starts_at < ?2 AND (i.ends_for_good IS NULL OR i.ends_for_good >= ?1)
      ORDER BY i.starts_at, i.id LIMIT \(Timeline.limit)
      """,
      [.instant(from), .instant(to)] + homes.parameters + kinds.map(SQLValue.text),
      CalendarItemStore.read)
  }
}
