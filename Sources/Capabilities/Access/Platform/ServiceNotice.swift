import Base

/// What everyone gets to know before signing up.
public struct ServiceNotice: Sendable {
  let settings: Settings

  public init(_ settings: Settings) { self.settings = settings }

  /// The recommendation of an age, as a sentence.
  public var ageNotice: String {
    "Wayside is recommended for people aged \(settings.recommendedAge) and above."
  }

  /// Writes it as the interface shows it: one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("recommendedAge", settings.recommendedAge)
      json.member("ageNotice", ageNotice)
      json.member("storageRegion", settings.storageRegion)
      json.member("termsVersion", settings.termsVersion)
      json.member("passwordMinimum", settings.passwordMinimum)
    }
  }
}
