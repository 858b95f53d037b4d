import Foundation

/// The bytes of an index: an own allocation, or a mapped file.
// Invariant: the memory is written only between `init(byteCount:)` and the publication of the tree
// that owns it, by the building thread; afterwards it is only read, and freed by `deinit`. A mapped
// file must not change while mapped: snapshots are written anew and renamed, never edited.
final class PackedStorage: @unchecked Sendable {
  let base: UnsafeMutableRawPointer
  let byteCount: Int

  /// Who gives the memory back.
  private enum Owner {
    case this
    case mapping
    /// Someone else, who keeps it as long as this lives.
    case other(any AnyObject & Sendable)
  }

  private let owner: Owner

  /// Zeroed memory aligned to 64 bytes.
  init(byteCount: Int) {
    base = UnsafeMutableRawPointer.allocate(byteCount: max(byteCount, 64), alignment: 64)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: max(byteCount, 64))
    self.byteCount = byteCount
    owner = .this
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
    self.owner = .other(owner)
  }

  /// Memory with these bytes.
  convenience init(copying bytes: [UInt8]) {
    self.init(byteCount: bytes.count)
    bytes.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      base.copyMemory(from: start, byteCount: source.count)
    }
  }

  /// A private read-only mapping of a file.
  init(mapping path: String) throws(SnapshotError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(errno: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(errno: errno) }
    guard let size = Int(exactly: status.st_size), size >= SnapshotHeader.size else {
      throw .notASnapshot
    }
    let mapped = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let mapped, mapped != MAP_FAILED else { throw .unreadable(errno: errno) }
    base = mapped
    byteCount = size
    owner = .mapping
  }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: byteCount) }

  deinit {
    switch owner {
    case .this: base.deallocate()
    case .mapping: munmap(base, byteCount)
    case .other: break
    }
  }
}
