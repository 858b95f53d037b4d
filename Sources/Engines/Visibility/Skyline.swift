import Geodesy
import SpatialIndex

/// The walls that one eye may see, by direction, and what is certainly behind them.
///
/// The horizon is cut into ``binCount`` bins of equal diamond angle. Walls come nearest first; each bin keeps
/// a list of the walls in it and a cover: all that is farther than `depth` and below the tangent
/// of elevation `tangent` there is hidden by one wall (or two that meet). What is behind the covers
/// is not even looked at, so the work grows with what is in sight, not with the city.
///
/// The answers are those of a scan over all walls.
///
/// - Thread: confined; keep one to save allocations.
struct Skyline {
  static let binCount = 1024
  private static let scale = Double(binCount) / 4
  /// Directions of the edges between bins.
  private static let edges = (0...binCount).map { Direction.vector(Double($0) / scale) }

  private var open = OpenBins()
  private var bins = [Bin](repeating: Bin(), count: binCount)
  /// What is covered from a bin's first edge on, and up to its second edge.
  private var firstParts = [Part](repeating: .none, count: binCount)
  private var lastParts = [Part](repeating: .none, count: binCount)
  private var heads = [Int32](repeating: -1, count: binCount)
  private var tails = [Int32](repeating: -1, count: binCount)
  private var links: [Link] = []
  private var walls: [LocalWall] = []
  private var grace = 0.0
  private(set) var farthest = 0.0

  /// What is known of one direction.
  private struct Bin {
    /// How far away something is that asks for this direction, metres; -1 if nothing does.
    var asked = -1.0
    /// The greatest tangent of elevation of anything that asks for this direction.
    var highest = -Double.infinity
    var cover = Cover.none
  }

  /// A wall of a bin, with what rules it out for most points.
  private struct Link {
    let wall: Int32
    var next: Int32
    /// Nothing nearer than this, metres on the level, is behind the wall.
    let nearest: Float
    /// Nothing above this tangent of elevation is behind the wall.
    let tangent: Float

    /// - Parameters:
    ///   - nearest: metres to the wall.
    ///   - tangent: of its highest point's elevation, at most.
    init(wall: Int32, nearest: Double, tangent: Double) {
      self.wall = wall
      next = -1
      // A millimetre and a millionth, for rounding.
      self.nearest = Float(nearest * 0.999_999 - 0.001)
      self.tangent = Float(tangent + abs(tangent) * 1e-6 + 1e-6)
    }
  }

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
    open.removeAll()
    for bin in 0..<Skyline.binCount {
      bins[bin] = Bin()
      firstParts[bin] = .none
      lastParts[bin] = .none
      heads[bin] = -1
      tails[bin] = -1
    }
    links.removeAll(keepingCapacity: true)
    walls.removeAll(keepingCapacity: true)
  }

  /// The part of the horizon that a ball takes up, in few bytes: there are many of them.
  struct Outline {
    private let firstBin: UInt16
    private let binCount: UInt16
    /// Metres on the level to its nearest and farthest points; the nearest may be behind the eye.
    let near: Float
    let far: Float
    /// The tangent of elevation of its highest point, at most.
    let tangent: Float

    var bins: Range<Int> { Int(firstBin)..<Int(firstBin) + Int(binCount) }

    static let none = Outline(.zero, radius: 0)

    /// - Parameter centre: east, north, up of the eye.
    init(_ centre: Vector3, radius: Double) {
      let distance = (centre.x * centre.x + centre.y * centre.y).squareRoot()
      let bins = Skyline.range(centre.x, centre.y, radius: radius, distance: distance)
      firstBin = UInt16(truncatingIfNeeded: bins.lowerBound)
      binCount = UInt16(truncatingIfNeeded: bins.count)
      let near = distance - radius - 0.001
      let far = distance + radius + 0.001
      self.near = Float(near).nextDown
      self.far = Float(far).nextUp
      // From the eye's own place every direction leads up.
      tangent = Float(Skyline.slope(centre.z + radius, max(0, near), far)).nextUp
    }
  }

  /// Says that points within balls will be asked for.
  mutating func ask(_ survivors: ArraySlice<CandidateCulling.Survivor>) {
    var farthest = farthest
    bins.withUnsafeMutableBufferPointer { bins in
      for survivor in survivors {
        let outline = survivor.outline
        let (far, tangent) = (Double(outline.far), Double(outline.tangent))
        farthest = max(farthest, far)
        for k in outline.bins {
          let bin = k & (Skyline.binCount - 1)
          bins[bin].asked = max(bins[bin].asked, far)
          bins[bin].highest = max(bins[bin].highest, tangent)
        }
      }
    }
    self.farthest = farthest
    for (number, bin) in bins.enumerated() where bin.asked >= 0 { open.insert(number) }
  }

  /// The bins of a circle: numbers from 0, beyond ``binCount`` they go on from 0.
  @inline(__always)
  static func range(_ x: Double, _ y: Double, radius: Double, distance: Double) -> Range<Int> {
    guard
      let (from, to) = Direction.span(x, y, radius: radius + 1e-6, distance: distance)
    else { return 0..<binCount }
    return range(from, to)
  }

  @inline(__always)
  private static func range(_ from: Double, _ to: Double) -> Range<Int> {
    let first = Int((from - 1e-12) * scale + 1) - 1
    var last = Int((to + 1e-12) * scale)
    if to < from { last += binCount }
    let start = first < 0 ? first + binCount : first
    let end = first < 0 ? last + binCount : last
    return start..<min(end + 1, start + binCount)
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
    var k = open.next(range.lowerBound, before: range.upperBound)
    while k < range.upperBound {
      let bin = bins[k & (Skyline.binCount - 1)]
      if bin.asked >= nearest {
        if bin.cover.depth + grace >= nearest { return false }
        // Neither is the wall below the cover nor all that is asked for.
        if bin.cover.tangent < tangent && bin.cover.tangent <= bin.highest { return false }
      }
      k = open.next(k + 1, before: range.upperBound)
    }
    return true
  }

  /// Forgets the bins in which no wall as far away as `nearest`, or farther, can hide anything more.
  @inline(__always)
  mutating func close(_ range: Range<Int>, beyond nearest: Double) {
    var k = open.next(range.lowerBound, before: range.upperBound)
    while k < range.upperBound {
      let number = k & (Skyline.binCount - 1)
      let bin = bins[number]
      if bin.asked < nearest - 1e-5
        || (bin.cover.depth + grace < nearest - 1e-5 && bin.cover.tangent > bin.highest)
      {
        open.remove(number)
      }
      k = open.next(k + 1, before: range.upperBound)
    }
  }

  /// Takes in a wall; the nearer ones should have come before.
  mutating func add(_ wall: LocalWall) {
    let cross = wall.a.x * wall.b.y - wall.a.y * wall.b.x
    let first = cross >= 0 ? wall.a : wall.b
    let last = cross >= 0 ? wall.b : wall.a
    let from = Direction.diamond(first.x, first.y)
    let to = Direction.diamond(last.x, last.y)
    let range = Skyline.range(from, to)
    if open.next(range.lowerBound, before: range.upperBound) >= range.upperBound { return }
    let nearest = wall.nearest
    let top = max(wall.a.z, wall.b.z)
    let far = max(
      (first.x * first.x + first.y * first.y).squareRoot(),
      (last.x * last.x + last.y * last.y).squareRoot())
    let tangent = Skyline.slope(top, nearest, far)
    if isBehind(range, nearest: nearest - 1e-6, tangent: tangent) { return }
    let number = Int32(truncatingIfNeeded: walls.count)
    walls.append(wall)
    let link = Link(wall: number, nearest: nearest, tangent: tangent)
    var k = open.next(range.lowerBound, before: range.upperBound)
    while k < range.upperBound {
      let bin = k & (Skyline.binCount - 1)
      if bins[bin].asked >= nearest - 1e-6 { append(link, to: bin) }
      k = open.next(k + 1, before: range.upperBound)
    }
    if wall.depth == .infinity, abs(cross) > 1e-9, nearest > 1e-3 {
      let span = Span(wall, cross: abs(cross), first: first, last: last, nearest: nearest)
      let start = from * Skyline.scale
      var end = to * Skyline.scale
      if end < start { end += Double(Skyline.binCount) }
      k = open.next(range.lowerBound, before: range.upperBound)
      while k < range.upperBound {
        cover(k, with: span, start: start, end: end)
        k = open.next(k + 1, before: range.upperBound)
      }
    }
  }

  private mutating func append(_ link: Link, to bin: Int) {
    let number = Int32(truncatingIfNeeded: links.count)
    links.append(link)
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
    let bin = k & (Skyline.binCount - 1)
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
    if cover.tangent > bins[bin].cover.tangent, cover.depth.isFinite, cover.depth >= 0 {
      bins[bin].cover = cover
    }
  }

  /// Whether a wall stands between the eye and a point that was asked for.
  @inline(__always)
  func hides(_ p: Vector3) -> Bool {
    let bin = Int(Direction.diamond(p.x, p.y) * Skyline.scale) & (Skyline.binCount - 1)
    let cover = bins[bin].cover
    let distance = (p.x * p.x + p.y * p.y).squareRoot()
    if cover.depth + grace < distance, p.z < cover.tangent * distance { return true }
    var next = heads[bin]
    while next >= 0 {
      let link = links[Int(next)]
      next = link.next
      if Double(link.nearest) > distance || p.z > Double(link.tangent) * distance { continue }
      if walls[Int(link.wall)].hides(p, grace: grace) { return true }
    }
    return false
  }

  /// Calls `body` with the walls that may hide points within a ball that was asked for, some of them
  /// several times.
  ///
  /// - Parameter bottom: metres above the eye that none of the points is below.
  @inline(__always)
  func forEachWall(before outline: Outline, bottom: Double, _ body: (LocalWall) -> Void) {
    let (near, far) = (Double(outline.near), Double(outline.far))
    let lowest = -Skyline.slope(-bottom, max(0, near), far)
    for k in outline.bins {
      var next = heads[k & (Skyline.binCount - 1)]
      while next >= 0 {
        let link = links[Int(next)]
        next = link.next
        if Double(link.nearest) > far || lowest > Double(link.tangent) { continue }
        body(walls[Int(link.wall)])
      }
    }
  }

  /// Whether a whole ball is behind covers; false if one has to look closer.
  @inline(__always)
  func covers(_ outline: Outline) -> Bool {
    let (near, tangent) = (Double(outline.near), Double(outline.tangent))
    guard near > 0 else { return false }
    for k in outline.bins {
      let cover = bins[k & (Skyline.binCount - 1)].cover
      if cover.tangent <= tangent || cover.depth + grace >= near { return false }
    }
    return true
  }
}
