/// What a capability says of one of its tables.
///
/// A test walks every table of the store and finds exactly one claim for each.
///
/// - Thread: pure.
public struct TableClaim: Sendable {
  /// An answer with its reason.
  public enum Answer: Hashable, Sendable {
    /// How or where.
    case yes(String)
    /// Why not.
    case no(String)
  }

  public let table: String
  /// Whether its rows about an account stand in that account's export: under which member.
  public let export: Answer
  /// What is done so that nothing of it leads to an account any more after that one's erasure.
  ///
  /// What is kept for a reason says no.
  public let erasure: Answer
  /// Which invariant of the capability watches over it, by its name.
  public let rules: Answer

  public init(_ table: String, export: Answer, erasure: Answer, rules: Answer) {
    self.table = table
    self.export = export
    self.erasure = erasure
    self.rules = rules
  }

  /// A table that says nothing about persons.
  public static func impersonal(
    _ table: String, _ reason: String, rules: Answer
  ) -> TableClaim {
    TableClaim(table, export: .no(reason), erasure: .no(reason), rules: rules)
  }
}

extension TableClaim.Answer {
  /// For tables whose rules are all in the database: keys, references and checks.
  public static let declared = TableClaim.Answer.no(
    "keys, references and checks of the table hold its rules")
}
