import Base

/// A change of one's own profile; members that are absent stay as they are, null clears.
///
/// - Thread: pure.
public struct ProfileChange: Sendable {
  /// Stay, or become this (nil: cleared).
  enum Change: Sendable {
    case stay
    case become(String?)

    func applied(to value: String?) -> String? {
      switch self {
      case .stay: value
      case .become(let new): new
      }
    }
  }

  var displayName: String?
  var givenName: Change
  var familyName: Change
  var locale: Change
  var timeZone: Change
  var preferences: [JSONValue.Member]

  /// Reads `{name?, givenName?, familyName?, locale?, timeZone?, preferences?}`.
  public init(reading fields: JSONFields) throws(Refusal) {
    displayName = fields.optional("name") { ProfileRules.readDisplayName($0) }
    givenName = Self.change("givenName", fields) {
      ProfileRules.readName($0, "givenName", ProfileRules.names)
    }
    familyName = Self.change("familyName", fields) {
      ProfileRules.readName($0, "familyName", ProfileRules.names)
    }
    locale = Self.change("locale", fields) { ProfileRules.readLocale($0) }
    timeZone = Self.change("timeZone", fields) { ProfileRules.readTimeZone($0) }
    let given = fields.described(
      "preferences", as: Preferences.schema, optional: true, placeholder: nil
    ) { $0.value("preferences") }
    preferences = given?.members ?? []
    if given != nil, given?.members == nil { fields.reject("preferences", "must be an object") }
    var trial = Preferences()
    if let objection = trial.merge(preferences) { fields.reject("preferences", objection) }
    try fields.finish()
  }

  private static func change(
    _ name: String, _ fields: JSONFields, _ read: (JSONFields) -> String?
  ) -> Change {
    if fields.isNull(name) { return .become(nil) }
    return fields.has(name) ? .become(read(fields)) : .stay
  }
}
