import Base
import Foundation
import Geodesy

@testable import Visibility

/// Random cameras, objects and buildings around a place, the same for the same seed.
struct SampleView {
  /// A town, the antimeridian, both poles, the equator, the far south.
  static let places = [
    LonLat(lon: 9.5215, lat: 47.139), LonLat(lon: 180, lat: -16.8), LonLat(lon: 40, lat: 89.9999),
    LonLat(lon: 0, lat: 0), LonLat(lon: -70, lat: -89.9995), LonLat(lon: -179.9999, lat: 65),
  ]

  var random: SeededRandom
  let place: LonLat
  let ground = 450.0
  private let frame: LocalFrame

  init(seed: UInt64, at place: LonLat? = nil) {
    random = SeededRandom(seed: seed)
    let places = SampleView.places
    self.place = place ?? places[Int(seed % UInt64(places.count))]
    frame = LocalFrame(at: self.place, height: ground)
  }

  mutating func between(_ least: Double, _ greatest: Double) -> Double {
    least + (greatest - least) * random.unit()
  }

  mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

  mutating func orientation() -> Quaternion {
    let q = Quaternion(
      x: random.gaussian(), y: random.gaussian(), z: random.gaussian(), w: random.gaussian())
    return q.normalised ?? .identity
  }

  /// A position so many metres east and north of the place.
  func position(_ east: Double, _ north: Double) -> LonLat {
    frame.geodetic(local: Vector3(x: east, y: north, z: 0))?.position ?? place
  }

  mutating func position(within metres: Double) -> LonLat {
    position(between(-metres, metres), between(-metres, metres))
  }

  /// An upright camera that looks anywhere, or one turned in any way.
  mutating func camera(
    upright: Bool = true, range: Double = 300, fieldOfView: Camera.FieldOfView? = nil
  ) throws -> Camera {
    let yaw = between(0, 2 * .pi)
    let upright = Quaternion(x: 0, y: 0, z: sin(yaw / 2), w: cos(yaw / 2))
    let turned = orientation()
    let angles =
      fieldOfView
      ?? Camera.FieldOfView(horizontal: between(20, 120), vertical: between(20, 100))
    return try Camera(
      validating: GeoPose(
        position: position(within: 20), height: ground + 1.6,
        orientation: upright.length > 0 && below(4) > 0 ? upright : turned),
      fieldOfView: angles, viewport: Camera.Viewport(width: 1080, height: 1920), range: range)
  }

  mutating func candidate(_ id: UInt32, within metres: Double, maximumSize: Double = 8) throws
    -> Candidate
  {
    let half = Vector3(
      x: between(0.05, maximumSize) / 2, y: between(0.05, maximumSize) / 2,
      z: between(0.05, maximumSize) / 2)
    let middle = Vector3(x: between(-1, 1), y: between(-1, 1), z: between(0, 3))
    return try Candidate(
      validating: GeoPose(
        position: position(within: metres), height: ground + between(0, 12),
        orientation: orientation()),
      id: id, scale: between(0.3, 3),
      box: Candidate.Box(min: middle - half, max: middle + half), priority: below(3) * 10)
  }

  /// A turned rectangle, an L or a courtyard, some with a passage below.
  mutating func building(within metres: Double, height: ClosedRange<Double> = 3...25) throws
    -> Building
  {
    let (x, y) = (between(-metres, metres), between(-metres, metres))
    let (width, depth) = (between(4, 30), between(4, 30))
    let turn = between(0, .pi)
    func corner(_ u: Double, _ v: Double) -> LonLat {
      position(x + u * cos(turn) - v * sin(turn), y + u * sin(turn) + v * cos(turn))
    }
    var rings: [[LonLat]]
    switch below(3) {
    case 0:
      rings = [[corner(0, 0), corner(width, 0), corner(width, depth), corner(0, depth)]]
    case 1:
      rings = [
        [
          corner(0, 0), corner(width, 0), corner(width, depth / 3), corner(width / 3, depth / 3),
          corner(width / 3, depth), corner(0, depth),
        ]
      ]
    default:
      let outer = [corner(0, 0), corner(width, 0), corner(width, depth), corner(0, depth)]
      let inner = [
        corner(width / 3, depth / 3), corner(width / 3, depth / 2), corner(width / 2, depth / 2),
        corner(width / 2, depth / 3),
      ]
      rings = [outer + [outer[0]], inner]
    }
    if below(2) == 0 { rings[0].reverse() }
    let top = ground + between(height.lowerBound, height.upperBound)
    return try Building(
      validating: rings, base: below(5) == 0 ? ground + 2.5 : nil, top: max(top, ground + 3))
  }

  mutating func buildings(_ count: Int, within metres: Double) throws -> [Building] {
    // Nobody stands inside of the first hundred square metres, most of the time.
    try (0..<count).map { _ in try building(within: metres) }
  }
}
