import Access
import Base
import Groups

/// Who plans the events of a community (CG-SC-18).
public enum EventPublishers: String, Sendable, CaseIterable {
  case admins
  /// Moderators too.
  case moderators
}

/// What a community says of itself beside what every sub-realm has.
///
/// - Thread: pure.
public struct CommunityProfile: Hashable, Sendable {
  /// The hobby or topic under which it stands; empty for none.
  public var category = ""
  public var publishers = EventPublishers.admins

  /// Characters of a category.
  public static let categories = 0...40

  public init() {}

  /// Reads `{category?, publishers?}`.
  public init(reading fields: JSONFields) throws(Refusal) {
    category = fields.optional("category") { $0.string("category", Self.categories) } ?? ""
    publishers =
      fields.optional("publishers") { $0.choice("publishers", EventPublishers.self) }
      .flatMap { $0 } ?? .admins
    try fields.finish()
  }
}

/// One line of the list of communities.
///
/// - Thread: pure.
public struct Community: Sendable {
  public var id: EntityID
  public var name: String
  public var description: String
  public var joinPolicy: JoinPolicy
  public var members: Int
  public var profile: CommunityProfile
  /// The reader's role; nil for somebody who is not in it.
  public var role: MembershipRole?
  /// Whether there are events or news that its reader has not looked at; only where the reader is a
  /// member (SC-EVT-06).
  public var hasUnread: Bool

  public var isJoined: Bool { role != nil }

  /// Writes it as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("name", name)
      json.member("description", description)
      json.member("joinPolicy", joinPolicy.rawValue)
      json.member("members", members)
      json.member("category", profile.category)
      json.member("publishers", profile.publishers.rawValue)
      json.member("role", role?.rawValue)
      json.member("joined", isJoined)
      json.member("unread", hasUnread)
    }
  }
}

/// How a member stands to what happens in a group.
///
/// - Thread: pure.
public struct GroupStanding: Hashable, Sendable {
  /// Whether there is something that the member has not looked at.
  public var hasUnread: Bool
  /// When the member last looked; nil for never.
  public var visitedAt: Instant?

  /// Writes its members into an open object.
  public func writeMembers(to json: inout JSONWriter) {
    json.member("unread", hasUnread)
    json.member("visitedAt", visitedAt)
  }
}
