import Base

/// What a person can agree to, each by itself.
public enum ConsentKind: String, Sendable, CaseIterable {
  case terms
  case location
  case locationHistory
  case push
  case analytics

  /// Withdrawing the terms means erasing the account.
  public var isWithdrawable: Bool { self != .terms }

  /// The word of the change log for its being withdrawn, with the account as the subject.
  public var withdrawal: String { rawValue + "Consent" }
}

/// One act of giving or withdrawing a consent.
public struct Consent: Sendable {
  public var kind: ConsentKind
  /// The version of the text that was agreed to.
  public var version: String
  public var isGiven: Bool
  public var at: Instant

  /// Writes it as the interface shows it: one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", kind.rawValue)
      json.member("version", version)
      json.member("given", isGiven)
      json.member("at", at)
    }
  }
}

/// What a caller says about one consent.
public struct ConsentChange: Sendable {
  public var kind: ConsentKind
  public var isGiven: Bool

  init(kind: ConsentKind, isGiven: Bool) {
    self.kind = kind
    self.isGiven = isGiven
  }

  /// Reads `{kind, given}`.
  public init(reading fields: JSONFields) throws(Refusal) {
    kind = fields.choice("kind", ConsentKind.self) ?? .terms
    isGiven = fields.bool("given")
    try fields.finish()
  }
}
