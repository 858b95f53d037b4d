import Access
import Base
import Calendar
import Storage
import Travel

/// Of how many people the ways to a meeting and on from it are known, without who they are: each counts once, for
/// the least that is known of the own ways.
///
/// - Thread: pure.
public struct PeopleOnTheWay: Hashable, Sendable {
  /// By maps, and timetables where public transport is taken.
  public var known = 0
  /// Public transport would be taken, and no timetable is there of the places.
  public var withoutTimetable = 0
  /// There is no map of some place: a walk is estimated, or nothing is known.
  public var withoutMap = 0
  /// There is no home, nor any appointment with a place: the ways do not count.
  public var withoutStart = 0

  public init() {}

  mutating func count(_ knowledge: WayKnowledge?) {
    switch knowledge {
    case .known: known += 1
    case .withoutTimetable: withoutTimetable += 1
    case .withoutMap: withoutMap += 1
    case nil: withoutStart += 1
    }
  }

  /// Writes it as the interface shows it.
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("known", known)
      json.member("withoutTimetable", withoutTimetable)
      json.member("withoutMap", withoutMap)
      json.member("withoutStart", withoutStart)
    }
  }
}

/// The ways of all who take part to one place, and on from it.
///
/// - Thread: confined.
final class SlotWays {
  private var reaches: [MeetingReach] = []
  private(set) var people = PeopleOnTheWay()

  /// - Parameters:
  ///   - people: who takes part, and when each is busy.
  ///   - span: in which all of that lies.
  init(
    to meeting: Meeting, _ people: some Sequence<(EntityID, [FreeBusy.Time])>,
    in span: Intervals.Span, except: EntityID?, now: Instant, _ times: any TravelTimes,
    _ session: StoreSession
  ) throws {
    let guests = try people.map { account, busy in
      try MeetingGuest(
        account, try TravelPreferences.of(account, in: session),
        stops: busy.compactMap { time in
          time.position.map {
            CalendarStop(
              item: time.item, start: time.span.start, end: time.span.end, position: $0,
              zone: time.zone, modes: time.modes)
          }
        }, in: span, except: except, now: now, session)
    }
    let moments = times.moments(around: meeting.place, guests.flatMap(\.ends))
    let days = MeetingDays(meeting.zone)
    for guest in guests {
      reaches.append(
        MeetingReach(
          meeting, guest, now: now, days: days, times: times, moments: moments))
      self.people.count(
        guest.ends.map { place, rules in
          moments?.knowledge(from: place, to: meeting.place, by: rules.modes) ?? .withoutMap
        }.max())
    }
  }

  /// What the ways are taken from.
  var basis: WayBasis {
    if people.withoutMap > 0 { return .straightLine }
    return people.known + people.withoutTimetable > 0 ? .streets : .none
  }

  /// Whether one of those who take part can be there if it begins then, and go on.
  func allows(_ participant: Int, _ start: Instant) -> Bool { reaches[participant].allows(start) }
}
