import Base
import Identity
import Media
import Storage

/// One thing said in a conversation, as one of its members sees it.
///
/// - Thread: pure.
public struct Message: Sendable {
  /// In which way it was said.
  public enum Kind: String, Sendable, CaseIterable {
    case voice
    case text
  }

  /// How far it is.
  public enum State: String, Sendable, CaseIterable {
    /// Kept; what every device plays is being made of it.
    case preparing
    case ready
    /// Nothing could be made of what was recorded: it is to be recorded again.
    case failed
    /// Taken out of sight by a decision that can still be appealed.
    case withdrawn
    case deleted
  }

  public var id: EntityID
  public var conversation: EntityID
  /// 1 and up, without a gap.
  public var sequence: Int
  /// Nil once its author has gone.
  public var author: AccountSummary?
  public var kind: Kind
  public var state: State
  /// Of a text what it says; of a voice what its sender let be written down; may be empty.
  public var words: String
  /// What was recorded.
  public var original: MediaItem?
  /// The same as AAC in MP4, once it is made.
  public var playable: MediaItem?
  public var seconds: Double?
  /// 0...100 each, along the time.
  public var peaks: [UInt8]
  public var at: Instant
  /// Whether the account that looks has heard or read it.
  public var isHeard: Bool
  /// How many others have heard it.
  public var hearings: Int
  /// Whether the account that looks blocks its author.
  public var isBlocked: Bool

  /// The types in which it can be heard, those that every device plays first.
  var types: [String] {
    var types = playable == nil ? [] : [Self.playableType]
    if let original, !types.contains(original.type) { types.append(original.type) }
    return types
  }

  static let playableType = "audio/mp4"

  /// Writes it as the interface shows it: one JSON object.
  ///
  /// - Parameters:
  ///   - account: who looks.
  ///   - picture: writes the picture of an account.
  public func write(
    to json: inout JSONWriter, for account: EntityID,
    picture: (EntityID, inout JSONWriter) -> Void = { _, _ in }
  ) {
    json.object { json in
      json.member("id", id)
      json.member("conversation", conversation)
      json.member("sequence", sequence)
      if let author {
        json.key("author")
        author.write(to: &json) { picture(author.id, &$0) }
      }
      json.member("isOwn", author?.id == account)
      json.member("kind", kind.rawValue)
      json.member("state", state.rawValue)
      json.member("at", at)
      json.member("words", words.isEmpty ? nil : words)
      json.member("seconds", seconds, decimals: 2)
      if !peaks.isEmpty {
        json.array("peaks") { json in
          for peak in peaks { json.integer(Int(peak)) }
        }
      }
      if kind == .voice {
        json.array("types") { json in
          for type in types { json.string(type) }
        }
      }
      json.member("isHeard", isHeard)
      json.member("hearings", hearings)
      // Folded: shown once one asks for it.
      if isBlocked { json.member("isFolded", true) }
    }
  }

  func writeForExport(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("conversation", conversation)
      json.member("sequence", sequence)
      json.member("kind", kind.rawValue)
      json.member("state", state.rawValue)
      json.member("at", at)
      json.member("words", words.isEmpty ? nil : words)
      json.member("seconds", seconds, decimals: 2)
      json.member("sha256", original?.digest.hex)
    }
  }
}
