import Base
import Foundation
import Geodesy
import SpatialIndex
import Visibility

/// A made-up town for views: houses along streets and instances anywhere, within 1 km.
enum ViewWorld {
  static let centre = LonLat(lon: 9.5215, lat: 47.139)
  static let ground = 500.0
  static let range = 1000.0
  /// Degrees of the cameras' views.
  static let fieldOfView = Camera.FieldOfView(horizontal: 60, vertical: 45)

  private static let frame = LocalFrame(at: centre, height: ground)

  private static func position(_ east: Double, _ north: Double) -> LonLat {
    frame.geodetic(local: Vector3(x: east, y: north, z: 0))?.position ?? centre
  }

  /// A house: west, south, east and north sides in metres, and its height.
  struct House {
    var west: Double
    var south: Double
    var east: Double
    var north: Double
    var height: Double

    var ring: [LonLat] {
      [(west, south), (east, south), (east, north), (west, north)]
        .map { ViewWorld.position($0.0, $0.1) }
    }
  }

  /// Houses of four walls each, on both sides of streets; nearest to the centre first.
  static func houses(walls: Int) -> [House] {
    var random = SeededRandom(seed: 11)
    var houses: [House] = []
    for row in -100...100 {
      for column in -100...100 {
        // Every fifth row and column is a street.
        if row % 5 == 0 || column % 5 == 0 { continue }
        let (x, y) = (Double(column) * 10, Double(row) * 10)
        guard (x * x + y * y).squareRoot() < 970 else { continue }
        houses.append(
          House(
            west: x - 3 - random.unit(), south: y - 3 - random.unit(), east: x + 3 + random.unit(),
            north: y + 3 + random.unit(), height: 4 + 12 * random.unit()))
      }
    }
    houses.sort {
      $0.west * $0.west + $0.south * $0.south < $1.west * $1.west + $1.south * $1.south
    }
    // The rest are sheds and chimneys on top of and beside them.
    var result = houses
    while result.count < walls / 4 {
      let beside = houses[Int(random.next() % UInt64(houses.count))]
      let (x, y) = (beside.east + 0.5, beside.north - 1 - 3 * random.unit())
      result.append(
        House(west: x, south: y, east: x + 1.5, north: y + 1.5, height: 2 + 2 * random.unit()))
    }
    return Array(result.prefix(walls / 4))
  }

  static func buildings(_ houses: [House]) throws -> [Building] {
    try houses.map { try Building(validating: [$0.ring], top: ground + $0.height) }
  }

  /// Ground that rolls by some metres below and above the town's, a height every second of arc.
  static func terrain() throws -> HeightGrid {
    let (step, side) = (1 / 3600.0, 160)
    let half = Double(side - 1) / 2
    return try HeightGrid(
      southWest: LonLat(lon: centre.lon - half * step, lat: centre.lat - half * step),
      step: step, columns: side, rows: side,
      heights: (0..<side * side).map { place in
        let (row, column) = (Double(place / side), Double(place % side))
        return Float(ground - 1 + 4 * sin(column * 0.31 + 1) * sin(row * 0.23))
      })
  }

  static func candidates(_ count: Int) throws -> [Candidate] {
    var random = SeededRandom(seed: 12)
    return try (0..<count).map { index in
      let radius = 990 * random.unit().squareRoot()
      let angle = 2 * Double.pi * random.unit()
      let turn = Double.pi * random.unit()
      let half = 0.2 + random.unit()
      return try Candidate(
        validating: GeoPose(
          position: position(radius * cos(angle), radius * sin(angle)),
          height: ground + 8 * random.unit(),
          orientation: Quaternion(x: 0, y: 0, z: sin(turn), w: cos(turn))),
        id: UInt32(index),
        box: .init(
          min: Vector3(x: -half, y: -half, z: 0), max: Vector3(x: half, y: half, z: 2 * half)),
        priority: Int(random.next() % 4) * 10)
    }
  }

  /// Cameras in the streets around the centre, looking anywhere.
  static func cameras(_ count: Int) throws -> [Camera] {
    var random = SeededRandom(seed: 13)
    return try (0..<count).map { _ in
      let street = Double(Int(random.next() % 5)) * 50 - 100
      let yaw = 2 * Double.pi * random.unit()
      return try Camera(
        validating: GeoPose(
          position: position(street, (random.unit() - 0.5) * 200), height: ground + 1.6,
          orientation: Quaternion(x: 0, y: 0, z: sin(yaw / 2), w: cos(yaw / 2))),
        fieldOfView: fieldOfView, viewport: .init(width: 1080, height: 1920), range: range)
    }
  }

  /// Degrees clockwise from north in which a camera of ``cameras(_:)`` looks.
  static func heading(_ camera: Camera) -> Double {
    let q = camera.pose.orientation
    return 90 - 2 * atan2(q.z, q.w) * 180 / .pi
  }
}
