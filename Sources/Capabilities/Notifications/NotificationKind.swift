import Base

/// A sort of notification, registered by the capability that posts it.
///
/// A new kind is one declaration and its place in the capability's list:
///
/// ```swift
/// extension NotificationKind {
///   static let pollEnded = NotificationKind(
///     "pollEnded", "Results of polls", "Ergebnisse von Umfragen", telling: PollNotice.self)
/// }
///
/// public let planningNotifications = [NotificationKind.pollEnded]
/// ```
///
/// Kinds are equal by their names.
///
/// - Thread: pure.
public struct NotificationKind: Hashable, Sendable {
  /// A stable name in camel case; stored, and the word of the interface.
  public let name: String
  /// What the choice of kinds calls it.
  public let title: KindTitle
  /// What it tells of; nil for one of which nothing is posted any more.
  let noticeType: (any Notice.Type)?
  /// Whether it arrives before the account has chosen.
  public let isOnByDefault: Bool
  /// Whether it can be switched off at all.
  public let isOptional: Bool
  /// Whether it goes out in quiet hours, too: it is of no use later.
  public let isUrgent: Bool
  /// Whether it is of the installation's upkeep, and comes to nobody but its admins.
  public let isForAdmins: Bool
  /// On which channels beside the list in the app it goes before the account has chosen.
  public let channels: Set<DeliveryChannel>

  /// - Parameters:
  ///   - english: what the choice of kinds calls it.
  ///   - german: the same in German.
  public init(
    _ name: String, _ english: String, _ german: String,
    telling noticeType: (any Notice.Type)? = nil, isOnByDefault: Bool = true,
    isOptional: Bool = true, isUrgent: Bool = false, isForAdmins: Bool = false,
    channels: Set<DeliveryChannel> = []
  ) {
    self.noticeType = noticeType
    self.isForAdmins = isForAdmins
    self.isUrgent = isUrgent
    self.channels = channels
    self.name = name
    title = KindTitle(english: english, german: german)
    self.isOnByDefault = isOnByDefault
    self.isOptional = isOptional
  }

  public static func == (a: NotificationKind, b: NotificationKind) -> Bool { a.name == b.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// What a kind is called.
///
/// - Thread: pure.
public struct KindTitle: Worded {
  let english: String
  let german: String

  public func words(in room: English) -> String { english }

  public func words(in room: German) -> String { german }
}

/// The registered kinds, in the order of their registration.
public struct NotificationKinds: Sendable {
  public let all: [NotificationKind]
  private let byName: [String: NotificationKind]

  /// - Throws: `conflict` when two kinds have one name.
  public init(_ kinds: [NotificationKind]) throws(Refusal) {
    var byName: [String: NotificationKind] = [:]
    for kind in kinds where byName.updateValue(kind, forKey: kind.name) != nil {
      throw Refusal(
        .conflict, "duplicate-notification-kind",
        "Two kinds of notifications are named \(kind.name).")
    }
    all = kinds
    self.byName = byName
  }

  /// The kind of a name; nil if none is registered under it.
  public subscript(name: String) -> NotificationKind? { byName[name] }
}
