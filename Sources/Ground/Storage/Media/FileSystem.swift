import Base
import Foundation

/// The operating system's calls on files, with errors that callers can act on.
enum FileSystem {
  /// What the last failed call gave as its reason.
  static var reason: String { String(cString: strerror(errno)) }

  /// The error for the last failed call: a full disk is a `Refusal`.
  static func failure(_ what: String) -> any Error {
    if errno == ENOSPC || errno == EDQUOT {
      return DatabaseError(.full, "no space left").forCaller
    }
    return DatabaseError(.inputOutput, "a file cannot be handled (\(what)): \(reason)")
  }

  /// Makes a folder that is on disk when this returns; one that is there is left alone.
  static func makeFolder(_ path: String) throws {
    if mkdir(path, 0o700) == 0 {
      try syncFolder((path as NSString).deletingLastPathComponent)
    } else if errno != EEXIST {
      throw failure("make a folder")
    }
  }

  static func rename(_ path: String, to target: String) throws {
    if Foundation.rename(path, target) != 0 { throw failure("rename") }
  }

  /// Makes names in a folder survive a power cut.
  static func syncFolder(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("open a folder") }
    defer { close(descriptor) }
    if fsync(descriptor) != 0 { throw failure("sync a folder") }
  }

  static func syncFile(_ path: String) throws {
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("open") }
    defer { close(descriptor) }
    if fsync(descriptor) != 0 { throw failure("sync") }
  }

  static func writeAll(_ buffer: UnsafeRawBufferPointer, to descriptor: Int32) throws {
    var offset = 0
    while offset < buffer.count {
      let count = write(
        descriptor, buffer.baseAddress.map { $0 + offset }, buffer.count - offset)
      if count < 0 {
        if errno == EINTR { continue }
        throw failure("write")
      }
      offset += count
    }
  }

  static func readAll(_ descriptor: Int32) throws(DatabaseError) -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw DatabaseError(.inputOutput, "a file cannot be read: \(reason)")
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var offset = 0
    while offset < bytes.count {
      let rest = bytes.count - offset
      let count = bytes.withUnsafeMutableBytes {
        read(descriptor, $0.baseAddress.map { $0 + offset }, rest)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw DatabaseError(.inputOutput, "a file cannot be read: \(reason)")
      }
      offset += count
    }
    return bytes
  }

  /// Names in a folder, sorted; none if it cannot be read.
  static func names(in path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}
