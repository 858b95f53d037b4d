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

  public enum State: String, Sendable, CaseIterable {
    case live
    /// Hidden from everyone, with its instances; kept while a decision can still be appealed.
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
}

/// What stands for an object where it cannot be seen (WCAG 2.2, 1.1.1).
///
/// - Thread: pure.
public enum AltText: Hashable, Sendable {
  case text(String)
  /// It says nothing that needs words; stands as an empty text in answers.
  case decorative

  /// The words; empty for decoration.
  public var words: String {
    switch self {
    case .text(let words): words
    case .decorative: ""
    }
  }

  /// - Parameter words: what is to be seen; empty for decoration.
  public init(words: String) { self = words.isEmpty ? .decorative : .text(words) }
}

extension ARObject {
  /// Writes the object as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in writeMembers(to: &json) }
  }

  func writeMembers(to json: inout JSONWriter) {
    json.key("id")
    json.id(id)
    json.key("name")
    json.string(name)
    json.key("alt")
    json.string(alt.words)
    json.key("kind")
    json.string(kind.rawValue)
    json.key("origin")
    json.string(origin.rawValue)
    if let owner {
      json.key("owner")
      json.id(owner)
    }
    json.key("boundingBox")
    boundingBox.write(to: &json)
    json.key("triangles")
    json.integer(triangles)
    json.key("bytes")
    json.integer(media.byteCount)
    json.key("type")
    json.string(media.type)
    json.key("sha256")
    json.string(media.digest.hex)
    json.key("state")
    json.string(state.rawValue)
    json.key("createdAt")
    json.instant(createdAt)
    json.key("version")
    json.integer(version)
    json.key("content")
    json.string("/v1/objects/\(id)/content")
  }
}

extension Box3 {
  /// Writes `{"min":[x,y,z],"max":[x,y,z]}`, metres.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("min")
      json.array { json in
        for value in [minimum.x, minimum.y, minimum.z] { json.number(value) }
      }
      json.key("max")
      json.array { json in
        for value in [maximum.x, maximum.y, maximum.z] { json.number(value) }
      }
    }
  }
}
