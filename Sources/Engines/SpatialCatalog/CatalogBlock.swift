import Base
import FlatFiles

/// Entries at consecutive slots that never change: a version that changes one of them has another
/// block in its place.
///
/// - Thread: immutable, shared.
public struct CatalogBlock: Sendable {
  let block: EntryStore.Block

  public var count: Int { block.heads.count }

  /// Whether two blocks are the same one.
  ///
  /// - Complexity: O(1).
  public func isIdentical(to other: CatalogBlock) -> Bool {
    block.heads.buffer.baseAddress == other.block.heads.buffer.baseAddress
  }

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

  /// Whether an entry here and one of the same place in another block are alike.
  public func isEqual(to other: CatalogBlock, at index: Int) -> Bool {
    withEntry(index) { own, priority in
      other.withEntry(index) { $1 == priority && $0.elementsEqual(own) } ?? false
    } ?? false
  }
}
