import Base

/// Which passwords are good enough.
///
/// - Source: CG-X-02; NIST SP 800-63B on lists of common passwords.
/// - Thread: pure.
public struct PasswordRules: Sendable {
  /// Fewest characters.
  public var minimum: Int
  /// Most characters; a bound on work, not on choice.
  public static let maximum = 200

  public init(_ settings: Settings) { minimum = settings.passwordMinimum }

  /// What to correct; nil if the password is good enough.
  ///
  /// - Parameter email: the address of the same account, which is no password.
  public func objection(to password: String, email: String?) -> String? {
    let count = password.unicodeScalars.count
    if count < minimum { return "must have at least \(minimum) characters" }
    if count > Self.maximum { return "must have at most \(Self.maximum) characters" }
    let folded = password.lowercased()
    if CommonPasswords.list.contains(folded) {
      return "is among the most common passwords; choose another"
    }
    if let email = email?.lowercased(),
      folded == email || folded == email.prefix(while: { $0 != "@" })
    {
      return "must not be the email address"
    }
    if Set(folded).count == 1 { return "must not repeat one character; choose another" }
    return nil
  }
}

extension PasswordRules {
  /// Reads a new password as it stands; what it must be like, ``objection(to:email:)`` says.
  static func read(_ name: String, from fields: JSONFields, atLeast least: Int = 0) -> String {
    fields.described(name, as: .string(6...200), placeholder: "") {
      $0.secret(name, least...100_000)
    }
  }
}
