import Base

/// Where a notification stands.
public enum NotificationState: String, Sendable, CaseIterable {
  /// It waits for its time; nobody sees it.
  case queued
  /// It is in its account's list.
  case sent
  case seen
  /// Its time came too late to be of use; nobody sees it.
  case expired
}

/// One line of an account's list of what happened.
///
/// - Thread: pure.
public struct Notification: Sendable {
  public var id: EntityID
  /// The name of its ``NotificationKind``.
  public var kind: String
  /// What to open: `subRealm`, `invitation`, `tour`...
  public var subjectKind: String
  public var subject: EntityID
  /// Which occurrence of a repeated subject it is about; nil for all of it.
  public var occurrence: Instant?
  /// In words; empty until it is worded for its reader, but for those that were stored in words.
  public var text: String
  /// What it tells of, as it is stored; nil for those that were stored in words.
  var payload: String?
  /// When it arrived; for one that waits, when it was posted.
  public var at: Instant
  public var seenAt: Instant?
  public var state = NotificationState.sent
  /// When it is to arrive; nil for one that arrived when it was posted.
  public var due: Instant?
  /// Whether its account finds it in the list in the app; otherwise it only leaves on channels.
  public var isListed = true

  /// Writes it as the interface shows it: one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("kind", kind)
      json.object("subject") { json in
        json.member("kind", subjectKind)
        json.member("id", subject)
        json.member("occurrence", occurrence)
      }
      json.member("text", text)
      json.member("at", at)
      json.member("seen", seenAt != nil)
    }
  }
}

/// Whether one kind of notification arrives in the app, by mail, and as a push.
public struct NotificationSetting: Hashable, Sendable {
  public var kind: NotificationKind
  /// In the app.
  public var isEnabled: Bool
  /// By mail; nil for a change that leaves this as it is.
  public var isMailed: Bool?
  /// On the devices that asked for pushes; nil for a change that leaves this as it is.
  public var isPushed: Bool?

  public init(
    kind: NotificationKind, isEnabled: Bool, isMailed: Bool? = nil, isPushed: Bool? = nil
  ) {
    self.kind = kind
    self.isEnabled = isEnabled
    self.isMailed = isMailed
    self.isPushed = isPushed
  }

  /// Reads `{kind, enabled, mail?, push?}`, where the kind is one of those registered.
  public init(reading fields: JSONFields, kinds: NotificationKinds) throws(Refusal) {
    let name = fields.choice("kind", of: kinds.all.map(\.name))
    let isEnabled = fields.bool("enabled")
    let isMailed = fields.optional("mail") { $0.bool("mail") }
    let isPushed = fields.optional("push") { $0.bool("push") }
    try fields.finish()
    guard let kind = name.flatMap({ kinds[$0] }) else {
      throw Refusal.invalid("/kind", "must be a kind of notification")
    }
    self.init(kind: kind, isEnabled: isEnabled, isMailed: isMailed, isPushed: isPushed)
  }

  /// Writes it as the interface shows it: one JSON object.
  ///
  /// - Parameter reader: in whose language its kind is called something.
  public func write(to json: inout JSONWriter, for reader: NoticeReader) {
    json.object { json in
      json.member("kind", kind.name)
      json.member("title", reader.words(kind.title))
      json.member("enabled", isEnabled)
      json.member("optional", kind.isOptional)
      json.member("mail", isMailed ?? false)
      json.member("push", isPushed ?? false)
      json.member("urgent", kind.isUrgent)
    }
  }
}
