import Access
import Base
import Calendar
import Groups
import Identity
import Storage
import Travel

/// Finding times at which all are free, can come, and can go on in time.
///
/// Whether somebody can come and go on, their travel plans say: a time is offered if none of them refuses it. Says who
/// cannot come and for which sort of reason, never what stands in somebody's calendar.
///
/// - Thread: shared.
public struct SlotService: Sendable {
  let platform: Platform
  let kinds: CalendarItemKinds
  let times: any TravelTimes

  /// Slots begin so far apart.
  static let stepSeconds: Int64 = 900
  /// Most slots of one window of a day: all quarters of an hour, so that the last day of three months has its
  /// own, too.
  static let limit = 100
  /// Seconds around the windows in which one may come from something, or go on to it.
  private static let around: Int64 = 97_200

  /// What was found.
  public struct Answer: Sendable {
    /// One day with what begins on it.
    public struct Day: Sendable {
      public var date: CivilDate
      public var slots: [Intervals.Span] = []
      /// Where there is none: the best that there is instead, and who cannot come.
      public var nearest: (slot: Intervals.Span, hindrances: [SlotSearch.Hindrance])?
    }

    public var zone: IANATimeZone
    /// In order.
    public var days: [Day]
    public var ways: WayBasis
    /// Of how many people the ways are known, and how well, without who they are.
    public var people = PeopleOnTheWay()
    /// Whether calendars took too long to follow, or cannot be read, so that somebody may be busy all
    /// the same.
    public var isUnverified: Bool
    /// Whose calendar elsewhere cannot be read; in the order of the participants.
    public var unread: [EntityID] = []
    var names: [EntityID: String]
  }

  /// Finds common times for the caller and some members of a sub-realm.
  ///
  /// - Throws: `notFound` to those who are no members; `invalid` for participants who are not.
  /// - Complexity: O(busy log busy + starts x participants x log busy), and a search for a way for each
  ///   appointment that is next to a possible slot.
  public func find(
    _ query: SlotQuery, in realm: EntityID, caller: Caller
  ) throws -> Answer {
    let account = try caller.requiredPerson().account
    let now = platform.clock.now()
    let people = [account] + query.participants.subtracting([account]).sorted()
    return try platform.store.read { session in
      let group = try PlanningGroup.find(realm, ofMember: caller, in: session)
      guard group.sharesSlots else {
        throw Refusal.invalid("/realm", "Common times are those of families, groups and teams.")
      }
      let others = query.participants.subtracting([account])
      guard try group.members(among: others, in: session) == others else {
        throw Refusal.invalid("/participants", "All have to be members of the sub-realm.")
      }
      let zone = try query.zone ?? IANATimeZone.preset(of: account, in: session)
      let windows = query.windows(zone, after: now)
      var answer = Answer(
        zone: zone, days: [], ways: .none, isUnverified: false,
        names: try AccountDirectory.names(of: people, in: session))
      guard let first = windows.first, let last = windows.last else { return answer }
      let span = Intervals.Span(
        first.span.start.adding(seconds: -Self.around), last.span.end.adding(seconds: Self.around))
      let busy = try busy(people, in: span, query, &answer, session)
      let search = try SlotSearch(
        participants: zip(people, busy).map { account, times in
          SlotParticipant(account: account, busy: times.map(\.span))
        }, durationSeconds: query.durationSeconds, stepSeconds: Int(Self.stepSeconds))
      let ways = try query.place?.position.map { place in
        let meeting = Meeting(
          place: place, zone: zone, durationSeconds: query.durationSeconds)
        return try SlotWays(
          to: meeting, zip(people, busy), in: span, except: query.except, now: now, times, session)
      }
      if let ways { (answer.ways, answer.people) = (ways.basis, ways.people) }
      let found = search.windows(
        windows.map { (start: $0.span.start, end: $0.span.end) }, limit: Self.limit
      ) { ways?.allows($0, $1) ?? true }
      answer.days = Self.days(zip(windows.map { $0.day }, found), query)
      return answer
    }
  }

  /// Most accounts of one question.
  private static let mostAtOnce = 1000

  /// The sub-realms whose members may ask when some of the accounts are busy, each once.
  ///
  /// - Complexity: one question for each thousand accounts.
  public func realms(knowingWhenBusy accounts: Set<EntityID>) throws -> Set<EntityID> {
    let all = accounts.sorted()
    let groups = try platform.store.read { session in
      try stride(from: 0, to: all.count, by: Self.mostAtOnce).flatMap { first in
        let list = SQLList(
          Array(all[first..<min(first + Self.mostAtOnce, all.count)]), from: 1)
        return try session.all(
          """
          SELECT DISTINCT s.id, s.kind FROM memberships m JOIN sub_realms s ON s.id = m.sub_realm
          WHERE m.account IN (\(list.sql)) AND m.role <> 'guest' AND s.state = 'live'
          """, list.parameters
        ) { PlanningGroup(id: try $0.id(0), kind: try $0.word(1, SubRealmKind.self), zone: nil) }
      }
    }
    return Set(groups.filter(\.sharesSlots).map(\.id))
  }

  /// When each is busy, and where.
  private func busy(
    _ people: [EntityID], in span: Intervals.Span, _ query: SlotQuery, _ answer: inout Answer,
    _ session: StoreSession
  ) throws -> [[FreeBusy.Time]] {
    let found = try FreeBusy.times(
      of: people.map(Party.account), in: span, kinds, except: query.except, from: session)
    let unread = try FreeBusy.unread(of: people, from: session)
    answer.unread = people.filter(unread.contains)
    answer.isUnverified = found.isIncomplete || !unread.isEmpty
    return people.map { found.times[.account($0)] ?? [] }
  }

  /// Puts the windows of each day together.
  private static func days(
    _ found: some Sequence<(CivilDate, SlotSearch.Window)>, _ query: SlotQuery
  ) -> [Answer.Day] {
    func slot(_ start: Instant) -> Intervals.Span {
      Intervals.Span(start, start.adding(seconds: Int64(query.durationSeconds)))
    }
    var days: [Answer.Day] = []
    for (date, window) in found {
      if days.last?.date != date { days.append(Answer.Day(date: date)) }
      let last = days.count - 1
      days[last].slots += window.starts.map(slot)
      if let nearest = window.nearest,
        nearest.hindrances.count < days[last].nearest?.hindrances.count ?? Int.max
      {
        days[last].nearest = (slot(nearest.start), nearest.hindrances)
      }
    }
    for index in days.indices where !days[index].slots.isEmpty { days[index].nearest = nil }
    return days
  }
}

extension SlotService.Answer {
  /// Writes it as the interface shows it.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("zone", zone.name)
      json.member("ways", ways.rawValue)
      json.key("people")
      people.write(to: &json)
      json.member("unverified", isUnverified)
      json.array("unread") { json in
        for account in unread {
          json.object { json in
            json.member("id", account)
            json.member("name", names[account] ?? "")
          }
        }
      }
      json.array("days") { json in
        for day in days { write(day, to: &json) }
      }
    }
  }

  private func write(_ day: Day, to json: inout JSONWriter) {
    json.object { json in
      json.member("date", day.date.text)
      json.array("slots") { json in
        for slot in day.slots { slot.write(to: &json) }
      }
      guard let nearest = day.nearest else { return }
      json.object("nearest") { json in
        json.member("start", nearest.slot.start)
        json.member("end", nearest.slot.end)
        json.array("hindrances") { json in
          for hindrance in nearest.hindrances {
            json.object { json in
              json.member("id", hindrance.account)
              json.member("name", names[hindrance.account] ?? "")
              json.member("reason", hindrance.reason.rawValue)
            }
          }
        }
      }
    }
  }
}
