import Base
import Foundation
import Geodesy
import TestSupport
import Testing

@testable import Routing

/// Changed bytes of a small file: an import ends with an extract or with words, never with a trap.
@Suite struct OSMFuzzTests {
  private static let town: [UInt8] = {
    var file = OSMFileWriter.town(side: 5, lon: 10, lat: 1)
    file.node(901, lon: 10.0001, lat: 1.0001, ["place": "village", "name": "Ö"])
    file.way(901, [1, 2, 7, 6, 1], ["building": "yes", "building:levels": "3"])
    file.way(902, [3, 8], ["highway": "residential", "maxspeed": "30 mph", "oneway": "-1"])
    return file.bytes
  }()

  @Test("an import of changed bytes never traps", arguments: 1...8 as ClosedRange<UInt64>)
  func mutated(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    var random = SeededRandom(seed: seed)
    let path = folder.file("town.osm.pbf")
    for round in 0..<40 {
      var bytes = Self.town
      switch random.next() % 4 {
      case 0: bytes.removeLast(Int(random.next() % UInt64(bytes.count)))
      case 1:
        let at = Int(random.next() % UInt64(bytes.count))
        bytes.insert(contentsOf: bytes[at...].prefix(Int(random.next() % 64)), at: at)
      default: break
      }
      for _ in 0..<1 + Int(random.next() % 6) where !bytes.isEmpty {
        let at = Int(random.next() % UInt64(bytes.count))
        bytes[at] =
          random.next() % 3 == 0
          ? [0, 0x7f, 0x80, 0xff][Int(random.next() % 4)] : UInt8(truncatingIfNeeded: random.next())
      }
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      do {
        let content = try ExtractImport(extract: path).content().content
        let extract = try Extract(content: content)
        let router = StreetRouter([extract.streets])
        _ = try? router.route(
          from: LonLat(lon: 10, lat: 1), to: LonLat(lon: 10.0018, lat: 1.0018),
          StreetProfile(.car))
      } catch {
        #expect(!"\(error)".isEmpty, "seed \(seed), round \(round)")
      }
    }
  }
}
