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

  /// - Parameter languages: in which the reader's device is to word them, best first (Accept-Language); the
  ///   profile's counts where none of them has a room.
  public init(_ habits: ReadingHabits = ReadingHabits(), accepting languages: [String] = []) {
    let tags = languages + [habits.locale].compactMap { $0 }
    let language = tags.lazy.compactMap { Language(tag: $0) }.first
    // A device that asks for `de` leaves the region to the profile.
    let spoken = tags.filter { language == nil || Language(tag: $0) == language }
    let tag = spoken.first { TimeForm.region(of: $0) != nil }
    let zone = habits.zone
    room =
      switch language {
      case .german: .german(German(zone: zone, locale: tag))
      case .english, nil: .english(English(zone: zone, locale: tag))
      }
  }

  public func words(_ notice: any Worded) -> String {
    switch room {
    case .english(let room): notice.words(in: room)
    case .german(let room): notice.words(in: room)
    }
  }
}
