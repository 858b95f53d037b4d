import Base
import Storage

/// What the rest must know of a capability; each provides one value of it.
///
/// What one capability takes from the others, whoever they are, stands in its ``parts``: kinds of
/// notification and of deadline, what can be reported, what goes when a member leaves, sources of
/// zones. Whoever takes a sort of parts declares its protocol or type, and picks its own out of all
/// registered ones: nothing names its clients, and a new sort needs no change here.
///
/// A table more touches two files: the schema that makes it and the capability's list of
/// ``tables``, which says what export, erasure and `doctor` do about it.
///
/// ```swift
/// // PollTables.swift, in the list of the schema's statements:
/// "CREATE TABLE polls (id %id NOT NULL PRIMARY KEY, item %id NOT NULL, host %id NOT NULL)"
///
/// // PlanningTables.swift, in `planningTables`:
/// TableClaim(
///   "polls", export: .yes("polls"), erasure: .yes("hosted polls are closed and lose their host"),
///   rules: .yes("poll-has-options"))
/// ```
///
/// - Thread: pure.
public struct Capability: Sendable {
  /// A stable name in camel case.
  public let name: String
  /// Its schema, in the order in which it is applied.
  public var schema: [SchemaModule]
  /// One claim for each of its tables.
  public var tables: [TableClaim]
  /// The rules that its data keep at every moment.
  public var invariants: [Invariant]
  /// What exports and erases the personal data in its tables.
  public var personalData: [any PersonalDataHolder]
  /// What other capabilities take from it.
  public var parts: [any Sendable]

  public init(
    _ name: String, schema: [SchemaModule] = [], tables: [TableClaim] = [],
    invariants: [Invariant] = [], personalData: [any PersonalDataHolder] = [],
    parts: [any Sendable] = []
  ) {
    self.name = name
    self.schema = schema
    self.tables = tables
    self.invariants = invariants
    self.personalData = personalData
    self.parts = parts
  }

  /// The same with parts that exist once services do.
  public func with(
    personalData: [any PersonalDataHolder] = [], parts: [any Sendable] = []
  ) -> Capability {
    var copy = self
    copy.personalData += personalData
    copy.parts += parts
    return copy
  }
}

extension [Capability] {
  /// The schemas of all, in order.
  public var schema: [SchemaModule] { flatMap(\.schema) }
  public var tables: [TableClaim] { flatMap(\.tables) }
  public var invariants: [Invariant] { flatMap(\.invariants) }
  public var personalData: [any PersonalDataHolder] { flatMap(\.personalData) }

  /// The parts of one sort, in order: `capabilities.parts((any DepartureHandler).self)`.
  public func parts<Part>(_ sort: Part.Type) -> [Part] {
    flatMap { $0.parts.compactMap { $0 as? Part } }
  }

  /// - Throws: `conflict` when two capabilities have one name, or claim one table or one invariant's
  ///   name; the sorts of parts are checked by whoever takes them.
  public func check() throws(Refusal) {
    try Self.checkOnce(map(\.name), "capabilities are named")
    try Self.checkOnce(schema.map(\.name), "schemas are named")
    try Self.checkOnce(tables.map(\.table), "capabilities claim the table")
    try Self.checkOnce(invariants.map(\.name), "invariants are named")
  }

  private static func checkOnce(_ names: [String], _ what: String) throws(Refusal) {
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      throw Refusal(.conflict, "registered-twice", "Two \(what) \(name).")
    }
  }
}
