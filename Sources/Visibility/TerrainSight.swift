import Geodesy

/// Whether the ground is between an eye and a point.
///
/// The ray is straight in earth-centred space and its height above the ellipsoid is compared with
/// the ground's, so the earth's curvature hides what is behind it. Refraction is left out.
struct TerrainSight {
  /// Steps of a ray at most; longer rays take longer steps.
  static let greatestSteps = 512

  let field: any HeightField
  let eye: Eye
  /// The eye, lifted to at least a metre above the ground: heights of devices are far less exact
  /// than their positions.
  private let lifted: Vector3

  init(_ field: any HeightField, from eye: Eye) {
    self.field = field
    self.eye = eye
    let ground = field.height(at: eye.camera.pose.position) ?? -.infinity
    lifted = Vector3(x: 0, y: 0, z: max(0, ground + 1 - eye.camera.pose.height))
  }

  /// - Parameters:
  ///   - p: relative to the eye, east, north, up.
  ///   - grace: ground within this distance of the point hides nothing, metres.
  /// - Complexity: O(length / spacing), at most ``greatestSteps`` heights.
  func hides(_ p: Vector3, grace: Double) -> Bool {
    let way = p - lifted
    let length = way.length
    let reach = length - max(grace, field.spacing)
    guard reach > 0, let track = Track(from: lifted, way: way, eye: eye) else { return false }
    let step = max(field.spacing, length / Double(TerrainSight.greatestSteps))
    var along = min(step, reach)
    while true {
      let place = track.place(along / length)
      if place.height < field.greatestHeight,
        let ground = field.height(at: place.position), ground > place.height
      {
        return true
      }
      if along >= reach { return false }
      along = min(along + step, reach)
    }
  }

  /// Positions and heights along a ray.
  ///
  /// Away from the poles a parabola through three geodetic positions, good to 5 cm over 8 km.
  private struct Track {
    private let eye: Eye
    private let start: Vector3
    private let way: Vector3
    private let isExact: Bool
    private var lon = (0.0, 0.0, 0.0)
    private var lat = (0.0, 0.0, 0.0)
    private var height = (0.0, 0.0, 0.0)

    init?(from start: Vector3, way: Vector3, eye: Eye) {
      (self.start, self.way, self.eye) = (start, way, eye)
      isExact = abs(eye.camera.pose.position.lat) > 80 || way.length > 8_000
      if isExact { return }
      guard let a = eye.frame.geodetic(local: start),
        let b = eye.frame.geodetic(local: start + way * 0.5),
        let c = eye.frame.geodetic(local: start + way)
      else { return nil }
      func parabola(_ a: Double, _ b: Double, _ c: Double) -> (Double, Double, Double) {
        (a, 4 * b - 3 * a - c, 2 * (a + c) - 4 * b)
      }
      func near(_ lon: Double) -> Double {
        a.position.lon + (lon - a.position.lon).remainder(dividingBy: 360)
      }
      lon = parabola(a.position.lon, near(b.position.lon), near(c.position.lon))
      lat = parabola(a.position.lat, b.position.lat, c.position.lat)
      height = parabola(a.height, b.height, c.height)
    }

    func place(_ t: Double) -> (position: LonLat, height: Double) {
      if isExact, let place = eye.frame.geodetic(local: start + way * t) { return place }
      func value(_ c: (Double, Double, Double)) -> Double { c.0 + t * (c.1 + t * c.2) }
      return (LonLat(lon: value(lon), lat: value(lat)), value(height))
    }
  }
}
