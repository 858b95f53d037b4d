import Base
import Calendar
import Storage

extension Activity {
  /// Whether its invitations were sent and it has not ended.
  func isToCome(at now: Instant) -> Bool {
    step == .confirmed && span.map { $0.end > now } ?? false
  }
}

extension ActivityService {
  /// Makes whoever answers for the entry in the calendars now the host of what is to come.
  ///
  /// The calendar, which stands before activities among the capabilities, has handed the entry on.
  ///
  /// - Returns: false where nothing is handed on: nobody is there to take it, or nothing to come.
  func handOn(
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
