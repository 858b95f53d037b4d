import Base
import CZip
import Foundation

/// Puts files into a zip archive; the same entries give the same bytes.
///
/// Every entry is dated 1980-01-01, so that nothing but the content decides.
///
/// - Thread: confined.
public struct ZipWriter {
  private enum Content {
    case bytes([UInt8])
    case file(path: String)
  }

  private struct Item {
    var name: String
    var content: Content
    var isCompressed: Bool
  }

  private var items: [Item] = []
  private var names: Set<String> = []

  public init() {}

  /// Adds an entry.
  ///
  /// - Parameters:
  ///   - name: a relative path, as ``ZipEntry/name``.
  ///   - isCompressed: false for content that is compressed already, such as images.
  /// - Throws: ``Refusal`` if the name is unsafe or used already.
  public mutating func add(
    _ name: String, _ bytes: [UInt8], isCompressed: Bool = true
  ) throws(Refusal) {
    try add(name, .bytes(bytes), isCompressed)
  }

  /// Adds a file of this machine under `name`; it is read when the archive is made.
  public mutating func add(
    _ name: String, path: String, isCompressed: Bool = true
  ) throws(Refusal) {
    try add(name, .file(path: path), isCompressed)
  }

  private mutating func add(
    _ name: String, _ content: Content, _ isCompressed: Bool
  ) throws(Refusal) {
    try ZipEntry.check(name: name)
    guard names.insert(name.lowercased()).inserted else {
      throw ZipRule.duplicate.refusal("Two entries are called \"\(name)\"")
    }
    items.append(Item(name: name, content: content, isCompressed: isCompressed))
  }

  /// The archive in memory.
  ///
  /// - Throws: ``Refusal`` if a file cannot be read or there is no memory.
  public func bytes() throws(Refusal) -> [UInt8] {
    guard !items.isEmpty else { return Self.emptyArchive }
    guard let source = zip_source_buffer_create(nil, 0, 0, nil) else { throw Self.failed() }
    // One reference goes to the archive, one stays here to read the result.
    zip_source_keep(source)
    defer { zip_source_free(source) }
    guard let archive = zip_open_from_source(source, Int32(ZIP_TRUNCATE), nil) else {
      zip_source_free(source)
      throw Self.failed()
    }
    try fill(archive)
    var status = zip_stat_t()
    zip_stat_init(&status)
    guard zip_source_stat(source, &status) == 0, zip_source_open(source) == 0 else {
      throw Self.failed()
    }
    defer { zip_source_close(source) }
    var result = [UInt8](repeating: 0, count: Int(clamping: status.size))
    let count = zip_source_read(source, &result, UInt64(result.count))
    guard Int(count) == result.count else { throw Self.failed() }
    return result
  }

  /// Writes the archive to a file, over one that is there.
  ///
  /// - Throws: ``Refusal`` if a file cannot be read or written.
  public func write(path: String) throws(Refusal) {
    guard !items.isEmpty else {
      guard FileManager.default.createFile(atPath: path, contents: Data(Self.emptyArchive)) else {
        throw Self.failed()
      }
      return
    }
    var code: Int32 = 0
    guard let archive = zip_open(path, Int32(ZIP_CREATE | ZIP_TRUNCATE), &code) else {
      throw Self.failed()
    }
    try fill(archive)
  }

  /// libzip writes no archive without entries: an end record alone is one.
  private static let emptyArchive: [UInt8] =
    [0x50, 0x4b, 5, 6] + [UInt8](repeating: 0, count: 18)

  private static func failed() -> Refusal {
    Refusal(.storageFull, "archive-failed", "The archive could not be written.")
  }

  /// Adds all entries, then writes and closes the archive; it is gone in every case.
  private func fill(_ archive: OpaquePointer) throws(Refusal) {
    for item in items {
      guard let source = Self.source(item.content) else {
        zip_discard(archive)
        throw Self.failed()
      }
      let index = zip_file_add(archive, item.name, source, UInt32(ZIP_FL_ENC_UTF_8))
      guard index >= 0 else {
        // Only an added source belongs to the archive.
        zip_source_free(source)
        zip_discard(archive)
        throw Self.failed()
      }
      let method = item.isCompressed ? ZIP_CM_DEFLATE : ZIP_CM_STORE
      zip_set_file_compression(archive, UInt64(index), Int32(method), 9)
      // 1980-01-01, 00:00 in the form of DOS.
      zip_file_set_dostime(archive, UInt64(index), 0, 1 << 5 | 1, 0)
    }
    guard zip_close(archive) == 0 else {
      zip_discard(archive)
      throw Self.failed()
    }
  }

  private static func source(_ content: Content) -> OpaquePointer? {
    switch content {
    case .bytes(let bytes): ZipReader.source(copying: bytes)
    case .file(let path): zip_source_file_create(path, 0, -1, nil)
    }
  }
}
