import Base
import Geodesy
import Media
import Models
import Storage

/// A thing that can be placed in the world: its look, its size, whose it is.
///
/// - Thread: pure.
public struct ARObject: Hashable, Sendable {
  /// What it shows.
  public enum Kind: String, Sendable, CaseIterable {
    case model
    case image
    case text
    case shape
  }

  /// Where it came from.
  public enum Origin: String, Sendable, CaseIterable {
    /// Loaded by the operator, there for everyone.
    case preset
    case upload
    /// Captured with a device's camera.
    case scan
    /// Generated from words.
    case prompt
  }

  /// Whether it may be looked at and placed.
  public enum State: String, Sendable, CaseIterable {
    case live
    /// Out of everybody's sight but its owner's, with its instances, until the owner has changed it.
    case hidden
    /// Hidden from everyone, with its instances; kept while a decision can still be appealed. Those
    /// who bought it with a tour keep it where its owner withdrew it.
    case withdrawn
  }

  public var id: EntityID
  /// The account that answers for it; nil for presets and after the account's erasure.
  public var owner: EntityID?
  public var name: String
  public var alt: AltText
  public var kind: Kind
  public var origin: Origin
  public var media: MediaItem
  /// Metres, in the east-north-up frame of an unrotated pose.
  public var boundingBox: Box3
  public var triangles: Int
  public var state: State
  public var createdAt: Instant
  public var version: Int
  /// Whether its owner withdrew it after it was sold with a tour.
  public var isSold = false
  /// How it looks, drawn by its owner's device.
  public var picture: Picture? = nil

  /// What objects are called among things that have pictures.
  public static let pictureKind = "object"
}

extension ARObject {
  /// Writes the object as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in writeMembers(to: &json) }
  }

  func writeMembers(to json: inout JSONWriter) {
    json.member("id", id)
    json.member("name", name)
    json.member("alt", alt.words)
    json.member("kind", kind.rawValue)
    json.member("origin", origin.rawValue)
    json.member("owner", owner)
    json.key("boundingBox")
    boundingBox.write(to: &json)
    json.member("triangles", triangles)
    json.member("bytes", media.byteCount)
    json.member("type", media.type)
    json.member("sha256", media.digest.hex)
    json.member("state", state.rawValue)
    json.member("createdAt", createdAt)
    json.member("version", version)
    json.member("content", "/v1/objects/\(id)/content")
    json.member("picture", picture)
  }
}

extension Box3 {
  /// Writes `{"min":[x,y,z],"max":[x,y,z]}`, metres.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.array("min") { json in
        for value in [minimum.x, minimum.y, minimum.z] { json.number(value) }
      }
      json.array("max") { json in
        for value in [maximum.x, maximum.y, maximum.z] { json.number(value) }
      }
    }
  }
}
