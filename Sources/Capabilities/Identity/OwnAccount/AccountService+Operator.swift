import Access
import Base
import Storage

extension AccountService {
  /// The account with this email address as a caller, for commands that the operator runs on its
  /// behalf; there is no way to this from the network.
  ///
  /// - Throws: `notFound`; `forbidden` for an account that is not active.
  public func actingCaller(email: String) throws -> Caller {
    guard let address = EmailAddress(email) else {
      throw Refusal.invalid("--as", "must be an email address such as ana@example.org")
    }
    return try platform.store.read { session in
      guard let id = try AccountStore.account(withEmail: address.text, in: session),
        let account = try AccountStore.find(id, in: session)
      else {
        throw Refusal(
          .notFound, "no-account", "There is no account with the email address \(address.text).")
      }
      guard account.state == .active else {
        throw Refusal(.forbidden, "account-not-active", "This account is not active.")
      }
      var caller = Caller.LoggedIn(
        account: id, session: id, role: account.role,
        memberships: [SubRealmID.publicRealm: .member], organization: account.organization)
      for part in callerParts { try part.complete(&caller, in: session) }
      return Caller(caller)
    }
  }
}
