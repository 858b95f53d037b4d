import Base
import Foundation
import Geodesy
import Testing

@testable import Topology

@Suite struct TopologyTests {
  private static func ring(_ pairs: [(Double, Double)]) -> [LonLat] {
    pairs.map { LonLat(lon: $0.0, lat: $0.1) }
  }

  private static func square(_ x: Double, _ y: Double, _ side: Double) -> Polygon {
    Polygon([ring([(x, y), (x + side, y), (x + side, y + side), (x, y + side), (x, y)])])
  }

  private static func area(_ multi: MultiPolygon) -> Double {
    multi.polygons.reduce(0) { sum, polygon in
      sum + polygon.rings.reduce(0) { $0 + Polygon.doubleArea($1) } / 2
    }
  }

  static let invalid: [(String, [[LonLat]])] = [
    ("Self-intersection", [ring([(0, 0), (2, 2), (2, 0), (0, 2), (0, 0)])]),
    ("Hole lies outside", [square(0, 0, 1).exterior, square(5, 5, 1).exterior]),
    (
      "Holes are nested",
      [square(0, 0, 9).exterior, square(1, 1, 5).exterior, square(2, 2, 1).exterior]
    ),
    ("not valid", [ring([(0, 0), (1, 0), (2, 0), (0, 0)])]),
    ("not valid", [ring([(0, 0), (0, 0), (0, 0), (0, 0)])]),
  ]

  @Test("areas that are none are refused with the reason and the place", arguments: invalid.indices)
  func invalidAreas(_ index: Int) {
    let (reason, rings) = Self.invalid[index]
    let error = #expect(throws: Refusal.self) {
      try PolygonTopology.validated(.polygon(Polygon(rings)), at: "/area")
    }
    #expect(error?.detail.contains(reason) == true, "\(error?.detail ?? "")")
    #expect(error?.violations.first?.pointer == "/area")
    if index == 0 { #expect(error?.detail.contains("longitude 1.0, latitude 1.0") == true) }
  }

  @Test("overlapping parts are refused; points and lines pass")
  func parts() throws {
    let parts = MultiPolygon([Self.square(0, 0, 2), Self.square(1, 1, 2)])
    #expect(throws: Refusal.self) { try PolygonTopology.validated(.multiPolygon(parts)) }
    let point = Geometry.point(LonLat(lon: 1, lat: 1))
    #expect(try PolygonTopology.validated(point) == point)
  }

  @Test("rings are turned: outer counter-clockwise, holes clockwise")
  func orientation() throws {
    let outer = Array(Self.square(0, 0, 9).exterior.reversed())
    let hole = Self.square(1, 1, 2).exterior
    guard
      case .polygon(let turned) = try PolygonTopology.validated(.polygon(Polygon([outer, hole])))
    else {
      Issue.record("no polygon")
      return
    }
    #expect(Polygon.doubleArea(turned.rings[0]) > 0)
    #expect(Polygon.doubleArea(turned.rings[1]) < 0)
  }

  @Test("overlays agree with the areas of rectangles", arguments: 1...40 as ClosedRange<UInt64>)
  func overlays(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    func rectangle() -> (Polygon, ClosedRange<Double>, ClosedRange<Double>) {
      let x = random.unit() * 10
      let y = random.unit() * 10
      let side = 0.1 + random.unit() * 10
      return (Self.square(x, y, side), x...(x + side), y...(y + side))
    }
    let (a, ax, ay) = rectangle()
    let (b, bx, by) = rectangle()
    let width = max(0, min(ax.upperBound, bx.upperBound) - max(ax.lowerBound, bx.lowerBound))
    let height = max(0, min(ay.upperBound, by.upperBound) - max(ay.lowerBound, by.lowerBound))
    let common = try PolygonTopology.intersection(MultiPolygon([a]), MultiPolygon([b]))
    #expect(abs(Self.area(common) - width * height) < 1e-9, "seed \(seed)")
    let both = try PolygonTopology.union(MultiPolygon([a]), MultiPolygon([b]))
    let sum = Self.area(MultiPolygon([a])) + Self.area(MultiPolygon([b]))
    #expect(abs(Self.area(both) - (sum - width * height)) < 1e-9, "seed \(seed)")
    #expect(try PolygonTopology.intersects(MultiPolygon([a]), .polygon(b)) == (width * height > 0))
    let point = LonLat(lon: random.unit() * 20, lat: random.unit() * 20)
    #expect(
      try PolygonTopology.covers(MultiPolygon([a]), .point(point))
        == (ax.contains(point.lon) && ay.contains(point.lat)))
  }

  @Test("a polygon over the antimeridian is cut into two with the same area")
  func antimeridian() throws {
    let fiji = Polygon([Self.ring([(177, -19), (-178, -19), (-178, -16), (177, -16), (177, -19)])])
    #expect(fiji.crossesAntimeridian)
    let cut = try fiji.cutAtAntimeridian()
    #expect(cut.polygons.count == 2)
    #expect(abs(Self.area(cut) - 15) < 1e-9)
    for polygon in cut.polygons {
      #expect(!polygon.crossesAntimeridian)
      #expect(Polygon.doubleArea(polygon.exterior) > 0)
    }
    let covered = try PolygonTopology.covers(cut, .point(LonLat(lon: 179.9, lat: -17)))
    #expect(covered)
    #expect(try !PolygonTopology.covers(cut, .point(LonLat(lon: 0, lat: -17))))
  }

  @Test("a hole beside the antimeridian stays a hole")
  func hole() throws {
    let outer = Self.ring([(170, 0), (-170, 0), (-170, 10), (170, 10), (170, 0)])
    let hole = Self.ring([(-176, 2), (-174, 2), (-174, 4), (-176, 4), (-176, 2)])
    let cut = try Polygon([outer, hole]).cutAtAntimeridian()
    #expect(abs(Self.area(cut) - 196) < 1e-9)
    #expect(try !PolygonTopology.covers(cut, .point(LonLat(lon: -175, lat: 3))))
  }

  @Test("an area around a pole is refused; one that does not cross stays as it is")
  func poles() throws {
    let pole = Polygon([Self.ring([(0, 80), (120, 80), (-120, 80), (0, 80)])])
    let error = #expect(throws: Refusal.self) { try pole.cutAtAntimeridian() }
    #expect(error?.detail.contains("pole") == true)
    #expect(try Self.square(1, 1, 1).cutAtAntimeridian() == MultiPolygon([Self.square(1, 1, 1)]))
  }

  @Test("lines are cut at the same latitude on both sides")
  func lines() {
    let line = LineString(Self.ring([(170, 0), (-170, 10), (-160, 10)]))
    #expect(
      line.cutAtAntimeridian == [
        LineString(Self.ring([(170, 0), (180, 5)])),
        LineString(Self.ring([(-180, 5), (-170, 10), (-160, 10)])),
      ])
    let edge = LineString(Self.ring([(180, 0), (-170, 0)]))
    #expect(edge.cutAtAntimeridian == [LineString(Self.ring([(-180, 0), (-170, 0)]))])
    let plain = LineString(Self.ring([(1, 1), (2, 2)]))
    #expect(plain.cutAtAntimeridian == [plain])
  }

  /// Long diagonal edges side by side: all of their boxes overlap, none of them cross.
  private static func comb(teeth: Int) -> Polygon {
    var points: [(Double, Double)] = []
    for i in 0..<teeth {
      let shift = Double(i) * 60 / Double(teeth)
      points.append((shift, 0))
      points.append((shift + 60 + 30 / Double(teeth), 60))
    }
    return Polygon([ring(points + [(130, -1), (0, -1), (0, 0)])])
  }

  /// A star-like outline as of a coast.
  private static func coast(_ count: Int) -> Polygon {
    var random = SeededRandom(seed: 7)
    var points = (0..<count).map { i in
      let angle = 2 * Double.pi * Double(i) / Double(count)
      let radius = 10 + 0.001 * random.unit()
      return (radius * cos(angle), radius * sin(angle))
    }
    points.append(points[0])
    return Polygon([ring(points)])
  }

  @Test("checks keep to a second: coasts of 50,000 positions pass, combs that take n² are refused")
  func budget() throws {
    let clock = SystemClock()
    for (polygon, isFine) in [
      (Self.comb(teeth: 1000), true), (Self.comb(teeth: 4000), false),
      (Self.comb(teeth: 40_000), false),
      (Self.coast(50_000), true),
    ] {
      let start = clock.monotonicSeconds()
      if isFine {
        _ = try PolygonTopology.validated(.polygon(polygon))
      } else {
        let error = #expect(throws: Refusal.self) {
          try PolygonTopology.validated(.polygon(polygon))
        }
        #expect(error?.detail.contains("intricate") == true)
      }
      // Twice the budget: other tests run beside this one.
      #expect(clock.monotonicSeconds() - start < 20)
    }
    let many = Array(repeating: LonLat(lon: 0, lat: 0), count: PolygonTopology.maximumVertices + 1)
    #expect(throws: Refusal.self) { try PolygonTopology.validated(.polygon(Polygon([many]))) }
  }
}
