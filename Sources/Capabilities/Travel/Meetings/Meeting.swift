import Access
import Base
import Calendar
import Geodesy
import Itineraries
import Storage

/// Something that is to take place at some time, and stands in nobody's calendar yet.
///
/// - Thread: pure.
public struct Meeting: Hashable, Sendable {
  public var place: LonLat
  /// By whose clocks days begin.
  public var zone: IANATimeZone
  public var durationSeconds: Int

  public init(place: LonLat, zone: IANATimeZone, durationSeconds: Int) {
    (self.place, self.zone, self.durationSeconds) = (place, zone, durationSeconds)
  }
}

/// The days of a zone, of which the last is asked for again and again.
///
/// - Thread: confined.
public final class MeetingDays {
  private let zone: IANATimeZone
  private var last: (date: CivilDate, start: Instant, end: Instant)?

  public init(_ zone: IANATimeZone) { self.zone = zone }

  /// The day that an instant is on, and when it begins and ends.
  func day(of instant: Instant) -> (date: CivilDate, start: Instant, end: Instant) {
    if let last, last.start <= instant, instant < last.end { return last }
    let date = zone.wallTime(at: instant).date
    let next = CivilDate(daysSinceEpoch: date.daysSinceEpoch + 1)
    let day = (date: date, start: zone.start(of: date), end: zone.start(of: next))
    last = day
    return day
  }
}

/// Something in a calendar with a place, as far as ways lead to it and on from it.
///
/// - Thread: pure.
public struct CalendarStop: Hashable, Sendable {
  public var item: EntityID
  public var start: Instant
  public var end: Instant
  public var position: LonLat
  public var zone: IANATimeZone
  /// The means chosen for it; nil for all.
  public var modes: Set<TravelMode>?

  public init(
    item: EntityID, start: Instant, end: Instant, position: LonLat, zone: IANATimeZone,
    modes: Set<TravelMode>? = nil
  ) {
    (self.item, self.start, self.end) = (item, start, end)
    (self.position, self.zone, self.modes) = (position, zone, modes)
  }

  /// The day on which it begins, where it takes place.
  var day: CivilDate { zone.wallTime(at: start).date }

  /// As occurrences are in order.
  static func inOrder(_ a: CalendarStop, _ b: CalendarStop) -> Bool {
    (a.start, a.item) < (b.start, b.item)
  }
}

/// Who comes to a meeting, with what that one has to be at beside it.
///
/// - Thread: pure.
public struct MeetingGuest: Sendable {
  public var account: EntityID
  public var preferences: TravelPreferences
  /// In order of time.
  public var stops: [CalendarStop]
  /// All of it with what is known of the own car; nil where no car is left anywhere.
  var situation: TravelSituation?

  /// - Parameters:
  ///   - stops: in any order.
  ///   - span: in which the meeting may be.
  ///   - except: an item that does not count.
  public init(
    _ account: EntityID, _ preferences: TravelPreferences, stops: [CalendarStop],
    in span: Intervals.Span, except: EntityID?, now: Instant, _ session: StoreSession
  ) throws {
    self.account = account
    self.preferences = preferences
    self.stops = stops.sorted(by: CalendarStop.inOrder)
    guard preferences.parksAndRides else { return }
    situation = try TravelSituation(
      of: account, from: span.start, to: span.end, now: now, in: session)
    situation?.timeline.removeAll { $0.item.id == except }
  }

  /// Everywhere from where ways lead to the meeting or to where they lead on, with the rules that may hold.
  public var ends: [(LonLat, TravelRules)] {
    let all = [preferences.general] + Array(preferences.days.values)
    let places = Set(stops.map(\.position) + [preferences.home?.position].compactMap { $0 })
    return places.flatMap { place in all.map { (place, $0) } }
  }
}
