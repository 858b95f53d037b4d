import Access
import Base
import Identity
import Notifications
import Storage

/// Suspending accounts, and letting them be used again.
public struct AccountAdministration: Sendable {
  let platform: Platform
  let audit: AuditLog
  let notifications: any NotificationSink

  /// An account as admins see it: nothing of what is its owner's own.
  public struct Standing: Sendable {
    public var account: AccountSummary
    public var role: AccountRole
    public var state: AccountState

    init(_ account: Account) {
      self.account = AccountSummary(id: account.id, displayName: account.displayName)
      (role, state) = (account.role, account.state)
    }

    /// Writes it as the interface shows it: one JSON object.
    public func write(to json: inout JSONWriter) {
      account.write(to: &json) { json in
        json.member("role", role.rawValue)
        json.member("state", state.rawValue)
      }
    }
  }

  /// One account.
  ///
  /// - Throws: `notFound`, for one that was erased too.
  public func standing(of id: EntityID, caller: Caller) throws -> Standing {
    _ = try caller.required(.admin)
    return try platform.store.readOnce { Standing(try AccountStore.existing(id, in: $0)) }
  }

  /// The accounts that are suspended, in the order in which they were made.
  public func suspended(_ page: PageRequest, caller: Caller) throws -> Page<Standing> {
    _ = try caller.required(.admin)
    let after = try page.idPosition() ?? EntityID(high: 0, low: 0)
    return try platform.store.readOnce { session in
      let items = try AccountStore.suspended(after: after, limit: page.limit + 1, in: session)
      return Page(reading: items.map(Standing.init), limit: page.limit) { Cursor($0.account.id) }
    }
  }

  /// Suspends an account: its sessions end at once; what it can still do is to be exported and
  /// erased.
  ///
  /// - Throws: `forbidden` for the admin's own account and for other admins, which only the
  ///   operator can suspend; `conflict` for one that is suspended.
  public func suspend(_ id: EntityID, reason: String, caller: Caller) throws {
    let admin = try caller.required(.admin).account
    try platform.store.write { transaction in
      let account = try AccountStore.existing(id, in: transaction)
      guard account.role != .admin else {
        throw Refusal(.forbidden, "admin-account", "An admin's account cannot be suspended here.")
      }
      guard account.state == .active else {
        throw Refusal(.conflict, "already-suspended", "This account is suspended already.")
      }
      try Self.suspend(account, in: transaction)
      try audit.append(
        "account-suspended", by: admin, on: "account", id, detail: reason, in: transaction)
      try notifications.post(
        ModerationNotice.suspended(reason: Told(reason)), to: id,
        about: NotificationSubject(.account, id),
        version: NotificationService.nextVersion(.moderation, about: id, at: id, in: transaction),
        in: transaction)
    }
  }

  static func suspend(_ account: Account, in transaction: WriteTransaction) throws {
    var account = account
    account.state = .suspended
    try AccountStore.update(account, in: transaction)
    try SessionStore.endAll(of: account.id, in: transaction)
  }

  /// Lets a suspended account be used again; sessions begun meanwhile end.
  public func reinstate(_ id: EntityID, reason: String, caller: Caller) throws {
    let admin = try caller.required(.admin).account
    try platform.store.write { transaction in
      var account = try AccountStore.existing(id, in: transaction)
      guard account.state == .suspended else {
        throw Refusal(.conflict, "not-suspended", "This account is not suspended.")
      }
      account.state = .active
      try AccountStore.update(account, in: transaction)
      try SessionStore.endAll(of: id, in: transaction)
      try audit.append(
        "account-reinstated", by: admin, on: "account", id, detail: reason, in: transaction)
      try notifications.post(
        ModerationNotice.reinstated(reason: Told(reason)), to: id,
        about: NotificationSubject(.account, id),
        version: NotificationService.nextVersion(.moderation, about: id, at: id, in: transaction),
        in: transaction)
    }
  }
}

/// Accounts as things that can be reported; removing one suspends it.
public struct ReportableAccounts: ReportableThings {
  public var kind: ReportSubjectKind { ReportSubjectKind(rawValue: "account") }

  public init() {}

  public func reportable(
    _ id: EntityID, caller: Caller, in session: StoreSession
  ) throws -> ReportableThing? {
    guard let account = try AccountStore.find(id, in: session), account.state == .active,
      account.role != .admin
    else { return nil }
    return thing(account)
  }

  public func evidence(_ id: EntityID, in session: StoreSession) throws -> ReportableThing? {
    guard let account = try AccountStore.find(id, in: session), account.state != .erased else {
      return nil
    }
    return thing(account)
  }

  public func remove(_ id: EntityID, in transaction: WriteTransaction) throws {
    guard let account = try AccountStore.find(id, in: transaction), account.state == .active
    else { return }
    try AccountAdministration.suspend(account, in: transaction)
  }

  public func restore(
    _ id: EntityID, after removal: Removal, in transaction: WriteTransaction
  ) throws {
    guard var account = try AccountStore.find(id, in: transaction), account.state == .suspended
    else { return }
    account.state = .active
    try AccountStore.update(account, in: transaction)
  }

  private func thing(_ account: Account) -> ReportableThing {
    var json = JSONWriter()
    AccountSummary(id: account.id, displayName: account.displayName).write(to: &json)
    return ReportableThing(
      owner: account.id, title: account.displayName, evidence: json.bytes)
  }
}
