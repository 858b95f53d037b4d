import Base

/// What a lesson of a course is.
public enum LessonKind: String, Sendable, CaseIterable {
  /// Something to watch, under an address of its own.
  case video
  /// Something to read.
  case article
}

/// One lesson of a course, as one member sees it.
///
/// - Thread: pure.
public struct Lesson: Sendable {
  public var id: EntityID
  public var kind: LessonKind
  public var title: String
  /// What an article says; of a video, what is told about it.
  public var text: String
  /// Where a video, or more on an article, is found.
  public var link: String?
  /// When the reader was through with it; nil until then.
  public var doneAt: Instant?

  /// Writes it as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("kind", kind.rawValue)
      json.member("title", title)
      json.member("text", text)
      json.member("link", link)
      json.member("done", doneAt != nil)
    }
  }
}

/// A course of a community, as one member sees it (SC-COM-19, SC-COM-20).
///
/// - Thread: pure.
public struct Course: Sendable {
  public var id: EntityID
  public var realm: EntityID
  /// Nil after the author's erasure.
  public var author: EntityID?
  public var authorName: String?
  public var title: String
  public var description: String
  public var version: Int
  public var createdAt: Instant
  public var updatedAt: Instant
  public var lessonCount: Int
  /// How many lessons the reader is through with.
  public var done: Int
  /// Whether the reader is reminded of going on; nil for one who has not begun.
  public var reminders: Bool?
  /// In their order; empty in lists.
  public var lessons: [Lesson] = []

  /// How far the reader is, in whole percent: 100 only with the last lesson.
  public var percent: Int { lessonCount == 0 ? 0 : 100 * min(done, lessonCount) / lessonCount }

  /// Writes it as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("realm", realm)
      if let author {
        json.object("author") { json in
          json.member("id", author)
          json.member("name", authorName ?? "")
        }
      }
      json.member("title", title)
      json.member("description", description)
      json.member("lessonCount", lessonCount)
      json.member("done", done)
      json.member("percent", percent)
      json.member("begun", reminders != nil)
      json.member("reminders", reminders ?? false)
      json.member("lessons", of: lessons) { $0.write(to: &$1) }
      json.member("createdAt", createdAt)
      json.member("updatedAt", updatedAt)
      json.member("version", version)
    }
  }
}
