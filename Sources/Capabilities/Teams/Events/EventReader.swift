import Access
import Base
import Calendar
import Identity
import Storage

/// Reads events for one reader; what several occurrences share is read once.
///
/// - Thread: confined.
struct EventReader {
  private struct Host {
    var name: String
    var members: Int
    /// The least role that plans events there.
    var planner: MembershipRole
  }

  private struct Parts {
    var answers: [Attendance]
    var waiting: [WaitingPlace]
    var teams: [ParticipatingRealm]
    /// Of the sub-realm and of those that take part; nil where none does.
    var members: Int?
  }

  private let caller: Caller
  private let account: EntityID
  private let now: Instant
  private let placeMetres: Double
  private var hosts: [EntityID: Host] = [:]
  private var parts: [EntityID: Parts] = [:]
  private var names: [EntityID: String] = [:]

  /// - Throws: `unauthenticated`, `forbidden` for a caller who is no person.
  init(caller: Caller, now: Instant, settings: Settings) throws {
    self.caller = caller
    self.now = now
    placeMetres = settings[CalendarSettings.placeMetres]
    account = try caller.requiredPerson().account
  }

  /// One occurrence as the caller sees it.
  mutating func event(
    _ item: CalendarItem, at start: Instant, _ session: StoreSession
  ) throws -> GroupEvent {
    let host = try host(item.realm, session)
    let parts = try parts(of: item, session)
    let name = try names[item.organizer] ?? AccountDirectory.name(of: item.organizer, in: session)
    names[item.organizer] = name
    let isWanted = item.responseDeadline.map { now < $0 } ?? true
    let said = OccurrenceAnswers(parts.answers, waiting: parts.waiting, at: start)
    let own = caller.role(in: item.realm)
    let ownTeams =
      own == nil
      ? parts.teams.filter { $0.state == .accepted && caller.role(in: $0.realm) != nil } : []
    let member = ownTeams.first { ParticipatingRealms.isMember(of: $0.realm, caller) }
    let through = member ?? ownTeams.first
    let mayEdit =
      (own ?? .guest) >= host.planner
      || (item.status == .draft && item.organizer == account)
    let mayAnswer = (own ?? .guest) >= .member || member != nil
    var event = GroupEvent(
      item: item, start: start, realmName: host.name, organizerName: name, answers: said,
      members: parts.members ?? host.members,
      late: mayEdit && !hasBegun(start) ? try late(item.id, at: start, said, session) : nil,
      reader: account, mayEdit: mayEdit,
      isOpen: item.status.isOn && isWanted && !hasBegun(start) && mayAnswer,
      hasBegun: hasBegun(start))
    // Who is only invited is told to those who plan it.
    event.teams = parts.teams.filter { $0.state == .accepted || mayEdit }
    event.through = through
    if item.repeats { event.nextStart = try item.start(at: nil, now: now) }
    if event.isAtItsPlace(now) { event.placeMetres = placeMetres }
    return event
  }

  private func hasBegun(_ start: Instant) -> Bool { now >= start }

  private mutating func host(_ id: EntityID, _ session: StoreSession) throws -> Host {
    if let known = hosts[id] { return known }
    let profile = try CommunityStore.profile(of: id, in: session)
    let host = try session.first(
      """
      SELECT name, (SELECT COUNT(*) FROM memberships WHERE sub_realm = ?1) FROM sub_realms
      WHERE id = ?1
      """, [.id(id)]
    ) { row in
      Host(
        name: try row.text(0), members: try row.int(1),
        planner: profile.publishers == .moderators ? .moderator : .admin)
    }
    guard let host else { throw Refusal.notFound("sub-realm") }
    hosts[id] = host
    return host
  }

  /// Fewest who come for whom it is told how many are late.
  private static let leastTold = 3

  /// How many of those who come have a plan that says they cannot be there in time.
  private func late(
    _ item: EntityID, at start: Instant, _ said: OccurrenceAnswers, _ session: StoreSession
  ) throws -> Int? {
    guard said.count(.accepted) >= Self.leastTold else { return nil }
    return try session.all(
      """
      SELECT account FROM travel_plans
      WHERE item = ?1 AND occurrence = ?2 AND verdict = 'unreachable'
      """, [.id(item), .instant(start)]
    ) { try $0.id(0) }
    .count { said[$0].answer == .accepted }
  }

  private mutating func parts(
    of item: CalendarItem, _ session: StoreSession
  ) throws -> Parts {
    if let known = parts[item.id] { return known }
    let teams = try ParticipatingRealms.all(of: item.id, in: session)
    let found = Parts(
      answers: try ParticipationStore.attendances(of: item.id, in: session),
      waiting: try WaitingList.all(of: item.id, in: session), teams: teams,
      members: teams.contains { $0.state == .accepted }
        ? try ParticipatingRealms.memberCount(of: item, in: session) : nil)
    parts[item.id] = found
    return found
  }
}
