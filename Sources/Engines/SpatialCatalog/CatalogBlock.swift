import Base
import FlatFiles

/// Entries at consecutive slots that never change: a version that changes one of them has another
/// block in its place.
///
/// - Thread: immutable, shared.
public struct CatalogBlock: Sendable {
  let block: EntryStore.Block

  public var count: Int { block.heads.count }

  /// What a reader keeps beside these entries; nil until there is something.
  public typealias Notes = (any AnyObject & Sendable)?

  /// The place for what a reader has derived from these entries and wants to find again with them.
  ///
  /// A block that is replaced has new notes, so that nothing has to be followed: what was derived from
  /// entries that have changed is gone. For one kind of reader: another one's would replace it.
  public var notes: Guarded<Notes> { block.notes }

  /// Lends the encoded members of an entry and tells its priority; nil where a slot is vacant.
  ///
  /// - Parameter index: in 0..<``count``.
  public func withEntry<Result>(
    _ index: Int, _ use: (_ body: UnsafeBufferPointer<UInt8>, _ priority: Int) -> Result
  ) -> Result? {
    guard block.heads.indices.contains(index) else { return nil }
    let head = block.heads[index]
    if head.isVacant { return nil }
    return withExtendedLifetime(block) {
      use(
        UnsafeBufferPointer(
          rebasing: block.bodies.buffer[Int(head.bodyStart)..<Int(head.bodyEnd)]),
        Int(head.priority))
    }
  }
}
