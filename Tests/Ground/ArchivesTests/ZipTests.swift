import Base
import Foundation
import Testing

@testable import Archives

@Suite struct ZipTests {
  private static func sample() throws -> [UInt8] {
    var writer = ZipWriter()
    try writer.add("manifest.json", Array(#"{"version":1}"#.utf8))
    try writer.add("media/a.bin", (0..<5000).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) })
    try writer.add("médias/ü.txt", Array("grüße".utf8), isCompressed: false)
    try writer.add("empty", [])
    return try writer.bytes()
  }

  @Test("what was written is read back, in order and byte for byte")
  func roundTrip() throws {
    let reader = try ZipReader(Self.sample())
    #expect(
      reader.entries.map(\.name) == ["manifest.json", "media/a.bin", "médias/ü.txt", "empty"])
    let entry = try #require(reader.entry("media/a.bin"))
    #expect(
      try reader.bytes(of: entry) == (0..<5000).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) })
    let text = try #require(reader.entry("médias/ü.txt"))
    #expect(try String(decoding: reader.bytes(of: text), as: UTF8.self) == "grüße")
    let empty = try #require(reader.entry("empty"))
    #expect(try reader.bytes(of: empty).isEmpty)
    #expect(reader.entry("nothing") == nil)
  }

  @Test("the same entries give the same bytes, of the first day of zip; an empty archive is one")
  func deterministic() throws {
    // Time and date of the first header: midnight of 1980-01-01.
    #expect(try Self.sample()[10..<14] == [0, 0, 1 << 5 | 1, 0])
    #expect(try Self.sample() == Self.sample())
    #expect(try ZipReader(ZipWriter().bytes()).entries.isEmpty)
  }

  @Test("archives on disk, with large members in pieces")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "archives-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let member = folder.appendingPathComponent("stop_times.txt").path
    let line = "trip,08:00:00,08:01:00,stop,"
    let text = (0..<200_000).map { line + String($0 &* 7919) }.joined(separator: "\n")
    try Data(text.utf8).write(to: URL(fileURLWithPath: member))
    var writer = ZipWriter()
    try writer.add("stop_times.txt", path: member)
    let path = folder.appendingPathComponent("feed.zip").path
    try writer.write(path: path)
    let reader = try ZipReader(path: path)
    let entry = try #require(reader.entries.first)
    var bytes = 0
    var pieces = 0
    try reader.read(entry) { piece in
      bytes += piece.count
      pieces += 1
    }
    #expect(bytes == text.utf8.count)
    #expect(pieces >= bytes / 65_536)
    #expect(throws: Refusal.self) { try ZipReader(path: folder.appendingPathComponent("no").path) }
    #expect(throws: Refusal.self) { try reader.bytes(of: entry, cap: 1000) }
    var missing = ZipWriter()
    try missing.add("a", path: folder.appendingPathComponent("missing").path)
    #expect(throws: Refusal.self) { try missing.bytes() }
    // What a reader's body throws ends the reading.
    #expect(throws: Refusal.notFound("piece")) {
      try reader.read(entry) { (_) throws(Refusal) in throw .notFound("piece") }
    }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var rule: ZipRule
    var file: [UInt8]
    var limits: ZipLimits

    init(
      _ name: String, _ rule: ZipRule, _ file: [UInt8], _ limits: ZipLimits = .upload
    ) {
      (testDescription, self.rule, self.file, self.limits) = (name, rule, file, limits)
    }
  }

  private static let a = RawZip.Entry("a")
  private static let b = RawZip.Entry("b")

  private static func named(_ name: String) -> [UInt8] { RawZip.file([RawZip.Entry(name)]) }

  /// A deflated megabyte of zeros.
  private static func bomb() -> [UInt8] {
    var writer = ZipWriter()
    try? writer.add("zeros", [UInt8](repeating: 0, count: 1 << 20))
    return (try? writer.bytes()) ?? []
  }

  static let refused: [Case] = [
    Case("empty", .broken, []),
    Case("text", .broken, Array("this is no archive at all, but text".utf8)),
    Case("gap before the end record", .broken, RawZip.file([a], between: [0])),
    Case("no local header", .broken, RawZip.file([a.with { $0.start = 3 }])),
    Case("two sizes", .broken, RawZip.file([a.with { $0.size = 9 }])),
    Case("too many entries", .entries, RawZip.file((0..<101).map { RawZip.Entry("\($0)") })),
    Case("total size", .size, RawZip.file([a, b]), ZipLimits(totalBytes: 9)),
    Case("entry size", .size, RawZip.file([a]), ZipLimits(entryBytes: 4)),
    Case("bomb", .ratio, bomb()),
    Case("parent folder", .name, named("../a")),
    Case("parent inside", .name, named("a/../../b")),
    Case("absolute", .name, named("/etc/passwd")),
    Case("drive", .name, named("C:/a")),
    Case("backslash", .name, named("a\\b")),
    Case("no name", .name, named("")),
    Case("double slash", .name, named("a//b")),
    Case("here", .name, named("./a")),
    Case("control character", .name, named("a\u{0}b")),
    Case("long name", .name, named(String(repeating: "a", count: 256))),
    Case("name not UTF-8", .name, RawZip.file([a.with { $0.name = [0xff, 0x61] }])),
    Case("duplicate", .duplicate, RawZip.file([a, a])),
    Case("duplicate in other case", .duplicate, RawZip.file([a, RawZip.Entry("A")])),
    Case("symbolic link", .link, RawZip.file([a.with { $0.mode = 0o120777 }])),
    Case("overlap", .overlap, RawZip.file([a, b.with { $0.start = 0 }])),
    Case(
      "reaching into the directory", .overlap,
      RawZip.file([
        a.with {
          $0.compressedSize = 30; $0.size = 30
        }
      ])),
    Case("nested by name", .nested, named("a.ZIP")),
    Case("encrypted", .encrypted, RawZip.file([a.with { $0.flags = 1 }])),
    Case("other method", .method, RawZip.file([a.with { $0.method = 14 }])),
  ]

  @Test(
    "archives that break a rule are refused, and the refusal names the rule", arguments: refused)
  func refusal(_ broken: Case) {
    let error = #expect(throws: Refusal.self) {
      try ZipReader(broken.file, limits: broken.limits)
    }
    #expect(error?.slug == broken.rule.rawValue, "\(error?.detail ?? "")")
  }

  @Test("every rule has an archive that breaks it")
  func complete() {
    #expect(Set(Self.refused.map(\.rule)) == Set(ZipRule.allCases))
  }

  @Test("an archive called otherwise is found by its content")
  func nestedByContent() throws {
    let inner = RawZip.file([Self.a])
    let reader = try ZipReader(RawZip.file([Self.a.with { $0.content = inner }]))
    let error = #expect(throws: Refusal.self) { try reader.bytes(of: reader.entries[0]) }
    #expect(error?.slug == "zip-nested")
    var limits = ZipLimits.upload
    limits.allowsNestedArchives = true
    let open = try ZipReader(RawZip.file([Self.a.with { $0.content = inner }]), limits: limits)
    #expect(try open.bytes(of: open.entries[0]) == inner)
  }

  @Test("content that lies about its size or its check sum is refused")
  func lies() throws {
    let damaged = RawZip.file([Self.a.with { $0.crc = 1 }])
    let reader = try ZipReader(damaged)
    #expect(throws: Refusal.self) { try reader.bytes(of: reader.entries[0]) }
    // A deflate stream of a megabyte that declares fewer bytes in both headers.
    var bomb = Self.bomb()
    let size = UInt32(1 << 20)
    let pattern = (0..<4).map { UInt8(truncatingIfNeeded: size >> UInt32(8 * $0)) }
    for i in 0..<(bomb.count - 4) where Array(bomb[i..<i + 4]) == pattern {
      bomb.replaceSubrange(i..<i + 4, with: [0, 0x10, 0, 0])
    }
    let small = try ZipReader(bomb)
    #expect(small.entries[0].size == 4096)
    #expect(throws: Refusal.self) { try small.bytes(of: small.entries[0]) }
  }

  @Test("comments behind the end record are fine; names for writing are checked too")
  func details() throws {
    let file = RawZip.file([Self.a], comment: Array("made by hand".utf8))
    #expect(try ZipReader(file).entries.count == 1)
    var writer = ZipWriter()
    #expect(throws: Refusal.self) { try writer.add("../a", []) }
    try writer.add("a", [])
    #expect(throws: Refusal.self) { try writer.add("A", []) }
  }

  private func readAll(_ file: [UInt8]) {
    guard let reader = try? ZipReader(file) else { return }
    for entry in reader.entries { _ = try? reader.bytes(of: entry) }
  }

  @Test("an archive cut off anywhere is refused")
  func truncated() throws {
    let file = try Self.sample()
    for length in stride(from: 0, to: file.count, by: file.count > 3000 ? 3 : 1) {
      #expect(throws: Refusal.self) { try ZipReader(Array(file.prefix(length))) }
    }
  }

  @Test("damaged archives are read or refused, never more", arguments: [1, 2, 3] as [UInt64])
  func mutated(seed: UInt64) throws {
    let file = RawZip.file([
      Self.a, Self.b.with { $0.content = Array("some text".utf8) }, RawZip.Entry("c/d"),
    ])
    var random = SeededRandom(seed: seed)
    for _ in 0..<1500 {
      var copy = file
      for _ in 0...Int(random.next() % 3) {
        let at = Int(random.next() % UInt64(copy.count))
        copy[at] = random.next() % 4 == 0 ? 0xff : UInt8(truncatingIfNeeded: random.next())
      }
      readAll(copy)
    }
  }
}
