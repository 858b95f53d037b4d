import Access
import Base
import Mail

/// Whether an account can be used.
public enum AccountState: String, Sendable, CaseIterable {
  case active
  case suspended
  case erased
}

/// One person's, or one admin's, account.
///
/// - Thread: pure.
public struct Account: Sendable {
  public var id: EntityID
  public var displayName: String
  public var givenName: String?
  public var familyName: String?
  public var email: String?
  public var emailVerifiedAt: Instant?
  /// In the form of E.164; there once it is proved.
  public var phoneNumber: String?
  /// A BCP 47 language tag.
  public var locale: String?
  /// An IANA time zone.
  public var timeZone: String?
  public var preferences: Preferences
  public var role: AccountRole
  public var state: AccountState
  /// The approved organization of an organization user.
  public var organization: EntityID?
  public var createdAt: Instant
  public var version: Int

  /// How an erased account is called.
  public static let formerMember = ToldNames.formerMember
}

extension Account {
  /// Writes the account as its owner sees it.
  ///
  /// - Parameter more: writes further members.
  public func write(
    to json: inout JSONWriter, more: (inout JSONWriter) -> Void = { _ in }
  ) {
    json.object { json in
      json.member("id", id)
      json.member("name", displayName)
      json.member("givenName", givenName)
      json.member("familyName", familyName)
      json.member("email", email)
      json.member("emailVerified", emailVerifiedAt != nil)
      json.member("phoneNumber", phoneNumber)
      json.member("locale", locale)
      json.member("timeZone", timeZone)
      json.key("preferences")
      preferences.write(to: &json)
      json.member("role", role.rawValue)
      json.member("state", state.rawValue)
      json.member("organization", organization)
      json.member("createdAt", createdAt)
      json.member("version", version)
      more(&json)
    }
  }
}

/// An account as others see it.
public struct AccountSummary: Hashable, Sendable {
  public var id: EntityID
  public var displayName: String

  public init(id: EntityID, displayName: String) {
    self.id = id
    self.displayName = displayName
  }

  /// - Parameter more: writes further members.
  public func write(
    to json: inout JSONWriter, more: (inout JSONWriter) -> Void = { _ in }
  ) {
    json.object { json in
      json.member("id", id)
      json.member("name", displayName)
      more(&json)
    }
  }
}
