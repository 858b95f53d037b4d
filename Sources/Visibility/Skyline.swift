import Geodesy
import SpatialIndex

/// The walls that one eye may see, by direction, and what is certainly behind them.
///
/// The horizon is cut into ``bins`` of equal diamond angle. Walls come nearest first; each bin keeps
/// a list of the walls in it and a cover: all that is farther than `depth` and below the tangent
/// of elevation `tangent` there is hidden by one wall (or two that meet). What is behind the covers
/// is not even looked at, so the work grows with what is in sight, not with the city.
///
/// The answers are those of a scan over all walls.
///
/// - Thread: confined; keep one to save allocations.
struct Skyline {
  static let bins = 1024
  private static let scale = Double(bins) / 4
  /// Directions of the edges between bins.
  private static let edges = (0...bins).map { Direction.vector(Double($0) / scale) }

  /// How far away something is that asks for this direction, metres; -1 if nothing does.
  private var asked = [Double](repeating: -1, count: bins)
  /// The greatest tangent of elevation of anything that asks for this direction.
  private var highest = [Double](repeating: -.infinity, count: bins)
  private var covers = [Cover](repeating: .none, count: bins)
  /// What is covered from a bin's first edge on, and up to its second edge.
  private var firstParts = [Part](repeating: .none, count: bins)
  private var lastParts = [Part](repeating: .none, count: bins)
  private var heads = [Int32](repeating: -1, count: bins)
  private var tails = [Int32](repeating: -1, count: bins)
  private var links: [(wall: Int32, next: Int32)] = []
  private var walls: [LocalWall] = []
  private var grace = 0.0
  private(set) var farthest = 0.0

  private struct Cover {
    var tangent: Double
    var depth: Double
    static let none = Cover(tangent: -.infinity, depth: .infinity)
  }

  private struct Part {
    /// Where the part ends within the bin, diamond angle in bins.
    var angle: Double
    var cover: Cover
    static let none = Part(angle: .nan, cover: .none)
  }

  /// Forgets everything.
  mutating func reset(grace: Double) {
    self.grace = grace
    farthest = 0
    for bin in 0..<Skyline.bins {
      asked[bin] = -1
      highest[bin] = -.infinity
      covers[bin] = .none
      firstParts[bin] = .none
      lastParts[bin] = .none
      heads[bin] = -1
      tails[bin] = -1
    }
    links.removeAll(keepingCapacity: true)
    walls.removeAll(keepingCapacity: true)
  }

  /// The part of the horizon that a ball takes up.
  struct Outline {
    let bins: Range<Int>
    /// Metres on the level to its nearest and farthest points; the nearest may be behind the eye.
    let near: Double
    let far: Double
    /// The tangent of elevation of its highest point, at most.
    let tangent: Double

    /// - Parameter centre: east, north, up of the eye.
    init(_ centre: Vector3, radius: Double) {
      let distance = (centre.x * centre.x + centre.y * centre.y).squareRoot()
      bins = Skyline.range(centre.x, centre.y, radius: radius, distance: distance)
      near = distance - radius - 0.001
      far = distance + radius + 0.001
      // From the eye's own place every direction leads up.
      tangent = Skyline.slope(centre.z + radius, max(0, near), far)
    }
  }

  /// Says that points within a ball will be asked for.
  ///
  /// - Parameter centre: east, north, up of the eye.
  @discardableResult
  mutating func ask(_ centre: Vector3, radius: Double) -> Outline {
    let outline = Outline(centre, radius: radius)
    farthest = max(farthest, outline.far)
    for k in outline.bins {
      let bin = k & (Skyline.bins - 1)
      asked[bin] = max(asked[bin], outline.far)
      highest[bin] = max(highest[bin], outline.tangent)
    }
    return outline
  }

  /// The bins of a circle: numbers from 0, beyond ``bins`` they go on from 0.
  @inline(__always)
  static func range(_ x: Double, _ y: Double, radius: Double, distance: Double) -> Range<Int> {
    guard
      let (from, to) = Direction.span(x, y, radius: radius + 1e-6, distance: distance)
    else { return 0..<bins }
    return range(from, to)
  }

  @inline(__always)
  private static func range(_ from: Double, _ to: Double) -> Range<Int> {
    let first = Int((from - 1e-12) * scale + 1) - 1
    var last = Int((to + 1e-12) * scale)
    if to < from { last += bins }
    let start = first < 0 ? first + bins : first
    let end = first < 0 ? last + bins : last
    return start..<min(end + 1, start + bins)
  }

  /// The greatest tangent of elevation of something up to `top`, between two distances.
  @inline(__always)
  static func slope(_ top: Double, _ nearest: Double, _ farthest: Double) -> Double {
    top > 0 ? (nearest > 0 ? top / nearest : .infinity) : top / farthest
  }

  /// Whether walls from there on, up to a tangent of elevation, can hide nothing more of what is
  /// asked for in these bins.
  @inline(__always)
  func isBehind(_ range: Range<Int>, nearest: Double, tangent: Double) -> Bool {
    for k in range {
      let bin = k & (Skyline.bins - 1)
      if asked[bin] < nearest { continue }
      let cover = covers[bin]
      if cover.depth + grace >= nearest { return false }
      // Neither is the wall below the cover nor all that is asked for.
      if cover.tangent < tangent && cover.tangent <= highest[bin] { return false }
    }
    return true
  }

  /// Takes in a wall; the nearer ones should have come before.
  mutating func add(_ wall: LocalWall) {
    let cross = wall.a.x * wall.b.y - wall.a.y * wall.b.x
    let first = cross >= 0 ? wall.a : wall.b
    let last = cross >= 0 ? wall.b : wall.a
    let from = Direction.diamond(first.x, first.y)
    let to = Direction.diamond(last.x, last.y)
    let range = Skyline.range(from, to)
    let nearest = wall.nearest
    let top = max(wall.a.z, wall.b.z)
    let far = max(
      (first.x * first.x + first.y * first.y).squareRoot(),
      (last.x * last.x + last.y * last.y).squareRoot())
    if isBehind(range, nearest: nearest - 1e-6, tangent: Skyline.slope(top, nearest, far)) {
      return
    }
    let number = Int32(truncatingIfNeeded: walls.count)
    walls.append(wall)
    for k in range {
      let bin = k & (Skyline.bins - 1)
      if asked[bin] >= nearest - 1e-6 { link(number, in: bin) }
    }
    if wall.depth == .infinity, abs(cross) > 1e-9, nearest > 1e-3 {
      let span = Span(wall, cross: abs(cross), first: first, last: last, nearest: nearest)
      let start = from * Skyline.scale
      var end = to * Skyline.scale
      if end < start { end += Double(Skyline.bins) }
      for k in range where asked[k & (Skyline.bins - 1)] >= 0 {
        cover(k, with: span, start: start, end: end)
      }
    }
  }

  private mutating func link(_ wall: Int32, in bin: Int) {
    let number = Int32(truncatingIfNeeded: links.count)
    links.append((wall, -1))
    if tails[bin] >= 0 { links[Int(tails[bin])].next = number } else { heads[bin] = number }
    tails[bin] = number
  }

  /// What the covers of a wall have in common.
  private struct Span {
    let cross: Double
    let dx: Double
    let dy: Double
    let lowest: Double
    let nearest: Double
    let firstDepth: Double
    let lastDepth: Double

    init(_ wall: LocalWall, cross: Double, first: Vector3, last: Vector3, nearest: Double) {
      self.cross = cross
      (dx, dy) = (last.x - first.x, last.y - first.y)
      lowest = min(first.z, last.z)
      self.nearest = nearest
      firstDepth = (first.x * first.x + first.y * first.y).squareRoot()
      lastDepth = (last.x * last.x + last.y * last.y).squareRoot()
    }

    /// How far away the wall is in the direction of an edge that crosses it.
    @inline(__always)
    func depth(_ edge: (x: Double, y: Double)) -> Double {
      let across = edge.x * dy - edge.y * dx
      return cross / across * (edge.x * edge.x + edge.y * edge.y).squareRoot()
    }

    /// Hides all from `depth` on, with some room for rounding.
    @inline(__always)
    func cover(depth: Double) -> Cover {
      let tangent = lowest >= 0 ? lowest / depth : lowest / nearest
      return Cover(tangent: tangent - 1e-9 - abs(tangent) * 1e-9, depth: depth * (1 + 1e-9) + 1e-9)
    }
  }

  /// Covers what the wall spans of one bin.
  ///
  /// - Parameters:
  ///   - start: where the wall begins, counted in bins.
  ///   - end: where it ends; not before `start`.
  private mutating func cover(_ k: Int, with span: Span, start: Double, end: Double) {
    let bin = k & (Skyline.bins - 1)
    let edge = Double(k)
    let hasFirst = start <= edge && end > edge
    let hasLast = end >= edge + 1 && start < edge + 1
    if hasFirst, hasLast {
      let depth = max(span.depth(Skyline.edges[bin]), span.depth(Skyline.edges[bin + 1]))
      raise(bin, to: span.cover(depth: depth))
    } else if hasFirst {
      let depth = max(span.depth(Skyline.edges[bin]), span.lastDepth)
      let part = Part(angle: end - edge, cover: span.cover(depth: depth))
      join(bin, part, lastParts[bin])
      if !(firstParts[bin].cover.tangent >= part.cover.tangent) { firstParts[bin] = part }
    } else if hasLast {
      let depth = max(span.depth(Skyline.edges[bin + 1]), span.firstDepth)
      let part = Part(angle: start - edge, cover: span.cover(depth: depth))
      join(bin, firstParts[bin], part)
      if !(lastParts[bin].cover.tangent >= part.cover.tangent) { lastParts[bin] = part }
    }
  }

  /// Two walls that meet, or overlap, within a bin cover it.
  @inline(__always)
  private mutating func join(_ bin: Int, _ first: Part, _ last: Part) {
    guard first.angle >= last.angle else { return }
    raise(
      bin,
      to: Cover(
        tangent: min(first.cover.tangent, last.cover.tangent),
        depth: max(first.cover.depth, last.cover.depth)))
  }

  @inline(__always)
  private mutating func raise(_ bin: Int, to cover: Cover) {
    if cover.tangent > covers[bin].tangent, cover.depth.isFinite, cover.depth >= 0 {
      covers[bin] = cover
    }
  }

  /// Whether a wall stands between the eye and a point that was asked for.
  @inline(__always)
  func hides(_ p: Vector3) -> Bool {
    let bin = Int(Direction.diamond(p.x, p.y) * Skyline.scale) & (Skyline.bins - 1)
    let cover = covers[bin]
    let distance = (p.x * p.x + p.y * p.y).squareRoot()
    if cover.depth + grace < distance, p.z < cover.tangent * distance { return true }
    var link = heads[bin]
    while link >= 0 {
      let entry = links[Int(link)]
      if walls[Int(entry.wall)].hides(p, grace: grace) { return true }
      link = entry.next
    }
    return false
  }

  /// Whether a whole ball is behind covers; false if one has to look closer.
  @inline(__always)
  func covers(_ outline: Outline) -> Bool {
    guard outline.near > 0 else { return false }
    for k in outline.bins {
      let cover = covers[k & (Skyline.bins - 1)]
      if cover.tangent <= outline.tangent || cover.depth + grace >= outline.near { return false }
    }
    return true
  }
}
