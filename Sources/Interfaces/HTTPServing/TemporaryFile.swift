import Base
import Glibc

/// A file that a body was streamed into; removed with the last reference unless taken.
///
/// - Thread: shared; written by the server before any handler sees it.
public final class TemporaryFile: Sendable {
  public let path: String
  /// Open for reading and writing; closed with the last reference.
  public let descriptor: Int32
  private let state = Guarded((count: 0, isTaken: false))

  /// Creates an empty file with mode 0600 in `folder`; nil if that fails (`errno` says why).
  public init?(folder: String) {
    let random = RequestID(SystemRandom().next()).description
    path = folder + "/upload-" + random + ".part"
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if descriptor < 0 { return nil }
  }

  deinit {
    close(descriptor)
    if !state.withLock({ $0.isTaken }) { unlink(path) }
  }

  /// How many bytes were written.
  public var byteCount: Int { state.withLock { $0.count } }

  /// Keeps the file: from now on its owner renames or removes it.
  public func take() { state.withLock { $0.isTaken = true } }

  /// Appends bytes; false if the disk is full or failing.
  func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes
    while let base = rest.baseAddress, !rest.isEmpty {
      let written = write(descriptor, base, rest.count)
      if written < 0 {
        if errno == EINTR { continue }
        return false
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
    state.withLock { $0.count += bytes.count }
    return true
  }

  /// Makes a file with `content`, as tests need it; nil if that fails.
  public convenience init?(folder: String, content: [UInt8]) {
    self.init(folder: folder)
    guard content.withUnsafeBytes({ append($0) }) else { return nil }
  }
}
