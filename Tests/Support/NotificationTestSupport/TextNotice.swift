import Base
import Notifications
import Storage

/// A notice of any kind that says one text, in every language.
public struct TextNotice: Notice {
  public let kind: NotificationKind
  private let text: Told

  public init(_ text: String, as kind: NotificationKind) {
    self.text = Told(text)
    self.kind = kind
  }

  private enum Member: String, CodingKey { case kind, text }

  public init(from decoder: any Decoder) throws {
    let box = try decoder.container(keyedBy: Member.self)
    self.init(
      try box.decode(Told.self, forKey: .text).description,
      as: NotificationKind(try box.decode(String.self, forKey: .kind), "A kind", "Eine Art"))
  }

  public func encode(to encoder: any Encoder) throws {
    var box = encoder.container(keyedBy: Member.self)
    try box.encode(kind.name, forKey: .kind)
    try box.encode(text, forKey: .text)
  }

  public func words(in room: English) -> String { text.description }

  public func words(in room: German) -> String { text.description }
}

extension Store {
  /// The texts of an account's notifications of a kind as it reads them, the oldest first.
  ///
  /// - Parameter clocks: know how the account reads.
  public func notifications(
    to account: EntityID, _ kind: NotificationKind,
    clocks: any LocalClocks = UniversalClocks()
  ) throws -> [String] {
    let poster = NotificationPoster(
      ids: EntityIDSource(clock: clock, random: SystemRandom()), clocks: clocks)
    let service = NotificationService(
      store: self, kinds: try NotificationKinds([kind]), poster: poster)
    return try service.list(
      before: EntityID(high: .max, low: .max), limit: 1000, of: account
    ).items.filter { $0.kind == kind.name }.map(\.text).reversed()
  }
}
