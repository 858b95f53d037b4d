import Storage

/// Something in memory that a ``SpatialCatalog`` keeps equal to the store beside its own layers.
///
/// - Thread: shared. The catalog calls one method at a time; readers may be anywhere.
public protocol CatalogFollower: Sendable {
  /// What its readers wait for; those of its methods that answer from memory do so first.
  var freshness: Freshness { get }

  /// The kinds of changes that concern it.
  var changeKinds: Set<String> { get }

  /// Reads everything, once, before any change.
  func fill(in session: StoreSession) throws

  /// Brings up to date what changes of these kinds may have altered.
  ///
  /// The same changes may come again after a failure, and some that ``fill(in:)`` has seen already.
  func apply(_ changes: [Change], in session: StoreSession) throws
}
