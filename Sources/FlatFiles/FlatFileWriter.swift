import Foundation

/// Puts arrays together to a ``FlatFile``.
///
/// - Thread: confined.
public struct FlatFileWriter {
  private var entries: [(name: UInt32, size: Int, bytes: [UInt8], count: Int)] = []

  public init() {}

  /// Adds an array; its name must not be in use yet.
  public mutating func add<Element: BitwiseCopyable>(_ name: UInt32, _ elements: [Element]) {
    let bytes = elements.withUnsafeBytes { [UInt8]($0) }
    entries.append((name, MemoryLayout<Element>.stride, bytes, elements.count))
  }

  /// The bytes of the whole file.
  public func bytes(_ format: FlatFile.Format) -> [UInt8] {
    var offset = FlatFileWriter.aligned(FlatFile.headerSize + entries.count * 24)
    var offsets: [Int] = []
    for entry in entries {
      offsets.append(offset)
      offset = FlatFileWriter.aligned(offset + entry.bytes.count)
    }
    var result = [UInt8](repeating: 0, count: offset)
    result.withUnsafeMutableBytes { target in
      target.storeBytes(of: format.magicNumber, as: UInt64.self)
      target.storeBytes(of: format.version, toByteOffset: 8, as: UInt32.self)
      target.storeBytes(of: UInt32(entries.count), toByteOffset: 12, as: UInt32.self)
      target.storeBytes(of: UInt64(offset), toByteOffset: 16, as: UInt64.self)
      for (index, entry) in entries.enumerated() {
        let place = FlatFile.headerSize + index * 24
        target.storeBytes(of: entry.name, toByteOffset: place, as: UInt32.self)
        target.storeBytes(of: UInt32(entry.size), toByteOffset: place + 4, as: UInt32.self)
        target.storeBytes(of: UInt64(offsets[index]), toByteOffset: place + 8, as: UInt64.self)
        target.storeBytes(of: UInt64(entry.count), toByteOffset: place + 16, as: UInt64.self)
        UnsafeMutableRawBufferPointer(rebasing: target[offsets[index]...])
          .copyBytes(from: entry.bytes)
      }
      let content = UnsafeRawBufferPointer(rebasing: target[FlatFile.headerSize...])
      let sum = FlatFile.checksum(content, arrays: entries.count)
      target.storeBytes(of: sum, toByteOffset: 24, as: UInt64.self)
    }
    return result
  }

  /// Writes beside the target, flushes, and renames: readers see the old file or the new one.
  public static func write(_ bytes: [UInt8], to path: String) throws(FlatFileError) {
    let temporary = path + ".new-\(getpid())"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .unreadable(errno: errno) }
    var failure: Int32 = 0
    bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count, failure == 0 {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
        let step = Foundation.write(descriptor, rest.baseAddress, rest.count)
        if step > 0 {
          written += step
        } else if errno != EINTR {
          failure = errno
        }
      }
    }
    if failure == 0, fsync(descriptor) != 0 { failure = errno }
    close(descriptor)
    if failure == 0, rename(temporary, path) != 0 { failure = errno }
    guard failure == 0 else {
      unlink(temporary)
      throw .unreadable(errno: failure)
    }
  }

  static func aligned(_ offset: Int) -> Int { (offset + 63) & ~63 }
}
