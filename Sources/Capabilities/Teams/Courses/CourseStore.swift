import Base
import Storage

/// Courses and who is how far in them, in the database.
enum CourseStore {
  /// A course with the progress of account ?1.
  private static let selection = """
    SELECT c.id, c.realm, c.author, a.display_name, c.title, c.description, c.version, c.created_at,
      c.updated_at, (SELECT COUNT(*) FROM course_lessons l WHERE l.course = c.id),
      (SELECT COUNT(*) FROM course_progress p WHERE p.course = c.id AND p.account = ?1), g.reminders
    FROM courses c LEFT JOIN accounts a ON a.id = c.author
      LEFT JOIN course_learners g ON g.course = c.id AND g.account = ?1
    """

  private static func read(_ row: any Row) throws -> Course {
    Course(
      id: try row.id(0), realm: try row.id(1), author: try row.optional(2, row.id),
      authorName: try row.optional(3, row.text), title: try row.text(4),
      description: try row.text(5), version: try row.int(6), createdAt: try row.instant(7),
      updatedAt: try row.instant(8), lessonCount: try row.int(9), done: try row.int(10),
      reminders: try row.optional(11, row.bool))
  }

  /// The courses of a sub-realm after one of them, the oldest first, without their lessons.
  static func list(
    of realm: EntityID, for account: EntityID, after: EntityID, limit: Int,
    in session: StoreSession
  ) throws -> [Course] {
    try session.all(
      selection + " WHERE c.realm = ?2 AND c.id > ?3 ORDER BY c.id LIMIT ?4",
      [.id(account), .id(realm), .id(after), .int(limit)], read)
  }

  /// One course, without its lessons.
  static func summary(
    of id: EntityID, for account: EntityID, in session: StoreSession
  ) throws -> Course? {
    try session.first(selection + " WHERE c.id = ?2", [.id(account), .id(id)], read)
  }

  /// One course with its lessons.
  static func find(
    _ id: EntityID, for account: EntityID, in session: StoreSession
  ) throws -> Course? {
    var course = try summary(of: id, for: account, in: session)
    course?.lessons = try session.all(
      """
      SELECT l.id, l.kind, l.title, l.text, l.link, p.done_at FROM course_lessons l
      LEFT JOIN course_progress p ON p.lesson = l.id AND p.account = ?1
      WHERE l.course = ?2 ORDER BY l.position, l.id
      """, [.id(account), .id(id)]
    ) { row in
      Lesson(
        id: try row.id(0), kind: try row.word(1, LessonKind.self), title: try row.text(2),
        text: try row.text(3), link: try row.optional(4, row.text),
        doneAt: try row.optional(5, row.instant))
    }
    return course
  }

  static func insert(
    _ id: EntityID, _ draft: CourseDraft, in realm: EntityID, by author: EntityID,
    in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO courses (id, realm, author, title, description, version, created_at, updated_at)
      VALUES (?1, ?2, ?3, ?4, ?5, 1, ?6, ?6)
      """,
      [
        .id(id), .id(realm), .id(author), .text(draft.title), .text(draft.description),
        .instant(transaction.now),
      ])
    try transaction.record("course", id, realm: realm, .insert)
  }

  /// Makes of the rest of a course what it shall be, one version on.
  static func update(
    _ course: Course, _ draft: CourseDraft, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE courses SET title = ?2, description = ?3, version = version + 1, updated_at = ?4
      WHERE id = ?1
      """,
      [
        .id(course.id), .text(draft.title), .text(draft.description), .instant(transaction.now),
      ])
    try transaction.record("course", course.id, realm: course.realm, .update)
  }

  /// Puts a lesson of a course at its place: a new one, or one that the course has.
  static func put(
    _ lesson: CourseDraft.Lesson, _ id: EntityID, at position: Int, of course: EntityID,
    in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO course_lessons (id, course, position, kind, title, text, link)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      ON CONFLICT (id) DO UPDATE SET position = ?3, kind = ?4, title = ?5, text = ?6, link = ?7
      """,
      [
        .id(id), .id(course), .int(position), .text(lesson.kind.rawValue), .text(lesson.title),
        .text(lesson.text), lesson.link.map { .text($0) } ?? .null,
      ])
  }

  /// Takes a lesson away, with everybody's progress in it.
  static func deleteLesson(_ id: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute("DELETE FROM course_lessons WHERE id = ?1", [.id(id)])
  }

  static func delete(_ course: Course, in transaction: WriteTransaction) throws {
    try transaction.execute("DELETE FROM courses WHERE id = ?1", [.id(course.id)])
    try transaction.record("course", course.id, realm: course.realm, .delete)
  }

  // MARK: Learners

  /// Lets an account begin, or switches its reminders; nil leaves them as they are, on at first.
  static func begin(
    _ course: EntityID, by account: EntityID, reminders: Bool?, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO course_learners (account, course, started_at, reminders, reminded)
      VALUES (?1, ?2, ?3, ?4, 0)
      ON CONFLICT (account, course) DO \(reminders == nil ? "NOTHING" : "UPDATE SET reminders = ?4")
      """,
      [.id(account), .id(course), .instant(transaction.now), .bool(reminders ?? true)])
  }

  static func end(
    _ course: EntityID, by account: EntityID, in transaction: WriteTransaction
  ) throws {
    for table in ["course_progress", "course_learners"] {
      try transaction.execute(
        "DELETE FROM \(table) WHERE account = ?1 AND course = ?2", [.id(account), .id(course)])
    }
  }

  /// Notes that an account is through with a lesson, or is not.
  static func mark(
    _ lesson: EntityID, of course: EntityID, done: Bool, by account: EntityID,
    in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      done
        ? """
        INSERT INTO course_progress (account, lesson, course, done_at) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (account, lesson) DO NOTHING
        """ : "DELETE FROM course_progress WHERE account = ?1 AND lesson = ?2",
      [.id(account), .id(lesson)]
        + (done ? [.id(course), .instant(transaction.now)] : []))
  }

  /// Counts one more reminder of an account; returns how many there were with it.
  static func countReminder(
    _ course: EntityID, of account: EntityID, in transaction: WriteTransaction
  ) throws -> Int {
    try transaction.execute(
      "UPDATE course_learners SET reminded = reminded + 1 WHERE account = ?1 AND course = ?2",
      [.id(account), .id(course)])
    return try transaction.first(
      "SELECT reminded FROM course_learners WHERE account = ?1 AND course = ?2",
      [.id(account), .id(course)]
    ) { try $0.int(0) } ?? 0
  }

  /// Who learns in a course and wants to be reminded.
  static func reminded(in course: EntityID, _ session: StoreSession) throws -> [EntityID] {
    try session.all(
      "SELECT account FROM course_learners WHERE course = ?1 AND reminders = ?2 ORDER BY account",
      [.id(course), .bool(true)]
    ) { try $0.id(0) }
  }

  /// The courses of a sub-realm in which an account learns.
  static func begun(
    by account: EntityID, in realm: EntityID, _ session: StoreSession
  ) throws -> [EntityID] {
    try session.all(
      """
      SELECT g.course FROM course_learners g JOIN courses c ON c.id = g.course
      WHERE g.account = ?1 AND c.realm = ?2 ORDER BY g.course
      """, [.id(account), .id(realm)]
    ) { try $0.id(0) }
  }

  /// All courses of a sub-realm.
  static func all(of realm: EntityID, in session: StoreSession) throws -> [EntityID] {
    try session.all("SELECT id FROM courses WHERE realm = ?1 ORDER BY id", [.id(realm)]) {
      try $0.id(0)
    }
  }
}
