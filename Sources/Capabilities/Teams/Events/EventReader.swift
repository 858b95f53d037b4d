import Base
import Calendar
import Realms
import Storage

/// Reads events of one sub-realm for one member; what several occurrences share is read once.
///
/// - Thread: confined.
struct EventReader {
  private let realm: SubRealm
  private let caller: Caller
  private let account: EntityID
  private let now: Instant
  private var parts: [EntityID: (answers: [Attendance], waiting: [WaitingPlace])] = [:]
  private var names: [EntityID: String] = [:]
  /// The least role that plans events here.
  private let planner: MembershipRole

  /// - Throws: `unauthenticated`, `forbidden` for a caller who is no person.
  init(realm: SubRealm, caller: Caller, now: Instant, _ session: StoreSession) throws {
    self.realm = realm
    self.caller = caller
    self.now = now
    account = try caller.requiredPerson().account
    let profile = try CommunityStore.profile(of: realm.id, in: session)
    planner = profile.publishers == .moderators ? .moderator : .admin
  }

  /// One occurrence as the caller sees it.
  mutating func event(
    _ item: CalendarItem, at start: Instant, _ session: StoreSession
  ) throws -> GroupEvent {
    let (answers, waiting) = try parts(of: item.id, session)
    let name = try names[item.organizer] ?? AccountDirectory.name(of: item.organizer, in: session)
    names[item.organizer] = name
    let role = caller.role(in: item.realm) ?? .guest
    let hasBegun = now >= start
    let isWanted = item.responseDeadline.map { now < $0 } ?? true
    let said = OccurrenceAnswers(answers, waiting: waiting, at: start)
    let mayEdit = role >= planner || item.organizer == account
    return GroupEvent(
      item: item, start: start, realmName: realm.name, organizerName: name, answers: said,
      members: realm.members,
      late: mayEdit && !hasBegun ? try late(item.id, at: start, said, session) : nil,
      reader: account, mayEdit: mayEdit,
      isOpen: item.status.isOn && isWanted && !hasBegun && role >= .member, hasBegun: hasBegun)
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
    of item: EntityID, _ session: StoreSession
  ) throws -> (answers: [Attendance], waiting: [WaitingPlace]) {
    if let known = parts[item] { return known }
    let found = (
      answers: try ParticipationStore.attendances(of: item, in: session),
      waiting: try WaitingList.all(of: item, in: session)
    )
    parts[item] = found
    return found
  }
}
