/// A language in which notifications are worded; each has a room of its own.
public enum Language: String, Sendable, CaseIterable {
  case english = "en"
  case german = "de"

  /// The language of a BCP 47 tag such as `de-LI`; nil for one that has no room.
  public init?(tag: String) {
    guard let language = tag.split(separator: "-").first else { return nil }
    self.init(rawValue: language.lowercased())
  }
}

/// How an account reads: what its profile says.
///
/// - Thread: pure.
public struct ReadingHabits: Hashable, Sendable {
  /// The name of an IANA time zone; nil where the profile has none.
  public var zone: String?
  /// A BCP 47 language tag; nil where the profile has none.
  public var locale: String?

  public init(zone: String? = nil, locale: String? = nil) {
    self.zone = zone
    self.locale = locale
  }
}

/// Words notices for one reader: in the reader's language, by the reader's clocks.
///
/// - Thread: pure.
public struct NoticeReader: Sendable {
  /// The room of the reader's language.
  private enum Room {
    case english(English)
    case german(German)
  }

  private let room: Room

  /// - Parameter languages: what else the reader understands, best first (Accept-Language); of use where
  ///   the profile names no language that has a room.
  public init(_ habits: ReadingHabits = ReadingHabits(), accepting languages: [String] = []) {
    let tags = [habits.locale].compactMap { $0 } + languages
    let tag = tags.first { Language(tag: $0) != nil }
    let zone = habits.zone
    room =
      switch tag.flatMap({ Language(tag: $0) }) {
      case .german: .german(German(zone: zone, locale: tag))
      case .english, nil: .english(English(zone: zone, locale: tag ?? habits.locale))
      }
  }

  public func words(_ notice: any Worded) -> String {
    switch room {
    case .english(let room): notice.words(in: room)
    case .german(let room): notice.words(in: room)
    }
  }
}
