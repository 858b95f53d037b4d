import Base
import Calendar
import Identity
import Notifications
import Storage

/// Telling of tasks that change hands after the invitations were sent.
extension ActivityService {
  /// Tells each invitee of the tasks that are new to that one; the host gives them and knows.
  func tellOfTasks(
    of activity: Activity, since old: Activity, in transaction: WriteTransaction
  ) throws {
    guard let span = activity.span else { return }
    let host = Told(try AccountDirectory.name(of: activity.host, in: transaction))
    let told = ToldActivity(activity, span, zone: try Self.zone(of: activity, in: transaction))
    for invitee in activity.invitees.sorted() {
      let new = activity.tasks(newTo: invitee, since: old)
      guard !new.isEmpty else { continue }
      try post(
        .tasksGiven(
          by: host, in: told, count: new.count,
          tasks: Told(Self.shortened(new.joined(separator: ", "), to: 500))),
        to: invitee, about: activity, in: transaction)
    }
  }
}

extension Activity {
  /// The titles of tasks that somebody has and had not in another state of it, in order.
  func tasks(newTo account: EntityID, since old: Activity) -> [String] {
    var had = old.tasks.filter { $0.assignee == account }.map(\.title)
    return tasks.filter { $0.assignee == account }.map(\.title).filter { title in
      // Two tasks may have one title.
      guard let known = had.firstIndex(of: title) else { return true }
      had.remove(at: known)
      return false
    }
  }
}
