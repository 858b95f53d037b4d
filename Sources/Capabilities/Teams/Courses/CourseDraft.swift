import Base

/// What a course shall be.
///
/// - Thread: pure.
public struct CourseDraft: Sendable {
  /// A lesson that is new, or one that the course has already: progress goes on with it.
  public struct Lesson: Sendable {
    public var id: EntityID?
    public var kind: LessonKind
    public var title: String
    public var text: String
    public var link: String?
  }

  public var title: String
  public var description: String
  public var lessons: [Lesson]

  /// Characters of titles, of the description and of the text of one lesson.
  public static let titles = 1...120
  public static let descriptions = 0...2000
  public static let texts = 0...20_000
  /// Characters of an address.
  public static let links = 8...2000
  /// Lessons of one course.
  public static let counts = 1...100

  /// Reads `{title, description?, lessons: [{id?, kind, title, text?, link?}]}`.
  public init(reading fields: JSONFields) throws(Refusal) {
    title = fields.string("title", Self.titles)
    description =
      fields.optional("description") { $0.string("description", Self.descriptions) } ?? ""
    lessons = fields.array("lessons", Self.counts) { element, index in
      element.object(index) { Self.lesson($0) }
    }.compactMap { $0 }
    try fields.finish()
    var seen: Set<EntityID> = []
    for (index, lesson) in lessons.enumerated() {
      if let id = lesson.id, !seen.insert(id).inserted {
        throw .invalid("/lessons/\(index)/id", "is the same lesson twice")
      }
    }
  }

  private static func lesson(_ fields: JSONFields) -> Lesson {
    let id = fields.optional("id") { $0.id("id") }
    let kind = fields.choice("kind", LessonKind.self) ?? .article
    let title = fields.string("title", titles)
    let text = fields.optional("text") { $0.string("text", texts) } ?? ""
    let link = fields.optional("link") { fields in
      fields.described("link", as: .string(links), placeholder: "") { fields in
        let address = fields.string("link", links)
        if !WebAddress.isUsable(address) {
          fields.reject("link", "must be an absolute http or https address without a password")
        }
        return address
      }
    }
    if kind == .video, link == nil {
      fields.reject("link", "is required: where the video is found")
    }
    if kind == .article, text.isEmpty {
      fields.reject("text", "is required: what the article says")
    }
    return Lesson(id: id, kind: kind, title: title, text: text, link: link)
  }
}
