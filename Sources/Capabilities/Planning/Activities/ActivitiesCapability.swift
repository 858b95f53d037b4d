import Base
import Calendar
import Deadlines
import Notifications
import Realms
import Registration
import Storage

/// What the rest must know of activities and their polls.
public func activitiesCapability(_ activities: ActivityService) -> Capability {
  activitiesDeclaration.with(
    personalData: [ActivityData(activities: activities), PlacesData()],
    parts: [activities.pollEnd, ActivityDepartures(activities: activities)])
}

/// The same without what needs services: what is stored.
public let activitiesDeclaration = Capability(
  "activities",
  schema: [activitiesSchema],
  tables: [
    TableClaim(
      "activities", export: .yes("activities"),
      erasure: .yes(
        "those that it hosts are deleted, but for confirmed ones to come, which are handed on"),
      rules: .yes("confirmed-activity-is-complete")),
    TableClaim(
      "activity_invitees", export: .yes("activities"), erasure: .yes("deleted"),
      rules: .yes("only-invitees-vote")),
    TableClaim(
      "activity_tasks", export: .yes("activities"), erasure: .yes("lose their assignee"),
      rules: .yes("confirmed-activity-is-complete")),
    TableClaim(
      "polls", export: .yes("activities"), erasure: .yes("deleted with the activity"),
      rules: .yes("poll-is-where-its-activity-is")),
    TableClaim(
      "poll_options", export: .yes("activities"), erasure: .yes("deleted with the activity"),
      rules: .yes("poll-has-options")),
    TableClaim(
      "poll_votes", export: .yes("activities"), erasure: .yes("deleted"),
      rules: .yes("only-invitees-vote")),
    TableClaim(
      "starting_places", export: .yes("startingPlaces"), erasure: .yes("deleted"),
      rules: .yes("who-sets-out-takes-part")),
    TableClaim(
      "saved_places", export: .yes("savedPlaces"), erasure: .yes("deleted"), rules: .declared),
    .impersonal("activity_types", "belong to a sub-realm", rules: .declared),
    .impersonal("activity_type_tasks", "belong to a type", rules: .declared),
  ],
  invariants: [
    Invariant(
      "confirmed-activity-is-complete",
      "A confirmed activity has a name, a time, a type and tasks that are given to somebody.",
      countingBreaches: """
        SELECT COUNT(*) FROM activities v WHERE v.step = 'confirmed' AND (v.name = ''
          OR v.type = '' OR v.starts_at IS NULL OR NOT EXISTS (
            SELECT 1 FROM activity_tasks t WHERE t.activity = v.id))
        """),
    Invariant(
      "poll-is-where-its-activity-is",
      "A poll that is not decided belongs to an activity that waits for it; an open one has a timer.",
      countingBreaches: """
        SELECT COUNT(*) FROM polls p JOIN activities v ON v.id = p.activity
        WHERE (v.step = 'polling') <> (p.state IN ('open', 'closed', 'withoutVotes'))
          OR (p.state = 'open' AND NOT EXISTS (SELECT 1 FROM deadlines d
            WHERE d.subject = v.id AND d.kind = '\(ActivityService.pollEndKind)'))
        """),
    Invariant(
      "poll-has-options", "A poll has at least two options.",
      countingBreaches: """
        SELECT COUNT(*) FROM polls p
        WHERE (SELECT COUNT(*) FROM poll_options o WHERE o.activity = p.activity) < 2
        """),
    Invariant(
      "who-sets-out-takes-part",
      "It is known where somebody sets out only while that one takes part in planning.",
      countingBreaches: """
        SELECT COUNT(*) FROM starting_places p JOIN activities v ON v.id = p.activity
        WHERE v.step IN ('confirmed', 'cancelled') OR (p.account <> v.host AND NOT EXISTS (
          SELECT 1 FROM activity_invitees i
          WHERE i.activity = p.activity AND i.account = p.account))
        """),
    Invariant(
      "only-invitees-vote", "Votes are those of invitees.",
      countingBreaches: """
        SELECT COUNT(*) FROM poll_votes p WHERE NOT EXISTS (
          SELECT 1 FROM activity_invitees i
          WHERE i.activity = p.activity AND i.account = p.voter)
        """),
  ],
  parts: activityNotifications)

/// The kinds of notification that activities post.
extension NotificationKind {
  static let pollAsked = NotificationKind("pollAsked", "Somebody asks you to vote in a poll.")
  static let pollAllVoted = NotificationKind("pollAllVoted", "All have voted in a poll of yours.")
  static let pollEnded = NotificationKind("pollEnded", "A poll of yours has ended with a result.")
  static let pollWithoutVotes = NotificationKind(
    "pollWithoutVotes", "A poll of yours has ended without votes.")
  static let activityInvitation = NotificationKind(
    "activityInvitation", "Somebody invites you to an activity, with your tasks.")
  static let activityCancelled = NotificationKind(
    "activityCancelled", "A poll that you were asked in was dropped.")
  static let activityTask = NotificationKind(
    "activityTask", "Somebody gives you a task of an activity that you take part in.")
}

/// The kinds of notification of this capability.
let activityNotifications: [NotificationKind] = [
  .pollAsked, .pollAllVoted, .pollEnded, .pollWithoutVotes, .activityInvitation,
  .activityCancelled, .activityTask,
]

/// What an account plans and is invited to.
private struct ActivityData: PersonalDataHolder {
  let activities: ActivityService

  func export(_ account: EntityID, from session: StoreSession, to json: inout JSONWriter) throws {
    let own = try ActivityStore.all(hostedBy: account, in: session)
    let others = try ActivityStore.invitations(of: account, in: session).filter(\.isShown)
    try json.array("activities") { json in
      for activity in own + others {
        try ActivityEntry(activity, for: account, in: session).write(to: &json)
      }
    }
  }

  func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
    // What others count on is handed on when the account leaves the sub-realm, after this.
    for activity in try ActivityStore.all(hostedBy: account, in: transaction)
    where !activity.isToCome(at: transaction.now) {
      try activities.forget(activity, in: transaction)
    }
    for activity in try ActivityStore.invitations(of: account, in: transaction) {
      try activities.withdraw(account, from: activity, in: transaction)
    }
  }
}

/// What somebody plans in a sub-realm ends when that one leaves it; what is confirmed and to come
/// gets another host.
private struct ActivityDepartures: DepartureHandler {
  let activities: ActivityService

  func memberLeft(
    _ account: EntityID, _ realm: EntityID, in transaction: WriteTransaction
  ) throws {
    for activity in try ActivityStore.all(hostedBy: account, in: transaction)
    where activity.realm == realm {
      if try activities.handOn(activity, in: transaction) { continue }
      try activities.forget(activity, in: transaction)
    }
    for activity in try ActivityStore.invitations(of: account, in: transaction)
    where activity.realm == realm {
      try activities.withdraw(account, from: activity, in: transaction)
    }
  }

  func realmEnded(_ realm: EntityID, in transaction: WriteTransaction) throws {
    for activity in try ActivityStore.all(in: realm, transaction) {
      try activities.forget(activity, in: transaction)
    }
    try transaction.execute("DELETE FROM activity_types WHERE realm = ?1", [.id(realm)])
  }
}

extension Activity {
  /// Whether its invitations were sent and it has not ended.
  fileprivate func isToCome(at now: Instant) -> Bool {
    step == .confirmed && span.map { $0.end > now } ?? false
  }
}

extension ActivityService {
  /// Makes whoever answers for the entry in the calendars now the host of what is to come.
  ///
  /// The calendar, which stands before activities among the capabilities, has handed the entry on.
  ///
  /// - Returns: false where nothing is handed on: nobody is there to take it, or nothing to come.
  fileprivate func handOn(
    _ activity: Activity, in transaction: WriteTransaction
  ) throws -> Bool {
    guard activity.isToCome(at: transaction.now), let id = activity.item,
      let item = try CalendarItemStore.find(id, in: transaction), item.organizer != activity.host
    else { return false }
    var activity = activity
    for index in activity.tasks.indices where activity.tasks[index].assignee == activity.host {
      activity.tasks[index].assignee = nil
    }
    activity.host = item.organizer
    activity.invitees.remove(activity.host)
    activity.version += 1
    // A host has no vote (CG-MF-33).
    try PollStore.deleteVotes(of: activity.host, in: activity.id, transaction)
    try ActivityStore.update(activity, in: transaction)
    // It stands in the new host's calendar like in that of an invitee.
    var part = Participation(of: activity.host, in: item, .tentative, at: transaction.now)
    part.answeredAt = nil
    if let known = try ParticipationStore.find(id, of: activity.host, in: transaction) {
      part = known
    }
    part.isHidden = false
    try ParticipationStore.put(part, in: transaction)
    return true
  }

  /// Deletes the plan of an activity whose host is gone.
  ///
  /// What stands in calendars, the calendar hands
  /// on or ends.
  func forget(_ activity: Activity, in transaction: WriteTransaction) throws {
    try cancelPoll(of: activity, in: transaction)
    try ActivityStore.delete(activity, in: transaction)
  }

  /// Takes an invitee out of what is planned: its ballot and its tasks are free.
  func withdraw(
    _ account: EntityID, from activity: Activity, in transaction: WriteTransaction
  ) throws {
    var activity = activity
    var poll = try PollStore.find(
      activity.id, host: activity.host, invitees: activity.invitees, in: transaction)
    let effects = try poll?.apply(.withdraw(account), at: transaction.now) ?? []
    activity.invitees.remove(account)
    for index in activity.tasks.indices where activity.tasks[index].assignee == account {
      activity.tasks[index].assignee = nil
    }
    activity.version += 1
    try PollStore.deleteVotes(of: account, in: activity.id, transaction)
    try ActivityStore.update(activity, in: transaction)
    guard let poll else { return }
    try PollStore.update(poll, in: transaction)
    try carryOut(effects, poll, &activity, in: transaction)
  }
}
