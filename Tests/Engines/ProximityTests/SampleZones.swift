import Base
import Foundation
import Geodesy

@testable import Proximity

/// Random zones and walks with everything that is hard: clusters, the antimeridian, poles.
struct SampleZones {
  var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  static let realms = (1...4).map { EntityID(high: 7, low: UInt64($0)) }
  static let everything = VisibleRealms(realms)

  static let places = [
    LonLat(lon: 8.68, lat: 49.41), LonLat(lon: 179.999, lat: -16.8),
    LonLat(lon: -179.9995, lat: 51.9), LonLat(lon: 12, lat: 89.9995),
    LonLat(lon: -60, lat: -89.99), LonLat(lon: 0, lat: 0), LonLat(lon: 25, lat: 84.99),
    LonLat(lon: 18.06, lat: 71.2),
  ]

  static func id(_ number: Int) -> EntityID { EntityID(high: 42, low: UInt64(number)) }

  mutating func below(_ n: Int) -> Int { Int(random.next() % UInt64(n)) }

  mutating func near(_ p: LonLat, metres: Double) -> LonLat {
    Geodesic.destination(
      from: p, bearingDegrees: random.unit() * 360, distanceMetres: random.unit() * metres)
  }

  mutating func zone(_ number: Int, around place: LonLat, spread: Double) throws -> Zone {
    let centre = near(place, metres: spread)
    var realms = [SampleZones.realms[below(SampleZones.realms.count)]]
    if below(4) == 0 { realms.append(SampleZones.realms[below(SampleZones.realms.count)]) }
    let kind = [ZoneKind.stop, .tourArea, .tourPush][below(3)]
    let shape: Zone.Shape
    switch below(10) {
    case 0: shape = .circle(centre: centre, radius: 0)
    case 1: shape = .circle(centre: centre, radius: 30_000 * random.unit())
    case 2: shape = .circle(centre: centre, radius: 1_000 * random.unit())
    case 3, 4, 5: shape = .area(try ZoneArea(area(around: centre)))
    default: shape = .circle(centre: centre, radius: 5 + 200 * random.unit())
    }
    return try Zone(
      id: SampleZones.id(number), realms: realms, kind: kind, shape: shape,
      priority: Int32(below(3)))
  }

  /// A star of up to 80 corners; cut where it crosses the antimeridian.
  mutating func area(around centre: LonLat) -> MultiPolygon {
    let corners = 3 + below(below(4) == 0 ? 80 : 8)
    let size = [30.0, 200, 3_000][below(3)]
    var ring: [LonLat] = []
    for i in 0..<corners {
      let p = Geodesic.destination(
        from: centre, bearingDegrees: 360 * Double(i) / Double(corners),
        distanceMetres: size * (0.3 + 0.7 * random.unit()))
      // In the longitudes of the centre.
      ring.append(
        LonLat(lon: centre.lon + (p.lon - centre.lon).remainder(dividingBy: 360), lat: p.lat))
    }
    let west = ring.map(\.lon).min() ?? 0
    let east = ring.map(\.lon).max() ?? 0
    if east - west > 170 {
      // Around a pole: everything polewards of the centre's latitude.
      let pole: Double = centre.lat < 0 ? -90 : 90
      return MultiPolygon([SampleZones.rectangle(-180, centre.lat, 180, pole)])
    }
    guard west < -180 || east > 180 else {
      return MultiPolygon([Polygon([ring + ring.prefix(1)])])
    }
    // Stars are not cut here: two rectangles that meet at the antimeridian.
    let low = ring.map(\.lat).min() ?? 0
    let high = ring.map(\.lat).max() ?? 0
    return MultiPolygon([
      SampleZones.rectangle(LonLat.normalise(lon: west), low, 180, high),
      SampleZones.rectangle(-180, low, LonLat.normalise(lon: east), high),
    ])
  }

  static func rectangle(
    _ west: Double, _ south: Double, _ east: Double, _ north: Double
  ) -> Polygon {
    let (low, high) = (min(south, north), max(south, north))
    return Polygon([
      [
        LonLat(lon: west, lat: low), LonLat(lon: east, lat: low), LonLat(lon: east, lat: high),
        LonLat(lon: west, lat: high), LonLat(lon: west, lat: low),
      ]
    ])
  }
}

extension Zone {
  /// A circle with few words.
  static func circle(
    _ number: Int, _ centre: LonLat, _ radius: Double, kind: ZoneKind = .stop, realm: Int = 0
  ) throws -> Zone {
    try Zone(
      id: SampleZones.id(number), realms: [SampleZones.realms[realm]], kind: kind,
      shape: .circle(centre: centre, radius: radius))
  }
}
