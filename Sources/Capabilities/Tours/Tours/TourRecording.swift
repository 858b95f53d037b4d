import Base
import Media
import Storage

/// A recorded narration that an organization has uploaded for its stops.
public struct TourRecording: Hashable, Sendable {
  public var id: EntityID
  public var organization: EntityID
  public var media: MediaItem
  /// How long it plays; nil if its format does not tell.
  public var seconds: Double?
  public var createdAt: Instant
}
