import Base
import Deadlines
import Notifications
import Storage

/// Invites learners to go on, a week after they last did and every week from then on (SC-COM-21).
///
/// The timer stands as long as the learner wants reminders and has lessons left.
///
/// - Thread: shared.
public struct CourseReminders: Sendable {
  static let kind = "courseReminder"
  /// Seconds from one reminder to the next.
  static let interval: Int64 = 7 * 86_400

  let notifications: any NotificationSink

  /// What happens when a week is over.
  var deadline: DeadlineKind {
    DeadlineKind(Self.kind, "A learner is invited to go on with a course.") {
      try remind($0, in: $1)
    }
  }

  private static func key(_ course: EntityID, _ account: EntityID) -> String {
    "\(course)/\(account)"
  }

  /// Sets the timer of a learner a week from now, or takes it away where there is nothing to remind
  /// of.
  static func follow(
    _ course: EntityID, of account: EntityID, in transaction: WriteTransaction
  ) throws {
    let found = try CourseStore.summary(of: course, for: account, in: transaction)
    guard let found, found.reminders == true, found.done < found.lessonCount else {
      try DeadlineStore.cancel(kind, key: key(course, account), in: transaction)
      return
    }
    try DeadlineStore.set(
      Deadline(
        kind, key: key(course, account), due: transaction.now.adding(seconds: interval),
        subject: course, account: account),
      in: transaction)
  }

  /// As ``follow(_:of:in:)`` for all learners of a course whose lessons have changed; those who are
  /// to be reminded already are, when they would have been.
  static func followAll(in course: EntityID, _ transaction: WriteTransaction) throws {
    for account in try CourseStore.reminded(in: course, transaction) {
      let found = try CourseStore.summary(of: course, for: account, in: transaction)
      let isWaiting =
        try DeadlineStore.find(kind, key: key(course, account), in: transaction) != nil
      let hasMore = found.map { $0.done < $0.lessonCount } ?? false
      if isWaiting != hasMore { try follow(course, of: account, in: transaction) }
    }
  }

  private func remind(_ deadline: Deadline, in transaction: WriteTransaction) throws {
    guard let account = deadline.account,
      let course = try CourseStore.find(deadline.subject, for: account, in: transaction),
      course.reminders == true, let next = course.lessons.first(where: { $0.doneAt == nil })
    else { return }
    let count = try CourseStore.countReminder(course.id, of: account, in: transaction)
    try notifications.post(
      TeamsNotice.courseGoesOn(
        title: Told(course.title), percent: course.percent, next: Told(next.title)),
      to: account, about: NotificationSubject(.course, course.id), version: count, in: transaction)
    try Self.follow(course.id, of: account, in: transaction)
  }
}
