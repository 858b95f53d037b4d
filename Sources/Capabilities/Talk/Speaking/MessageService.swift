import Access
import Base
import Identity
import Media
import Notifications
import Registration
import Sounds
import Storage

/// How much one account may say; set by the operator.
///
/// - Thread: pure.
public struct TalkLimits: Sendable {
  /// The greatest recording: five minutes of any recorder (CG-SC-27).
  public static let recordingBytes = 10 << 20
  /// Most bytes that one account records within 24 hours.
  public var bytesPerDay = 300 << 20
  /// How long one can take back what one has said, in seconds.
  public var takeBackSeconds: Int64 = 3600

  public init() {}
}

/// Saying something, hearing it, and taking it back.
///
/// - Thread: shared.
public struct MessageService: Sendable {
  let platform: Platform
  let media: MediaService
  let workshop: SoundWorkshop
  let notifications: any NotificationSink
  let limits: TalkLimits

  public init(
    platform: Platform, media: MediaService, workshop: SoundWorkshop,
    notifications: any NotificationSink, limits: TalkLimits = TalkLimits()
  ) {
    self.notifications = notifications
    self.platform = platform
    self.media = media
    self.workshop = workshop
    self.limits = limits
  }

  // MARK: Saying

  /// Says something that was recorded; it is kept before anybody is told (SC-MSG-05).
  ///
  /// - Parameters:
  ///   - words: what was said, as its sender lets it be written down.
  ///   - key: the same key is the same message, however often it is sent.
  /// - Throws: `audio-type`, `audio-size`, `daily-quota`; as ``check(_:caller:in:)``.
  public func say(
    _ recording: [UInt8], words: String, key: String?, in id: EntityID, caller: Caller
  ) throws -> Message {
    let account = try caller.requiredPerson().account
    let again = try platform.store.readOnce { session in
      try Self.check(id, caller: caller, in: session)
      return try sent(key, by: account, in: id, session)
    }
    if let again { return again }
    guard recording.count <= TalkLimits.recordingBytes else {
      throw UploadRule.audioSize.refusal(
        "", "the recording has \(recording.count) bytes, more than \(TalkLimits.recordingBytes)")
    }
    let kind = try RecordedSound(sniffing: recording)
    let message = try media.keeping(recording, type: kind.mimeType) { item, transaction in
      try Self.check(id, caller: caller, in: transaction)
      if let again = try sent(key, by: account, in: id, transaction) { return again }
      let today = try MessageStore.bytes(
        by: account, since: transaction.now.adding(seconds: -86_400), in: transaction)
      guard today + item.byteCount <= limits.bytesPerDay else {
        throw Refusal(
          .limited, "daily-quota",
          "You can record \(limits.bytesPerDay) bytes in 24 hours. Try again later.",
          retryAfterSeconds: 3600)
      }
      return try insert(
        MessageStore.Draft(
          id: platform.ids.next(), conversation: id, author: account, clientKey: key,
          words: words, recording: item), in: transaction)
    }
    workshop.prepare(message.id, of: account)
    return message
  }

  /// Writes something, where a conversation takes more than voices.
  ///
  /// - Throws: `forbidden` with slug `voices-only` where it does not (SC-MSG-17).
  public func write(
    _ text: String, key: String?, in id: EntityID, caller: Caller
  ) throws -> Message {
    let account = try caller.requiredPerson().account
    return try platform.store.write { transaction in
      try Self.check(id, caller: caller, in: transaction)
      if let again = try sent(key, by: account, in: id, transaction) { return again }
      guard
        try ConversationService.find(id, for: account, in: transaction).allowsText
      else {
        throw Refusal(
          .forbidden, "voices-only", "In this conversation one speaks. Record a voice message.")
      }
      return try insert(
        MessageStore.Draft(
          id: platform.ids.next(), conversation: id, author: account, clientKey: key,
          words: text), in: transaction)
    }
  }

  private func sent(
    _ key: String?, by account: EntityID, in id: EntityID, _ session: StoreSession
  ) throws -> Message? {
    guard let key, let again = try MessageStore.sent(with: key, by: account, in: id, session)
    else { return nil }
    return try MessageStore.find(again, for: account, in: session)
  }

  private func insert(
    _ draft: MessageStore.Draft, in transaction: WriteTransaction
  ) throws -> Message {
    try MessageStore.insert(draft, in: transaction)
    guard let message = try MessageStore.find(draft.id, for: draft.author, in: transaction) else {
      throw Refusal.notFound("message")
    }
    try tell(of: message, in: transaction)
    return message
  }

  /// Tells those who had heard all that was said before: one notice until they listen again.
  private func tell(of message: Message, in transaction: WriteTransaction) throws {
    guard let author = message.author,
      let conversation = try ConversationStore.find(
        message.conversation, for: author.id, in: transaction),
      Conversation.toldKinds.contains(conversation.kind)
    else { return }
    let chat = conversation.friend == nil ? Told(conversation.name) : nil
    for member in try MessageStore.listeners(awaiting: message, in: transaction) {
      try notifications.post(
        TalkNotice.said(
          by: Told(author.displayName), chat: chat, isVoice: message.kind == .voice), to: member,
        about: NotificationSubject(.conversation, message.conversation),
        version: message.sequence, in: transaction)
    }
  }

  /// - Throws: `notFound` for who is not in the conversation, `forbidden` for guests.
  private static func check(_ id: EntityID, caller: Caller, in session: StoreSession) throws {
    let account = try caller.requiredPerson().account
    _ = try ConversationService.find(id, for: account, in: session)
    try Rights.check(caller, .add, Thing(.conversation, realms: [id]))
  }

  // MARK: Hearing

  /// Messages of a conversation, newest first.
  ///
  /// - Parameters:
  ///   - author: those of one member.
  ///   - from, to: those said from then on, and before.
  public func list(
    in id: EntityID, author: EntityID? = nil, from: Instant? = nil, to: Instant? = nil,
    _ page: PageRequest, caller: Caller
  ) throws -> Page<Message> {
    let account = try caller.requiredPerson().account
    return try platform.store.read { session in
      _ = try ConversationService.find(id, for: account, in: session)
      return try MessageStore.list(
        in: id, for: account, MessageStore.Filter(author: author, from: from, to: to), page,
        session: session)
    }
  }

  /// One message that the caller hears.
  public func get(_ id: EntityID, caller: Caller) throws -> Message {
    let account = try caller.requiredPerson().account
    return try platform.store.readOnce { try Self.find(id, for: account, in: $0) }
  }

  static func find(
    _ id: EntityID, for account: EntityID, in session: StoreSession
  ) throws -> Message {
    guard let message = try MessageStore.find(id, for: account, in: session) else {
      throw Refusal.notFound("message")
    }
    return message
  }

  /// The bytes of a message that the caller hears.
  ///
  /// - Parameter type: `audio/mp4` or what was recorded; nil for what every device plays, or else
  ///   what was recorded.
  /// - Throws: `busy` while what every device plays is still being made.
  public func content(of id: EntityID, type: String?, caller: Caller) throws -> MediaItem {
    let message = try get(id, caller: caller)
    guard let original = message.original else { throw Refusal.notFound("recording") }
    switch type {
    case nil: return message.playable ?? original
    case original.type: return original
    case Message.playableType:
      guard let playable = message.playable else {
        throw Refusal(
          .busy, "sound-not-ready", "What every device plays is still being made. Ask once more.",
          retryAfterSeconds: 1)
      }
      return playable
    default:
      throw Refusal.invalid("type", "is not among the message's types")
    }
  }

  /// Notes that the caller has heard a message.
  public func markHeard(_ id: EntityID, caller: Caller) throws {
    let account = try caller.requiredPerson().account
    try platform.store.write { transaction in
      let message = try Self.find(id, for: account, in: transaction)
      if message.author?.id == account { return }
      if try MessageStore.setHeard(id, by: account, in: transaction) {
        try transaction.record("message", id, realm: message.conversation, .update)
      }
    }
  }

  // MARK: Taking back

  /// Takes a message out of the caller's own sight.
  public func hide(_ id: EntityID, caller: Caller) throws {
    let account = try caller.requiredPerson().account
    try platform.store.write { transaction in
      _ = try Self.find(id, for: account, in: transaction)
      try MessageStore.hide(id, from: account, in: transaction)
    }
  }

  /// Takes a message back from everybody: who said it within an hour, those who keep order always.
  public func delete(_ id: EntityID, caller: Caller) throws {
    let account = try caller.requiredPerson().account
    try platform.store.write { transaction in
      let message = try Self.find(id, for: account, in: transaction)
      let thing = Thing(.message, realms: [message.conversation], author: message.author?.id)
      try Rights.check(caller, .delete, thing)
      let isOwn = message.author?.id == account
      let end = message.at.adding(seconds: limits.takeBackSeconds)
      guard !isOwn || transaction.now < end || message.state == .failed else {
        throw Refusal(
          .conflict, "too-late-to-delete",
          "What was said more than an hour ago stays with the others. You can delete it for yourself."
        )
      }
      try MessageStore.delete(message, in: transaction)
    }
  }
}
