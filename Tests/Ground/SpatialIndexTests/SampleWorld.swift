import Base
import Foundation
import Geodesy
import SpatialIndex

/// Random positions with everything that is hard: clusters, repeats, poles, the antimeridian.
struct SampleWorld {
  var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func below(_ n: Int) -> Int { Int(random.next() % UInt64(n)) }

  /// Centres of clusters.
  static let places = [
    LonLat(lon: 8.68, lat: 49.41), LonLat(lon: -73.98, lat: 40.75),
    LonLat(lon: 179.999, lat: -16.8),
    LonLat(lon: -179.9995, lat: 51.9), LonLat(lon: 12, lat: 89.9995), LonLat(lon: -60, lat: -89.99),
    LonLat(lon: 0, lat: 0), LonLat(lon: 25, lat: 84.99), LonLat(lon: 18.06, lat: -33.9),
  ]

  mutating func position() -> LonLat {
    let kind = below(20)
    if kind == 0 { return LonLat(lon: random.unit() * 360 - 180, lat: random.unit() * 180 - 90) }
    if kind == 1 {
      // A coarse lattice: many repeats and equal distances.
      return LonLat(lon: 8.6 + Double(below(5)) * 0.01, lat: 49.4 + Double(below(5)) * 0.01)
    }
    let place = SampleWorld.places[below(SampleWorld.places.count)]
    let spread = [0.0005, 0.01, 0.2][below(3)]
    return near(place, degrees: spread)
  }

  mutating func near(_ p: LonLat, degrees: Double) -> LonLat {
    let lat = min(90, max(-90, p.lat + random.gaussian() * degrees))
    return LonLat(lon: p.lon + random.gaussian() * degrees, lat: lat).normalised
  }

  mutating func entries(_ count: Int, firstItem: Int = 0) -> [PackedPoints.Entry] {
    (0..<count).map { i in
      PackedPoints.Entry(position: FixedPosition(position()), item: UInt32(firstItem + i))
    }
  }

  mutating func radius() -> Double {
    switch below(8) {
    case 0: 0
    case 1: 1
    case 2: 20_000
    case 3: 300_000 * random.unit()
    case 4: 20_003_931.5 * random.unit()
    default: 10 * Foundation.pow(2000, random.unit())
    }
  }
}

/// What a scan over all entries finds, by geodesics.
struct BruteForce {
  var entries: [PackedPoints.Entry]

  func distances(from centre: LonLat) -> [SpatialHit] {
    entries.map {
      SpatialHit(
        distance: Geodesic.distance(from: centre, to: $0.position.lonLat), item: $0.item,
        position: $0.position)
    }
    .sorted { $0.distance != $1.distance ? $0.distance < $1.distance : $0.item < $1.item }
  }

  func within(_ metres: Double, of centre: LonLat) -> [SpatialHit] {
    distances(from: centre).filter { $0.distance <= metres }
  }

  func items(in bounds: Bounds) -> [UInt32] {
    let boxes = FixedBox.boxes(bounds)
    return entries.filter { e in boxes.contains { $0.contains(e.position) } }.map(\.item).sorted()
  }
}
