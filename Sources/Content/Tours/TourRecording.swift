import Base
import Storage

/// A recorded narration that an organization has uploaded for its stops.
public struct TourRecording: Hashable, Sendable {
  public var id: EntityID
  public var organization: EntityID
  public var media: MediaItem
  /// How long it plays; nil if its format does not tell.
  public var seconds: Double?
  public var createdAt: Instant

  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("id")
      json.id(id)
      json.key("type")
      json.string(media.type)
      json.key("bytes")
      json.integer(media.byteCount)
      json.key("sha256")
      json.string(media.digest.hex)
      if let seconds {
        json.key("seconds")
        json.number(seconds, decimals: 3)
      }
      json.key("createdAt")
      json.instant(createdAt)
      json.key("content")
      json.string("/v1/recordings/\(id)/content")
    }
  }
}
