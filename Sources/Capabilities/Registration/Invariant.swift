import Storage

/// A rule that the stored data keep at every moment, checked by `wayside doctor`.
public struct Invariant: Sendable {
  /// A stable name in kebab case.
  public var name: String
  /// What must hold, in one sentence.
  public var rule: String
  /// A statement that counts the rows which break it.
  public var countingBreaches: String

  public init(_ name: String, _ rule: String, countingBreaches: String) {
    self.name = name
    self.rule = rule
    self.countingBreaches = countingBreaches
  }

  /// How many rows break the rule.
  public func breaches(in session: StoreSession) throws -> Int {
    try session.count(countingBreaches)
  }
}
