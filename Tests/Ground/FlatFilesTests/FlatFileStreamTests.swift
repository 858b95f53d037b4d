import Base
import FlatFiles
import Foundation
import TestSupport
import Testing

@Suite("Flat files")
struct FlatFileStreamTests {
  private let format = FlatFile.Format(magic: "WAYTESTS", version: 3)
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "a file written piece by piece is the one written at once", arguments: [1, 2, 3] as [UInt64])
  func pieces(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let numbers = (0..<Int(random.next() % 40_000)).map { _ in
      UInt32(truncatingIfNeeded: random.next())
    }
    let letters = (0..<Int(random.next() % 3_000_000)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var writer = FlatFileWriter()
    writer.add(1, numbers)
    writer.add(2, [UInt64]())
    writer.add(3, letters)
    let path = folder.file("stream")
    let stream = try FlatFileStream(
      format,
      [
        FlatFileStream.Plan(1, size: 4, count: numbers.count),
        FlatFileStream.Plan(2, size: 8, count: 0),
        FlatFileStream.Plan(3, size: 1, count: letters.count),
      ], to: path)
    try stream.add(numbers)
    var start = 0
    while start < letters.count {
      let end = min(start + 1 + Int(random.next() % 70_000), letters.count)
      try stream.add(Array(letters[start..<end]))
      start = end
    }
    #expect(!FileManager.default.fileExists(atPath: path), "not before it is whole")
    try stream.finish()
    let written = try #require(FileManager.default.contents(atPath: path))
    #expect([UInt8](written) == writer.bytes(format), "seed \(seed)")
    let spooled = folder.file("spooled")
    var spooling = try FlatFileWriter(spoolingBeside: spooled)
    spooling.add(1, numbers)
    spooling.add(2, [UInt64]())
    spooling.add(3, letters)
    #expect(try spooling.write(format, to: spooled) == written.count)
    #expect(FileManager.default.contents(atPath: spooled) == written)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
    let file = try FlatFile(FlatMemory(mapping: path), format: format)
    #expect(Array(try file.array(1, of: UInt32.self)) == numbers)
    #expect(try file.array(2, of: UInt64.self).isEmpty)
    #expect(
      try file.array(3, of: UInt8.self).part(5..<9).elementsEqual(letters.dropFirst(5).prefix(4)))
  }

  @Test("a file that is replaced is let go, memory and disk, when its last reader is")
  func letGo() throws {
    let path = folder.file("mapped")
    var writer = FlatFileWriter()
    writer.add(1, [1, 2, 3] as [UInt32])
    _ = try writer.write(format, to: path)
    // A mapping keeps the place of a file on disk, also where the file has no name any more.
    func isMapped() throws -> Bool {
      let maps = try #require(fopen("/proc/self/maps", "r"))
      defer { fclose(maps) }
      var line = [CChar](repeating: 0, count: 8192)
      while fgets(&line, Int32(clamping: line.count), maps) != nil {
        if strstr(line, path) != nil { return true }
      }
      return false
    }
    do {
      let memory = try FlatMemory(mapping: path)
      _ = try writer.write(format, to: path)
      #expect(try isMapped())
      withExtendedLifetime(memory) {}
    }
    #expect(try !isMapped())
  }

  @Test("more or less than was announced is refused, and leaves nothing behind")
  func wrongLength() throws {
    let path = folder.file("wrong")
    do {
      let stream = try FlatFileStream(
        format, [FlatFileStream.Plan(1, size: 4, count: 2)], to: path)
      try stream.add([1] as [UInt32])
      #expect(throws: FlatFileError.self) { try stream.finish() }
      #expect(throws: FlatFileError.self) { try stream.add([1, 2] as [UInt32]) }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }
}
