import Geodesy
import Testing

@Suite("Longitudes")
struct LonLatTests {
  @Test(
    "the antimeridian has one longitude, from whichever side one comes",
    arguments: [
      (180, -180), (-180, -180), (540, -180), (179.5, 179.5), (-180.5, 179.5), (360, 0),
      (-540, -180),
    ] as [(Double, Double)])
  func antimeridian(given: Double, expected: Double) {
    #expect(LonLat.normalise(lon: given) == expected)
  }
}
