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
  public var text: String
  /// When it arrived; for one that waits, when it was posted.
  public var at: Instant
  public var seenAt: Instant?
  public var state = NotificationState.sent
  /// When it is to arrive; nil for one that arrived when it was posted.
  public var due: Instant?

  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("id")
      json.id(id)
      json.key("kind")
      json.string(kind)
      json.key("subject")
      json.object { json in
        json.key("kind")
        json.string(subjectKind)
        json.key("id")
        json.id(subject)
      }
      json.key("text")
      json.string(text)
      json.key("at")
      json.instant(at)
      json.key("seen")
      json.bool(seenAt != nil)
    }
  }
}

/// Whether one kind of notification arrives.
public struct NotificationSetting: Hashable, Sendable {
  public var kind: NotificationKind
  public var isEnabled: Bool

  public init(kind: NotificationKind, isEnabled: Bool) {
    self.kind = kind
    self.isEnabled = isEnabled
  }

  /// Reads `{kind, enabled}`, where the kind is one of those registered.
  public init(reading fields: JSONFields, kinds: NotificationKinds) throws(Refusal) {
    let name = fields.choice("kind", of: kinds.all.map(\.name))
    let isEnabled = fields.bool("enabled")
    try fields.finish()
    guard let kind = name.flatMap({ kinds[$0] }) else {
      throw Refusal.invalid("/kind", "must be a kind of notification")
    }
    self.init(kind: kind, isEnabled: isEnabled)
  }

  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("kind")
      json.string(kind.name)
      json.key("enabled")
      json.bool(isEnabled)
      json.key("optional")
      json.bool(kind.isOptional)
    }
  }
}
