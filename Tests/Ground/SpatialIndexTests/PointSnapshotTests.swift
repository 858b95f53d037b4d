import Base
import Geodesy
import Testing

@testable import SpatialIndex

@Suite("Queries of positions")
struct PointSnapshotTests {
  private func expectSame(
    _ hits: SpatialHits, _ expected: ArraySlice<SpatialHit>, _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      hits.map(\.item) == expected.map(\.item), comment, sourceLocation: sourceLocation)
    for (hit, other) in zip(hits, expected) {
      #expect(
        abs(hit.distance - other.distance) <= Ruler.errorBound, comment,
        sourceLocation: sourceLocation)
    }
  }

  @Test(
    "A radius query answers what a scan over geodesics answers",
    arguments: 1...12 as ClosedRange<UInt64>)
  func radius(seed: UInt64) {
    var world = SampleWorld(seed: seed)
    let entries = world.entries([1, 15, 16, 17, 300, 1200][world.below(6)])
    let snapshot = PointSnapshot(PackedPoints(entries))
    let scan = BruteForce(entries: entries)
    var hits = SpatialHits()
    for round in 0..<12 {
      let centre =
        round % 3 == 0 ? entries[world.below(entries.count)].position.lonLat : world.position()
      var metres = world.radius()
      if round % 4 == 1, let some = scan.distances(from: centre).dropFirst(3).first {
        // Exactly at the border.
        metres = some.distance
      }
      let expected = scan.within(metres, of: centre)
      let comment: Comment = "seed \(seed), round \(round), \(metres) m of \(centre)"
      snapshot.find(withinMetres: metres, of: centre, into: &hits)
      expectSame(hits, expected[...], comment)
      snapshot.find(withinMetres: metres, of: centre, sorted: false, into: &hits)
      #expect(hits.map(\.item).sorted() == expected.map(\.item).sorted(), comment)
      let limit = 1 + world.below(30)
      snapshot.find(withinMetres: metres, of: centre, limit: limit, into: &hits)
      expectSame(hits, expected.prefix(limit), comment)
      snapshot.find(withinMetres: metres, of: centre, into: &hits) { $0 % 3 == 0 }
      expectSame(hits, expected.filter { $0.item % 3 == 0 }[...], comment)
      #expect(snapshot.findAll(withinMetres: metres, of: centre, most: entries.count, into: &hits))
      #expect(hits.map(\.item).sorted() == expected.map(\.item).sorted(), comment)
      let isAll = snapshot.findAll(withinMetres: metres, of: centre, most: limit, into: &hits) {
        $0 % 3 == 0
      }
      let some = Set(expected.lazy.map(\.item).filter { $0 % 3 == 0 })
      #expect(isAll == (some.count <= limit), comment)
      #expect(
        some.isSuperset(of: hits.map(\.item)) && hits.count >= min(some.count, limit), comment)
    }
  }

  @Test("The nearest are those of a scan over geodesics", arguments: 1...12 as ClosedRange<UInt64>)
  func nearest(seed: UInt64) {
    var world = SampleWorld(seed: seed)
    let entries = world.entries([1, 16, 40, 300, 1200][world.below(5)])
    let snapshot = PointSnapshot(PackedPoints(entries))
    let scan = BruteForce(entries: entries)
    var hits = SpatialHits()
    for round in 0..<12 {
      let centre = world.position()
      let all = scan.distances(from: centre)
      let count = [1, 2, 20, 100, 2000][world.below(5)]
      let comment: Comment = "seed \(seed), round \(round), \(count) of \(centre)"
      snapshot.findNearest(count, to: centre, into: &hits)
      expectSame(hits, all.prefix(count), comment)
      let metres = world.radius()
      snapshot.findNearest(count, to: centre, withinMetres: metres, into: &hits)
      expectSame(hits, all.filter { $0.distance <= metres }.prefix(count), comment)
      snapshot.findNearest(count, to: centre, into: &hits) { $0 % 2 == 1 }
      expectSame(hits, all.filter { $0.item % 2 == 1 }.prefix(count), comment)
    }
  }

  @Test(
    "Where the nearest are far away, up to half around the earth, they are those of a scan",
    arguments: 1...8 as ClosedRange<UInt64>)
  func farNearest(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    func anywhere(_ lat: Double) -> LonLat {
      LonLat(lon: random.unit() * 360 - 180, lat: (random.unit() * 2 - 1) * lat)
    }
    // The nearest of so many lie 20 to 3,000 km away: by each metric, and about where one ends.
    let count = [200, 2000, 20_000][Int(seed % 3)]
    let entries = (0..<count).map {
      PackedPoints.Entry(position: FixedPosition(anywhere(90)), item: UInt32($0))
    }
    let snapshot = PointSnapshot(PackedPoints(entries))
    let scan = BruteForce(entries: entries)
    var hits = SpatialHits()
    for round in 0..<12 {
      let centre = anywhere(round % 3 == 0 ? 90 : 75)
      let all = scan.distances(from: centre)
      let comment: Comment = "seed \(seed), round \(round) at \(centre)"
      for wanted in [1, 20] {
        snapshot.findNearest(wanted, to: centre, into: &hits)
        expectSame(hits, all.prefix(wanted), comment)
        let metres = all[wanted].distance
        snapshot.findNearest(2 * wanted, to: centre, withinMetres: metres, into: &hits)
        expectSame(hits, all.filter { $0.distance <= metres }.prefix(2 * wanted), comment)
        snapshot.findNearest(wanted, to: centre, beyond: metres + 1, into: &hits)
        expectSame(hits, all.filter { $0.distance > metres + 1 }.prefix(wanted), comment)
      }
    }
  }

  @Test(
    "Lambert's formula is as good as the metric says, and its bounds hold, to the end of its reach")
  func lambert() throws {
    var random = SeededRandom(seed: 7)
    var worst = 0.0
    for _ in 0..<200_000 {
      let centre = LonLat(lon: random.unit() * 220 - 110, lat: random.unit() * 140 - 70)
      let metric = try #require(WideMetric(at: centre))
      let other = Geodesic.destination(
        from: centre, bearingDegrees: random.unit() * 360,
        distanceMetres: WideMetric.reach * random.unit())
      let fixed = FixedPosition(other)
      let exact = Geodesic.distance(from: centre, to: fixed.lonLat)
      let found = metric.distance(lonE7: fixed.lonE7, latE7: fixed.latE7, bound: .infinity)
      worst = max(worst, abs(found - exact))
      let box = FixedBox(
        west: fixed.lonE7, south: fixed.latE7, east: fixed.lonE7, north: fixed.latE7)
      #expect(metric.lowerBound(box) <= exact && metric.upperBound(box) >= exact - 0.01)
      #expect(metric.box(bound: exact + 0.1).contains(fixed))
    }
    #expect(worst < WideMetric.errorBound, "\(worst) m")
  }

  @Test("A box query answers what a scan answers", arguments: 1...8 as ClosedRange<UInt64>)
  func box(seed: UInt64) {
    var world = SampleWorld(seed: seed)
    let entries = world.entries(1 + world.below(1500))
    let snapshot = PointSnapshot(PackedPoints(entries))
    let scan = BruteForce(entries: entries)
    var hits = SpatialHits()
    for _ in 0..<40 {
      let (a, b) = (world.position(), world.position())
      let corner = world.below(2) == 0 ? b : world.near(a, degrees: 0.01)
      let bounds = Bounds(
        west: a.lon, south: min(a.lat, corner.lat), east: corner.lon, north: max(a.lat, corner.lat))
      snapshot.find(in: bounds, into: &hits)
      #expect(hits.map(\.item).sorted() == scan.items(in: bounds), "seed \(seed), \(bounds)")
    }
    snapshot.find(in: .world, into: &hits)
    #expect(hits.count == entries.count)
  }

  @Test("Senseless arguments find nothing")
  func senseless() {
    var world = SampleWorld(seed: 1)
    let snapshot = PointSnapshot(PackedPoints(world.entries(100)))
    var hits = SpatialHits()
    for bad in [Double.nan, -1, -Double.infinity] {
      snapshot.find(withinMetres: bad, of: LonLat(lon: 0, lat: 0), into: &hits)
      #expect(hits.isEmpty)
      _ = snapshot.findAll(
        withinMetres: bad, of: LonLat(lon: 0, lat: 0), most: 1000, into: &hits)
      #expect(hits.isEmpty)
      snapshot.findNearest(3, to: LonLat(lon: 0, lat: 0), withinMetres: bad, into: &hits)
      #expect(hits.isEmpty)
    }
    for centre in [
      LonLat(lon: .nan, lat: 0), LonLat(lon: 0, lat: 91), LonLat(lon: .infinity, lat: 0),
    ] {
      snapshot.find(withinMetres: 100, of: centre, into: &hits)
      #expect(hits.isEmpty)
      snapshot.findNearest(3, to: centre, into: &hits)
      #expect(hits.isEmpty)
    }
    snapshot.findNearest(0, to: LonLat(lon: 0, lat: 0), into: &hits)
    #expect(hits.isEmpty)
    snapshot.findNearest(Int.max, to: LonLat(lon: 0, lat: 0), into: &hits)
    #expect(hits.count == 100)
    snapshot.find(withinMetres: .infinity, of: LonLat(lon: 0, lat: 0), into: &hits)
    #expect(hits.count == 100)
    let empty = PointSnapshot(PackedPoints([]))
    empty.find(withinMetres: 1e7, of: LonLat(lon: 0, lat: 0), into: &hits)
    #expect(hits.isEmpty)
    empty.findNearest(3, to: LonLat(lon: 0, lat: 0), into: &hits)
    #expect(hits.isEmpty)
  }
}
