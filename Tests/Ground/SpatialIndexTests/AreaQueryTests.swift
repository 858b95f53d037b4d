import Base
import Foundation
import Geodesy
import SpatialIndex
import Testing

@Suite("Areas and lines over an index")
struct AreaQueryTests {
  private func polygon(_ world: inout SampleWorld, around p: LonLat) -> Polygon {
    let count = 3 + world.below(9)
    var ring = (0..<count).map { i -> LonLat in
      let angle = 2 * Double.pi * Double(i) / Double(count)
      let radius = 0.002 + world.random.unit() * 0.05
      return LonLat(
        lon: min(180, max(-180, p.lon + radius * cos(angle))),
        lat: min(90, max(-90, p.lat + radius * sin(angle))))
    }
    ring.append(ring[0])
    return Polygon([ring])
  }

  @Test(
    "Positions and boxes in an area are those of a scan", arguments: 1...10 as ClosedRange<UInt64>)
  func areas(seed: UInt64) throws {
    var world = SampleWorld(seed: seed)
    let entries = world.entries(800)
    let snapshot = PointSnapshot(PackedPoints(entries))
    let boxes = entries.map { entry -> PackedBoxes.Entry in
      let p = entry.position
      let size = Int32(world.below(400_000))
      let west = min(p.lonE7, 1_800_000_000 - size)
      let south = min(p.latE7, 900_000_000 - size)
      return .init(
        box: FixedBox(west: west, south: south, east: west + size, north: south + size),
        item: entry.item)
    }
    let boxSnapshot = BoxSnapshot(PackedBoxes(boxes))
    var hits = SpatialHits()
    var items: [UInt32] = []
    var found = 0
    for _ in 0..<20 {
      let place = SampleWorld.places[world.below(SampleWorld.places.count)]
      var parts = [polygon(&world, around: place)]
      if world.below(2) == 0 { parts.append(polygon(&world, around: world.position())) }
      guard let area = PreparedArea(parts) else { continue }
      snapshot.find(in: area, into: &hits)
      let expected = entries.filter { area.contains($0.position.lonLat) }.map(\.item)
      #expect(hits.map(\.item).sorted() == expected, "seed \(seed), \(parts)")
      found += expected.count
      snapshot.find(in: area, into: &hits) { $0 % 2 == 0 }
      #expect(hits.map(\.item).sorted() == expected.filter { $0 % 2 == 0 })
      boxSnapshot.find(touching: area, into: &items)
      #expect(
        items.sorted() == boxes.filter { area.intersects($0.box.bounds) }.map(\.item),
        "seed \(seed), \(parts)")
    }
    #expect(found > 0)
  }

  @Test("Positions near a line are those of a scan", arguments: 1...10 as ClosedRange<UInt64>)
  func lines(seed: UInt64) {
    var world = SampleWorld(seed: seed)
    let entries = world.entries(500)
    let snapshot = PointSnapshot(PackedPoints(entries))
    var hits = SpatialHits()
    for round in 0..<12 {
      let a = world.position()
      let b = round % 4 == 0 ? world.position() : world.near(a, degrees: 0.01)
      let metres = [0, 20, 500, 30_000][world.below(4)] * world.random.unit()
      if Geodesic.distance(from: a, to: b) > 5_000_000 { continue }
      snapshot.find(withinMetres: metres, ofLineFrom: a, to: b, into: &hits)
      let expected = entries.filter {
        Geodesic.nearest(to: $0.position.lonLat, onLineFrom: a, to: b).distance <= metres
      }
      #expect(
        hits.map(\.item).sorted() == expected.map(\.item), "seed \(seed), \(metres) m of \(a) \(b)")
    }
    snapshot.find(
      withinMetres: .nan, ofLineFrom: LonLat(lon: 0, lat: 0), to: LonLat(lon: 1, lat: 1),
      into: &hits)
    #expect(hits.isEmpty)
  }

  @Test(
    "A movement misses no box that it came near, and names few that it did not",
    arguments: 1...12 as ClosedRange<UInt64>)
  func corridor(seed: UInt64) {
    var world = SampleWorld(seed: seed)
    var items: [UInt32] = []
    var named = 0
    var far = 0
    for _ in 0..<15 {
      let a = world.position()
      let b = world.near(a, degrees: [0.0005, 0.02][world.below(2)])
      let metres = Double(world.below(300))
      // Circles, as geofences have them, in their boxes.
      let fences = (0..<60).map { _ in
        (centre: world.near(a, degrees: 0.02), radius: 5 + world.random.unit() * 200)
      }
      let entries = fences.enumerated().flatMap { i, fence in
        PackedBoxes.entries(
          covering: Bounds.circle(around: fence.centre, metres: fence.radius) ?? .world,
          item: UInt32(i))
      }
      BoxSnapshot(PackedBoxes(entries)).find(nearLineFrom: a, to: b, metres: metres, into: &items)
      #expect(Set(items).count == items.count)
      for (i, fence) in fences.enumerated() {
        let nearest = Geodesic.nearest(to: fence.centre, onLineFrom: a, to: b).distance
        let isNamed = items.contains(UInt32(i))
        if nearest <= metres + fence.radius {
          #expect(isNamed, "seed \(seed): \(fence), \(nearest) m from \(a) \(b)")
        }
        if isNamed, abs(a.lat) < 80, abs(a.lon) < 179 {
          named += 1
          // The corner of the box is √2 radii away.
          if nearest > (metres + fence.radius * 1.45) * 1.04 + 10 { far += 1 }
        }
      }
    }
    #expect(far == 0, "seed \(seed): \(far) of \(named) are far away")
  }
}
