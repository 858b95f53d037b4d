import Base
import Storage

/// Where a layer of the catalog gets its entries from: one capability's tables.
///
/// - Thread: shared.
public protocol CatalogSource: Sendable {
  /// The layer's name: `instances`, `tour-starts`, `stops`.
  var layer: String { get }
  /// The form of the bodies; to be counted up whenever they are encoded in another way.
  var bodyVersion: UInt32 { get }
  /// The kinds of changes that concern it.
  var changeKinds: Set<String> { get }

  /// Hands over every entry, in any order.
  func all(in session: StoreSession, _ emit: (CatalogEntry) -> Void) throws

  /// The identifiers of entries that a change of `kind` on `subject` may have altered; the subject
  /// itself where the entries are what changes.
  func affected(by change: Change, in session: StoreSession) throws -> [EntityID]

  /// Those of the named entries that exist now.
  func entries(_ ids: [EntityID], in session: StoreSession) throws -> [CatalogEntry]
}

extension CatalogSource {
  public func affected(by change: Change, in session: StoreSession) throws -> [EntityID] {
    [change.subject]
  }
}

/// A source of so many entries that several readers share them at start.
///
/// - Thread: shared.
public protocol DivisibleCatalogSource: CatalogSource {
  /// Identifiers at which to cut the entries into about equal parts, ascending; none where there are
  /// too few to be worth it.
  ///
  /// - Parameter parts: how many parts are wanted.
  func cuts(_ parts: Int, in session: StoreSession) throws -> [EntityID]

  /// Hands over the entries of a part, in any order.
  func all(
    in part: CatalogPart, session: StoreSession, _ emit: (CatalogEntry) -> Void) throws
}

extension DivisibleCatalogSource {
  public func all(in session: StoreSession, _ emit: (CatalogEntry) -> Void) throws {
    try all(in: CatalogPart(), session: session, emit)
  }
}

/// The entries whose identifiers lie in a range.
public struct CatalogPart: Hashable, Sendable {
  /// The least one; nil for all from the least on.
  public var first: EntityID?
  /// The least one of the next part; nil for all to the greatest.
  public var end: EntityID?

  public init(first: EntityID? = nil, end: EntityID? = nil) {
    self.first = first
    self.end = end
  }

  /// The parts between cuts, which ascend; without any, one with everything.
  static func between(_ cuts: [EntityID]) -> [CatalogPart] {
    zip([nil] + cuts, cuts + [nil]).map { CatalogPart(first: $0, end: $1) }
  }
}
