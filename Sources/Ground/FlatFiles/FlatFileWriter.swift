/// Puts arrays together to a ``FlatFile``.
///
/// - Thread: confined.
public struct FlatFileWriter {
  private struct Entry {
    var name: UInt32
    var size: Int
    var count: Int
    /// Empty where the bytes wait in the spool.
    var bytes: [UInt8]

    var byteCount: Int { size * count }
  }

  private var entries: [Entry] = []
  private let spool: SpoolFile?

  /// Arrays wait in memory.
  public init() { spool = nil }

  /// Arrays wait in a file without a name, for content that is larger than one wants to hold.
  ///
  /// - Parameter path: where the file will be written; the spool lies on the same disk.
  /// - Throws: `unreadable` where nothing can be written.
  public init(spoolingBeside path: String) throws(FlatFileError) { spool = try SpoolFile(path) }

  /// Adds an array; its name must not be in use yet.
  public mutating func add<Element: BitwiseCopyable>(_ name: UInt32, _ elements: [Element]) {
    let size = MemoryLayout<Element>.stride
    elements.withUnsafeBytes { bytes in
      spool?.append(bytes)
      entries.append(
        Entry(
          name: name, size: size, count: elements.count, bytes: spool == nil ? [UInt8](bytes) : []))
    }
  }

  /// Writes the file beside its place, flushes, and renames: readers see the old or the new one.
  ///
  /// - Returns: its length.
  /// - Throws: `unreadable` if it, or an array before, could not be written; then `path` is as it was.
  public func write(_ format: FlatFile.Format, to path: String) throws(FlatFileError) -> Int {
    let stream = try FlatFileStream(
      format, entries.map { FlatFileStream.Plan($0.name, size: $0.size, count: $0.count) }, to: path
    )
    if let spool {
      for entry in entries { try spool.read(entry.byteCount, stream.add) }
    } else {
      for entry in entries { try stream.add(entry.bytes) }
    }
    return try stream.finish()
  }

  /// The bytes of the whole file; of arrays that wait in memory.
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
    let file = try DurableFile(path)
    try file.append(bytes)
    try file.finish()
  }

  static func aligned(_ offset: Int) -> Int { (offset + 63) & ~63 }
}
