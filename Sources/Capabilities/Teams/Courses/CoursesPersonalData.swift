import Base
import Registration
import Storage

/// Exports and erases what is kept about an account in courses.
///
/// - Thread: shared.
public struct CoursesPersonalData: PersonalDataHolder {
  public init() {}

  public func export(
    _ account: EntityID, from session: StoreSession, to json: inout JSONWriter
  ) throws {
    let courses = try session.all(
      "SELECT id, title, description, created_at FROM courses WHERE author = ?1 ORDER BY id",
      [.id(account)]
    ) { (id: try $0.id(0), title: try $0.text(1), text: try $0.text(2), at: try $0.instant(3)) }
    json.member("courses", of: courses) { course, json in
      json.object { json in
        json.member("id", course.id)
        json.member("title", course.title)
        json.member("description", course.text)
        json.member("createdAt", course.at)
      }
    }
    try exportLearning(of: account, from: session, to: &json)
  }

  private func exportLearning(
    of account: EntityID, from session: StoreSession, to json: inout JSONWriter
  ) throws {
    let learning = try session.all(
      """
      SELECT g.course, c.title, g.started_at, g.reminders FROM course_learners g
      JOIN courses c ON c.id = g.course WHERE g.account = ?1 ORDER BY g.course
      """, [.id(account)]
    ) {
      (course: try $0.id(0), title: try $0.text(1), at: try $0.instant(2), on: try $0.bool(3))
    }
    let done = Dictionary(
      grouping: try session.all(
        """
        SELECT p.course, l.title, p.done_at FROM course_progress p
        JOIN course_lessons l ON l.id = p.lesson WHERE p.account = ?1 ORDER BY p.done_at, l.id
        """, [.id(account)]
      ) { (course: try $0.id(0), title: try $0.text(1), at: try $0.instant(2)) }, by: \.course)
    json.member("learning", of: learning) { one, json in
      json.object { json in
        json.member("course", one.course)
        json.member("title", one.title)
        json.member("startedAt", one.at)
        json.member("reminders", one.on)
        json.member("done", of: done[one.course] ?? []) { lesson, json in
          json.object { json in
            json.member("lesson", lesson.title)
            json.member("at", lesson.at)
          }
        }
      }
    }
  }

  public func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
    for table in ["course_progress", "course_learners"] {
      try transaction.execute("DELETE FROM \(table) WHERE account = ?1", [.id(account)])
    }
    try transaction.execute("UPDATE courses SET author = NULL WHERE author = ?1", [.id(account)])
  }
}
