import Base
import FlatFiles
import Foundation
import Geodesy
import OSMFiles
import TestSupport
import Testing

@testable import Routing

@Suite struct SquareTests {
  private let square: [OSMKey: String] = [.highway: "pedestrian", .area: "yes"]

  private func market(_ tags: [OSMKey: String]) -> SketchWorld {
    var world = SketchWorld(
      """
      1--A---------B
         |         |
         |         |
         |         |
         D---------C--2
      """)
    world.way("ABCDA", tags)
    world.way("EA")
    world.way("FC")
    return world
  }

  private func metres(
    _ world: SketchWorld, _ from: Character, _ to: Character, _ mode: StreetMode = .walk
  ) throws -> Double {
    try StreetRouter([world.network()]).summary(
      from: world.place(from), to: world.place(to), StreetProfile(mode)
    ).distance
  }

  @Test("a square is walked across, a ring of the same shape is walked round")
  func crossing() throws {
    for (tags, path) in [(square, "AC"), ([.highway: "pedestrian"], "ABC")] {
      var world = SketchWorld(
        """
        E--A---------B
           |         |
           |         |
           D---------C--F
        """)
      world.way("ABCDA", tags)
      world.way("EA")
      world.way("CF")
      let walked = try world.route("E", "F", .walk)
      #expect(walked == "E\(path)F" || walked == "EADCF" && path == "ABC")
    }
  }

  @Test("the way across is as long as the straight line, and nobody drives it")
  func straight() throws {
    var world = market(square)
    world.way("AB", [.highway: "residential"])
    world.way("BC", [.highway: "residential"])
    let line = Geodesic.distance(from: world.place("A"), to: world.place("C"))
    #expect(abs(try metres(world, "A", "C") - line) < 0.02)
    #expect(try world.route("A", "C", .car) == "ABC")
  }

  @Test("a corner that sticks out into a square is walked round at its tip")
  func corner() throws {
    var world = SketchWorld(
      """
      E--A-----B
         |     |
         |     C---D
         |         |
         H---------G--F
      """)
    world.way("ABCDGHA", square)
    world.way("EA")
    world.way("DK")
    world.way("GF")
    world.way("BL")
    #expect(try world.route("B", "D", .walk) == "BCD")
    #expect(try world.route("E", "F", .walk) == "EAGF")
  }

  @Test("holes of a multipolygon are walked round; its ways need no tags of their own")
  func hole() throws {
    var world = SketchWorld(
      """
         A---------------B
         |   K-------L   |
      E--P   |       |   Q--F
         |   |       |   |
         |   |       |   |
         |   N-------M   |
         |               |
         D---------------C
      """)
    world.area("APDCQBA", holes: ["KLMNK"], [.highway: "pedestrian", .name: "Market"])
    world.way("EP")
    world.way("QF")
    #expect(try world.route("E", "F", .walk) == "EPKLQF")
    var open = world
    open = SketchWorld(
      """
         A---------------B
         |               |
      E--P               Q--F
         |               |
         D---------------C
      """)
    open.area("APDCQBA", [.highway: "pedestrian"])
    open.way("EP")
    open.way("QF")
    #expect(try open.route("E", "F", .walk) == "EPQF")
  }

  @Test("a street that only touches the outline in its middle comes in there")
  func touching() throws {
    var world = SketchWorld(
      """
      E----P----G
          /|\\
         / | \\
        A--Q--B
           |
           F
      """)
    world.area("PAQBP", [.highway: "pedestrian"])
    world.way("EPG")
    world.way("FQ")
    #expect(try world.route("E", "F", .walk) == "EPQF")
  }

  @Test("a named square is ground to walk on only where that is said")
  func named() throws {
    for (foot, isCrossed) in [("designated", true), (nil, false), ("no", false)] {
      var tags: [OSMKey: String] = [.place: "square"]
      tags[.foot] = foot
      var world = SketchWorld(
        """
        E--A---------B
           |         |
           D---------C--F
        """)
      world.way("ABCDA", tags)
      world.way("EA")
      world.way("CF")
      #expect((try world.route("E", "F", .walk) == "EACF") == isCrossed)
    }
  }

  @Test("on random outlines every piece stays inside, and no way is longer than the outline")
  func randomOutlines() {
    for seed in 1...60 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      let count = 4 + Int(random.next() % 20)
      // Star-shaped, so that the outline does not cross itself.
      let corners = (0..<count).map { index in
        let angle = (Double(index) + random.unit() * 0.8) / Double(count) * 2 * Double.pi
        let radius = 100 + random.unit() * 2000
        return SquareVisibilityGraph.Corner(
          node: UInt32(index),
          position: FixedPosition(
            lonE7: 100_000 + Int32(radius * cos(angle)),
            latE7: Int32(radius * cos(angle - .pi / 2))),
          isEntrance: random.unit() < 0.4)
      }
      let ways = SquareVisibilityGraph([corners]).shortestWays(skipsOutline: false)
      let ring = corners.map(\.position) + [corners[0].position]
      for way in ways {
        let (a, b) = (ring[Int(way.from)], ring[Int(way.to)])
        for part in 1..<50 {
          let t = Double(part) / 50
          let x = Double(a.lonE7) + t * Double(b.lonE7 - a.lonE7)
          let y = Double(a.latE7) + t * Double(b.latE7 - a.latE7)
          #expect(Self.isInside(ring, x, y, slack: 1e-6), "seed \(seed), way \(way)")
        }
      }
      let entrances = corners.filter(\.isEntrance).map { Int($0.node) }
      for start in entrances {
        let across = Self.distances(from: start, ways, ring)
        for end in entrances {
          let (low, high) = (min(start, end), max(start, end))
          let along = (low..<high).reduce(0.0) { $0 + Self.length(ring[$1], ring[$1 + 1]) }
          let total = (0..<count).reduce(0.0) { $0 + Self.length(ring[$1], ring[$1 + 1]) }
          #expect(across[end] <= min(along, total - along) + 1e-6, "seed \(seed)")
        }
      }
    }
  }

  @Test("a huge area and damaged rings are left alone")
  func limits() {
    func corner(_ node: UInt32, _ x: Int32, _ y: Int32) -> SquareVisibilityGraph.Corner {
      .init(node: node, position: FixedPosition(lonE7: x, latE7: y), isEntrance: true)
    }
    let wide = [corner(0, 0, 0), corner(1, 9_000_000, 0), corner(2, 0, 9_000_000)]
    #expect(SquareVisibilityGraph([wide]).shortestWays(skipsOutline: false).isEmpty)
    #expect(SquareVisibilityGraph([]).shortestWays(skipsOutline: false).isEmpty)
    #expect(
      SquareVisibilityGraph([[], [corner(0, 0, 0)]]).shortestWays(skipsOutline: false).isEmpty)
    // Many entrances: bounded, and the area over the antimeridian is no wider than it is.
    let round = (0..<300).map { index -> SquareVisibilityGraph.Corner in
      let angle = Double(index) / 300 * 2 * Double.pi
      let x = Int32(9000 * cos(angle))
      return corner(
        UInt32(index), x > 0 ? -1_800_000_000 + x : 1_800_000_000 + x,
        Int32(9000 * cos(angle - .pi / 2)))
    }
    let most = SquareVisibilityGraph.maximumEntrances
    let ways = SquareVisibilityGraph([round]).shortestWays(skipsOutline: false)
    #expect(!ways.isEmpty && ways.count <= most * most / 2)
  }

  @Test(
    "squares of a real city are walked across",
    .enabled(if: RealData.folder != nil, RealData.isMissing))
  func heidelberg() throws {
    let built = try ExtractImport(extract: RealData.extract("heidelberg")).content()
    let streets = try Extract(content: built.content).streets
    let router = StreetRouter([streets])
    var crossings = 0
    for segment in 0..<streets.segmentCount where streets.attributes(segment).kind == .square {
      crossings += 1
      let points = streets.points(segment)
      guard let first = points.first, let last = points.last, points.count == 2 else {
        Issue.record("a way across a square is straight")
        continue
      }
      let metres = Double(streets.lengthsCm[segment]) / 100
      guard crossings % 20 == 0, metres > 10 else { continue }
      let walk = try router.summary(from: first.lonLat, to: last.lonLat, StreetProfile(.walk))
      #expect(walk.distance <= metres * 1.3 + 1)
    }
    #expect(crossings > 100)
  }

  private static func length(_ a: FixedPosition, _ b: FixedPosition) -> Double {
    let (x, y) = (Double(a.lonE7 - b.lonE7), Double(a.latE7 - b.latE7))
    return (x * x + y * y).squareRoot()
  }

  /// By repeated relaxation, as slow as it is simple.
  private static func distances(
    from start: Int, _ ways: [SquareVisibilityGraph.Way], _ ring: [FixedPosition]
  ) -> [Double] {
    var result = [Double](repeating: .infinity, count: ring.count - 1)
    result[start] = 0
    for _ in ring {
      for way in ways {
        let (a, b) = (Int(way.from), Int(way.to))
        let metres = length(ring[a], ring[b])
        result[b] = min(result[b], result[a] + metres)
        result[a] = min(result[a], result[b] + metres)
      }
    }
    return result
  }

  private static func isInside(
    _ ring: [FixedPosition], _ x: Double, _ y: Double, slack: Double
  ) -> Bool {
    var isInside = false
    for (a, b) in zip(ring, ring.dropFirst()) {
      let (ax, ay) = (Double(a.lonE7), Double(a.latE7))
      let (bx, by) = (Double(b.lonE7), Double(b.latE7))
      let length = ((bx - ax) * (bx - ax) + (by - ay) * (by - ay)).squareRoot()
      let turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
      let along = (x - ax) * (bx - ax) + (y - ay) * (by - ay)
      if abs(turn) <= slack * length, along >= 0, along <= length * length { return true }
      if (ay > y) != (by > y), x < ax + (y - ay) / (by - ay) * (bx - ax) { isInside.toggle() }
    }
    return isInside
  }
}
