import Access
import Base
import Calendar
import Groups
import Identity
import Storage

/// The calendar of those who plan together: when each member is free or busy, and with what as far as
/// the reader takes part in it (CG-X-12).
///
/// - Thread: shared.
public struct GroupCalendarService: Sendable {
  let platform: Platform
  let kinds: CalendarItemKinds

  /// Most days of one span.
  public static let longest: Int64 = 62

  /// What one member sees of the calendars of all.
  public struct Answer: Sendable {
    /// One of those whose calendars are shown.
    public struct Member: Sendable {
      public var account: EntityID
      public var name: String
      /// In order, apart from each other.
      public var busy: [Intervals.Span]
    }

    public var span: Intervals.Span
    /// The longest-standing first.
    public var members: [Member]
    /// What the reader takes part in, in order of time, with those members who do so, too; of what
    /// other sub-realms plan for their members, the reader alone.
    public var entries: [(occurrence: Occurrence, members: [EntityID])]
    /// Whether calendars took too long to follow, so that somebody may be busy all the same.
    public var isUnverified: Bool
  }

  /// Reads it for a family or a group.
  ///
  /// - Parameters:
  ///   - from: now by default.
  ///   - to: a week after `from` by default.
  /// - Throws: `notFound` to those who are no members, and for other kinds of sub-realms; `malformed`
  ///   for a span that is empty or too long.
  /// - Complexity: linear in the occurrences of the members' calendars in the span.
  public func read(
    from: Instant?, to: Instant?, in realm: EntityID, caller: Caller
  ) throws -> Answer {
    let account = try caller.requiredPerson().account
    let start = from ?? platform.clock.now()
    let end = to ?? start.adding(seconds: 7 * 86_400)
    guard start < end, end <= start.adding(seconds: Self.longest * 86_400) else {
      let detail = "must lie after from, at most \(Self.longest) days"
      throw Refusal(
        .malformed, "invalid-query", "The query parameter to \(detail).",
        violations: [Refusal.Violation("to", detail)])
    }
    let span = Intervals.Span(start, end)
    return try platform.store.read { session in
      let group = try PlanningGroup.find(realm, ofMember: caller, in: session)
      guard group.kind == .family || group.kind == .group else {
        throw Refusal.notFound("calendar of all members")
      }
      let people = try group.members(in: session)
      let found = try FreeBusy(of: people.map(Party.account), in: span, kinds, from: session)
      let names = try AccountDirectory.names(of: people, in: session)
      let own = try Timeline.occurrences(of: account, from: start, to: end, in: session)
      return Answer(
        span: span,
        members: people.map { person in
          Answer.Member(
            account: person, name: names[person] ?? "",
            busy: found.busy[.account(person)]?.spans ?? [])
        },
        entries: try entries(own, of: account, with: people, in: realm, session),
        isUnverified: found.isIncomplete)
    }
  }

  /// Occurrences with those of some people who come.
  ///
  /// Who answers to what teams and communities plan is told to those who run them, not to whoever
  /// else is in a family with somebody.
  private func entries(
    _ occurrences: [Occurrence], of reader: EntityID, with people: [EntityID], in realm: EntityID,
    _ session: StoreSession
  ) throws -> [(occurrence: Occurrence, members: [EntityID])] {
    let list = SQLList(Set(occurrences.map(\.item.id)).sorted(), from: 1)
    var whole: [EntityID: [EntityID: Participation.Answer]] = [:]
    var single: [Occurrence.Key: [EntityID: Participation.Answer]] = [:]
    try session.each(
      """
      SELECT item, account, answer, occurrence FROM participations
      WHERE item IN (\(list.sql)) AND account IS NOT NULL
      """, list.parameters
    ) { row in
      let (item, account) = (try row.id(0), try row.id(1))
      let answer = try row.word(2, Participation.Answer.self)
      if let start = try row.optional(3, row.instant) {
        single[Occurrence.Key(item: item, start: start), default: [:]][account] = answer
      } else {
        whole[item, default: [:]][account] = answer
      }
    }
    return try occurrences.map { occurrence in
      let item = occurrence.item
      let isOfOthers = try item.realm != realm && kinds.kind(item.kind).concernsMembers
      let members = people.filter { person in
        guard person == reader || !isOfOthers else { return false }
        let answer = single[occurrence.key]?[person] ?? whole[item.id]?[person]
        return answer == .accepted || answer == .tentative
      }
      return (occurrence, members)
    }
  }
}

extension GroupCalendarService.Answer {
  /// Writes it as the interface shows it: one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("from", span.start)
      json.member("to", span.end)
      json.member("unverified", isUnverified)
      json.array("members") { json in
        for member in members {
          json.object { json in
            json.member("id", member.account)
            json.member("name", member.name)
            json.array("busy") { json in
              for span in member.busy { span.write(to: &json) }
            }
          }
        }
      }
      json.array("entries") { json in
        for (occurrence, members) in entries {
          json.object { json in
            json.member("id", occurrence.item.id)
            json.member("kind", occurrence.item.kind)
            json.member("title", occurrence.item.title)
            json.member("startsAt", occurrence.start)
            json.member("endsAt", occurrence.end)
            json.member("zone", occurrence.item.zone.name)
            json.member("allDay", occurrence.item.isAllDay)
            json.member("repeats", occurrence.item.repeats)
            json.array("members") { json in
              for member in members { json.id(member) }
            }
          }
        }
      }
    }
  }
}
