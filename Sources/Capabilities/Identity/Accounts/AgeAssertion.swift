import Access
import Base
import Storage

/// What an account has said about its age: whether it has reached a number of years.
///
/// One statement is kept, the last one, and no date of birth (CG-BZ-09).
///
/// - Thread: pure.
public struct AgeAssertion: Sendable {
  /// Years.
  public var threshold: Int
  /// Whether its account has reached them.
  public var answer: Bool

  /// Reads `{threshold, answer}`.
  public init(reading fields: JSONFields) throws(Refusal) {
    threshold = fields.integer("threshold", 1...120)
    answer = fields.bool("answer")
    try fields.finish()
  }

  /// Whether an account has said that it is so many years old.
  public static func holds(
    for account: EntityID, years: Int, in session: StoreSession
  ) throws -> Bool {
    try session.exists(
      "SELECT 1 FROM age_assertions WHERE account = ?1 AND threshold >= ?2 AND answer = 1",
      [.id(account), .int(years)])
  }

  /// Keeps what the caller says, in place of what was said before.
  public static func put(_ assertion: AgeAssertion, caller: Caller, in store: Store) throws {
    let account = try caller.requiredPerson().account
    try store.write { transaction in
      try transaction.execute(
        """
        INSERT INTO age_assertions (account, threshold, answer, at) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (account) DO UPDATE SET threshold = ?2, answer = ?3, at = ?4
        """,
        [
          .id(account), .int(assertion.threshold), .bool(assertion.answer),
          .instant(transaction.now),
        ])
    }
  }
}
