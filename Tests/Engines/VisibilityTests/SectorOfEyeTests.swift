import Foundation
import Geodesy
import SpatialIndex
import Testing

@testable import Visibility

@Suite struct SectorOfEyeTests {
  @Test(
    "a sector holds all that its camera has in the picture, and little beside it",
    arguments: [-84.5, -60, 0, 47, 70, 84.5])
  func borders(lat: Double) throws {
    for lon in [9.5, 179.995] {
      let place = LonLat(lon: lon, lat: lat)
      for yaw in stride(from: -170.0, to: 190, by: 20) {
        let camera = try Camera(
          validating: GeoPose(
            position: place, height: 400,
            orientation: Quaternion(
              x: 0, y: 0, z: sin(yaw * .pi / 360), w: cos(yaw * .pi / 360))),
          fieldOfView: Camera.FieldOfView(horizontal: 60, vertical: 40),
          viewport: Camera.Viewport(width: 1080, height: 720), range: 1000)
        let sector = try #require(Sector(Eye(camera)))
        func depth(_ turned: Double) -> Double {
          let p = Geodesic.destination(
            from: place, bearingDegrees: 90 - yaw + turned, distanceMetres: 995)
          return sector.depth(FixedPosition(p))
        }
        // A picture's border is known to a thousandth of a degree: 2 cm.
        for turned in [-29.99, -15, 0, 15, 29.99] {
          #expect(depth(turned) >= sector.leastDepth(reach: 0) + 4, "\(lat), \(yaw), \(turned)")
        }
        for turned in [-32.0, -60, 180, 60, 32] {
          #expect(depth(turned) < sector.leastDepth(reach: 0), "\(lat), \(yaw), \(turned)")
        }
      }
    }
  }
}
