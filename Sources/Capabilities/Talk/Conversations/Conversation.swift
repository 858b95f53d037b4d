import Access
import Base
import Groups
import Identity

/// What the members of a sub-realm say to each other, as one of them sees it.
///
/// Every sub-realm but the public and the personal ones has one; its identifier is the sub-realm's.
///
/// - Thread: pure.
public struct Conversation: Sendable {
  public var id: EntityID
  public var realm: EntityID
  public var kind: SubRealmKind
  /// The name of the sub-realm; of two friends, the other's.
  public var name: String
  /// The other of two friends; nil in all other conversations, or if that account is gone.
  public var friend: AccountSummary?
  public var members: Int
  /// The newest message that the account sees; nil for none.
  public var latest: Message?
  /// When something was said last, or the account came in.
  public var at: Instant
  /// How many messages of others the account has neither heard nor read.
  public var unheard: Int

  /// Whether typed words can be sent: among friends and in group chats voices alone (SC-MSG-17).
  public var allowsText: Bool { Self.allowsText(kind) }

  static func allowsText(_ kind: SubRealmKind) -> Bool {
    switch kind {
    case .family, .team, .community, .organization: true
    case .direct, .group, .everyone, .personal: false
    }
  }

  /// The kinds of sub-realms in which one talks.
  static let kinds = SubRealmKind.allCases.filter { $0 != .everyone && $0 != .personal }

  /// Where everybody is told of what is said; communities have news.
  static let toldKinds: Set<SubRealmKind> = [.direct, .group, .family, .team]

  /// Writes it as the interface shows it: one JSON object.
  ///
  /// - Parameters:
  ///   - account: who looks.
  ///   - pictures: writes further members of accounts and of the conversation itself.
  public func write(
    to json: inout JSONWriter, for account: EntityID,
    picture: (EntityID, inout JSONWriter) -> Void = { _, _ in }
  ) {
    json.object { json in
      json.member("id", id)
      json.member("realm", realm)
      json.member("kind", kind.rawValue)
      json.member("name", name)
      if let friend {
        json.key("friend")
        friend.write(to: &json) { picture(friend.id, &$0) }
      }
      json.member("members", members)
      json.member("allowsText", allowsText)
      json.member("at", at)
      json.member("unheard", unheard)
      if let latest {
        json.key("latest")
        latest.write(to: &json, for: account, picture: picture)
      }
      if friend == nil { picture(realm, &json) }
    }
  }
}

extension ThingKind {
  /// What is said in a sub-realm: whoever is in it hears it, members say something.
  static let conversation = ThingKind(
    "conversation",
    refusals: [
      .add: Refusal(
        .forbidden, "guest",
        "Guests of a sub-realm listen. Ask one of its admins for the role member.")
    ],
    rules: [
      Rule(.see, .member(.guest)),
      Rule(.add, .member(.member)),
    ])

  /// One message: deleted for all by who said it, and by those who keep order.
  static let message = ThingKind(
    "message",
    refusals: [
      .delete: Refusal(
        .forbidden, "not-yours", "Only who said it, and moderators, delete it for everybody.")
    ],
    rules: [
      Rule(.see, .member(.guest)),
      Rule(.delete, .author),
      Rule(.delete, .member(.moderator)),
    ])
}
