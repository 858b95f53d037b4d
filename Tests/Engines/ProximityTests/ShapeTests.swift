import Base
import Foundation
import Geodesy
import SpatialIndex
import Testing

@testable import Proximity

@Suite struct ShapeTests {
  /// The least geodesic distance to points along an edge, refined around the best one.
  static func sampled(_ p: LonLat, _ edge: PlanarSegment) -> Double {
    func distance(_ t: Double) -> Double {
      Geodesic.distance(
        from: p,
        to: LonLat(
          lon: edge.start.lon + t * (edge.end.lon - edge.start.lon),
          lat: edge.start.lat + t * (edge.end.lat - edge.start.lat)))
    }
    var (best, width) = (0.5, 0.5)
    for _ in 0..<14 {
      let tries = (-6...6).map { min(1, max(0, best + width * Double($0) / 6)) }
      best = tries.min { distance($0) < distance($1) } ?? best
      width /= 4
    }
    return distance(best)
  }

  @Test(
    "The distance to an edge equals dense sampling, everywhere on earth",
    arguments: [1, 3] as [UInt64])
  func edgeDistance(seed: UInt64) {
    var sample = SampleZones(seed: seed)
    for i in 0..<48 {
      let place = SampleZones.places[i % SampleZones.places.count]
      let p = sample.near(place, metres: 5_000)
      let size = [20.0, 500, 15_000][sample.below(3)]
      let (a, b) = (sample.near(place, metres: size), sample.near(place, metres: size))
      // Polygons' edges never cross the antimeridian.
      guard abs(a.lon - b.lon) < 180 else { continue }
      let edge = PlanarSegment(a, b)
      let expected = Self.sampled(p, edge)
      let actual = EdgeDistance.metres(from: p, ruler: Ruler(at: p), to: edge, limit: 20_000)
      #expect(
        abs(actual - min(expected, 20_000)) < 0.02, "seed \(seed), \(p), \(edge): \(expected)")
      let limited = EdgeDistance.metres(from: p, ruler: Ruler(at: p), to: edge, limit: 300)
      #expect(abs(limited - min(expected, 300)) < 0.02)
    }
  }

  @Test(
    "A line touches an area where dense sampling finds a point inside",
    arguments: [1, 4] as [UInt64])
  func lineTouchesArea(seed: UInt64) throws {
    var sample = SampleZones(seed: seed)
    var touched = 0
    for i in 0..<80 {
      let place = SampleZones.places[i % SampleZones.places.count]
      let area = try ZoneArea(sample.area(around: sample.near(place, metres: 500)))
      let (a, b) = (sample.near(place, metres: 2_000), sample.near(place, metres: 2_000))
      let points = (0...100).map {
        Geodesic.interpolate(from: a, to: b, fraction: Double($0) / 100)
      }
      let least =
        points.map {
          area.signedDistance(from: $0, ruler: Ruler(at: $0), limit: 20_000)
        }.min() ?? 0
      let step = Geodesic.distance(from: a, to: b) / 100
      let touches = area.touches(lineFrom: a, to: b)
      if least < 0 { #expect(touches, "seed \(seed) \(i): a sample is \(-least) m inside") }
      let slack = abs(place.lat) > 85 ? 10.0 : 0
      if least > step + slack { #expect(!touches, "seed \(seed) \(i): all are \(least) m outside") }
      if touches { touched += 1 }
    }
    #expect(touched > 10)
  }

  @Test(
    "Every zone is found near all of its points, at all latitudes", arguments: [5, 6] as [UInt64])
  func cells(seed: UInt64) throws {
    var sample = SampleZones(seed: seed)
    var zones: [Zone] = []
    for (i, place) in SampleZones.places.enumerated() {
      for j in 0..<30 { zones.append(try sample.zone(i * 100 + j, around: place, spread: 5_000)) }
    }
    for (j, radius) in [300_000.0, 1_000_000].enumerated() {
      zones.append(try Zone.circle(9_000 + j, LonLat(lon: 170, lat: 70), radius))
    }
    let snapshot = try ZoneLayer(zones).snapshot
    #expect(snapshot.count == zones.count)
    for i in 0..<200 {
      let p = sample.near(SampleZones.places[i % SampleZones.places.count], metres: 8_000)
      let metres = [0.0, 100, 2_000][sample.below(3)]
      let found = Set(
        snapshot.zones(near: p, metres: metres, visible: SampleZones.everything).map(\.id))
      for zone in zones where zone.signedDistance(from: p) <= metres {
        #expect(found.contains(zone.id), "seed \(seed), \(p), \(metres) m")
      }
    }
  }

  @Test("The distance to a cell's edge is never too long", arguments: [7] as [UInt64])
  func cellEdges(seed: UInt64) throws {
    var sample = SampleZones(seed: seed)
    for i in 0..<2_000 {
      let p = sample.near(SampleZones.places[i % SampleZones.places.count], metres: 20_000)
      guard let ruler = Ruler(at: p) else { continue }
      let level = sample.below(CellGrid.levelCount)
      let metres = CellGrid.distanceToEdge(
        lonE7: p.lon * 1e7, latE7: p.lat * 1e7, level: level, least: ruler.leastMetresPerE7)
      let reach = min(metres, 19_000)
      func cell(_ p: LonLat) -> UInt64? {
        var key: UInt64?
        CellGrid.forEachCell(of: FixedBox(FixedPosition(p)), level: level) { key = $0 }
        return key
      }
      for bearing in stride(from: 0.0, to: 360, by: 45) where reach > 0.1 {
        let q = Geodesic.destination(
          from: p, bearingDegrees: bearing, distanceMetres: reach - 0.05)
        #expect(cell(q) == cell(p), "level \(level), \(p) to \(q)")
      }
    }
  }

  @Test("Batches give what building anew gives, also past the size that packs everything")
  func batches() throws {
    var sample = SampleZones(seed: 8)
    let place = SampleZones.places[0]
    let layer = try ZoneLayer(limit: 6_000)
    var expected: [EntityID: Zone] = [:]
    for round in 0..<12 {
      let count = round == 5 ? 3_000 : 100
      let put = try (0..<count).map { _ in
        try Zone.circle(sample.below(5_000), sample.near(place, metres: 3_000), 50)
      }
      let removed = (0..<50).map { _ in SampleZones.id(sample.below(5_000)) }
      try layer.apply(put: put, remove: removed)
      for id in removed { expected[id] = nil }
      for zone in put { expected[zone.id] = zone }
      #expect(layer.snapshot.count == expected.count)
      let p = sample.near(place, metres: 1_000)
      let found = layer.snapshot.zones(near: p, metres: 400, visible: SampleZones.everything)
      let least = Set(
        expected.values.filter { $0.signedDistance(from: p) <= 400 }.map(\.id))
      #expect(least.isSubset(of: found.map(\.id)))
      #expect(found.allSatisfy { expected[$0.id] != nil })
      #expect(found.map(\.id) == Set(found.map(\.id)).sorted())
    }
    let before = layer.snapshot.generation
    let many = try (0..<2_000).map { try Zone.circle(10_000 + $0, place, 5) }
    let refusal = #expect(throws: Refusal.self) {
      for i in 0..<3 {
        try layer.apply(
          put: many.map { zone in
            try Zone.circle(Int(zone.id.low) + i * 2_000, place, 5)
          })
      }
    }
    #expect(refusal?.kind == .tooLarge)
    #expect(layer.snapshot.count <= 6_000 && layer.snapshot.generation <= before + 2)
  }

  @Test("RealmSets of zones that are gone do not stay, and those of others hold")
  func sharingsComeAndGo() throws {
    let place = SampleZones.places[0]
    func zone(_ number: Int) throws -> Zone {
      try Zone(
        id: SampleZones.id(number), realms: [EntityID(high: 9, low: UInt64(number))], kind: .place,
        shape: .circle(centre: place, radius: 50))
    }
    let layer = try ZoneLayer((0..<50).map(zone))
    for round in 1...200 {
      let fresh = round * 100..<(round + 1) * 100
      try layer.apply(
        put: fresh.map(zone),
        remove: (fresh.lowerBound - 100..<fresh.lowerBound)
          .filter { $0 >= 100 }.map(SampleZones.id))
    }
    #expect(layer.snapshot.count == 150)
    #expect(layer.snapshot.table.sharings.count <= 4_096 + 100)
    for number in [0, 49, 20_000, 20_099] {
      let seen = layer.snapshot.zones(
        near: place, metres: 10, visible: VisibleRealms([EntityID(high: 9, low: UInt64(number))]))
      #expect(seen.map(\.id) == [SampleZones.id(number)])
    }
  }

  @Test(
    "the circle around an area goes through its farthest corner; its size is half the lesser side")
  func circles() throws {
    for place in SampleZones.places where abs(place.lat) < 80 {
      let (west, south) = (place.lon, place.lat)
      guard west < 178 else { continue }
      // One and a half degrees wide, half a degree high.
      let corners = [(0, 0), (1.5, 0), (1.5, 0.5), (0, 0.5)].map {
        LonLat(lon: west + $0.0, lat: south + $0.1)
      }
      let area = try ZoneArea(MultiPolygon([Polygon([corners])]))
      let (centre, radius) = area.enclosingCircle
      let farthest = corners.map { Geodesic.distance(from: centre, to: $0) }.max() ?? 0
      #expect(radius >= farthest && radius <= farthest + 1, "\(place)")
      let height = Geodesic.distance(from: corners[0], to: corners[3])
      let width = Geodesic.distance(
        from: LonLat(lon: west, lat: south + 0.25), to: LonLat(lon: west + 1.5, lat: south + 0.25))
      #expect(abs(area.size - min(height, width) / 2) < 100, "\(place)")
    }
  }
}
