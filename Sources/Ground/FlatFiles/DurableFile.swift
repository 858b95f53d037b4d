import Foundation

/// A file that appears under its name whole and flushed to disk, or not at all.
///
/// Written beside its name and renamed at the end; an unfinished one is removed.
///
/// - Thread: confined.
final class DurableFile {
  private let path: String
  private let temporary: String
  private let descriptor: Int32

  /// - Throws: `unreadable` with the system's error number.
  init(_ path: String) throws(FlatFileError) {
    self.path = path
    temporary = path + ".new-\(getpid())"
    descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .unreadable(errno: errno) }
  }

  deinit {
    close(descriptor)
    // Does nothing once the file has its name.
    unlink(temporary)
  }

  /// Appends bytes.
  func append(_ bytes: UnsafeRawBufferPointer) throws(FlatFileError) {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let step = write(descriptor, rest.baseAddress, rest.count)
      if step > 0 {
        done += step
      } else if errno != EINTR {
        throw .unreadable(errno: errno)
      }
    }
  }

  /// Appends an array's bytes.
  func append(_ bytes: [UInt8]) throws(FlatFileError) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(FlatFileError) in try append(bytes) }
    }
    try result.get()
  }

  /// Replaces the first bytes.
  func replaceStart(with bytes: [UInt8]) throws(FlatFileError) {
    guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else {
      throw .unreadable(errno: errno)
    }
  }

  /// Flushes to disk and gives the file its name.
  func finish() throws(FlatFileError) {
    guard fsync(descriptor) == 0, rename(temporary, path) == 0 else {
      throw .unreadable(errno: errno)
    }
  }
}
