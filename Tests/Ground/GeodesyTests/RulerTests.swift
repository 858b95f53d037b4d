import Base
import Foundation
import Geodesy
import Testing

@Suite("The ruler")
struct RulerTests {
  @Test("Within its reach it differs from the geodesic by less than its error bound")
  func error() throws {
    var worst = 0.0
    for step in -34...34 {
      let lat = Double(step) * 2.5
      let origin = LonLat(lon: 179.99, lat: lat)
      let ruler = try #require(Ruler(at: origin))
      for bearing in stride(from: 0.0, to: 360, by: 15) {
        for metres in [1.0, 100, 1000, 5000, 10_000, 20_000] {
          let p = Geodesic.destination(
            from: origin, bearingDegrees: bearing, distanceMetres: metres)
          var lon = p.lon
          if lon < 0 { lon += 360 }
          #expect(ruler.isInReach(lonE7: lon * 1e7, latE7: p.lat * 1e7) || metres == 20_000)
          let measured = ruler.squaredDistance(lonE7: lon * 1e7, latE7: p.lat * 1e7).squareRoot()
          worst = max(worst, abs(measured - metres))
          #expect(abs(ruler.distance(to: p) - metres) < Ruler.errorBound)
        }
      }
    }
    #expect(worst < Ruler.errorBound, "worst \(worst)")
  }

  @Test("The least metres per degree are a lower bound", arguments: 1...4 as ClosedRange<UInt64>)
  func lowerBound(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<500 {
      let origin = LonLat(lon: random.unit() * 358 - 179, lat: random.unit() * 170 - 85)
      let ruler = try #require(Ruler(at: origin))
      let p = Geodesic.destination(
        from: origin, bearingDegrees: random.unit() * 360,
        distanceMetres: random.unit() * Ruler.reach)
      let (lon, lat) = ruler.leastMetresPerE7
      let x = (p.lon - origin.lon).remainder(dividingBy: 360) * 1e7 * lon
      let y = (p.lat - origin.lat) * 1e7 * lat
      #expect(hypot(x, y) <= Geodesic.distance(from: origin, to: p), "seed \(seed), \(origin)")
      // Nor much too low, which would cost time.
      let north = Geodesic.distance(
        from: origin, to: LonLat(lon: origin.lon, lat: origin.lat + 0.1))
      #expect(lat * 1e6 > north * 0.9995, "seed \(seed), \(origin)")
    }
  }

  @Test("Offsets have the geodesic's length and initial direction")
  func offsets() throws {
    for lat in [-84.0, -45, 0, 49.4, 70, 85] {
      let origin = LonLat(lon: 8, lat: lat)
      let ruler = try #require(Ruler(at: origin))
      for bearing in stride(from: 0.0, to: 360, by: 20) {
        for metres in [50.0, 5000, 19_000] {
          let p = Geodesic.destination(
            from: origin, bearingDegrees: bearing, distanceMetres: metres)
          let offset = try #require(ruler.offset(to: p))
          let east = metres * sin(bearing * .pi / 180)
          let north = metres * cos(bearing * .pi / 180)
          #expect(
            hypot(offset.east - east, offset.north - north) < metres * metres * 1e-10 + 0.001,
            "lat \(lat), bearing \(bearing), \(metres) m: \(offset) not \((east, north))")
        }
      }
    }
  }

  @Test("Beyond its validity the geodesic answers")
  func fallback() throws {
    #expect(Ruler(at: LonLat(lon: 0, lat: 85.1)) == nil)
    #expect(Ruler(at: LonLat(lon: .nan, lat: 0)) == nil)
    #expect(Ruler(at: LonLat(lon: 0, lat: .nan)) == nil)
    let origin = LonLat(lon: 10, lat: 60)
    let ruler = try #require(Ruler(at: origin))
    for p in [LonLat(lon: 11, lat: 60), LonLat(lon: -170, lat: -60), LonLat(lon: 190, lat: 0)] {
      #expect(ruler.distance(to: p) == Geodesic.distance(from: origin, to: p))
    }
    #expect(ruler.distance(to: LonLat(lon: .nan, lat: 0)).isNaN)
    #expect(ruler.offset(to: LonLat(lon: 11, lat: 60)) == nil)
  }
}
