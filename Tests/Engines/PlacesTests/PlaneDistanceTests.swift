import Geodesy
import Testing

@testable import Places

@Suite struct PlaneDistanceTests {
  @Test(
    "lengths in the plane of a city are those of the ellipsoid to a percent and a half",
    arguments: [-70.0, -33, 0.001, 47, 70])
  func lengths(lat: Double) {
    let centre = LonLat(lon: 9.5, lat: lat)
    let plane = PlaneDistance(FixedPosition(centre))
    func at(_ east: Double, _ north: Double) -> LonLat {
      Geodesic.destination(
        from: Geodesic.destination(from: centre, bearingDegrees: 90, distanceMetres: east),
        bearingDegrees: 0,
        distanceMetres: north)
    }
    for (east, north) in [(900.0, 0.0), (0, 900), (-500, 700), (400, -1200), (-300, -300)] {
      let p = at(east, north)
      let exact = Geodesic.distance(from: centre, to: p)
      #expect(abs(plane.metres(to: FixedPosition(p)) - exact) < exact * 0.015)
    }
    // Lines past the centre, on every side of it and with their feet at an end or between them.
    for (a, b) in [
      ((-200.0, 300.0), (400.0, 300.0)), ((-200, -300), (400, -300)), ((300, -200), (300, 400)),
      ((-300, -200), (-300, 400)), ((100, 100), (500, 700)), ((-600, 200), (200, -500)),
    ] {
      let (from, to) = (at(a.0, a.1), at(b.0, b.1))
      let sampled = (0...2000).map { step -> (metres: Double, at: Double) in
        let t = Double(step) / 2000
        let p = LonLat(
          lon: from.lon + t * (to.lon - from.lon), lat: from.lat + t * (to.lat - from.lat))
        return (Geodesic.distance(from: centre, to: p), t)
      }.min { $0.metres < $1.metres }
      let found = plane.metres(toLine: FixedPosition(from), FixedPosition(to))
      #expect(abs(found.metres - (sampled?.metres ?? 0)) < 8, "\(a), \(b)")
      #expect(abs(found.at - (sampled?.at ?? 0)) < 0.02, "\(a), \(b)")
    }
  }
}
