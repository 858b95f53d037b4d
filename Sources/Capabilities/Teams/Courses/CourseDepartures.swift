import Base
import Deadlines
import Groups
import Storage

/// What of courses goes with members and with a community.
///
/// - Thread: shared.
struct CourseDepartures: DepartureHandler {
  func memberLeft(
    _ account: EntityID, _ realm: EntityID, in transaction: WriteTransaction
  ) throws {
    for course in try CourseStore.begun(by: account, in: realm, transaction) {
      try CourseStore.end(course, by: account, in: transaction)
      try CourseReminders.follow(course, of: account, in: transaction)
    }
  }

  func realmEnded(_ realm: EntityID, in transaction: WriteTransaction) throws {
    for course in try CourseStore.all(of: realm, in: transaction) {
      try Self.end(course, in: transaction)
    }
    try transaction.execute("DELETE FROM courses WHERE realm = ?1", [.id(realm)])
  }

  /// Takes away what waits for a course that ends.
  static func end(_ course: EntityID, in transaction: WriteTransaction) throws {
    try DeadlineStore.cancelAll(CourseReminders.kind, about: course, in: transaction)
  }
}
