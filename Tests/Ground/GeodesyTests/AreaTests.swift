import Base
import Geodesy
import Testing

@Suite("Areas and segments")
struct AreaTests {
  private func ring(_ points: [(Double, Double)]) -> [LonLat] {
    points.map { LonLat(lon: $0.0, lat: $0.1) }
  }

  private var withHole: Polygon {
    Polygon([
      ring([(0, 0), (10, 0), (10, 10), (0, 10), (0, 0)]),
      ring([(4, 4), (4, 6), (6, 6), (6, 4), (4, 4)]),
    ])
  }

  @Test("Inside, outside, hole and borders")
  func basics() throws {
    let area = try #require(PreparedArea([withHole]))
    for (p, isInside) in [
      ((1.0, 1.0), true), ((5, 5), false), ((11, 5), false), ((-1, 5), false), ((5, 11), false),
      ((0, 0), true), ((10, 10), true), ((10, 5), true), ((0, 5), true), ((5, 0), true),
      ((4, 5), true), ((5, 4), true), ((4, 4), true), ((3, 4), true), ((7, 6), true),
      ((.nan, 5), false), ((5, .infinity), false),
    ] as [((Double, Double), Bool)] {
      #expect(area.contains(LonLat(lon: p.0, lat: p.1)) == isInside, "\(p)")
    }
  }

  @Test("180°E and 180°W are the same meridian")
  func antimeridian() throws {
    let area = try #require(
      PreparedArea([Polygon([ring([(170, 0), (180, 0), (180, 10), (170, 10), (170, 0)])])]))
    #expect(area.contains(LonLat(lon: -180, lat: 5)))
    #expect(!area.contains(LonLat(lon: -179.999, lat: 5)))
  }

  @Test("Without a ring there is no area")
  func empty() {
    #expect(PreparedArea([]) == nil)
    #expect(PreparedArea([Polygon([])]) == nil)
    #expect(PreparedArea([Polygon([ring([(1, 1), (1, 1), (1, 1), (1, 1)])])]) == nil)
    #expect(PreparedArea([Polygon([ring([(0, 0), (.nan, 1), (1, 1), (0, 0)])])]) == nil)
    #expect(PreparedArea(.point(LonLat(lon: 0, lat: 0))) == nil)
  }

  /// The textbook way, without bands and exactness; for points away from edges.
  private func textbook(_ rings: [[LonLat]], _ p: LonLat) -> Bool {
    var isOdd = false
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst()) where (a.lat > p.lat) != (b.lat > p.lat) {
        if p.lon < (b.lon - a.lon) * (p.lat - a.lat) / (b.lat - a.lat) + a.lon { isOdd.toggle() }
      }
    }
    return isOdd
  }

  @Test(
    "Agrees with the textbook, and boxes with sampled points",
    arguments: 1...10 as ClosedRange<UInt64>)
  func random(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let count = 3 + Int(random.next() % 200)
    var points = (0..<count).map { _ in LonLat(lon: random.unit() * 2, lat: random.unit() * 2) }
    points.append(points[0])
    let area = try #require(PreparedArea([Polygon([points])]))
    for _ in 0..<400 {
      let p = LonLat(lon: random.unit() * 2.4 - 0.2, lat: random.unit() * 2.4 - 0.2)
      #expect(area.contains(p) == textbook([points], p), "seed \(seed), \(p)")
    }
    for p in points { #expect(area.contains(p), "seed \(seed): corner \(p)") }
    for _ in 0..<60 {
      let (west, south) = (random.unit() * 2.4 - 0.2, random.unit() * 2.4 - 0.2)
      let size = random.unit() * random.unit() * 0.5
      let box = Bounds(west: west, south: south, east: west + size, north: south + size)
      let touches = area.intersects(box)
      var expected = points.contains(where: box.contains)
      for i in 0...12 {
        for j in 0...12 where !expected {
          expected = area.contains(
            LonLat(lon: west + size * Double(i) / 12, lat: south + size * Double(j) / 12))
        }
      }
      if expected { #expect(touches, "seed \(seed), \(box)") }
      if !touches { #expect(!expected, "seed \(seed), \(box)") }
    }
  }

  @Test(
    "Two polygons that share an edge leave no gap and overlap only on it",
    arguments: 1...5 as ClosedRange<UInt64>)
  func sharedEdge(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let a = LonLat(lon: random.unit(), lat: random.unit() * 0.1)
    let b = LonLat(lon: random.unit(), lat: 1 + random.unit() * 0.1)
    let left = try #require(PreparedArea([Polygon([[LonLat(lon: -9, lat: 0.5), a, b]])]))
    let right = try #require(PreparedArea([Polygon([[LonLat(lon: 9, lat: 0.5), b, a]])]))
    for _ in 0..<500 {
      let t = random.unit()
      // As close to the edge as doubles come: on it, or a rounding beside it.
      let p = LonLat(lon: a.lon + t * (b.lon - a.lon), lat: a.lat + t * (b.lat - a.lat))
      #expect(left.contains(p) || right.contains(p), "seed \(seed), \(p)")
      if left.contains(p), right.contains(p) { #expect(PlanarSegment(a, b).contains(p)) }
    }
  }

  @Test("Segments cross, touch, miss")
  func segments() throws {
    func s(_ a: (Double, Double), _ b: (Double, Double)) -> PlanarSegment {
      PlanarSegment(LonLat(lon: a.0, lat: a.1), LonLat(lon: b.0, lat: b.1))
    }
    let diagonal = s((0, 0), (2, 2))
    #expect(diagonal.intersects(s((0, 2), (2, 0))))
    #expect(diagonal.intersection(with: s((0, 2), (2, 0))) == LonLat(lon: 1, lat: 1))
    #expect(diagonal.intersects(s((2, 2), (3, 0))))
    #expect(diagonal.intersects(s((1, 1), (3, 3))))
    #expect(diagonal.intersection(with: s((1, 1), (3, 3))) == nil)
    #expect(!diagonal.intersects(s((3, 3), (4, 4))))
    #expect(!diagonal.intersects(s((0, 1), (0.9, 1.1))))
    #expect(!diagonal.intersects(s((1, 1.000_000_000_000_001), (0, 2))))
    #expect(diagonal.touches(Bounds(west: 1, south: 0, east: 2, north: 1)))
    #expect(!diagonal.touches(Bounds(west: 1.1, south: 0, east: 2, north: 1)))
    #expect(diagonal.touches(Bounds(west: -1, south: -1, east: 3, north: 3)))
    #expect(!diagonal.intersects(s((.nan, 0), (1, 1))))
  }

  @Test("Nearly straight turns are decided exactly")
  func exactTurns() {
    // Points on the line y = x, moved by the least possible step.
    let line = PlanarSegment(LonLat(lon: 12, lat: 12), LonLat(lon: 24, lat: 24))
    for i in 1...200 {
      let v = 12 + Double(i) * 0.05
      #expect(line.contains(LonLat(lon: v, lat: v)))
      #expect(!line.contains(LonLat(lon: v, lat: v.nextUp)))
      #expect(!line.contains(LonLat(lon: v, lat: v.nextDown)))
    }
  }
}
