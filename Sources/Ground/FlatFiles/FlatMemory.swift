import Foundation

/// The bytes behind a flat file: a mapping, or memory of our own.
// Invariant: written only inside the initializers, before anyone else can see it; afterwards only
// read, and freed by `deinit`. Mapped files are written anew and renamed, never edited.
public final class FlatMemory: @unchecked Sendable {
  public let bytes: UnsafeRawBufferPointer
  private let isMapped: Bool

  /// Memory with these numbers, aligned to 64.
  public init<Element: BitwiseCopyable>(copying content: [Element]) {
    let size = content.count * MemoryLayout<Element>.stride
    let base = UnsafeMutableRawPointer.allocate(byteCount: Swift.max(size, 64), alignment: 64)
    content.withUnsafeBytes { source in
      if let start = source.baseAddress { base.copyMemory(from: start, byteCount: source.count) }
    }
    bytes = UnsafeRawBufferPointer(start: base, count: size)
    isMapped = false
  }

  /// A private read-only mapping of a whole file.
  public init(mapping path: String) throws(FlatFileError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(errno: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(errno: errno) }
    guard let size = Int(exactly: status.st_size), size >= FlatFile.headerSize else {
      throw .notThisFormat
    }
    let mapped = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let mapped, mapped != MAP_FAILED else { throw .unreadable(errno: errno) }
    bytes = UnsafeRawBufferPointer(start: mapped, count: size)
    isMapped = true
  }

  deinit {
    guard let base = bytes.baseAddress else { return }
    let mutable = UnsafeMutableRawPointer(mutating: base)
    if isMapped {
      munmap(mutable, bytes.count)
    } else {
      mutable.deallocate()
    }
  }
}
