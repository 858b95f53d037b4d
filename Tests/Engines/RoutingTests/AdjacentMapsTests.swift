import Base
import Geodesy
import Testing

@testable import Routing

/// Two maps with a gap of 300 m between their streets.
@Suite struct AdjacentMapsTests {
  private let west: SketchWorld
  private let east: SketchWorld
  private let router: StreetRouter
  private let walk = StreetProfile(.walk)

  init() throws {
    let gap = String(repeating: " ", count: 45)
    var west = SketchWorld(
      """
      A------B------C
      |1     |      |
      D------E------F
      """)
    var east = SketchWorld(
      """
      \(gap)G------H------I
      \(gap)|2     |      |
      \(gap)J------K------L
      """)
    for way in ["ABC", "DEF", "AD", "BE", "CF"] { west.way(way) }
    for way in ["GHI", "JKL", "GJ", "HK", "IL"] { east.way(way) }
    router = StreetRouter([try west.network(), try east.network()])
    (self.west, self.east) = (west, east)
  }

  @Test("no walk to a stop leads from one map onto the other, in either direction")
  func stops() throws {
    // Beside this map, on the other, between the two (nearer to this one), and on this one.
    let between = LonLat(
      lon: west.place("F").lon + 80 * 9e-6, lat: west.place("F").lat)
    let set = PlaceSet([east.place("J"), east.place("L"), between, west.place("C")])
    for direction in [PlaceDirection.toPlaces, .fromPlaces] {
      let ways = try #require(
        router.ways(direction, of: set, at: west.place("1"), withinMetres: 3000, walk))
      #expect(ways.ways.map(\.place) == [2, 3])
      #expect(ways.way(0) == nil && ways.way(1) == nil && ways.way(3) != nil)
      // Those may be reckoned along a straight line, which the answer then says.
      #expect(ways.places(beyondMetres: 200) == [0, 1])
      let there = try #require(
        router.ways(direction, of: set, at: east.place("2"), withinMetres: 3000, walk))
      #expect(there.ways.map(\.place) == [0, 1])
      #expect(there.places(beyondMetres: 200).isSuperset(of: [2, 3]))
    }
    // Alone, the western map would have led to all of them.
    let alone = StreetRouter([try west.network()])
    #expect(
      alone.ways(.toPlaces, of: set, at: west.place("1"), withinMetres: 3000, walk)?.ways.count == 4
    )
  }

  @Test("what is reached from stops on the other map is not drawn onto this one")
  func isochrone() throws {
    // From the far corner of the west one is at a stop of the east after a minute.
    let set = PlaceSet([east.place("J")])
    func area(_ after: Double?) throws -> [MultiPolygon] {
      try router.isochrone(
        at: west.place("A"), seconds: [600], StreetProfile(.walk), later: [(set, [after])])
    }
    #expect(try area(60) == area(nil))
    let own = PlaceSet([west.place("F")])
    func from(_ after: Double?) throws -> [MultiPolygon] {
      try router.isochrone(
        at: west.place("A"), seconds: [61], StreetProfile(.walk), later: [(own, [after])])
    }
    #expect(try from(1) != from(nil))
  }

  @Test("a table has no cell between the maps, and a place is brought onto its own map")
  func table() throws {
    let places = [west.place("1"), east.place("2"), west.place("F"), east.place("L")]
    let table = try router.table(sources: places, targets: places, walk)
    // Of two and two the first map with the fewest strangers answers.
    for row in 0..<4 {
      for column in 0..<4 {
        let isWithin = row % 2 == column % 2
        if !isWithin { #expect(table.cells[row][column] == nil) }
        if !isWithin { #expect(table.doorToDoor[row][column] == nil) }
      }
    }
    for (from, to) in [(places[0], places[1]), (places[3], places[2])] {
      for mode in StreetMode.allCases {
        let refusal = #expect(throws: Refusal.self) {
          try router.summary(from: from, to: to, StreetProfile(mode))
        }
        #expect(refusal?.detail.contains("import both extracts as one") == true)
      }
    }
    #expect(try router.snap(east.place("J"), walk).distance < 1)
  }

  // Maps that overlap.

  private static let sketch = """
    A1-----2B
    |       |
    |       |
    |       |
    C-------D----------------E
    """

  private static func map(_ ways: String...) throws -> StreetNetwork {
    var world = SketchWorld(sketch)
    for way in ways { world.way(way) }
    return try world.network()
  }

  @Test("of maps that overlap the one with the best way is taken, the larger or the smaller")
  func overlap() throws {
    let (small, large) = (try Self.map("AB"), try Self.map("AC", "CD", "DB"))
    let larger = try Self.map("AB", "AC", "CD", "DB", "DE")
    let world = SketchWorld(Self.sketch)
    let (from, to) = (world.place("1"), world.place("2"))
    for maps in [[large, small], [small, large], [large, larger], [larger, large]] {
      let router = StreetRouter(maps)
      let way = try router.route(from: from, to: to, walk)
      #expect(abs(way.distance - 60) < 1)
      #expect(try router.summary(from: from, to: to, walk).distance == way.distance)
      #expect(
        try router.matrix(sources: [from], targets: [to], walk)[0][0]?.distance == way.distance)
      let back = try router.tables(starts: [to], places: [from], walk).back
      #expect(back.cells[0][0]?.distance == way.distance)
      #expect(abs((back.doorToDoor[0][0]?.distance ?? 0) - way.distance) < 0.01)
    }
    #expect(try StreetRouter([large]).summary(from: from, to: to, walk).distance > 150)
  }

  @Test("of maps that overlap one that lacks the street in front does not shorten the way by it")
  func overlapFarFromStreets() throws {
    var world = SketchWorld(
      """
      A-------B
              |
      C-1-----D---2
      """)
    var coarse = world
    for way in ["AB", "BD", "CD"] { world.way(way) }
    // Without the street at the start one begins at the next: at the goal itself, but 60 m away.
    coarse.way("BD")
    let (from, to) = (world.place("1"), world.place("D"))
    for maps in [
      [try world.network(), try coarse.network()], [try coarse.network(), try world.network()],
    ] {
      let way = try StreetRouter(maps).route(from: from, to: to, walk)
      #expect(way.from.distance < 1 && abs(way.distance - 60) < 1)
      let table = try StreetRouter(maps).table(sources: [from], targets: [to], walk)
      #expect(table.doorToDoor[0][0]?.distance == way.distance + way.approach.metres)
    }
  }

  @Test("of maps that overlap the largest tells how far one gets and which stops are reached")
  func reachOfOverlap() throws {
    let (small, large) = (try Self.map("CD", "AC"), try Self.map("CD", "AC", "DE"))
    let world = SketchWorld(Self.sketch)
    let stops = PlaceSet([world.place("E")])
    for maps in [[small, large], [large, small]] {
      let router = StreetRouter(maps)
      let ways = router.ways(.toPlaces, of: stops, at: world.place("C"), withinMetres: 900, walk)
      #expect(ways?.ways.map(\.place) == [0])
      #expect(abs((ways?.ways.first?.distance ?? 0) - 250) < 2)
      let area = try router.isochrone(at: world.place("C"), seconds: [600], walk)
      #expect(
        try area == StreetRouter([large]).isochrone(at: world.place("C"), seconds: [600], walk))
    }
  }
}
