import Base

/// A file in a zip archive.
///
/// - Thread: pure.
public struct ZipEntry: Hashable, Sendable {
  /// A relative path with `/` between its parts, safe to join to a folder.
  public let name: String
  /// Bytes, unpacked.
  public let size: Int
  public let compressedSize: Int
  /// Position in the archive.
  let index: Int

  public var isDirectory: Bool { name.hasSuffix("/") }

  /// Endings of archives.
  private static let archives: Set<String> = [
    "zip", "kmz", "jar", "apk", "ipa", "usdz", "7z", "rar", "tar", "gz", "tgz", "bz2", "xz",
    "zst", "lz4", "cab", "iso",
  ]

  var looksLikeArchive: Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    return Self.archives.contains(name[name.index(after: dot)...].lowercased())
  }

  /// Whether bytes start like an archive, whatever the entry is called.
  static func isArchive(_ start: some Collection<UInt8>) -> Bool {
    let marks: [[UInt8]] = [
      [0x50, 0x4b, 3, 4], [0x50, 0x4b, 5, 6], [0x1f, 0x8b], [0x37, 0x7a, 0xbc, 0xaf],
      Array("Rar!".utf8), Array("BZh".utf8), [0xfd, 0x37, 0x7a, 0x58], [0x28, 0xb5, 0x2f, 0xfd],
    ]
    return marks.contains { start.starts(with: $0) }
  }

  /// Refuses names that could lead out of a folder or mean different things on other systems.
  static func check(name: String) throws(Refusal) {
    func wrong(_ what: String) -> Refusal {
      ZipRule.name.refusal(
        "The name \"\(String(String.UnicodeScalarView(name.unicodeScalars.prefix(60))))\" \(what)")
    }
    guard (1...255).contains(name.utf8.count) else { throw wrong("must have 1 to 255 bytes") }
    guard !name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f }) else {
      throw wrong("has control characters")
    }
    guard !name.utf8.contains(0x5c), !name.utf8.contains(0x3a) else {
      throw wrong("has a backslash or colon")
    }
    guard name.utf8.first != 0x2f else { throw wrong("is absolute") }
    let path = name.hasSuffix("/") ? name.dropLast() : name[...]
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      guard !part.isEmpty, part != ".", part != ".." else { throw wrong("leads elsewhere") }
    }
  }
}
