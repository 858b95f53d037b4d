import Base
import Foundation
import Geodesy
import OSMFiles
import TestSupport
import Testing

@testable import Routing

/// A town of eight by eight junctions, whole, and cut in the middle: streets across the cut are in
/// both halves with all their nodes' numbers, and each half holds the nodes of its side.
@Suite struct SeveralExtractsTests {
  private let folder: TemporaryFolder
  private let whole: String
  private let halves: [String]

  private static let side = 8

  init() throws {
    folder = try TemporaryFolder()
    whole = folder.file("whole.osm.pbf")
    halves = ["west", "east"].map { [folder] in folder.file($0 + ".osm.pbf") }
    try Self.write(columns: 0...7, to: whole)
    try Self.write(columns: 0...4, to: halves[0])
    try Self.write(columns: 4...7, to: halves[1])
  }

  private static func write(columns: ClosedRange<Int>, to path: String) throws {
    var file = OSMFileWriter()
    func number(_ row: Int, _ column: Int) -> Int64 { Int64(row * side + column + 1) }
    for row in 0..<side {
      for column in columns {
        file.node(
          number(row, column), lon: 10 + Double(column) * 9e-4, lat: 1 + Double(row) * 9e-4,
          // In both halves, as it lies on the cut.
          row == 3 && column == 4 ? ["place": "village", "name": "Middle"] : [:])
      }
    }
    for line in 0..<side {
      file.way(
        Int64(line + 1), (0..<side).map { number(line, $0) },
        ["highway": "residential", "name": "Row \(line)"])
    }
    for column in columns {
      file.way(
        Int64(column + 101), (0..<side).map { number($0, column) },
        ["highway": "residential", "name": "Column \(column)"])
    }
    try Data(file.bytes).write(to: URL(fileURLWithPath: path))
  }

  @Test("two halves are one map: what both hold is there once, and ways lead across the cut")
  func joined() throws {
    let (expected, one) = try ExtractImport(extract: whole).content()
    let (content, result) = try ExtractImport(extracts: halves).content()
    #expect(result.ways == one.ways && result.segments == one.segments)
    #expect(result.features == one.features && result.features[.place] == 1)
    let (a, b) = (try Extract(content: expected).streets, try Extract(content: content).streets)
    var random = SeededRandom(seed: 12)
    let places = (0..<12).map { _ in
      LonLat(lon: 10 + random.unit() * 6e-3, lat: 1 + random.unit() * 6e-3)
    }
    for mode in StreetMode.allCases {
      let profile = StreetProfile(mode)
      let wanted = try StreetRouter([a]).matrix(sources: places, targets: places, profile)
      let found = try StreetRouter([b]).matrix(sources: places, targets: places, profile)
      for (row, other) in zip(wanted, found) {
        for (cell, seen) in zip(row, other) {
          let (cell, seen) = (try #require(cell), try #require(seen))
          #expect(abs(cell.distance - seen.distance) < 0.01, "\(mode)")
        }
      }
    }
  }

  @Test("imported apart, the same halves are told apart, with what would join them")
  func apart() throws {
    let router = StreetRouter(
      try halves.map { try Extract(content: ExtractImport(extract: $0).content().content).streets })
    #expect {
      try router.summary(
        from: LonLat(lon: 10.0001, lat: 1), to: LonLat(lon: 10.0062, lat: 1.0062),
        StreetProfile(.walk))
    } throws: { error in
      "\(error)".contains("import both extracts as one")
    }
  }

  @Test("an extract with nothing to walk on and nothing to draw is refused")
  func nothing() throws {
    let path = folder.file("nothing.osm.pbf")
    var file = OSMFileWriter()
    file.node(1, lon: 10, lat: 1)
    file.node(2, lon: 10.001, lat: 1)
    file.way(1, [1, 2], ["note": "nothing that anyone draws"])
    try Data(file.bytes).write(to: URL(fileURLWithPath: path))
    #expect {
      try ExtractImport(extract: path).content()
    } throws: { error in
      "\(error)".contains("no streets in it, and nothing else")
    }
  }

  @Test("of several files the one that cannot be read is named")
  func broken() throws {
    let cut = folder.file("cut.osm.pbf")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: halves[1]))
    try bytes.prefix(bytes.count - 20).write(to: URL(fileURLWithPath: cut))
    for paths in [[halves[0], cut], [cut, halves[0]]] {
      #expect {
        try ExtractImport(extracts: paths).content()
      } throws: { error in
        "\(error)".contains("cut.osm.pbf: The file is cut off")
      }
    }
  }
}
