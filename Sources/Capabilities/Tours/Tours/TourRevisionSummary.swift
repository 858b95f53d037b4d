import Base

/// One state of a tour in the list of its revisions.
///
/// - Thread: pure.
public struct TourRevisionSummary: Hashable, Sendable {
  /// What a revision is to its tour now.
  public enum Use: String, Sendable, CaseIterable {
    /// In work, not published.
    case draft
    /// What is, or was last, published.
    case current
    /// Published once, and followed by another.
    case former
  }

  public var id: EntityID
  /// 1 for the first, growing.
  public var number: Int
  public var use: Use
  public var name: String
  /// Metres.
  public var distance: Double
  public var stopCount: Int
  public var createdAt: Instant
  /// When it was published; nil for a draft.
  public var releasedAt: Instant?

  /// Writes the line as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("number", number)
      json.member("use", use.rawValue)
      json.member("name", name)
      json.member("distance", distance, decimals: 1)
      json.member("stopCount", stopCount)
      json.member("createdAt", createdAt)
      json.member("publishedAt", releasedAt)
    }
  }
}
