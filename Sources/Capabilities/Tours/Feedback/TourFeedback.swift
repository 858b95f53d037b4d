import Base

/// What a walker tells the organization of a tour; it does not learn who.
///
/// - Thread: pure.
public struct TourFeedback: Hashable, Sendable {
  public var id: EntityID
  /// The walk of which it tells.
  public var run: EntityID
  public var account: EntityID
  public var tour: EntityID
  /// 1...5.
  public var stars: Int
  public var text: String?
  /// When it was last told.
  public var at: Instant
  /// When it was taken away by a decision.
  public var hiddenAt: Instant?

  static let starRange = 1...5
  static let textLength = 1...500

  /// Writes it without its author, as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("stars", stars)
      json.member("text", text)
      json.member("at", at)
    }
  }
}

/// What a request tells.
public struct FeedbackDraft: Hashable, Sendable {
  public var stars: Int
  public var text: String?

  public init(stars: Int, text: String? = nil) {
    self.stars = stars
    self.text = text
  }

  /// Reads `stars` and `text`.
  public init(reading fields: JSONFields) {
    stars = fields.integer("stars", TourFeedback.starRange)
    text = fields.optional("text") { $0.string("text", TourFeedback.textLength) }
  }
}
