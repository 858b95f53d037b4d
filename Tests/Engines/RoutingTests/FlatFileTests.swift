import Base
import FlatFiles
import Foundation
import OSMFiles
import TestSupport
import Testing

@testable import Routing

@Suite struct FlatFileTests {
  private func content() throws -> [UInt8] {
    var world = SketchWorld("A--B--C")
    world.way("ABC", [.highway: "residential", .name: "Höhenweg"])
    return try world.content()
  }

  @Test("an extract reads back from memory and from a mapped file")
  func roundTrip() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.wayside")
    let content = try content()
    try FlatFileWriter.write(content, to: path)
    for extract in [try Extract(content: content), try Extract(path: path)] {
      #expect(extract.streets.segmentCount == 1)
      #expect(extract.streets.name(extract.streets.nameNumbers[0]) == "Höhenweg")
      #expect(extract.map.count == 0)
    }
    #expect(throws: FlatFileError.unreadable(errno: ENOENT)) {
      try Extract(path: folder.file("absent"))
    }
    #expect(throws: FlatFileError.self) { try Extract(path: folder.path) }
  }

  @Test("any cut and any changed byte is refused")
  func damage() throws {
    let content = try content()
    for length in [0, 8, 63, 64, 100, content.count / 2, content.count - 1] {
      #expect(throws: FlatFileError.self) { try Extract(content: Array(content.prefix(length))) }
    }
    var random = SeededRandom(seed: 3)
    for _ in 0..<150 {
      var damaged = content
      let place = Int(random.next() % UInt64(content.count))
      damaged[place] ^= UInt8(1 << (random.next() % 8))
      #expect(throws: FlatFileError.self) { try Extract(content: damaged) }
    }
    var other = content
    other[8] = 99
    #expect(throws: FlatFileError.otherVersion(99)) { try Extract(content: other) }
  }

  @Test("a forged file with a right checksum cannot lead outside of its arrays")
  func forged() throws {
    let content = try content()
    var random = SeededRandom(seed: 4)
    for _ in 0..<200 {
      var forged = content
      let place = 64 + Int(random.next() % UInt64(content.count - 64))
      forged[place] = UInt8(truncatingIfNeeded: random.next())
      let sum = forged.withUnsafeBytes { bytes in
        FlatFile.checksum(
          UnsafeRawBufferPointer(rebasing: bytes[64...]),
          arrays: Int(bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self)))
      }
      withUnsafeBytes(of: sum) { for (i, byte) in $0.enumerated() { forged[24 + i] = byte } }
      // Opened or refused, but never a trap; opened ones can be asked.
      guard let extract = try? Extract(content: forged) else { continue }
      let router = StreetRouter([extract.streets])
      let world = SketchWorld("A--B--C")
      _ = try? router.route(from: world.place("A"), to: world.place("C"), StreetProfile(.walk))
    }
  }

  @Test("no name in another language that was forged leads outside of the file")
  func forgedTranslations() throws {
    var world = SketchWorld("A--B\n|  |\nD--C")
    var tags: [OSMKey: String] = [.building: "yes", .name: "house"]
    for (language, key) in OSMKey.translatedNames { tags[key] = "house " + language }
    world.shape("ABCDA", tags)
    let content = try world.content()
    let names = try #require(Extract(content: content).map.feature(0)?.translations)
    #expect(names.count == OSMKey.translatedNames.count)
    // All that may be a number of a text, set to each number there is and a few beyond.
    let most = UInt32(2 * names.count + 6)
    var (opened, refused) = (0, 0)
    for place in stride(from: 64, to: content.count - 3, by: 4) {
      let was = content.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt32.self) }
      guard was > 0, was < most else { continue }
      for value in 1...most {
        var forged = content
        forged.withUnsafeMutableBytes { bytes in
          bytes.storeBytes(of: value, toByteOffset: place, as: UInt32.self)
        }
        let sum = forged.withUnsafeBytes { bytes in
          FlatFile.checksum(
            UnsafeRawBufferPointer(rebasing: bytes[64...]),
            arrays: Int(bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self)))
        }
        withUnsafeBytes(of: sum) { for (i, byte) in $0.enumerated() { forged[24 + i] = byte } }
        // Opened or refused, but never a trap; of opened ones every feature can be read.
        guard let map = try? Extract(content: forged).map else {
          refused += 1
          continue
        }
        opened += 1
        for number in 0..<map.count { _ = map.feature(number) }
      }
    }
    #expect(opened > 0 && refused > 0, "\(opened), \(refused)")
  }
}
