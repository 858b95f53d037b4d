import Access
import Base
import Groups
import Storage

/// Courses of communities: published by their core members, taken by all (CG-SC-02, CG-SC-18).
///
/// - Thread: shared.
public struct CourseService: Sendable {
  /// Most courses of one community.
  static let limit = 200

  let platform: Platform
  let realms: SubRealmService

  /// The courses of a community without their lessons, the oldest first.
  ///
  /// - Throws: `notFound`; `forbidden` with slug `members-only`.
  public func list(
    of id: EntityID, _ page: PageRequest, caller: Caller
  ) throws -> Page<Course> {
    let after = try page.idPosition() ?? EntityID(high: 0, low: 0)
    let account = try caller.requiredPerson().account
    _ = try community(id, caller)
    return try platform.store.readOnce { session in
      let found = try CourseStore.list(
        of: id, for: account, after: after, limit: page.limit + 1, in: session)
      return Page(reading: found, limit: page.limit) { Cursor($0.id) }
    }
  }

  /// One course of a community that the caller is in, with the own progress.
  ///
  /// - Throws: `notFound`.
  public func course(_ id: EntityID, caller: Caller) throws -> Course {
    let account = try caller.requiredPerson().account
    let found = try platform.store.read { try CourseStore.find(id, for: account, in: $0) }
    guard let found, caller.role(in: found.realm) != nil else { throw Refusal.notFound("course") }
    return found
  }

  /// Publishes a course, as a moderator of the community or above.
  ///
  /// - Throws: `notFound`; `forbidden` with slug `members-only` or `role-too-low`; `invalid` for a
  ///   lesson that names another; `conflict` with slug `too-many-courses`.
  public func publish(
    _ draft: CourseDraft, in id: EntityID, caller: Caller
  ) throws -> Course {
    let account = try caller.requiredPerson().account
    try Self.check(community(id, caller).ownRole)
    let course = platform.ids.next()
    try platform.store.write { transaction in
      let count = try transaction.count(
        "SELECT COUNT(*) FROM courses WHERE realm = ?1", [.id(id)])
      guard count < Self.limit else {
        throw Refusal(
          .conflict, "too-many-courses",
          "A community has at most \(Self.limit) courses. Delete one first.")
      }
      try CourseStore.insert(course, draft, in: id, by: account, in: transaction)
      try put(draft.lessons, of: course, among: [], in: transaction)
    }
    return try self.course(course, caller: caller)
  }

  /// Makes of a course what it shall be; learners keep their progress in the lessons that stay.
  ///
  /// - Throws: as ``publish(_:in:caller:)``, and `stale`.
  public func replace(
    _ id: EntityID, with draft: CourseDraft, expecting version: ExpectedVersion, caller: Caller
  ) throws -> Course {
    let account = try caller.requiredPerson().account
    try Self.check(caller.role(in: course(id, caller: caller).realm))
    try platform.store.write { transaction in
      guard let old = try CourseStore.find(id, for: account, in: transaction) else {
        throw Refusal.notFound("course")
      }
      try version.check(old.version)
      try CourseStore.update(old, draft, in: transaction)
      try put(draft.lessons, of: id, among: old.lessons.map(\.id), in: transaction)
      try CourseReminders.followAll(in: id, transaction)
    }
    return try course(id, caller: caller)
  }

  /// Makes the lessons of a course those of a draft, in its order.
  private func put(
    _ lessons: [CourseDraft.Lesson], of course: EntityID, among old: [EntityID],
    in transaction: WriteTransaction
  ) throws {
    for (position, lesson) in lessons.enumerated() {
      if let id = lesson.id, !old.contains(id) {
        throw Refusal.invalid("/lessons/\(position)/id", "is no lesson of this course")
      }
      try CourseStore.put(
        lesson, lesson.id ?? platform.ids.next(), at: position, of: course, in: transaction)
    }
    for id in Set(old).subtracting(lessons.compactMap(\.id)) {
      try CourseStore.deleteLesson(id, in: transaction)
    }
  }

  /// Takes a course away with everybody's progress, as a moderator of the community or above.
  ///
  /// - Throws: `notFound`; `forbidden` with slug `role-too-low`; `stale`.
  public func delete(
    _ id: EntityID, expecting version: ExpectedVersion = .any, caller: Caller
  ) throws {
    let account = try caller.requiredPerson().account
    try Self.check(caller.role(in: course(id, caller: caller).realm))
    try platform.store.write { transaction in
      guard let old = try CourseStore.find(id, for: account, in: transaction) else {
        throw Refusal.notFound("course")
      }
      try version.check(old.version)
      try CourseDepartures.end(id, in: transaction)
      try CourseStore.delete(old, in: transaction)
    }
  }

  // MARK: Learning

  /// Begins a course, or switches the reminders of one that the caller has begun.
  ///
  /// - Throws: `notFound`.
  public func begin(_ id: EntityID, reminders: Bool, caller: Caller) throws -> Course {
    try learn(id, caller) { account, transaction in
      try CourseStore.begin(id, by: account, reminders: reminders, in: transaction)
    }
  }

  /// Ends learning: the caller's progress is forgotten.
  ///
  /// - Throws: `notFound`.
  public func end(_ id: EntityID, caller: Caller) throws -> Course {
    try learn(id, caller) { account, transaction in
      try CourseStore.end(id, by: account, in: transaction)
    }
  }

  /// Notes that the caller is through with a lesson, or is not; who had not begun, begins.
  ///
  /// - Throws: `notFound`.
  public func mark(
    _ lesson: EntityID, of id: EntityID, done: Bool, caller: Caller
  ) throws -> Course {
    try learn(id, caller) { account, transaction in
      let isThere = try transaction.exists(
        "SELECT 1 FROM course_lessons WHERE id = ?1 AND course = ?2", [.id(lesson), .id(id)])
      guard isThere else { throw Refusal.notFound("lesson") }
      try CourseStore.begin(id, by: account, reminders: nil, in: transaction)
      try CourseStore.mark(lesson, of: id, done: done, by: account, in: transaction)
    }
  }

  /// Changes what is kept of the caller in a course, and when the caller is reminded.
  private func learn(
    _ id: EntityID, _ caller: Caller, _ change: (EntityID, WriteTransaction) throws -> Void
  ) throws -> Course {
    let account = try caller.requiredPerson().account
    let realm = try course(id, caller: caller).realm
    try platform.store.write { transaction in
      // The course or the membership may have ended since the caller was looked at.
      let isMember = try transaction.exists(
        """
        SELECT 1 FROM courses c JOIN memberships m ON m.sub_realm = c.realm
        WHERE c.id = ?1 AND c.realm = ?2 AND m.account = ?3
        """, [.id(id), .id(realm), .id(account)])
      guard isMember else { throw Refusal.notFound("course") }
      try change(account, transaction)
      try CourseReminders.follow(id, of: account, in: transaction)
    }
    return try course(id, caller: caller)
  }

  // MARK: Rules

  private func community(_ id: EntityID, _ caller: Caller) throws -> SubRealm {
    let realm = try realms.get(id, caller: caller)
    guard realm.kind == .community else { throw Refusal.notFound("community") }
    guard realm.ownRole != nil else {
      throw Refusal(.forbidden, "members-only", "Only members take its courses. Join it first.")
    }
    return realm
  }

  private static func check(_ role: MembershipRole?) throws {
    guard let role, role >= .moderator else {
      throw Refusal(
        .forbidden, "role-too-low",
        "Courses are published by the moderators and admins of a community.")
    }
  }
}
