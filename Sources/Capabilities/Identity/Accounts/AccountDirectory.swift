import Access
import Base
import Storage

/// Who other accounts are, for capabilities in which people meet.
public enum AccountDirectory {
  /// A person's account by its identifier or email address; nil for admins, and for accounts that
  /// are absent, suspended or erased.
  public static func person(_ name: String, in session: StoreSession) throws -> AccountSummary? {
    let id: EntityID?
    if let given = EntityID(name) {
      id = given
    } else if let email = EmailAddress(name) {
      id = try AccountStore.account(withEmail: email.text, in: session)
    } else {
      id = nil
    }
    guard let id, let account = try AccountStore.find(id, in: session),
      account.state == .active, account.role != .admin
    else { return nil }
    return AccountSummary(id: id, displayName: account.displayName)
  }

  /// How an account is called; empty if there is none.
  public static func name(of id: EntityID, in session: StoreSession) throws -> String {
    try AccountStore.displayName(id, in: session) ?? ""
  }

  /// How some accounts are called, by account; those that there are not are left out.
  ///
  /// - Complexity: one query.
  public static func names(
    of ids: [EntityID], in session: StoreSession
  ) throws -> [EntityID: String] {
    let list = SQLList(ids, from: 1)
    var names: [EntityID: String] = [:]
    try session.each(
      "SELECT id, display_name FROM accounts WHERE id IN (\(list.sql))", list.parameters
    ) { row in names[try row.id(0)] = try row.text(1) }
    return names
  }

  /// The IANA time zone of an account's profile.
  public static func timeZone(of id: EntityID, in session: StoreSession) throws -> String? {
    try AccountStore.find(id, in: session)?.timeZone
  }

  /// The time zone and the language tag of an account's profile: how it reads times.
  public static func timeHabits(
    of id: EntityID, in session: StoreSession
  ) throws -> (zone: String?, locale: String?) {
    try session.first("SELECT time_zone, locale FROM accounts WHERE id = ?1", [.id(id)]) {
      (zone: try $0.optional(0, $0.text), locale: try $0.optional(1, $0.text))
    } ?? (nil, nil)
  }

  /// The language of an account's profile, for what is there in several; empty if it has not said one.
  public static func languages(of id: EntityID, in session: StoreSession) throws -> [String] {
    try timeHabits(of: id, in: session).locale.map { [$0] } ?? []
  }

  /// The addresses that an account has proved, for whomever it shows them.
  public static func contact(
    of id: EntityID, in session: StoreSession
  ) throws -> (email: String?, phone: String?) {
    var contact: (email: String?, phone: String?) = (nil, nil)
    try session.each(
      "SELECT kind, value FROM identifiers WHERE account = ?1 AND verified_at IS NOT NULL",
      [.id(id)]
    ) { row in
      if try row.text(0) == "email" {
        contact.email = try row.text(1)
      } else {
        contact.phone = try row.text(1)
      }
    }
    return contact
  }
}
