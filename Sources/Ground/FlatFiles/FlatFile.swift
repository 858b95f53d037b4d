import Foundation

/// Arrays of plain numbers in one file that is used by mapping it.
///
/// | offset | content (little-endian) |
/// |---|---|
/// | 0 | kind, 8 letters |
/// | 8 | format version, 4 bytes; number of arrays, 4 bytes |
/// | 16 | length of the file, 8 bytes |
/// | 24 | checksum of everything from byte 64 on and of the number of arrays, 8 bytes |
/// | 32 | zero |
/// | 64 | per array: name (4 bytes), bytes per element (4), offset (8), number of elements (8) |
///
/// Every array starts at a multiple of 64 bytes.
public struct FlatFile: Sendable {
  /// Bytes before the list of arrays.
  public static let headerSize = 64
  private static let entrySize = 24

  /// The kind of file and the version of its content.
  public struct Format: Sendable {
    /// Eight ASCII letters.
    public var magic: StaticString
    public var version: UInt32

    public init(magic: StaticString, version: UInt32) {
      self.magic = magic
      self.version = version
    }

    var magicNumber: UInt64 {
      magic.withUTF8Buffer { letters in
        var number: UInt64 = 0
        for (index, letter) in letters.prefix(8).enumerated() {
          number |= UInt64(letter) << UInt64(8 * index)
        }
        return number
      }
    }
  }

  private let memory: FlatMemory
  private let entries: [UInt32: (size: Int, offset: Int, count: Int)]

  /// Checks the whole file: kind, version, length, checksum, bounds of every array.
  ///
  /// - Complexity: one pass over the bytes, several GB/s.
  public init(_ memory: FlatMemory, format: Format) throws(FlatFileError) {
    let bytes = memory.bytes
    guard bytes.count >= FlatFile.headerSize,
      bytes.loadUnaligned(as: UInt64.self) == format.magicNumber
    else { throw .notThisFormat }
    let version = bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
    guard version == format.version else { throw .otherVersion(version) }
    let length = bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
    guard length == UInt64(bytes.count) else {
      throw .wrongLength(expected: length, actual: UInt64(bytes.count))
    }
    let sum = bytes.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
    let content = UnsafeRawBufferPointer(rebasing: bytes[FlatFile.headerSize...])
    let count = Int(bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
    guard sum == FlatFile.checksum(content, arrays: count),
      bytes[32..<FlatFile.headerSize].allSatisfy({ $0 == 0 })
    else { throw .wrongChecksum }
    guard count <= (bytes.count - FlatFile.headerSize) / FlatFile.entrySize else {
      throw .inconsistent("it is too short for its list of arrays")
    }
    var entries: [UInt32: (size: Int, offset: Int, count: Int)] = [:]
    for index in 0..<count {
      let place = FlatFile.headerSize + index * FlatFile.entrySize
      let name = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
      let size = Int(bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self))
      let offset = bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self)
      let elements = bytes.loadUnaligned(fromByteOffset: place + 16, as: UInt64.self)
      guard size > 0, offset % 64 == 0, offset <= UInt64(bytes.count),
        elements <= (UInt64(bytes.count) - offset) / UInt64(size)
      else { throw .inconsistent("array \(name) lies outside") }
      entries[name] = (size, Int(offset), Int(elements))
    }
    self.memory = memory
    self.entries = entries
  }

  /// Whether there is an array of that name; files of earlier versions may lack it.
  public func has(_ name: UInt32) -> Bool { entries[name] != nil }

  /// One array, by name.
  public func array<Element: BitwiseCopyable & Sendable>(
    _ name: UInt32, of type: Element.Type
  ) throws(FlatFileError) -> FlatArray<Element> {
    guard let entry = entries[name], entry.size == MemoryLayout<Element>.stride else {
      throw .inconsistent("array \(name) is missing")
    }
    let start = memory.bytes.baseAddress.map { $0 + entry.offset }
    let typed = start?.bindMemory(to: Element.self, capacity: entry.count)
    return FlatArray(
      owner: memory, buffer: UnsafeBufferPointer(start: typed, count: entry.count))
  }

  /// A fast checksum against damage, not against forgery; see ``FlatChecksum``.
  public static func checksum(_ bytes: UnsafeRawBufferPointer, arrays: Int) -> UInt64 {
    var sum = FlatChecksum()
    sum.add(bytes)
    return sum.finish(arrays: arrays)
  }
}
