import Base
import Foundation
import Storage
import TestSupport
import Testing

@Suite("Media folder")
struct MediaFolderTests {
  /// SHA-256 of "abc" (FIPS 180-4, example B.1) and of nothing.
  private static let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
  private static let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

  private func digest(_ text: String) throws -> MediaDigest {
    try #require(MediaDigest(hex: text))
  }

  @Test("bytes come back under their digest, in a folder of its first digits")
  func roundTrip() throws {
    let folder = try TemporaryFolder()
    let media = try MediaFolder(in: folder.path)
    let abc = try digest(Self.abc)
    #expect(!media.exists(abc))
    #expect(try media.read(abc) == nil)
    #expect(try media.open(abc) == nil)
    #expect(media.size(abc) == nil)
    for _ in 0..<2 { try media.put(Array("abc".utf8), digest: abc) }
    try media.put([], digest: try digest(Self.empty))
    #expect(media.exists(abc))
    #expect(try media.read(abc) == Array("abc".utf8))
    #expect(media.size(abc) == 3)
    #expect(try media.read(digest(Self.empty)) == [])
    #expect(FileManager.default.fileExists(atPath: folder.file("media/ba/78/\(Self.abc)")))
    #expect(try list(media) == [Self.abc, Self.empty])
    #expect(try quarantined(folder) == [])
    try media.remove(abc)
    try media.remove(abc)
    #expect(try list(media) == [Self.empty])
  }

  @Test("an upload is kept, or leaves nothing")
  func uploads() throws {
    let folder = try TemporaryFolder()
    let media = try MediaFolder(in: folder.path)
    do {
      let dropped = try media.quarantinedFile()
      try dropped.write(Array("half of".utf8))
      #expect(try quarantined(folder).count == 1)
    }
    #expect(try quarantined(folder) == [])
    let kept = try media.quarantinedFile()
    try kept.write(Array("a".utf8))
    try kept.write("bc".utf8)
    #expect(try Data(contentsOf: URL(fileURLWithPath: kept.path)) == Data("abc".utf8))
    try media.put(kept, digest: try digest(Self.abc))
    #expect(try media.read(digest(Self.abc)) == Array("abc".utf8))
    #expect(throws: DatabaseError.self) { try kept.write([1]) }
    #expect(try quarantined(folder) == [])
  }

  @Test("the same file put by 16 threads at once is there once")
  func together() throws {
    let folder = try TemporaryFolder()
    let media = try MediaFolder(in: folder.path)
    let abc = try digest(Self.abc)
    let errors = Guarded<[String]>([])
    concurrently(16) { _ in
      do {
        try media.put(Array("abc".utf8), digest: abc)
        if try media.read(abc) != Array("abc".utf8) { errors.withLock { $0.append("content") } }
      } catch {
        errors.withLock { $0.append("\(error)") }
      }
    }
    #expect(errors.current == [])
    #expect(try list(media) == [Self.abc])
  }

  @Test("only old uploads that nobody finishes are purged")
  func purge() throws {
    let folder = try TemporaryFolder()
    let media = try MediaFolder(in: folder.path)
    let running = try media.quarantinedFile()
    // The body of a request that a crash has cut off.
    try Data().write(to: URL(fileURLWithPath: folder.file("quarantine/upload-1.part")))
    let now = SystemClock().now()
    #expect(media.purgeQuarantine(olderThan: 3600, now: now) == 0)
    #expect(media.purgeQuarantine(olderThan: 3600, now: now.adding(seconds: 7200)) == 2)
    #expect(try quarantined(folder) == [])
    withExtendedLifetime(running) {}
  }

  @Test(
    "anything but 64 hexadecimal digits is no digest",
    arguments: [
      "", "..", "../../etc/passwd", String(abc.dropLast()), abc + "0", "g" + abc.dropFirst(),
      "/" + abc.dropFirst(), abc.replacingOccurrences(of: "b", with: "\u{0}"),
      "ä" + abc.dropFirst(2),
      "..%2f" + abc.dropFirst(5),
    ])
  func wrongDigests(_ text: String) {
    #expect(MediaDigest(hex: text) == nil)
  }

  @Test("a digest is the same from digits in either case and from bytes")
  func digests() throws {
    let fromBytes = MediaDigest(bytes: (0..<32).map { UInt8($0 * 8) })
    #expect(fromBytes?.hex == "0008101820283038404850586068707880889098a0a8b0b8c0c8d0d8e0e8f0f8")
    #expect(MediaDigest(hex: Self.abc.uppercased()) == MediaDigest(hex: Self.abc))
    #expect(MediaDigest(bytes: [1, 2]) == nil)
  }

  @Test("strange files in the folder are not listed")
  func strangers() throws {
    let folder = try TemporaryFolder()
    let media = try MediaFolder(in: folder.path)
    try media.put(Array("abc".utf8), digest: try digest(Self.abc))
    for name in ["media/stranger", "media/ba/78/stranger", "media/ba/78/" + Self.abc.uppercased()] {
      try Data().write(to: URL(fileURLWithPath: folder.file(name)))
    }
    #expect(try list(media) == [Self.abc])
  }

  /// Another file system than that of temporary folders; nil if there is none.
  private static let otherDisk: String? = {
    var (there, here) = (stat(), stat())
    guard stat("/dev/shm", &there) == 0, stat(NSTemporaryDirectory(), &here) == 0,
      there.st_dev != here.st_dev
    else { return nil }
    return "/dev/shm"
  }()

  @Test(
    "media on another disk, shared by data folders, take uploads; a copy holds off all sweeps",
    .enabled(if: MediaFolderTests.otherDisk != nil, "/dev/shm is no file system of its own"))
  func otherFileSystem() throws {
    let place = try #require(Self.otherDisk) + "/wayside-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: place) }
    let folders = try [TemporaryFolder(), TemporaryFolder()]
    let media = try folders.map { folder in
      try FileManager.default.createSymbolicLink(
        atPath: folder.file("media"), withDestinationPath: place)
      return try MediaFolder(in: folder.path)
    }
    let abc = try digest(Self.abc)
    try media[0].put(Array("abc".utf8), digest: abc)
    #expect(try media[1].read(abc) == Array("abc".utf8))
    let duringCopy = try media[1].copying { try media[0].removing { true } }
    #expect(duringCopy == nil)
    let afterCopy = try media[0].removing { true }
    #expect(afterCopy == true)
    #expect(try list(media[0]) == [Self.abc])
    #expect(try quarantined(folders[0]) == [])
  }

  private func list(_ media: MediaFolder) throws -> [String] {
    var names: [String] = []
    try media.list { names.append($0.hex) }
    return names
  }

  private func quarantined(_ folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.file("media/.new"))
  }
}
