import Foundation
import Geodesy

/// Which corners of an area see each other, and the shortest ways between its entrances.
///
/// A shortest way within a polygon bends only at corners that stick out into it. Signs of areas are
/// taken in whole numbers, so that touching and crossing are told apart exactly.
///
/// - Source: Lozano-Pérez, Wesley, "An algorithm for planning collision-free paths among polyhedral
///   obstacles", CACM 22 (1979) (visibility graph).
struct SquareVisibilityGraph {
  /// A node of an outline or of a hole.
  struct Corner {
    var node: UInt32
    var position: FixedPosition
    /// Whether a street comes in here.
    var isEntrance: Bool
  }

  struct Way: Hashable {
    var from: UInt32
    var to: UInt32
  }

  /// Larger areas are left to the streets around them; of more entrances and corners, so many are
  /// taken evenly along the outlines.
  static let maximumEntrances = 40
  static let maximumBends = 160
  static let maximumCorners = 4000
  /// Widest area, in 1e-7 degrees: about 3 km.
  private static let widest: Int64 = 300_000

  /// 1e-7 degrees east and north of the first corner.
  private struct Point: Hashable {
    var x: Int64
    var y: Int64
  }

  private let rings: [[Corner]]
  private let points: [[Point]]
  /// Metres per step to the east are so much less than to the north.
  private let scale: Double

  /// - Parameter rings: outlines and holes without their repeated last corner.
  init(_ rings: [[Corner]]) {
    self.rings = rings
    let origin = rings.first?.first?.position ?? FixedPosition(lonE7: 0, latE7: 0)
    points = rings.map { ring in
      ring.map { corner in
        var x = Int64(corner.position.lonE7) - Int64(origin.lonE7)
        if abs(x) > 1_800_000_000 { x -= x > 0 ? 3_600_000_000 : -3_600_000_000 }
        return Point(x: x, y: Int64(corner.position.latE7) - Int64(origin.latE7))
      }
    }
    scale = cos(origin.lonLat.lat * .pi / 180)
  }

  /// The straight pieces of the shortest ways between any two entrances, each once.
  ///
  /// - Parameter skipsOutline: leaves out pieces between neighbours on an outline.
  func shortestWays(skipsOutline: Bool) -> [Way] {
    let all = points.joined()
    guard all.count <= Self.maximumCorners,
      all.allSatisfy({ abs($0.x) <= Self.widest && abs($0.y) <= Self.widest })
    else { return [] }
    let chosen = chosenCorners()
    let entrances = chosen.indices.filter { corner(chosen[$0]).isEntrance }
    guard entrances.count > 1 else { return [] }
    let count = chosen.count
    var lengths = [Double](repeating: .infinity, count: count * count)
    for i in 0..<count {
      for j in i + 1..<max(count, i + 1) where sees(chosen[i], chosen[j]) {
        let length = distance(point(chosen[i]), point(chosen[j]))
        lengths[i * count + j] = length
        lengths[j * count + i] = length
      }
    }
    var ways: Set<Way> = []
    for start in entrances {
      let parents = tree(from: start, lengths, count)
      for end in entrances where end > start {
        var node = end
        while node != start, parents[node] >= 0 {
          let (a, b) = (chosen[parents[node]], chosen[node])
          if !(skipsOutline && areNeighbours(a, b)) {
            let (x, y) = (corner(a).node, corner(b).node)
            if x != y { ways.insert(Way(from: min(x, y), to: max(x, y))) }
          }
          node = parents[node]
        }
      }
    }
    return ways.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
  }

  // Corners by ring and place.

  private struct Place: Hashable {
    var ring: Int
    var index: Int
  }

  private func corner(_ place: Place) -> Corner { rings[place.ring][place.index] }
  private func point(_ place: Place) -> Point { points[place.ring][place.index] }

  private func areNeighbours(_ a: Place, _ b: Place) -> Bool {
    let gap = abs(a.index - b.index)
    return a.ring == b.ring && (gap == 1 || gap == rings[a.ring].count - 1)
  }

  /// Entrances, and the corners at which a shortest way can bend.
  private func chosenCorners() -> [Place] {
    var entrances: [Place] = []
    var bends: [Place] = []
    for (ring, line) in points.enumerated() where line.count >= 3 {
      // Whether the area lies to the left of the ring: outlines and holes are told apart by depth.
      let depth = points.indices.count { other in
        other != ring
          && Self.contains(points[other], twice: Point(x: 2 * line[0].x, y: 2 * line[0].y))
            == .inside
      }
      let areaIsLeft = (Self.area(line) > 0) == (depth % 2 == 0)
      for index in line.indices {
        let place = Place(ring: ring, index: index)
        if rings[ring][index].isEntrance {
          entrances.append(place)
          continue
        }
        let before = line[(index + line.count - 1) % line.count]
        let turn = Self.turn(before, line[index], line[(index + 1) % line.count])
        if areaIsLeft ? turn < 0 : turn > 0 { bends.append(place) }
      }
    }
    return Self.spread(entrances, Self.maximumEntrances) + Self.spread(bends, Self.maximumBends)
  }

  private static func spread(_ places: [Place], _ most: Int) -> [Place] {
    guard places.count > most else { return places }
    return (0..<most).map { places[$0 * places.count / most] }
  }

  // Shortest ways.

  /// The corner before each one on the shortest way from `start`; -1 where there is none.
  private func tree(from start: Int, _ lengths: [Double], _ count: Int) -> [Int] {
    var parents = [Int](repeating: -1, count: count)
    var distances = [Double](repeating: .infinity, count: count)
    var isDone = [Bool](repeating: false, count: count)
    distances[start] = 0
    while true {
      var next = -1
      for node in 0..<count where !isDone[node] && distances[node] < .infinity {
        if next < 0 || distances[node] < distances[next] { next = node }
      }
      if next < 0 { return parents }
      isDone[next] = true
      for node in 0..<count {
        let sum = distances[next] + lengths[next * count + node]
        if sum < distances[node] {
          distances[node] = sum
          parents[node] = next
        }
      }
    }
  }

  private func distance(_ a: Point, _ b: Point) -> Double {
    hypot(Double(b.x - a.x) * scale, Double(b.y - a.y))
  }

  // Seeing.

  /// Whether the straight line between two corners stays within the area or on its border.
  private func sees(_ a: Place, _ b: Place) -> Bool {
    let (p, q) = (point(a), point(b))
    if p == q { return true }
    var stops = [p, q]
    for ring in points {
      var before = ring[ring.count - 1]
      for corner in ring {
        let (c, d) = (before, corner)
        before = corner
        let side = (Self.turn(p, q, c).signum(), Self.turn(p, q, d).signum())
        if side.1 == 0, Self.isBetween(p, d, q) { stops.append(d) }
        if side.0 * side.1 >= 0 { continue }
        if Self.turn(c, d, p).signum() * Self.turn(c, d, q).signum() < 0 { return false }
      }
    }
    // Between two touches of the border it is inside or outside as a whole.
    let isForward = (p.x, p.y) < (q.x, q.y)
    stops.sort { isForward ? ($0.x, $0.y) < ($1.x, $1.y) : ($1.x, $1.y) < ($0.x, $0.y) }
    for (s, t) in zip(stops, stops.dropFirst()) where s != t {
      if !covers(twice: Point(x: s.x + t.x, y: s.y + t.y)) { return false }
    }
    return true
  }

  private static func isBetween(_ p: Point, _ c: Point, _ q: Point) -> Bool {
    min(p.x, q.x) <= c.x && c.x <= max(p.x, q.x) && min(p.y, q.y) <= c.y && c.y <= max(p.y, q.y)
      && c != p && c != q
  }

  private func covers(twice point: Point) -> Bool {
    var isInside = false
    for ring in points {
      switch Self.contains(ring, twice: point) {
      case .border: return true
      case .inside: isInside.toggle()
      case .outside: break
      }
    }
    return isInside
  }

  private enum Side { case inside, border, outside }

  /// - Parameter point: with both coordinates doubled, so that middles are whole numbers.
  private static func contains(_ ring: [Point], twice point: Point) -> Side {
    var isInside = false
    guard var a = ring.last.map({ Point(x: 2 * $0.x, y: 2 * $0.y) }) else { return .outside }
    for corner in ring {
      let b = Point(x: 2 * corner.x, y: 2 * corner.y)
      defer { a = b }
      let turn = turn(a, b, point)
      if turn == 0, min(a.x, b.x) <= point.x, point.x <= max(a.x, b.x), min(a.y, b.y) <= point.y,
        point.y <= max(a.y, b.y)
      {
        return .border
      }
      if (a.y > point.y) != (b.y > point.y), (turn > 0) == (b.y > a.y) { isInside.toggle() }
    }
    return isInside ? .inside : .outside
  }

  /// Twice the signed area of a triangle: positive if it turns to the left.
  private static func turn(_ a: Point, _ b: Point, _ c: Point) -> Int64 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  }

  /// Twice the signed area of a ring.
  private static func area(_ ring: [Point]) -> Int64 {
    guard var a = ring.last else { return 0 }
    var sum: Int64 = 0
    for b in ring {
      sum += a.x * b.y - b.x * a.y
      a = b
    }
    return sum
  }
}
