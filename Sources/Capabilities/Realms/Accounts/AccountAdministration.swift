import Base
import Notifications
import Storage

/// Suspending accounts, and letting them be used again.
public struct AccountAdministration: Sendable {
  let platform: Platform
  let audit: AuditLog
  let notifications: any NotificationSink

  /// Suspends an account: its sessions end at once; what it can still do is to be exported and
  /// erased.
  ///
  /// - Throws: `forbidden` for the admin's own account and for other admins, which only the
  ///   operator can suspend.
  public func suspend(_ id: EntityID, reason: String, caller: Caller) throws {
    let admin = try caller.required(.admin).account
    try platform.store.write { transaction in
      let account = try AccountStore.existing(id, in: transaction)
      guard account.role != .admin else {
        throw Refusal(.forbidden, "admin-account", "An admin's account cannot be suspended here.")
      }
      try Self.suspend(account, in: transaction)
      try audit.append(
        "account-suspended", by: admin, on: "account", id, detail: reason, in: transaction)
      try notifications.post(
        to: id, kind: .moderation, subjectKind: "account", subject: id, version: account.version,
        text: "Your account was suspended. Reason: \(reason)", in: transaction)
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
    }
  }
}

/// Accounts as things that can be reported; removing one suspends it.
public struct ReportableAccounts: ReportableThings {
  public var kind: ReportSubjectKind { ReportSubjectKind(rawValue: "account") }

  public init() {}

  public func reportable(
    _ id: EntityID, by caller: Caller, in session: StoreSession
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

  private func thing(_ account: Account) -> ReportableThing {
    var json = JSONWriter()
    AccountSummary(id: account.id, displayName: account.displayName).write(to: &json)
    return ReportableThing(
      owner: account.id, title: account.displayName, evidence: json.bytes)
  }
}
