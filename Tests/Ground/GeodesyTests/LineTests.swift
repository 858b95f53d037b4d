import Base
import Geodesy
import Testing

@Suite("Lines")
struct LineTests {
  private let route = MeasuredLine(
    LineString([
      LonLat(lon: 8.690, lat: 49.410), LonLat(lon: 8.700, lat: 49.411),
      LonLat(lon: 8.700, lat: 49.411), LonLat(lon: 8.705, lat: 49.420),
    ]))

  @Test("The length is the sum of the geodesics")
  func length() {
    var sum = 0.0
    for (a, b) in zip(route.points, route.points.dropFirst()) {
      sum += Geodesic.distance(from: a, to: b)
    }
    #expect(route.length == sum)
    #expect(LineString(route.points).length == sum)
    #expect(LineString([LonLat(lon: 1, lat: 1)]).length == 0)
    #expect(LineString([]).length == 0)
  }

  @Test("A position at a distance along is found again there")
  func along() throws {
    for step in 0...50 {
      let along = route.length * Double(step) / 50
      let p = try #require(route.position(atMetres: along))
      let found = try #require(route.nearest(to: p))
      #expect(found.nearest.distance < 0.001)
      #expect(abs(found.nearest.metresAlong - along) < 0.001)
    }
    #expect(route.position(atMetres: -5) == route.points.first)
    #expect(route.position(atMetres: 1e9) == route.points.last)
    #expect(route.position(atMetres: .nan) == nil)
    #expect(MeasuredLine(LineString([])).position(atMetres: 1) == nil)
    #expect(MeasuredLine(LineString([])).nearest(to: route.points[0]) == nil)
    #expect(route.nearest(to: LonLat(lon: .nan, lat: 0)) == nil)
  }

  @Test(
    "The nearest point of a line is nearer than any sampled point",
    arguments: 1...10 as ClosedRange<UInt64>)
  func nearest(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<25 {
      let scale = [0.01, 0.1, 5][Int(random.next() % 3)]
      let centre = LonLat(
        lon: [8.0, 179.99, -60][Int(random.next() % 3)], lat: random.unit() * 140 - 70)
      func near() -> LonLat {
        LonLat(
          lon: centre.lon + random.gaussian() * scale, lat: centre.lat + random.gaussian() * scale
        ).normalised
      }
      let (a, b, p) = (near(), near(), near())
      let found = Geodesic.nearest(to: p, onLineFrom: a, to: b)
      let length = Geodesic.distance(from: a, to: b)
      #expect(found.metresAlong >= 0 && found.metresAlong <= length + 1e-6)
      let tolerance = 0.02 + 1e-9 * length
      #expect(
        abs(Geodesic.distance(from: p, to: found.position) - found.distance) < tolerance,
        "seed \(seed): \(p) to \(a) \(b)")
      var best = Double.infinity
      for i in 0...200 {
        let q = Geodesic.interpolate(from: a, to: b, fraction: Double(i) / 200)
        best = min(best, Geodesic.distance(from: p, to: q))
      }
      #expect(found.distance <= best + tolerance, "seed \(seed): \(p) to \(a) \(b)")
    }
  }
}
