import Base
import HTTPServing
import Teams

/// Courses of communities, and the caller's progress in them.
struct CourseEndpoints {
  let courses: CourseService

  var operations: [Operation] { reading + publishing + learning }

  private static let example = """
    {"title": "Bees in a year", "description": "What to do, month by month.", "lessons": [\
    {"kind": "video", "title": "Spring", "link": "https://video.example.org/spring"}, \
    {"kind": "article", "title": "Summer", "text": "Look after the water."}]}
    """

  private func created(_ course: Course, _ request: AuthorizedRequest) -> HTTPResponse {
    request.created("/v1/courses/\(course.id)", version: course.version) { course.write(to: &$0) }
  }

  /// Never 304: progress changes beside the version.
  private func answer(_ course: Course, _ request: AuthorizedRequest) -> HTTPResponse {
    request.json { course.write(to: &$0) }
      .with("ETag", EntityTag(version: Int64(course.version)).description)
  }

  private var reading: [Operation] {
    [
      Operation(
        .get, "/v1/realms/{realm}/courses", "listCourses",
        "The courses of a community without their lessons, and how far the caller is in each.",
        access: .user, query: QueryParameter.paging,
        answers: [.json(200, "A page of courses", .page(of: .named("Course")))],
        errors: ["members-only"]
      ) { request in
        let page = try courses.list(
          of: request.realm("realm"), request.query.page(), caller: request.caller)
        return request.list(page) { $0.write(to: &$1) }
      },
      Operation(
        .get, "/v1/courses/{course}", "getCourse",
        "A course with its lessons and the caller's progress.", access: .user,
        answers: [.json(200, "The course", .named("Course"))]
      ) { request in
        answer(try courses.course(request.id("course"), caller: request.caller), request)
      },
    ]
  }

  private var publishing: [Operation] {
    [
      Operation(
        .post, "/v1/realms/{realm}/courses", "publishCourse",
        "Publishes a course of a community, as one of its moderators or admins.", access: .user,
        reading: .json(example: Self.example) { try CourseDraft(reading: $0) },
        answers: [.json(201, "The course", .named("Course"))],
        errors: ["members-only", "role-too-low", "too-many-courses"],
        creates: .of("course") { id, request in
          created(try courses.course(id, caller: request.caller), request)
        }
      ) { request, body in
        let realm = try request.realm("realm")
        let draft = try body.read(request)
        return created(try courses.publish(draft, in: realm, caller: request.caller), request)
      },
      Operation(
        .put, "/v1/courses/{course}", "replaceCourse",
        "Makes of a course what it shall be, as a moderator or admin; lessons that keep their "
          + "identifier keep everybody's progress.", access: .user,
        reading: .json(example: Self.example) { try CourseDraft(reading: $0) },
        answers: [.json(200, "The course as it now is", .named("Course"))],
        errors: ["role-too-low"], version: .required
      ) { request, body in
        let id = try request.id("course")
        let version = try request.expectedVersion()
        let draft = try body.read(request)
        return answer(
          try courses.replace(id, with: draft, expecting: version, caller: request.caller),
          request)
      },
      Operation(
        .delete, "/v1/courses/{course}", "deleteCourse",
        "Takes a course away with everybody's progress, as a moderator or admin.", access: .user,
        answers: [.empty("Gone")], errors: ["role-too-low"], version: .optional
      ) { request in
        try courses.delete(
          request.id("course"), expecting: request.optionalVersion(), caller: request.caller)
        return .noContent
      },
    ]
  }

  private var learning: [Operation] {
    [
      Operation(
        .put, "/v1/courses/{course}/learning", "learnCourse",
        "Begins a course, or switches the weekly reminders of one that the caller has begun.",
        access: .user, reading: .json(example: #"{"reminders": true}"#) { $0.bool("reminders") },
        answers: [.json(200, "The course as it now is", .named("Course"))]
      ) { request, body in
        let id = try request.id("course")
        let reminders = try body.read(request)
        return answer(
          try courses.begin(id, reminders: reminders, caller: request.caller), request)
      },
      Operation(
        .delete, "/v1/courses/{course}/learning", "leaveCourse",
        "Ends learning: the caller's progress is forgotten.", access: .user,
        answers: [.json(200, "The course as it now is", .named("Course"))]
      ) { request in
        answer(try courses.end(request.id("course"), caller: request.caller), request)
      },
      Operation(
        .put, "/v1/courses/{course}/lessons/{lesson}", "markLesson",
        "Says that the caller is through with a lesson, or is not; who had not begun, begins.",
        access: .user, reading: .json(example: #"{"done": true}"#) { $0.bool("done") },
        answers: [.json(200, "The course as it now is", .named("Course"))]
      ) { request, body in
        let (course, lesson) = (try request.id("course"), try request.id("lesson"))
        let done = try body.read(request)
        return answer(
          try courses.mark(lesson, of: course, done: done, caller: request.caller), request)
      },
    ]
  }
}
