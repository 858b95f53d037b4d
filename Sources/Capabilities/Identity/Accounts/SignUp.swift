import Access
import Base

/// What a person fills in to get an account.
///
/// - Thread: pure.
public struct SignUp: Sendable {
  var displayName: String
  var givenName: String?
  var familyName: String?
  var email: String
  /// To be proved by a code that is sent to it.
  var phoneNumber: PhoneNumber?
  var password: String
  var locale: String?
  var timeZone: String?
  /// The answer to the question of the recommended age, if it was given.
  var isOfRecommendedAge: Bool?
  /// Whether to log in at once: some entry pages end logged in, others at the log-in (CG-X-16).
  public var logsIn: Bool

  /// Reads and checks `{name, givenName?, familyName?, email, phoneNumber?, password,
  /// passwordConfirmation?, acceptTerms, isOfRecommendedAge?, locale?, timeZone?, logIn?}`.
  ///
  /// - Throws: ``Refusal`` of kind `invalid` that says for each field what to correct.
  public init(reading fields: JSONFields, settings: Settings) throws(Refusal) {
    displayName = ProfileRules.readDisplayName(fields)
    givenName = fields.optional("givenName") {
      ProfileRules.readName($0, "givenName", ProfileRules.names)
    }
    familyName = fields.optional("familyName") {
      ProfileRules.readName($0, "familyName", ProfileRules.names)
    }
    let address = EmailAddress.read("email", from: fields)
    email = address?.text ?? ""
    phoneNumber =
      fields.optional("phoneNumber") { PhoneNumber.read("phoneNumber", from: $0) } ?? nil
    password = PasswordRules.read("password", from: fields)
    if fields.has("password"),
      let objection = PasswordRules(settings).objection(to: password, email: address?.text)
    {
      fields.reject("password", objection)
    }
    let confirmation = fields.optional("passwordConfirmation") {
      $0.secret("passwordConfirmation", 0...100_000)
    }
    if let confirmation, confirmation != password {
      fields.reject("passwordConfirmation", "differs from the password")
    }
    if !fields.bool("acceptTerms"), fields.has("acceptTerms") {
      fields.reject("acceptTerms", "must be true: without accepting the terms there is no account")
    }
    isOfRecommendedAge = fields.optional("isOfRecommendedAge") { $0.bool("isOfRecommendedAge") }
    locale = ProfileRules.readLocale(fields)
    timeZone = ProfileRules.readTimeZone(fields)
    logsIn = fields.optional("logIn") { $0.bool("logIn") } ?? false
    try fields.finish()
  }
}

extension EmailAddress {
  /// Reads the member `name` as an address; notes what is wrong with it.
  public static func read(_ name: String, from fields: JSONFields) -> EmailAddress? {
    fields.described(name, as: .string(3...254), placeholder: nil) { fields in
      let raw = fields.string(name, 1...254)
      guard !raw.isEmpty else { return nil }
      let address = EmailAddress(raw)
      if address == nil { fields.reject(name, "must be an email address such as ana@example.org") }
      return address
    }
  }
}
