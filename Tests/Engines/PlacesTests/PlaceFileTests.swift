import Base
import FlatFiles
import Foundation
import Geodesy
import OSMFiles
import TestSupport
import Testing

@testable import Places

@Suite struct PlaceFileTests {
  @Test(
    "a file that was changed is refused and never traps", arguments: 1...6 as ClosedRange<UInt64>)
  func changed(seed: UInt64) throws {
    let content = try SampleTown.content()
    var random = SeededRandom(seed: seed)
    for _ in 0..<60 {
      var bytes = content
      let at = FlatFile.headerSize + Int(random.next() % UInt64(bytes.count - FlatFile.headerSize))
      bytes[at] ^= UInt8(1 + random.next() % 255)
      // With the right checksum, what is inside has to be doubted.
      let arrays = bytes.withUnsafeBytes {
        Int($0.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
      }
      let sum = bytes.withUnsafeBytes {
        FlatFile.checksum(
          UnsafeRawBufferPointer(rebasing: $0[FlatFile.headerSize...]), arrays: arrays)
      }
      for offset in 0..<8 {
        bytes[24 + offset] = UInt8(truncatingIfNeeded: sum >> (8 * UInt64(offset)))
      }
      do {
        let index = try PlaceIndex(content: bytes)
        _ = index.search(PlaceQuery("haupstrasse 12", near: LonLat(lon: 10, lat: 0)))
        _ = index.places(at: LonLat(lon: 10, lat: 0))
        index.forEachPlace { _ in }
      } catch {
        // Refused, as it should be.
      }
    }
  }

  @Test(
    "an import of changed bytes ends with places or with words",
    arguments: 1...4 as ClosedRange<UInt64>)
  func fuzzed(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("town.osm.pbf")
    var random = SeededRandom(seed: seed)
    for _ in 0..<40 {
      var bytes = SampleTown.file.bytes
      for _ in 0..<1 + Int(random.next() % 6) {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      do {
        let index = try PlaceIndex(content: PlaceImport(extract: path).content().content)
        _ = index.search(PlaceQuery("hau"))
      } catch is OSMFileError {}
    }
  }

  @Test("real addresses of Helsinki are found by their text, with an error, and begun")
  func helsinki() throws {
    let name = "osm/helsinki-centre-2019.osm.pbf"
    guard let data = Checkout.realData(holding: name) else {
      print("SKIPPED helsinki: no \(name); set WAYSIDE_DATA")
      return
    }
    let index = try PlaceIndex(content: PlaceImport(extract: data + "/" + name).content().content)
    var houses: [Place] = []
    index.forEachPlace { if $0.kind == .address { houses.append($0) } }
    let asked = houses.enumerated().filter { $0.offset % 5 == 2 }.map(\.element)
    #expect(asked.count > 100)
    func isFirst(_ house: Place, _ text: String) -> Bool {
      guard let found = index.search(PlaceQuery(text)).first else { return false }
      return found.title == house.title
        && Geodesic.distance(from: found.position, to: house.position) < 250
    }
    func share(_ isFound: (Place) -> Bool) -> Double {
      Double(asked.filter(isFound).count) / Double(asked.count)
    }
    #expect(share { isFirst($0, "\($0.title), \($0.postcode) \($0.city)") } >= 0.98)
    let typo = share { house in
      var letters = Array("\(house.title), \(house.postcode) \(house.city)")
      letters.swapAt(3, 4)
      return isFirst(house, String(letters))
    }
    #expect(typo >= 0.9)
    let begun = share { house in
      index.search(PlaceQuery(String(house.title.prefix(8)), near: house.position)).contains {
        $0.title == house.title || ($0.kind == .street && $0.name == house.street)
      }
    }
    #expect(begun >= 0.9)
  }
}
