import Base
import Storage

/// Reading notifications and choosing which arrive.
public struct NotificationService: Sendable {
  let platform: Platform

  public init(platform: Platform) { self.platform = platform }

  /// A part of the list, and how many of the whole list are unread.
  public struct List: Sendable {
    public var page: Page<Notification>
    public var unread: Int
  }

  /// The caller's notifications, the newest first; a suspended person reads here why.
  public func list(_ page: PageRequest, caller: Caller) throws -> List {
    let account = try caller.requiredEvenIfSuspended().account
    let before = try page.cursor.beforeID()
    return try platform.store.read { session in
      let items = try NotificationStore.before(
        before, of: account, limit: page.limit + 1, in: session)
      return List(
        page: Page(reading: items, limit: page.limit) { Cursor($0.id.description) },
        unread: try NotificationStore.unread(of: account, in: session))
    }
  }

  /// What arrived after `id`, the oldest first: for an event stream that goes on.
  public func after(
    _ id: EntityID, limit: Int = 200, for account: EntityID
  ) throws -> [Notification] {
    try platform.store.readOnce {
      try NotificationStore.after(id, of: account, limit: limit, in: $0)
    }
  }

  /// One notification and whose it is: what an event stream hands on for a change of kind
  /// `notification`.
  public func find(_ id: EntityID) throws -> (account: EntityID, notification: Notification)? {
    try platform.store.readOnce { try NotificationStore.owner(of: id, in: $0) }
  }

  /// Marks one as seen; again changes nothing.
  public func markSeen(_ id: EntityID, caller: Caller) throws {
    let account = try caller.required().account
    try platform.store.write { transaction in
      guard try NotificationStore.markSeen(id, of: account, in: transaction) else {
        throw Refusal.notFound("notification")
      }
    }
  }

  public func markAllSeen(caller: Caller) throws {
    let account = try caller.required().account
    try platform.store.write { try NotificationStore.markAllSeen(of: account, in: $0) }
  }

  /// Every kind, and whether it arrives.
  public func settings(caller: Caller) throws -> [NotificationSetting] {
    let account = try caller.required().account
    return try platform.store.read { session in
      try NotificationKind.allCases.map { kind in
        NotificationSetting(
          kind: kind,
          isEnabled: try NotificationStore.isEnabled(kind, for: account, in: session))
      }
    }
  }

  /// Whether notifications of a kind arrive at an account.
  public func isEnabled(_ kind: NotificationKind, for account: EntityID) throws -> Bool {
    try platform.store.readOnce {
      try NotificationStore.isEnabled(kind, for: account, in: $0)
    }
  }

  /// Whether an account was notified of a subject since some time.
  public func hasArrived(
    _ kind: NotificationKind, about subject: EntityID, at account: EntityID, since: Instant
  ) throws -> Bool {
    try platform.store.readOnce {
      try NotificationStore.exists(kind, about: subject, at: account, since: since, in: $0)
    }
  }

  /// Switches one kind on or off.
  ///
  /// - Throws: `conflict` for a kind that cannot be switched off.
  public func set(_ setting: NotificationSetting, caller: Caller) throws {
    let account = try caller.required().account
    guard setting.isEnabled || setting.kind.isOptional else {
      throw Refusal(
        .conflict, "not-optional", "Notifications of kind \(setting.kind.rawValue) always arrive.")
    }
    try platform.store.write { try NotificationStore.set(setting, for: account, in: $0) }
  }
}
