import Foundation

/// Bytes that wait on disk until they are read once, in the order in which they came.
///
/// The file has no name: it ends with the process, however that ends.
///
/// - Thread: confined.
final class SpoolFile {
  private static let pieceSize = 1 << 20

  private let descriptor: Int32
  /// The system's error number of the first write that failed.
  private var failure: Int32 = 0
  private var readOffset: off_t = 0

  /// - Parameter path: a file on the disk that is to be used.
  /// - Throws: `unreadable` with the system's error number.
  init(_ path: String) throws(FlatFileError) {
    let name = path + ".new-\(getpid())-spool"
    descriptor = open(name, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .unreadable(errno: errno) }
    unlink(name)
  }

  deinit { close(descriptor) }

  /// Appends bytes; what goes wrong is told when they are read.
  func append(_ bytes: UnsafeRawBufferPointer) {
    var done = 0
    while done < bytes.count, failure == 0 {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let step = write(descriptor, rest.baseAddress, rest.count)
      if step > 0 {
        done += step
      } else if errno != EINTR {
        failure = errno
      }
    }
  }

  /// Calls `body` with the next bytes, in pieces.
  ///
  /// - Throws: `unreadable` if they could not be written or read, and what `body` throws.
  func read(
    _ count: Int, _ body: (UnsafeRawBufferPointer) throws(FlatFileError) -> Void
  ) throws(FlatFileError) {
    guard failure == 0 else { throw .unreadable(errno: failure) }
    let piece = UnsafeMutableRawBufferPointer.allocate(
      byteCount: min(count, SpoolFile.pieceSize), alignment: 16)
    defer { piece.deallocate() }
    var left = count
    while left > 0 {
      let step = pread(descriptor, piece.baseAddress, min(left, piece.count), readOffset)
      if step > 0 {
        try body(UnsafeRawBufferPointer(rebasing: piece[..<step]))
        readOffset += off_t(step)
        left -= step
      } else if step == 0 || errno != EINTR {
        throw .unreadable(errno: step == 0 ? EIO : errno)
      }
    }
  }
}
