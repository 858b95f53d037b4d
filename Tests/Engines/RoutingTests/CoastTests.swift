import Geodesy
import OSMFiles
import Testing

@testable import Routing

@Suite struct CoastTests {
  private func line(_ points: [(Double, Double)]) -> [FixedPosition] {
    points.map { FixedPosition(LonLat(lon: 8 + $0.0 / 100, lat: 47 + $0.1 / 100)) }
  }

  private func isSea(_ areas: [[[FixedPosition]]], _ x: Double, _ y: Double) -> Bool {
    let point = line([(x, y)])[0]
    return areas.contains { area in
      RingAssembler.contains(area[0], point)
        && !area.dropFirst().contains { RingAssembler.contains($0, point) }
    }
  }

  /// A square of land and sea, 10 by 10.
  private let frame: [(Double, Double)] = [(0, 0), (10, 0), (10, 10), (0, 10)]

  @Test("water is on the right of a coast that leads from edge to edge, however it was cut")
  func straight() throws {
    let whole = line([(0, 5), (3, 5), (6, 5), (10, 5)])
    let assembler = try #require(CoastAssembler(around: line(frame)))
    // Land to the north where it leads east; pieces in any order.
    for pieces in [[whole], [Array(whole[2...]), Array(whole[...1]), Array(whole[1...2])]] {
      let areas = assembler.areas(pieces)
      #expect(areas.count == 1)
      #expect(isSea(areas, 5, 1) && isSea(areas, 1, 4.9) && isSea(areas, 5, -1))
      #expect(!isSea(areas, 5, 9) && !isSea(areas, 5, 11))
    }
    let back = assembler.areas([Array(whole.reversed())])
    #expect(isSea(back, 5, 9) && !isSea(back, 5, 1))
  }

  @Test("a coast that comes back to the edge it came from has one side of it")
  func bay() throws {
    let assembler = try #require(CoastAssembler(around: line(frame)))
    // A bay of the south: land around it, water within.
    let areas = assembler.areas([line([(7, 0), (7, 6), (3, 6), (3, 0)]).reversed()])
    #expect(isSea(areas, 5, 3) && !isSea(areas, 1, 1) && !isSea(areas, 9, 9))
    // A headland: land within, water around.
    let other = assembler.areas([line([(7, 0), (7, 6), (3, 6), (3, 0)])])
    #expect(!isSea(other, 5, 3) && isSea(other, 1, 1) && isSea(other, 9, 9))
  }

  @Test("the sea goes on beyond the extract only on sides to which no coast leads")
  func beyond() throws {
    let assembler = try #require(CoastAssembler(around: line(frame)))
    // An estuary to the east: what it does there is not known, and no straight band of it is made up.
    let banks = [line([(0, 7), (10, 7)]), line([(10, 3), (0, 3)])]
    let strait = assembler.areas(banks)
    #expect(isSea(strait, 9.9, 5) && !isSea(strait, 10.5, 5) && !isSea(strait, -0.5, 5))
    // A coast from the west to the east: the open sea is in the south.
    let open = assembler.areas([line([(0, 5), (10, 5)])])
    #expect(isSea(open, 5, -2) && !isSea(open, -1, 2) && !isSea(open, 11, 2))
  }

  @Test("islands are land in the sea, and two coasts have the strait between them")
  func islands() throws {
    let assembler = try #require(CoastAssembler(around: line(frame)))
    let island = line([(4, 1), (6, 1), (6, 3), (4, 3), (4, 1)])
    let areas = assembler.areas([line([(0, 5), (10, 5)]), island])
    #expect(isSea(areas, 2, 2) && !isSea(areas, 5, 2) && !isSea(areas, 5, 8))
    let strait = assembler.areas([line([(0, 7), (10, 7)]), line([(10, 3), (0, 3)])])
    #expect(isSea(strait, 5, 5) && !isSea(strait, 5, 1) && !isSea(strait, 5, 9))
    let alone = assembler.areas([island])
    #expect(isSea(alone, 1, 1) && !isSea(alone, 5, 2))
    #expect(assembler.areas([]).isEmpty)
    #expect(CoastAssembler(around: [FixedPosition]()) == nil)
  }

  @Test(
    "random lines never make an endless way around the box",
    arguments: 1...20 as ClosedRange<UInt64>)
  func random(seed: UInt64) throws {
    var state = seed &* 0x9e37_79b9_7f4a_7c15
    func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 24) * 10
    }
    let pieces = (0..<30).map { _ in line((0..<4).map { _ in (next(), next()) }) }
    let assembler = try #require(CoastAssembler(around: line(frame)))
    for area in assembler.areas(pieces) { #expect(area[0].first == area[0].last) }
  }
}
