import Access
import Base
import Calendar
import Groups
import Identity
import Notifications
import Storage

/// Planning activities: from the first idea to an entry in everybody's calendar.
///
/// - Thread: shared.
public struct ActivityService: Sendable {
  let platform: Platform
  let editing: CalendarEditing
  let follower: any CalendarFollower
  let notifications: any NotificationSink

  // MARK: Reading

  /// What the caller hosts or is invited to in a sub-realm, newest first (MF-PFA-01).
  ///
  /// - Throws: `notFound` to those who are not in it.
  public func list(
    in realm: EntityID, _ page: PageRequest, caller: Caller
  ) throws -> Page<ActivityEntry> {
    let account = try caller.requiredPerson().account
    return try platform.store.read { session in
      _ = try PlanningGroup.find(realm, caller: caller, in: session)
      return try ActivityStore.list(in: realm, of: account, page, session)
        .map { try ActivityEntry($0, for: account, in: session) }
    }
  }

  /// One that the caller hosts or is invited to.
  ///
  /// - Throws: `notFound`.
  public func get(_ id: EntityID, caller: Caller) throws -> ActivityEntry {
    let account = try caller.requiredPerson().account
    return try platform.store.read { session in
      try ActivityEntry(
        try Self.find(id, caller: caller, in: session), for: account, in: session)
    }
  }

  static func find(
    _ id: EntityID, caller: Caller, in session: StoreSession
  ) throws -> Activity {
    let account = try caller.requiredPerson().account
    guard let activity = try ActivityStore.find(id, in: session),
      caller.role(in: activity.realm) != nil,
      activity.host == account || activity.isShown && activity.invitees.contains(account)
    else { throw Refusal.notFound("activity") }
    return activity
  }

  /// One that the caller hosts.
  ///
  /// - Throws: `notFound`; `forbidden` with slug `not-host` to those who are invited.
  static func hosted(
    _ id: EntityID, caller: Caller, in session: StoreSession
  ) throws -> Activity {
    let activity = try find(id, caller: caller, in: session)
    guard activity.host == caller.account else {
      throw Refusal(.forbidden, "not-host", "Only the host of the activity can do this.")
    }
    return activity
  }

  // MARK: Planning

  /// Starts an activity; all other members are invited unless the change says who (PFA1.1-2).
  ///
  /// - Returns: its identifier.
  /// - Throws: `notFound`, `forbidden`, `invalid`; `conflict` with slug `too-many-activities`.
  public func start(
    _ change: ActivityChange, in realm: EntityID, caller: Caller
  ) throws -> EntityID {
    let account = try caller.requiredPerson().account
    let id = platform.ids.next()
    try platform.store.write { transaction in
      let group = try PlanningGroup.find(realm, caller: caller, in: transaction)
      guard group.isClose else {
        throw Refusal.invalid("/realm", "Activities are planned in families and groups.")
      }
      try Rights.check(caller, .add, Thing(.activity, realms: [realm]))
      guard try ActivityStore.open(of: account, in: realm, transaction) < Activity.limit else {
        throw Refusal(
          .conflict, "too-many-activities",
          "You are planning \(Activity.limit) activities, the most there can be. Cancel one first.")
      }
      let members = Set(try group.members(in: transaction))
      var activity = Activity(
        id: id, realm: realm, host: account, invitees: members, createdAt: transaction.now)
      try Self.check(change, group, in: transaction)
      try activity.apply(change, at: transaction.now)
      try ActivityStore.insert(activity, in: transaction)
    }
    return id
  }

  private static func check(
    _ change: ActivityChange, _ group: PlanningGroup, in session: StoreSession
  ) throws {
    guard let invitees = change.invitees else { return }
    guard try group.members(among: invitees, in: session) == invitees else {
      throw Refusal.invalid("/invitees", "Members of the sub-realm can be invited, guests not.")
    }
  }

  /// Changes what has been entered, or goes to another step.
  ///
  /// Of one that is confirmed, calendars
  /// follow and those who take part are told.
  ///
  /// - Throws: `notFound`, `stale`, `invalid`; `forbidden` with slug `not-host`; `conflict` with slug
  ///   `activity-state`.
  public func change(
    _ id: EntityID, _ change: ActivityChange, expecting version: ExpectedVersion,
    caller: Caller
  ) throws {
    let isConfirmed = try platform.store.write { transaction in
      let old = try Self.hosted(id, caller: caller, in: transaction)
      try version.check(old.version)
      guard let group = try PlanningGroup.find(old.realm, in: transaction) else {
        throw Refusal.notFound("activity")
      }
      try Self.check(change, group, in: transaction)
      var activity = old
      try leavePollWithoutVotes(&activity, for: change, in: transaction)
      try activity.apply(change, at: transaction.now)
      activity.version += 1
      // Who is invited no more has no say in what was decided either.
      for gone in old.invitees.subtracting(activity.invitees).sorted() {
        try PollStore.deleteVotes(of: gone, in: id, transaction)
      }
      try ActivityStore.update(activity, in: transaction)
      guard activity.step == .confirmed else { return false }
      try follow(activity, in: transaction)
      try tellOfTasks(of: activity, since: old, in: transaction)
      return true
    }
    if isConfirmed { tellCalendar(caller: caller) }
  }

  /// Brings the entry of the calendars to what a confirmed activity now is.
  private func follow(_ activity: Activity, in transaction: WriteTransaction) throws {
    guard let id = activity.item, let entry = try CalendarItemStore.find(id, in: transaction)
    else { return }
    var item = try Self.item(of: activity, as: id, transaction)
    item.createdAt = entry.createdAt
    item.version = entry.version + 1
    item.sequence = entry.sequence + (item.isWhereAndWhen(entry) ? 0 : 1)
    try editing.update(entry, to: item, in: transaction)
  }

  private static func item(
    of activity: Activity, as id: EntityID, _ session: WriteTransaction
  ) throws -> CalendarItem {
    guard let span = activity.span else { throw Refusal.invalid("/start", "Choose a time.") }
    var zone = try IANATimeZone.preset(of: activity.host, in: session)
    if zone.instant(of: zone.wallTime(at: span.start)) != span.start { zone = .utc }
    var item = CalendarItem(
      id: id, uid: id.description, kind: CalendarItemKind.activity.name, realm: activity.realm,
      organizer: activity.host, title: activity.name, start: zone.wallTime(at: span.start),
      zone: zone,
      duration: Int((span.end.milliseconds - span.start.milliseconds) / 1000),
      createdAt: session.now, updatedAt: session.now)
    item.description = activity.description
    item.place = activity.place
    try item.check()
    return item
  }

  /// Sends the invitations: writes the activity into everybody's calendar and tells all invitees
  /// what, when, where, and what they do (PFA1.20-21, MF-PFA-19).
  ///
  /// - Throws: `notFound`, `invalid`; `forbidden` with slug `not-host`; `conflict` with slug
  ///   `activity-state`.
  public func sendInvites(_ id: EntityID, caller: Caller) throws {
    let itemID = platform.ids.next()
    let participants = try platform.store.write { transaction in
      var activity = try Self.hosted(id, caller: caller, in: transaction)
      try activity.confirm(as: itemID, at: transaction.now)
      activity.version += 1
      let item = try Self.item(of: activity, as: itemID, transaction)
      try editing.insert(
        item, Participation(of: activity.host, in: item, .accepted, at: transaction.now),
        in: transaction)
      // It stands in their calendars at once; whether they come, they can still say. Whoever has blocked
      // the host is listed like the others and gets to know nothing.
      for invitee in activity.invitees.sorted() {
        var part = Participation(of: invitee, in: item, .tentative, at: transaction.now)
        part.answeredAt = nil
        part.isHidden = try AccountDirectory.hasBlocked(invitee, activity.host, in: transaction)
        try ParticipationStore.put(part, in: transaction)
      }
      try CalendarItemStore.checkCount(of: activity.host, in: transaction)
      try ActivityStore.update(activity, in: transaction)
      try invite(to: activity, in: transaction)
      return activity.participants
    }
    tellCalendars(of: participants)
  }

  private func invite(to activity: Activity, in transaction: WriteTransaction) throws {
    guard let span = activity.span else { return }
    let host = Told(try AccountDirectory.name(of: activity.host, in: transaction))
    let told = ToldActivity(activity, span, zone: try Self.zone(of: activity, in: transaction))
    for invitee in activity.invitees.sorted() {
      let own = activity.tasks.filter { $0.assignee == invitee }.map(\.title)
      let tasks = own.joined(separator: ", ")
      // A long description, or many tasks, are what is shortened: when and where stand in it whole.
      try post(
        .invited(
          by: host, to: told, type: Told(activity.type),
          description: Told(Self.shortened(activity.description, to: 300)),
          tasks: own.isEmpty ? nil : Told(Self.shortened(tasks, to: 300))),
        to: invitee, about: activity, in: transaction)
    }
  }

  /// Cancels an activity: while it is planned nothing is left of it, afterwards all who take part
  /// are told (MF-T-cancelActivity).
  ///
  /// - Throws: `notFound`; `forbidden` with slug `not-host`; `stale`.
  public func cancel(
    _ id: EntityID, expecting version: ExpectedVersion = .any, caller: Caller
  ) throws {
    try platform.store.write { transaction in
      let activity = try Self.hosted(id, caller: caller, in: transaction)
      try version.check(activity.version)
      try end(activity, in: transaction)
    }
    tellCalendar(caller: caller)
  }

  /// Ends an activity, within a transaction.
  func end(_ activity: Activity, in transaction: WriteTransaction) throws {
    switch activity.step {
    case .cancelled: return
    case .confirmed:
      var cancelled = activity
      cancelled.step = .cancelled
      cancelled.version += 1
      if let id = activity.item, let item = try CalendarItemStore.find(id, in: transaction) {
        try editing.cancel(item, in: transaction)
      }
      try ActivityStore.update(cancelled, in: transaction)
    case .start, .polling, .scheduling, .details:
      try cancelPoll(of: activity, in: transaction)
      try ActivityStore.delete(activity, in: transaction)
    }
  }

  // MARK: Telling

  /// A part of a notification that has to leave room for what comes after it.
  static func shortened(_ text: String, to length: Int) -> String {
    text.count <= length ? text : text.prefix(length - 1) + "…"
  }

  /// By which zone times of an activity are told to whoever has none.
  static func zone(of activity: Activity, in session: StoreSession) throws -> String {
    try PlanningGroup.zone(of: activity.realm, else: activity.host, in: session)
  }

  func post(
    _ notice: ActivityNotice, to account: EntityID, about activity: Activity,
    in transaction: WriteTransaction
  ) throws {
    guard
      try account == activity.host
        || !AccountDirectory.hasBlocked(account, activity.host, in: transaction)
    else { return }
    try notifications.post(
      notice, to: account, about: NotificationSubject(.activity, activity.id),
      version: activity.version, in: transaction)
  }

  private func tellCalendar(caller: Caller) {
    tellCalendars(of: Set([caller.account].compactMap { $0 }))
  }

  /// Has what rests on calendars follow, after a commit.
  ///
  /// What cannot, stays behind its calendar's revision and is made up for: neither others nor the
  /// caller have to wait for it (MF-PFA-20).
  private func tellCalendars(of accounts: Set<EntityID>) {
    for account in accounts.sorted() { try? follower.calendarChanged(of: account) }
  }
}

extension ThingKind {
  /// What members of families and groups plan.
  static let activity = ThingKind(
    "activity", rules: [Rule(.see, .member(.guest)), Rule(.add, .member(.member))])
}
