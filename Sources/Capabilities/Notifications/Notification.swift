import Base

/// One line of an account's list of what happened.
///
/// - Thread: pure.
public struct Notification: Sendable {
  public var id: EntityID
  public var kind: NotificationKind
  /// What to open: `subRealm`, `invitation`, `tour`...
  public var subjectKind: String
  public var subject: EntityID
  public var text: String
  public var at: Instant
  public var seenAt: Instant?

  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("kind", kind.rawValue)
      json.key("subject")
      json.object { json in
        json.member("kind", subjectKind)
        json.member("id", subject)
      }
      json.member("text", text)
      json.member("at", at)
      json.member("seen", seenAt != nil)
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

  /// Reads `{kind, enabled}`.
  public init(reading fields: JSONFields) throws(Refusal) {
    kind = fields.choice("kind", NotificationKind.self) ?? .invitation
    isEnabled = fields.bool("enabled")
    try fields.finish()
  }

  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", kind.rawValue)
      json.member("enabled", isEnabled)
      json.member("optional", kind.isOptional)
    }
  }
}
