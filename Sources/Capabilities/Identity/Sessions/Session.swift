import Access
import Base

/// One device that is logged in.
public struct Session: Sendable {
  public var id: EntityID
  public var account: EntityID
  /// How its owner tells it from others.
  public var device: String
  public var restriction: SessionRestriction?
  public var createdAt: Instant
  /// To about a day.
  public var usedAt: Instant
  public var expiresAt: Instant

  /// - Parameter isCurrent: whether the list is asked for through this very session.
  public func write(to json: inout JSONWriter, isCurrent: Bool) {
    json.object { json in
      json.member("id", id)
      json.member("device", device)
      json.member("createdAt", createdAt)
      json.member("usedAt", usedAt)
      json.member("expiresAt", expiresAt)
      json.member("current", isCurrent)
    }
  }
}

/// A session at the moment of its making: the only one that knows its token.
public struct NewSession: Sendable {
  public var session: Session
  public var account: Account
  /// To be sent as `Authorization: Bearer TOKEN`; never to be seen again.
  public var token: String
  /// By which the device is known at its next log-ins, see ``KnownDevices``; nil if it is known.
  public var deviceToken: String?

  /// - Parameter showsToken: false if the tokens reach their owner in another way.
  public func write(to json: inout JSONWriter, showsToken: Bool = true) {
    json.object { json in
      json.member("id", session.id)
      if showsToken {
        json.member("token", token)
        json.member("deviceToken", deviceToken)
      }
      json.member("expiresAt", session.expiresAt)
      json.member("mustChangePassword", session.restriction == .replacePassword)
      json.member("suspended", session.restriction == .suspended)
      json.key("account")
      account.write(to: &json)
    }
  }
}

/// What a person logs in with.
public struct LogIn: Sendable {
  /// An email address or a telephone number as it was typed.
  var login: String
  var password: String
  var device: String
  /// What an earlier log-in on this device has answered; nil for a device that is new.
  public var deviceToken: String?

  /// Reads `{login, password, device?, deviceToken?}`.
  ///
  /// - Throws: `invalid` that names an empty field.
  public init(reading fields: JSONFields) throws(Refusal) {
    login = fields.string("login", 1...254)
    password = fields.secret("password", 1...100_000)
    device = fields.optional("device") { $0.string("device", 0...100) } ?? ""
    deviceToken = fields.optional("deviceToken") { $0.secret("deviceToken", 1...200) }
    try fields.finish()
  }

  /// What attempts are counted by, and what is looked up.
  var normalised: String {
    EmailAddress(login)?.text ?? PhoneNumber(login)?.text ?? login.lowercased()
  }
}
