import Base
import Geodesy
import SpatialIndex

/// The walls of buildings, indexed for lines of sight.
///
/// Walls are kept in groups of neighbours along a Hilbert curve, groups in groups of groups up to a
/// single one; a packed R-tree holds the buildings.
///
/// - Thread: immutable, shared.
public final class Walls: Sendable {
  /// Where the heights of the buildings are counted from.
  public enum Datum: Sendable {
    /// From the ellipsoid.
    case ellipsoid
    /// From the ground, which is taken as level with the ground below each camera: for places
    /// whose terrain is not known.
    case ground
  }

  /// Walls at most.
  public static let maximumCount = 50_000_000
  /// Walls of a group, and groups of the next greater one, at most.
  static let groupSize = 8
  /// Longer walls are kept in pieces, so that they follow the earth, metres.
  static let maximumLength = 100.0

  /// A piece of wall between two points at its top, earth-centred metres.
  struct Wall: Sendable {
    let a: Vector3
    let b: Vector3
    let depth: Float
    let building: UInt32
  }

  /// The ball around the tops of all its walls; its centre is as high as the highest.
  struct Group: Sendable {
    let centre: Vector3
    let radius: Double
  }

  public let datum: Datum
  let buildings: [Building]
  /// In groups: `groupSize` each, the last one may have fewer.
  let walls: [Wall]
  /// The groups of walls, then the groups of these, and so on; the last level has one.
  let levels: [[Group]]
  let buildingIndex: BoxSnapshot
  /// Metres above the datum of the lowest roof; infinite without buildings.
  let lowestTop: Double

  /// How many walls there are, long ones counted in pieces.
  public var count: Int { walls.count }

  /// - Parameters:
  ///   - buildings: with heights above `datum`.
  ///   - datum: where their heights are counted from.
  /// - Complexity: O(n), about 2 µs per wall.
  /// - Throws: a ``Refusal`` beyond ``maximumCount`` walls.
  public init(_ buildings: [Building], datum: Datum = .ellipsoid) throws(Refusal) {
    self.datum = datum
    self.buildings = buildings
    lowestTop = buildings.map(\.top).min() ?? .infinity
    var pieces: [Wall] = []
    for (index, building) in buildings.enumerated() {
      Walls.append(building, UInt32(clamping: index), to: &pieces)
      guard pieces.count <= Walls.maximumCount else {
        throw Refusal(
          .tooLarge, "too-many-walls",
          "There are more than \(Walls.maximumCount) walls: split the area.")
      }
    }
    walls = Walls.sorted(pieces)
    levels = Walls.levels(over: walls)
    buildingIndex = Walls.index(
      buildings.map { building in
        let corners = building.rings.joined().map { Ellipsoid.ecef($0, height: 0) }
        let centre = Walls.middle(corners)
        return (centre, corners.map { ($0 - centre).length }.max() ?? 0)
      })
  }

  private static func append(_ building: Building, _ number: UInt32, to pieces: inout [Wall]) {
    let depth = building.base.map { Float(building.top - $0) } ?? .infinity
    for ring in building.directedRings {
      guard let last = ring.last else { continue }
      var a = Ellipsoid.ecef(last, height: building.top)
      for position in ring {
        let b = Ellipsoid.ecef(position, height: building.top)
        let count = max(1, Int(((b - a).length / maximumLength).rounded(.up)))
        var from = a
        for step in 1...count {
          let to =
            step == count ? b : raised(a + (b - a) * (Double(step) / Double(count)), building)
          if from != to {
            pieces.append(Wall(a: from, b: to, depth: depth, building: number))
          }
          from = to
        }
        a = b
      }
    }
  }

  /// A point of a chord at the height of the roof.
  private static func raised(_ point: Vector3, _ building: Building) -> Vector3 {
    guard let place = Ellipsoid.geodetic(point) else { return point }
    return Ellipsoid.ecef(place.position, height: building.top)
  }

  private static func sorted(_ pieces: [Wall]) -> [Wall] {
    let order = PackedPoints(
      pieces.enumerated().map { index, wall in
        let middle = Ellipsoid.geodetic((wall.a + wall.b) * 0.5)
        return .init(
          position: FixedPosition(middle?.position ?? LonLat(lon: 0, lat: 0)),
          item: UInt32(clamping: index))
      })
    return (0..<order.count).map { pieces[Int(order.entry($0).item)] }
  }

  private static func middle(_ points: [Vector3]) -> Vector3 {
    points.reduce(.zero, +) * (1 / Double(max(1, points.count)))
  }

  private static func levels(over walls: [Wall]) -> [[Group]] {
    guard !walls.isEmpty else { return [] }
    var levels = [
      parts(of: walls).map { part in
        group(
          around: part.flatMap { [Group(centre: $0.a, radius: 0), .init(centre: $0.b, radius: 0)] })
      }
    ]
    while let last = levels.last, last.count > 1 {
      levels.append(parts(of: last).map { group(around: Array($0)) })
    }
    return levels
  }

  private static func parts<Element>(of all: [Element]) -> [ArraySlice<Element>] {
    stride(from: 0, to: all.count, by: groupSize).map {
      all[$0..<min($0 + groupSize, all.count)]
    }
  }

  private static func group(around parts: [Group]) -> Group {
    let middle = middle(parts.map(\.centre))
    let highest = parts.compactMap { Ellipsoid.geodetic($0.centre)?.height }.max() ?? 0
    let place = Ellipsoid.geodetic(middle)?.position ?? LonLat(lon: 0, lat: 0)
    let centre = Ellipsoid.ecef(place, height: highest)
    return Group(
      centre: centre, radius: parts.map { ($0.centre - centre).length + $0.radius }.max() ?? 0)
  }

  private static func index(_ balls: [(centre: Vector3, radius: Double)]) -> BoxSnapshot {
    var entries: [PackedBoxes.Entry] = []
    for (number, ball) in balls.enumerated() {
      // The ground is at most 0.2 % longer or shorter than the chord up there.
      guard let place = Ellipsoid.geodetic(ball.centre),
        let bounds = Bounds.circle(around: place.position, metres: ball.radius * 1.01 + 0.1)
      else { continue }
      entries += PackedBoxes.entries(covering: bounds, item: UInt32(clamping: number))
    }
    return BoxSnapshot(PackedBoxes(entries))
  }

  /// A wall as the eye sees it.
  @inline(__always)
  func local(_ wall: Wall, from eye: Eye) -> LocalWall {
    LocalWall(
      a: eye.enu.components(of: wall.a - eye.ecef), b: eye.enu.components(of: wall.b - eye.ecef),
      depth: Double(wall.depth))
  }

  /// The numbers of the buildings that a place is inside of; ascending.
  func buildings(around position: LonLat, height: Double, using items: inout [UInt32]) -> [UInt32] {
    buildingIndex.find(around: position, into: &items)
    return items.filter { number in
      let building = buildings[Int(number)]
      return height <= building.top && height >= building.base ?? -.infinity
        && building.contains(position)
    }.sorted()
  }
}
