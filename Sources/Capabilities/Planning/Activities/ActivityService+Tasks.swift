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
    let host = try AccountDirectory.name(of: activity.host, in: transaction)
    let place = activity.place?.label ?? activity.place?.address ?? "a place on the map"
    for invitee in activity.invitees.sorted() {
      let new = activity.tasks(newTo: invitee, since: old)
      guard !new.isEmpty else { continue }
      let when = try Self.reader(invitee, of: activity, in: transaction)
        .text(from: span.start, to: span.end)
      try post(
        .activityTask, to: invitee, about: activity,
        "\(host) gives you \(new.count == 1 ? "a task" : "tasks") of “\(activity.name)”, \(when), "
          + "\(place): \(Self.shortened(new.joined(separator: ", "), to: 500)).",
        in: transaction)
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
