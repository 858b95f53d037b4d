import Access
import Base
import Storage

/// A capability that knows something of whoever calls: what it adds to the account and its role.
///
/// - Thread: shared.
public protocol CallerPart: Sendable {
  /// The kinds of change, with an account as their subject, after which what was added is wrong.
  var changeKinds: Set<String> { get }

  func complete(_ caller: inout Caller.LoggedIn, in session: StoreSession) throws
}
