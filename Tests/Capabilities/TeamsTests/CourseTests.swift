import Access
import Base
import Groups
import Notifications
import PeopleTestSupport
import Storage
import TestSupport
import Testing

@testable import Teams

@Suite("courses of communities, on both stores", .serialized)
struct CourseTests {
  static let week: Double = 7 * 86_400

  @Test(
    "SC-COM-19: core members of a community publish courses of videos and articles, members take them",
    arguments: StoreEngine.allCases)
  func publishing(_ engine: StoreEngine) throws {
    let fixture = try TeamsFixture(engine)
    let (ana, ben, eve) = (
      try fixture.person("Ana"), try fixture.person("Ben"), try fixture.person("Eve")
    )
    let realm = try fixture.community([ana, ben])
    #expect(
      try fixture.slug {
        _ = try fixture.courses.publish(fixture.draft(1), in: realm, caller: ben.caller)
      } == "role-too-low")
    try fixture.people.groups.subRealms.changeMember(
      ben.id, of: realm,
      MembershipChange(reading: TeamsFixture.fields(#"{"role": "moderator"}"#)),
      caller: ana.caller)
    let draft = try CourseDraft(
      reading: TeamsFixture.fields(
        """
        {"title": "A year", "lessons": [
          {"kind": "video", "title": "Spring", "link": "https://video.example.org/1"},
          {"kind": "article", "title": "Summer", "text": "Water."}]}
        """))
    let course = try fixture.courses.publish(draft, in: realm, caller: ben.caller)
    let read = try fixture.courses.course(course.id, caller: ana.caller)
    #expect(read.lessons.map(\.kind) == [.video, .article])
    #expect(read.lessons.map(\.link) == ["https://video.example.org/1", nil])
    #expect(read.authorName == "Ben")
    #expect(
      try fixture.slug { _ = try fixture.courses.course(course.id, caller: eve.caller) }
        == "not-found")
    // What is refused leaves nothing behind.
    let before = try fixture.count("course_lessons")
    let foreign = try fixture.draft(2, keeping: [read.id])
    #expect(
      try fixture.slug {
        _ = try fixture.courses.publish(foreign, in: realm, caller: ben.caller)
      } == "invalid-content")
    #expect(try fixture.count("course_lessons") == before)
    #expect(try fixture.count("courses") == 1)
    #expect(try fixture.breaches().isEmpty)
  }

  @Test(
    "SC-COM-20: a course shows each learner's own progress, also after its lessons have changed",
    arguments: StoreEngine.allCases)
  func progress(_ engine: StoreEngine) throws {
    let fixture = try TeamsFixture(engine)
    let (ana, ben) = (try fixture.person("Ana"), try fixture.person("Ben"))
    let realm = try fixture.community([ana, ben])
    let courses = fixture.courses
    let course = try courses.publish(fixture.draft(3), in: realm, caller: ana.caller)
    let lessons = course.lessons.map(\.id)
    #expect(course.percent == 0 && course.reminders == nil)
    for (index, percent) in [33, 66, 100].enumerated() {
      let now = try courses.mark(lessons[index], of: course.id, done: true, caller: ben.caller)
      #expect(now.percent == percent && now.done == index + 1)
      // Said twice, it counts once.
      #expect(
        try courses.mark(lessons[index], of: course.id, done: true, caller: ben.caller).done
          == index + 1)
    }
    #expect(try courses.course(course.id, caller: ana.caller).done == 0)
    #expect(
      try courses.mark(lessons[0], of: course.id, done: false, caller: ben.caller).percent == 66)
    // The first goes, one comes: two of three are done.
    let changed = try courses.replace(
      course.id, with: fixture.draft(3, keeping: [lessons[1], lessons[2]]),
      expecting: .oneOf([1]), caller: ana.caller)
    #expect(changed.version == 2)
    let now = try courses.course(course.id, caller: ben.caller)
    #expect(now.lessons.map { $0.doneAt != nil } == [true, true, false])
    #expect(now.percent == 66)
    #expect(try courses.list(of: realm, PageRequest(), caller: ben.caller).items.map(\.done) == [2])
    #expect(try fixture.breaches().isEmpty)
  }

  @Test(
    "SC-COM-21: learners are invited weekly to go on, until they are through or switch it off, for one course or all",
    arguments: StoreEngine.allCases)
  func reminders(_ engine: StoreEngine) throws {
    let fixture = try TeamsFixture(engine)
    let (ana, ben) = (try fixture.person("Ana"), try fixture.person("Ben"))
    let realm = try fixture.community([ana, ben])
    // More weeks pass than a session lives.
    let (asAna, asBen) = (try ana.caller, try ben.caller)
    let courses = fixture.courses
    let course = try courses.publish(fixture.draft(2), in: realm, caller: asAna)
    let lessons = course.lessons.map(\.id)
    func pass(_ seconds: Double) throws {
      fixture.clock.advance(seconds: seconds)
      try fixture.fireDue()
    }
    _ = try courses.begin(course.id, reminders: true, caller: asBen)
    try pass(Self.week - 1)
    #expect(try fixture.reminders(ben).isEmpty, "not before a week is over")
    try pass(1)
    try pass(Self.week)
    let nothing = "A year: 0 % done. Next: “1”"
    #expect(try fixture.reminders(ben) == [nothing, nothing])
    #expect(try fixture.reminders(ana).isEmpty, "she has not begun")
    // Going on puts it off.
    try pass(Self.week - 1)
    _ = try courses.mark(lessons[0], of: course.id, done: true, caller: asBen)
    try pass(1)
    #expect(try fixture.reminders(ben).count == 2)
    try pass(Self.week)
    #expect(try fixture.reminders(ben).last == "A year: 50 % done. Next: “2”")
    // Off for this course.
    _ = try courses.begin(course.id, reminders: false, caller: asBen)
    try pass(3 * Self.week)
    #expect(try fixture.reminders(ben).count == 3)
    // Off for all courses: the timer goes on and nothing arrives.
    _ = try courses.begin(course.id, reminders: true, caller: asBen)
    try fixture.people.notifications.set(
      NotificationSetting(kind: .courseReminder, isEnabled: false), of: ben.id)
    try pass(Self.week)
    #expect(try fixture.reminders(ben).count == 3)
    try fixture.people.notifications.set(
      NotificationSetting(kind: .courseReminder, isEnabled: true), of: ben.id)
    // Through: nothing more, until there are new lessons.
    _ = try courses.mark(lessons[1], of: course.id, done: true, caller: asBen)
    try pass(2 * Self.week)
    #expect(try fixture.reminders(ben).count == 3)
    _ = try courses.replace(
      course.id, with: fixture.draft(3, keeping: lessons), expecting: .oneOf([1]),
      caller: asAna)
    try pass(Self.week)
    #expect(try fixture.reminders(ben).last == "A year: 66 % done. Next: “3”")
    #expect(try fixture.reminders(ben).count == 4)
  }

  @Test(
    "who quits or is erased, and a course or community that ends, leave nothing behind",
    arguments: StoreEngine.allCases)
  func endings(_ engine: StoreEngine) throws {
    let fixture = try TeamsFixture(engine)
    let people = try ["Ana", "Ben", "Cleo", "Dora"].map(fixture.person)
    let realm = try fixture.community(people)
    let courses = fixture.courses
    let course = try courses.publish(fixture.draft(1), in: realm, caller: people[0].caller)
    let other = try courses.publish(fixture.draft(2), in: realm, caller: people[0].caller)
    for person in people {
      _ = try courses.mark(
        other.lessons[0].id, of: other.id, done: true, caller: person.caller)
      _ = try courses.begin(course.id, reminders: true, caller: person.caller)
    }
    #expect(try fixture.count("deadlines") == 8)
    try fixture.people.groups.subRealms.removeMember(
      people[1].id, of: realm, caller: people[1].caller)
    #expect(try fixture.count("course_learners") == 6)
    #expect(try fixture.count("deadlines") == 6)
    try fixture.platform.store.write { transaction in
      try CoursesPersonalData().erase(people[2].id, in: transaction)
    }
    #expect(try fixture.count("course_progress") == 2)
    try courses.delete(course.id, caller: people[0].caller)
    #expect(try fixture.count("course_lessons") == 2)
    try fixture.people.groups.subRealms.delete(
      realm, expecting: .any, caller: people[0].caller)
    for table in ["courses", "course_lessons", "course_learners", "course_progress"] {
      #expect(try fixture.count(table) == 0, "\(table)")
    }
    #expect(try fixture.breaches().isEmpty)
  }
}
