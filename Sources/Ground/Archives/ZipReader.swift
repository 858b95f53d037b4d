import Base
import CZip
import Foundation

/// Reads a zip archive whose directory was checked against all rules first.
///
/// - Thread: confined.
public final class ZipReader {
  /// The files and folders, in the order of the archive.
  public let entries: [ZipEntry]
  private let archive: OpaquePointer
  private let limits: ZipLimits
  private static let chunk = 1 << 16

  /// Opens an archive in memory; the bytes are copied once.
  ///
  /// - Throws: ``Refusal`` naming the rule.
  /// - Complexity: O(bytes).
  public convenience init(_ bytes: [UInt8], limits: ZipLimits = .upload) throws(Refusal) {
    let directory = try ZipDirectory(length: bytes.count, limits: limits) { offset, count in
      guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else {
        return nil
      }
      return Array(bytes[offset..<offset + count])
    }
    let entries = try Self.checked(directory, limits)
    guard let source = Self.source(copying: bytes) else {
      throw Refusal(.busy, "out-of-memory", "There is no memory for this archive now.")
    }
    guard let archive = zip_open_from_source(source, ZIP_RDONLY, nil) else {
      zip_source_free(source)
      throw ZipRule.broken.refusal("The archive cannot be opened")
    }
    try self.init(archive, entries, limits)
  }

  /// Opens an archive file; it must not change while it is read.
  ///
  /// - Throws: ``Refusal`` naming the rule, or `notFound`.
  public convenience init(path: String, limits: ZipLimits = .dataSet) throws(Refusal) {
    guard let file = FileHandle(forReadingAtPath: path),
      let length = (try? file.seekToEnd()).flatMap({ Int(exactly: $0) })
    else { throw .notFound("archive") }
    let directory = try ZipDirectory(length: length, limits: limits) { offset, count in
      guard offset >= 0, (try? file.seek(toOffset: UInt64(offset))) != nil,
        let data = try? file.read(upToCount: count), data.count == count
      else { return count == 0 ? [] : nil }
      return [UInt8](data)
    }
    let entries = try Self.checked(directory, limits)
    var code: Int32 = 0
    guard let archive = zip_open(path, ZIP_RDONLY, &code) else {
      throw ZipRule.broken.refusal("The archive cannot be opened")
    }
    try self.init(archive, entries, limits)
  }

  /// Takes over `archive`; `deinit` closes it, also when this throws.
  private init(
    _ archive: OpaquePointer, _ entries: [ZipEntry], _ limits: ZipLimits
  ) throws(Refusal) {
    self.archive = archive
    self.entries = entries
    self.limits = limits
    // Two readings of one archive that differ are an attempt to pass something by the checks.
    guard zip_get_num_entries(archive, 0) == Int64(entries.count) else {
      throw ZipRule.broken.refusal("The archive can be read in two ways")
    }
    for entry in entries {
      var status = zip_stat_t()
      zip_stat_init(&status)
      guard zip_stat_index(archive, UInt64(entry.index), 0, &status) == 0,
        status.size == UInt64(entry.size), status.comp_size == UInt64(entry.compressedSize),
        let name = zip_get_name(archive, UInt64(entry.index), UInt32(ZIP_FL_ENC_RAW)),
        String(cString: name) == entry.name
      else { throw ZipRule.broken.refusal("The archive can be read in two ways") }
    }
  }

  deinit { zip_discard(archive) }

  private static func checked(
    _ directory: ZipDirectory, _ limits: ZipLimits
  ) throws(Refusal) -> [ZipEntry] {
    var total = 0
    var names: Set<String> = []
    var entries: [ZipEntry] = []
    for (index, item) in directory.items.enumerated() {
      let entry = ZipEntry(
        name: item.name, size: item.size, compressedSize: item.compressedSize, index: index)
      try ZipEntry.check(name: item.name)
      guard names.insert(item.name.lowercased()).inserted else {
        throw ZipRule.duplicate.refusal("Two entries are called \"\(item.name)\"")
      }
      guard !item.isLink else {
        throw ZipRule.link.refusal("\"\(item.name)\" is a symbolic link")
      }
      guard !item.isEncrypted else {
        throw ZipRule.encrypted.refusal("\"\(item.name)\" is encrypted")
      }
      guard item.method == 0 || item.method == 8 else {
        throw ZipRule.method.refusal("\"\(item.name)\" is neither stored nor deflated")
      }
      guard item.method == 8 || item.size == item.compressedSize else {
        throw ZipRule.broken.refusal("\"\(item.name)\" has two sizes")
      }
      // Sizes are 32-bit numbers and there are at most 65,534 of them: no overflow.
      total += item.size
      guard item.size <= limits.entryBytes, total <= limits.totalBytes else {
        throw ZipRule.size.refusal(
          "The archive unpacks to more than \(min(limits.entryBytes, limits.totalBytes)) bytes")
      }
      guard item.size <= 65_536 || item.size / limits.ratio <= item.compressedSize else {
        throw ZipRule.ratio.refusal("\"\(item.name)\" is packed tighter than \(limits.ratio):1")
      }
      guard limits.allowsNestedArchives || !entry.looksLikeArchive else {
        throw ZipRule.nested.refusal("\"\(item.name)\" is an archive in the archive")
      }
      entries.append(entry)
    }
    return entries
  }

  /// The entry of that name.
  public func entry(_ name: String) -> ZipEntry? { entries.first { $0.name == name } }

  /// Unpacks an entry into memory.
  ///
  /// - Parameter cap: refuse entries with more bytes.
  /// - Throws: ``Refusal``; a wrong check sum, or more or fewer bytes than declared, are refused.
  public func bytes(of entry: ZipEntry, cap: Int = .max) throws(Refusal) -> [UInt8] {
    guard entry.size <= cap else {
      throw ZipRule.size.refusal("\"\(entry.name)\" has \(entry.size) bytes, more than \(cap)")
    }
    var result: [UInt8] = []
    result.reserveCapacity(entry.size)
    try read(entry) { (piece) throws(Refusal) in result += piece }
    return result
  }

  /// Unpacks an entry piece by piece, in pieces of at most 64 KiB.
  ///
  /// - Parameter body: gets each piece; what it throws ends the reading.
  public func read(
    _ entry: ZipEntry, _ body: (ArraySlice<UInt8>) throws(Refusal) -> Void
  ) throws(Refusal) {
    guard let file = zip_fopen_index(archive, UInt64(entry.index), 0) else {
      throw ZipRule.broken.refusal("\"\(entry.name)\" cannot be opened")
    }
    defer { zip_fclose(file) }
    var buffer = [UInt8](repeating: 0, count: Self.chunk)
    var total = 0
    while true {
      let count = Int(zip_fread(file, &buffer, UInt64(Self.chunk)))
      // A wrong check sum shows up as an error at the end.
      guard count >= 0 else { throw ZipRule.broken.refusal("\"\(entry.name)\" is damaged") }
      if count == 0 { break }
      if total == 0, !limits.allowsNestedArchives, ZipEntry.isArchive(buffer.prefix(count)) {
        throw ZipRule.nested.refusal("\"\(entry.name)\" is an archive in the archive")
      }
      total += count
      guard total <= entry.size else {
        throw ZipRule.size.refusal("\"\(entry.name)\" has more bytes than it declares")
      }
      try body(buffer[..<count])
    }
    guard total == entry.size else {
      throw ZipRule.broken.refusal("\"\(entry.name)\" has fewer bytes than it declares")
    }
  }

  /// A source over a copy that libzip frees with it; nil if there is no memory.
  static func source(copying bytes: [UInt8]) -> OpaquePointer? {
    guard let memory = malloc(max(1, bytes.count)) else { return nil }
    bytes.withUnsafeBytes { from in
      if let start = from.baseAddress { memory.copyMemory(from: start, byteCount: from.count) }
    }
    guard let source = zip_source_buffer_create(memory, UInt64(bytes.count), 1, nil) else {
      free(memory)
      return nil
    }
    return source
  }
}
