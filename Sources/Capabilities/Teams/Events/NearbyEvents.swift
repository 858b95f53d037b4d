import Access
import Base
import Calendar
import Geodesy
import Storage

extension GroupEventService {
  /// What takes place near a position soon or goes on there now: what stands in the caller's own
  /// calendar, and events and practices of the sub-realms that the caller is in; in order of time.
  ///
  /// - Parameters:
  ///   - centre: WGS 84; used for the answer and forgotten.
  ///   - metres: how far from it at most.
  ///   - hours: how far ahead.
  public func nearby(
    around centre: LonLat, metres: Double, hours: Int, _ page: PageRequest, caller: Caller
  ) throws -> Page<NearbyItem> {
    let person = try caller.requiredPerson()
    let now = platform.clock.now()
    let last = try page.position { parts throws(Refusal) in
      RealmTimeline.Position(
        start: Instant(milliseconds: try parts.integer(Int64.self)), item: try parts.id())
    }
    return try platform.store.read { session in
      let found = try NearbyItem.find(
        around: centre, metres: metres, from: now, to: now.adding(seconds: Int64(hours) * 3600),
        account: person.account, realms: person.visibleRealms,
        kinds: GroupEventDraft.Kind.allCases.map(\.rawValue), in: session)
      let rest = found.drop { item in last.map { item.position <= $0 } ?? false }
      return Page(reading: Array(rest.prefix(page.limit + 1)), limit: page.limit) {
        Cursor(String($0.start.milliseconds), $0.item.id)
      }
    }
  }
}
