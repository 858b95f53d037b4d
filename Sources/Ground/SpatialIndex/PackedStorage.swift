/// The bytes of an index: an own allocation, or memory of someone else, such as a mapped file.
// Invariant: the memory is written only between `init(byteCount:)` and the publication of the tree
// that owns it, by the building thread; afterwards it is only read, and freed by `deinit`. Memory of
// someone else is never written.
final class PackedStorage: @unchecked Sendable {
  let base: UnsafeMutableRawPointer
  let byteCount: Int

  /// Who keeps the memory as long as this lives; nil for an own allocation.
  private let owner: (any AnyObject & Sendable)?

  /// Zeroed memory aligned to 64 bytes.
  init(byteCount: Int) {
    base = UnsafeMutableRawPointer.allocate(byteCount: max(byteCount, 64), alignment: 64)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: max(byteCount, 64))
    self.byteCount = byteCount
    owner = nil
  }

  /// Memory of someone else that never changes, aligned to 8.
  init(lying bytes: UnsafeRawBufferPointer, in owner: any AnyObject & Sendable)
    throws(SnapshotError)
  {
    guard let start = bytes.baseAddress, bytes.count >= SnapshotHeader.size,
      Int(bitPattern: start) % 8 == 0
    else { throw .notASnapshot }
    base = UnsafeMutableRawPointer(mutating: start)
    byteCount = bytes.count
    self.owner = owner
  }

  /// Memory with these bytes.
  convenience init(copying bytes: [UInt8]) {
    self.init(byteCount: bytes.count)
    bytes.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      base.copyMemory(from: start, byteCount: source.count)
    }
  }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: byteCount) }

  deinit {
    if owner == nil { base.deallocate() }
  }
}
