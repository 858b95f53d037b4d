import Base
import Geodesy
import Testing

@Suite("Geodesics")
struct GeodesicTests {
  struct Known: Sendable {
    var lat1, lon1, azi1, lat2, lon2, azi2, metres: Double
  }

  /// From the test set published with Karney's paper.
  static let known: [Known] = [
    .init(
      lat1: 35.60777, lon1: -139.44815, azi1: 111.098748429560326, lat2: -11.17491, lon2: -69.95921,
      azi2: 129.289270889708762, metres: 8935244.5604818305),
    .init(
      lat1: 55.52454, lon1: 106.05087, azi1: 22.020059880982801, lat2: 77.03196, lon2: 197.18234,
      azi2: 109.112041110671519, metres: 4105086.1713924406),
    .init(
      lat1: -21.97856, lon1: 142.59065, azi1: -32.44456876433189, lat2: 41.84138, lon2: 98.56635,
      azi2: -41.84359951440466, metres: 8394328.894657671),
    .init(
      lat1: -66.99028, lon1: 112.2363, azi1: 173.73491240878403, lat2: -12.70631, lon2: 285.90344,
      azi2: 2.512956620913668, metres: 11150344.2312080241),
  ]

  @Test("The published test lines come out, both ways", arguments: known)
  func knownLines(line: Known) {
    let a = LonLat(lon: line.lon1, lat: line.lat1)
    let b = LonLat(lon: line.lon2, lat: line.lat2)
    let inverse = Geodesic.inverse(from: a, to: b)
    #expect(abs(inverse.distance - line.metres) < 1e-7)
    #expect(abs((inverse.initialBearing - line.azi1).remainder(dividingBy: 360)) < 1e-11)
    #expect(abs((inverse.finalBearing - line.azi2).remainder(dividingBy: 360)) < 1e-11)
    let end = Geodesic.destination(
      from: a, bearingDegrees: line.azi1, distanceMetres: line.metres)
    #expect(Geodesic.distance(from: end, to: b) < 1e-7)
    #expect((-180...180).contains(end.lon))
  }

  @Test("There and back again", arguments: 1...6 as ClosedRange<UInt64>)
  func roundTrip(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      let a = LonLat(lon: random.unit() * 360 - 180, lat: random.unit() * 180 - 90)
      let bearing = random.unit() * 360
      let metres = random.unit() * 19_900_000
      let b = Geodesic.destination(from: a, bearingDegrees: bearing, distanceMetres: metres)
      let line = Geodesic.inverse(from: a, to: b)
      #expect(abs(line.distance - metres) < 1e-6, "seed \(seed)")
      #expect(Geodesic.distance(from: b, to: a) == line.distance || metres > 1)
      let half = Geodesic.interpolate(from: a, to: b, fraction: 0.5)
      #expect(abs(Geodesic.distance(from: a, to: half) - metres / 2) < 1e-6, "seed \(seed)")
    }
  }

  @Test("Right across the antimeridian and at the poles")
  func edges() {
    let east = LonLat(lon: 179.999, lat: -16.8)
    let west = LonLat(lon: -179.999, lat: -16.8)
    #expect(abs(Geodesic.distance(from: east, to: west) - 213.16) < 0.1)
    #expect(abs(Geodesic.bearing(from: east, to: west) - 90) < 0.001)
    let pole = LonLat(lon: 0, lat: 90)
    #expect(Geodesic.distance(from: pole, to: LonLat(lon: 123, lat: 90)) < 1e-9)
    let near = LonLat(lon: 0, lat: 89.999)
    let opposite = LonLat(lon: 180, lat: 89.999)
    #expect(abs(Geodesic.distance(from: near, to: opposite) - 223.39) < 0.1)
    #expect(
      abs(Geodesic.distance(from: pole, to: LonLat(lon: 0, lat: -90)) - 20_003_931.4586) < 1e-3)
    #expect(Geodesic.distance(from: east, to: LonLat(lon: .nan, lat: 0)).isNaN)
    #expect(Geodesic.distance(from: east, to: LonLat(lon: 0, lat: 91)).isNaN)
  }

  @Test("Bearings are in 0..<360")
  func turns() {
    #expect(Geodesic.turn(-90) == 270)
    #expect(Geodesic.turn(360) == 0)
    #expect(Geodesic.turn(725) == 5)
    #expect(Geodesic.turn(-1e-20) < 360)
    #expect(Geodesic.turn(.nan).isNaN)
  }
}
