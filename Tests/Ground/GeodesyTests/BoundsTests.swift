import Base
import Geodesy
import Testing

@Suite("Bounds")
struct BoundsTests {
  @Test(
    "A circle's box holds the whole circle, and hardly more",
    arguments: 1...8 as ClosedRange<UInt64>)
  func circles(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<60 {
      let lat = random.unit() < 0.3 ? 90 - random.unit() * 0.01 : random.unit() * 180 - 90
      let centre = LonLat(lon: random.unit() * 360 - 180, lat: lat)
      let metres = 20_000_000 * (random.unit() * random.unit() * random.unit())
      let bounds = try #require(Bounds.circle(around: centre, metres: metres))
      for bearing in stride(from: 0.0, to: 360, by: 10) {
        let p = Geodesic.destination(
          from: centre, bearingDegrees: bearing, distanceMetres: metres * random.unit())
        #expect(bounds.contains(p), "seed \(seed): \(p) within \(metres) of \(centre)")
      }
      #expect(bounds.contains(centre))
      if abs(lat) < 60, metres < 100_000 {
        let west = LonLat(lon: bounds.west, lat: lat)
        #expect(Geodesic.distance(from: centre, to: west) < metres * 1.03 + 1)
      }
    }
  }

  @Test("Circles at the poles and across the antimeridian")
  func hardCircles() throws {
    let pole = try #require(Bounds.circle(around: LonLat(lon: 5, lat: 89.9999), metres: 100))
    #expect(pole.west == -180 && pole.east == 180 && pole.north == 90)
    let fiji = try #require(Bounds.circle(around: LonLat(lon: 179.9999, lat: -16.8), metres: 100))
    #expect(fiji.crossesAntimeridian)
    #expect(fiji.contains(LonLat(lon: -179.9999, lat: -16.8)))
    let all = try #require(Bounds.circle(around: LonLat(lon: 0, lat: 0), metres: .infinity))
    #expect(all == .world)
    #expect(Bounds.circle(around: LonLat(lon: 0, lat: 0), metres: -1) == nil)
    #expect(Bounds.circle(around: LonLat(lon: 0, lat: 0), metres: .nan) == nil)
    #expect(Bounds.circle(around: LonLat(lon: .nan, lat: 0), metres: 1) == nil)
  }

  @Test("A geometry's box takes the short way round the earth")
  func geometries() throws {
    func square(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> Polygon {
      Polygon([
        [(west, south), (east, south), (east, north), (west, north), (west, south)].map {
          LonLat(lon: $0.0, lat: $0.1)
        }
      ])
    }
    let fiji = Geometry.multiPolygon(
      MultiPolygon([square(177, -19, 180, -16), square(-180, -20, -178, -17)]))
    #expect(fiji.bounds == Bounds(west: 177, south: -20, east: -178, north: -16))
    let two = Geometry.multiPolygon(MultiPolygon([square(-60, 0, -50, 1), square(20, 0, 30, 1)]))
    #expect(two.bounds == Bounds(west: -60, south: 0, east: 30, north: 1))
    let line = Geometry.line(LineString([LonLat(lon: 179, lat: 1), LonLat(lon: -179, lat: 2)]))
    #expect(line.bounds == Bounds(west: 179, south: 1, east: -179, north: 2))
    #expect(
      Geometry.point(LonLat(lon: 3, lat: 4)).bounds
        == Bounds(west: 3, south: 4, east: 3, north: 4))
    #expect(Geometry.line(LineString([])).bounds == nil)
    #expect(Geometry.point(LonLat(lon: .nan, lat: 4)).bounds == nil)
  }
}
