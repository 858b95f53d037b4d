import Access
import Base

/// Who may call an operation at all; what they may do with which thing, the services decide.
public enum Access: String, Sendable, CaseIterable {
  /// Everybody, logged in or not, but no admins: they have the admin interface only (RL-AI-01).
  case anyoneButAdmins
  /// Everybody, whatever session they send: the server's own pages and logging in.
  case unauthenticated
  /// Everybody, admins too: what admins have to look at to decide.
  case anyRole
  /// Any logged-in account, admins too: its own profile and notifications.
  case account
  /// Any logged-in account, also one that is suspended: learning why, export and erasure.
  case evenSuspended
  /// Any logged-in account, also one that is suspended or has to replace its password: logging
  /// out and replacing the password.
  case restricted
  /// General and organization users.
  case user
  /// General users (TR-FR1).
  case general
  /// Organization users (TM-FR1).
  case organization
  /// Admins (AI-FR1).
  case admin

  /// - Throws: `unauthenticated` or `forbidden` with what would be needed.
  public func check(_ caller: Caller) throws(Refusal) {
    switch self {
    case .unauthenticated: return
    case .anyRole:
      // A restricted session sees no more than nobody, and is told why.
      if caller.loggedIn != nil { _ = try caller.required() }
    case .anyoneButAdmins:
      if caller.loggedIn != nil { _ = try caller.required() }
      if caller.role == .admin { throw Access.notForAdmins }
    case .account: _ = try caller.required()
    case .evenSuspended: _ = try caller.requiredEvenIfSuspended()
    case .restricted: _ = try caller.requiredEvenIfRestricted()
    case .user:
      _ = try caller.required()
      if caller.role == .admin { throw Access.notForAdmins }
    case .general: _ = try caller.required(.general)
    case .organization: _ = try caller.required(.organization)
    case .admin: _ = try caller.required(.admin)
    }
  }

  /// Whether a caller of that role passes; nil is a caller who is not logged in.
  public func admits(_ role: AccountRole?) -> Bool {
    switch (self, role) {
    case (.unauthenticated, _), (.anyRole, _): true
    case (.anyoneButAdmins, let role): role != .admin
    case (.account, let role), (.evenSuspended, let role), (.restricted, let role): role != nil
    case (.user, let role): role == .general || role == .organization
    case (.general, let role): role == .general
    case (.organization, let role): role == .organization
    case (.admin, let role): role == .admin
    }
  }

  private static let notForAdmins = Refusal(
    .forbidden, "wrong-role",
    "Admin accounts have access to the admin interface only; use a general account for this.")
}
