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
