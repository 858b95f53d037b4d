import Geodesy

/// Brings geometries onto the grid of a tile: projected, clipped to it or to a smaller box, simplified.
///
/// - Thread: pure.
struct TileGrid {
  typealias Point = TileLayerWriter.Point
  typealias Place = (x: Double, y: Double)

  /// How far beyond the tile's border things are kept, so that strokes join: steps of the grid.
  static let buffer = 64.0

  private let scale: Double
  private let left: Double
  private let top: Double
  /// Detail below this many steps is left out.
  private let tolerance: Double

  /// What is kept of the tile with its buffer.
  private let low: Place
  private let high: Place

  /// - Parameter box: nothing beyond it is kept; it may cross the antimeridian.
  init(_ tile: TileAddress, within box: Bounds? = nil) {
    let count = Double(1 << tile.zoom)
    scale = count * Double(TileLayerWriter.extent)
    left = Double(tile.column) * Double(TileLayerWriter.extent)
    top = Double(tile.row) * Double(TileLayerWriter.extent)
    tolerance = tile.zoom >= TileAddress.deepest ? 1 : 4
    let extent = Double(TileLayerWriter.extent)
    var west = -TileGrid.buffer
    var north = west
    var east = extent + TileGrid.buffer
    var south = east
    if let box {
      let first = TileAddress.mercator(LonLat(lon: box.west, lat: box.north))
      var last = TileAddress.mercator(LonLat(lon: box.east, lat: box.south))
      if box.crossesAntimeridian { last.x += 1 }
      // Of the world's repetitions the one that lies nearest to the tile.
      let middle = (first.x + last.x) / 2 * scale - left
      let shift = ((extent / 2 - middle) / scale).rounded() * scale - left
      // Half a step more: what runs along the edge is in the box.
      west = max(west, first.x * scale + shift - 0.5)
      east = min(east, last.x * scale + shift + 0.5)
      north = max(north, first.y * scale - top - 0.5)
      south = min(south, last.y * scale - top + 0.5)
    }
    low = (west, north)
    high = (east, south)
  }

  /// - Parameter neighbour: what the place lies beside; the tile itself by default. Of the world's
  ///   repetitions the nearest is taken, so that lines go on across the antimeridian.
  private func place(_ position: LonLat, beside neighbour: Double? = nil) -> Place {
    let mercator = TileAddress.mercator(position)
    let x = mercator.x * scale - left
    let target = neighbour ?? Double(TileLayerWriter.extent) / 2
    return (x + ((target - x) / scale).rounded() * scale, mercator.y * scale - top)
  }

  private func places(_ line: [LonLat]) -> [Place] {
    var places: [Place] = []
    places.reserveCapacity(line.count)
    for position in line { places.append(place(position, beside: places.last?.x)) }
    return places
  }

  /// The point, if it lies in the tile itself: a point near a border is in one tile only.
  func point(_ position: LonLat) -> Point? {
    let place = place(position)
    let range = 0..<Double(TileLayerWriter.extent)
    guard range.contains(place.x), range.contains(place.y), isInside(place) else { return nil }
    return rounded(place)
  }

  /// The parts of a line in the tile.
  func lines(_ line: [LonLat]) -> [[Point]] {
    clip(line: places(line)).compactMap { part in
      let points = unique(simplified(part))
      return points.count > 1 ? points : nil
    }
  }

  /// The polygon's part in the tile; nil if nothing of it is left or it is smaller than `least`
  /// square steps.
  func polygon(_ rings: [[LonLat]], least: Double) -> [[Point]]? {
    var result: [[Point]] = []
    for (index, ring) in rings.enumerated() {
      var places = places(ring)
      if places.count > 1, ring.first == ring.last {
        places.removeLast()
      }
      let clipped = clip(ring: places)
      let isEnough = clipped.count >= 3 && abs(area(clipped)) >= least
      guard isEnough else {
        if index == 0 { return nil }
        continue
      }
      var closed = clipped
      closed.append(clipped[0])
      var points = unique(simplified(closed))
      if points.first == points.last { points.removeLast() }
      guard points.count >= 3 else {
        if index == 0 { return nil }
        continue
      }
      result.append(points)
    }
    return result.isEmpty ? nil : result
  }

  // MARK: Clipping

  /// - Source: Liang and Barsky, "A new concept and method for line clipping", 1984.
  private func clip(line: [Place]) -> [[Place]] {
    var parts: [[Place]] = []
    var part: [Place] = []
    for (a, b) in zip(line, line.dropFirst()) {
      var (t0, t1) = (0.0, 1.0)
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      var isInside = true
      for (p, q) in [
        (-dx, a.x - low.x), (dx, high.x - a.x), (-dy, a.y - low.y), (dy, high.y - a.y),
      ] {
        if p == 0 {
          if q < 0 { isInside = false }
        } else if p < 0 {
          t0 = max(t0, q / p)
        } else {
          t1 = min(t1, q / p)
        }
      }
      guard isInside, t0 <= t1 else {
        if part.count > 1 { parts.append(part) }
        part = []
        continue
      }
      if t0 > 0 || part.isEmpty {
        if part.count > 1 { parts.append(part) }
        part = [(a.x + dx * t0, a.y + dy * t0)]
      }
      part.append((a.x + dx * t1, a.y + dy * t1))
    }
    if part.count > 1 { parts.append(part) }
    return parts
  }

  /// - Source: Sutherland and Hodgman, "Reentrant polygon clipping", 1974.
  private func clip(ring: [Place]) -> [Place] {
    var ring = ring
    if ring.allSatisfy({ isInside($0) }) { return ring }
    for side in 0..<4 {
      guard var last = ring.last else { return [] }
      var kept: [Place] = []
      for point in ring {
        let (a, b) = (depth(last, side), depth(point, side))
        if (a >= 0) != (b >= 0) {
          let t = a / (a - b)
          kept.append((last.x + (point.x - last.x) * t, last.y + (point.y - last.y) * t))
        }
        if b >= 0 { kept.append(point) }
        last = point
      }
      ring = kept
    }
    return ring
  }

  private func isInside(_ p: Place) -> Bool {
    p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y
  }

  /// How far inside of a side a place lies.
  private func depth(_ p: Place, _ side: Int) -> Double {
    switch side {
    case 0: p.x - low.x
    case 1: high.x - p.x
    case 2: p.y - low.y
    default: high.y - p.y
    }
  }

  private func area(_ ring: [Place]) -> Double {
    guard var last = ring.last else { return 0 }
    var sum = 0.0
    for point in ring {
      sum += last.x * point.y - point.x * last.y
      last = point
    }
    return sum / 2
  }

  // MARK: Simplifying

  /// - Source: Douglas and Peucker, "Algorithms for the reduction of the number of points", 1973;
  ///   without recursion.
  private func simplified(_ line: [Place]) -> [Place] {
    guard line.count > 2 else { return line }
    var isKept = [Bool](repeating: false, count: line.count)
    isKept[0] = true
    isKept[line.count - 1] = true
    var open = [(0, line.count - 1)]
    while let (first, last) = open.popLast() {
      var worst = (distance: tolerance * tolerance, index: -1)
      var index = first + 1
      while index < last {
        let distance = squaredDistance(line[index], line[first], line[last])
        if distance > worst.distance { worst = (distance, index) }
        index += 1
      }
      guard worst.index > 0 else { continue }
      isKept[worst.index] = true
      open.append((first, worst.index))
      open.append((worst.index, last))
    }
    return line.indices.filter { isKept[$0] }.map { line[$0] }
  }

  private func squaredDistance(_ p: Place, _ a: Place, _ b: Place) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let length = dx * dx + dy * dy
    let t =
      length > 0 ? min(max(((p.x - a.x) * dx + (p.y - a.y) * dy) / length, 0), 1) : 0
    let (ex, ey) = (p.x - a.x - t * dx, p.y - a.y - t * dy)
    return ex * ex + ey * ey
  }

  /// On the grid, each point once in a row.
  private func unique(_ line: [Place]) -> [Point] {
    var points: [Point] = []
    points.reserveCapacity(line.count)
    for place in line {
      let point = rounded(place)
      if points.last != point { points.append(point) }
    }
    return points
  }

  private func rounded(_ place: Place) -> Point {
    // Clipped or checked before, so it fits.
    Point(
      x: Int32(min(max(place.x.rounded(), -1e6), 1e6)),
      y: Int32(min(max(place.y.rounded(), -1e6), 1e6)))
  }
}
