import Access
import Base
import Groups
import Identity
import Notifications
import Storage

/// Finding conversations, and group chats that begin and grow.
///
/// - Thread: shared.
public struct ConversationService: Sendable {
  let platform: Platform
  let realms: SubRealmService
  let notifications: any NotificationSink

  public init(
    platform: Platform, realms: SubRealmService, notifications: any NotificationSink
  ) {
    self.notifications = notifications
    self.platform = platform
    self.realms = realms
  }

  /// The caller's conversations, the one in which something was said last first.
  public func list(_ page: PageRequest, caller: Caller) throws -> Page<Conversation> {
    let account = try caller.requiredPerson().account
    return try platform.store.readOnce {
      try ConversationStore.list(of: account, page, in: $0)
    }
  }

  /// One that the caller is in.
  public func get(_ id: EntityID, caller: Caller) throws -> Conversation {
    let account = try caller.requiredPerson().account
    return try platform.store.readOnce { try Self.find(id, for: account, in: $0) }
  }

  static func find(
    _ id: EntityID, for account: EntityID, in session: StoreSession
  ) throws -> Conversation {
    guard let found = try ConversationStore.find(id, for: account, in: session) else {
      throw Refusal.notFound("conversation")
    }
    return found
  }

  /// Begins a group chat of the caller with friends, who are in it at once.
  ///
  /// - Throws: `invalid` with fewer than two friends, or somebody who is none (SC-GRP-05).
  public func begin(_ draft: GroupChatDraft, caller: Caller) throws -> Conversation {
    let realm = try realms.gather(draft.friends, name: draft.name, caller: caller)
    return try get(realm, caller: caller)
  }

  /// Brings friends of the caller into a group chat that the caller is in; they hear what is said
  /// from then on.
  public func add(_ friends: [EntityID], to id: EntityID, caller: Caller) throws -> Conversation {
    try realms.bring(friends, into: id, caller: caller) { name, brought, others, transaction in
      let chat = try Self.find(id, for: caller.requiredPerson().account, in: transaction)
      let by = try AccountDirectory.name(of: caller.requiredPerson().account, in: transaction)
      for member in others {
        try notifications.post(
          TalkNotice.brought(by: Told(by), who: Told(name), chat: Told(chat.name)), to: member,
          about: NotificationSubject(.conversation, id),
          version: Int(truncatingIfNeeded: brought.low >> 1), in: transaction)
      }
    }
    return try get(id, caller: caller)
  }
}

/// What somebody says to begin a group chat.
public struct GroupChatDraft: Sendable {
  var name: String?
  var friends: [EntityID]

  /// Reads `{name?, friends}`.
  public init(reading fields: JSONFields) throws(Refusal) {
    name =
      fields.optional("name") { $0.string("name", 0...50) }.flatMap { $0.isEmpty ? nil : $0 }
    friends = Self.readFriends(fields, atLeast: 2)
    try fields.finish()
  }

  /// Reads `friends`, each once.
  public static func readFriends(_ fields: JSONFields, atLeast least: Int) -> [EntityID] {
    let friends = fields.array("friends", least...100) { $0.id($1) }
    if Set(friends).count < friends.count { fields.reject("friends", "names somebody twice") }
    return friends
  }
}
