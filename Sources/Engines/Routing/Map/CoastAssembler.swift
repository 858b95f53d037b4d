import Geodesy
import OSMFiles

/// Makes areas of the sea from pieces of the coast.
///
/// Pieces are joined in their direction, land on their left. What closes is an island, or a water
/// with the sea's name; what does not close leaves the extract and is led on to a box around it, and
/// along the box to the next piece. The sea goes on beyond the extract only where no coast leads out:
/// how a coast goes on there is not known.
///
/// - Source: OpenStreetMap wiki, "Tag:natural=coastline".
struct CoastAssembler {
  /// How far the sea goes on around what was imported: a share of its size, and no less than this
  /// in 1e-7 degrees.
  private static let margin = 0.25
  private static let leastMargin = 100_000

  private let inner: FixedRectangle
  private var outer: FixedRectangle

  /// A box in 1e-7 degrees, wide enough for sums.
  struct FixedRectangle {
    var west: Int
    var south: Int
    var east: Int
    var north: Int
  }

  /// - Parameter positions: what the extract holds; nil where it holds nothing, or reaches over the
  ///   antimeridian.
  init?(around positions: some Sequence<FixedPosition>) {
    var box = FixedRectangle(west: .max, south: .max, east: .min, north: .min)
    for p in positions {
      box.west = min(box.west, Int(p.lonE7))
      box.east = max(box.east, Int(p.lonE7))
      box.south = min(box.south, Int(p.latE7))
      box.north = max(box.north, Int(p.latE7))
    }
    guard box.west <= box.east, box.east - box.west < 1_800_000_000 else { return nil }
    inner = box
    let size = Double(max(box.east - box.west, box.north - box.south))
    let margin = max(CoastAssembler.leastMargin, Int(size * CoastAssembler.margin))
    outer = FixedRectangle(
      west: max(box.west - margin, -1_800_000_000), south: max(box.south - margin, -900_000_000),
      east: min(box.east + margin, 1_800_000_000), north: min(box.north + margin, 900_000_000))
  }

  /// The areas of the sea: outlines counter-clockwise, then islands clockwise; none without a coast.
  ///
  /// - Parameter pieces: lines in their direction; joined where one ends at the position at which
  ///   another begins.
  /// - Complexity: O(points), and O(areas · islands · points of an area).
  func areas(_ pieces: [[FixedPosition]]) -> [[[FixedPosition]]] {
    let chains = CoastAssembler.chains(pieces)
    var assembler = self
    for chain in chains where chain.first != chain.last {
      for end in [chain.first, chain.last] {
        if let end { assembler.narrow(assembler.side(nearestTo: end)) }
      }
    }
    return assembler.areas(joining: chains)
  }

  private func areas(joining chains: [[FixedPosition]]) -> [[[FixedPosition]]] {
    var islands: [[FixedPosition]] = []
    var waters: [[FixedPosition]] = []
    var open: [[FixedPosition]] = []
    for chain in chains {
      if chain.first == chain.last {
        guard chain.count >= 4 else { continue }
        if RingAssembler.area(chain) > 0 { islands.append(chain) } else { waters.append(chain) }
      } else {
        open.append(leadOn(chain))
      }
    }
    if open.isEmpty, waters.isEmpty, !islands.isEmpty { waters.append(corners + corners.prefix(1)) }
    waters += rings(open)
    return RingAssembler.polygons(outer: waters, inner: islands)
  }

  /// Joins pieces at their ends.
  private static func chains(_ pieces: [[FixedPosition]]) -> [[FixedPosition]] {
    var byStart: [FixedPosition: [Int]] = [:]
    var ends: Set<FixedPosition> = []
    for (index, piece) in pieces.enumerated() {
      guard piece.count >= 2, let first = piece.first, let last = piece.last else { continue }
      byStart[first, default: []].append(index)
      ends.insert(last)
    }
    var isUsed = [Bool](repeating: false, count: pieces.count)
    func follow(_ start: Int) -> [FixedPosition] {
      var chain = pieces[start]
      isUsed[start] = true
      while chain.first != chain.last, let end = chain.last,
        let next = byStart[end]?.first(where: { !isUsed[$0] })
      {
        isUsed[next] = true
        chain += pieces[next].dropFirst()
      }
      return chain
    }
    let usable = pieces.indices.filter { pieces[$0].count >= 2 }
    // Those that nothing leads to first, so that chains are whole.
    let heads = usable.filter { pieces[$0].first.map { !ends.contains($0) } ?? false }
    var chains = heads.map(follow)
    for index in usable where !isUsed[index] { chains.append(follow(index)) }
    return chains
  }

  // MARK: The box

  private var corners: [FixedPosition] {
    [
      point(outer.west, outer.north), point(outer.east, outer.north),
      point(outer.east, outer.south), point(outer.west, outer.south),
    ]
  }

  private func point(_ x: Int, _ y: Int) -> FixedPosition {
    FixedPosition(lonE7: Int32(clamping: x), latE7: Int32(clamping: y))
  }

  /// Adds points on the box before the start and behind the end: straight to the nearest side.
  private func leadOn(_ chain: [FixedPosition]) -> [FixedPosition] {
    guard let first = chain.first, let last = chain.last else { return chain }
    return [onBox(first)] + chain + [onBox(last)]
  }

  private func onBox(_ p: FixedPosition) -> FixedPosition {
    let (x, y) = (Int(p.lonE7), Int(p.latE7))
    return switch side(nearestTo: p) {
    case .south: point(x, outer.south)
    case .north: point(x, outer.north)
    case .west: point(outer.west, y)
    case .east: point(outer.east, y)
    }
  }

  private enum Side { case south, north, west, east }

  private func side(nearestTo p: FixedPosition) -> Side {
    let (x, y) = (Int(p.lonE7), Int(p.latE7))
    let ways: [(distance: Int, side: Side)] = [
      (y - inner.south, .south), (inner.north - y, .north), (x - inner.west, .west),
      (inner.east - x, .east),
    ]
    return ways.min { $0.distance < $1.distance }?.side ?? .south
  }

  /// Ends the sea where the extract ends, on a side to which a coast leads.
  private mutating func narrow(_ side: Side) {
    switch side {
    case .south: outer.south = inner.south
    case .north: outer.north = inner.north
    case .west: outer.west = inner.west
    case .east: outer.east = inner.east
    }
  }

  /// Where a point of the box lies on it, clockwise from the north-west corner, 0..<4.
  private func place(_ p: FixedPosition) -> Double {
    let (x, y) = (Double(p.lonE7), Double(p.latE7))
    let width = Double(max(outer.east - outer.west, 1))
    let height = Double(max(outer.north - outer.south, 1))
    if Int(p.latE7) >= outer.north { return (x - Double(outer.west)) / width }
    if Int(p.lonE7) >= outer.east { return 1 + (Double(outer.north) - y) / height }
    if Int(p.latE7) <= outer.south { return 2 + (Double(outer.east) - x) / width }
    return 3 + (y - Double(outer.south)) / height
  }

  /// Closes lines that end on the box: with the water on the right, the way goes on clockwise.
  private func rings(_ lines: [[FixedPosition]]) -> [[FixedPosition]] {
    let starts = lines.map { $0.first.map(place) ?? 0 }
    var isUsed = [Bool](repeating: false, count: lines.count)
    var rings: [[FixedPosition]] = []
    for first in lines.indices where !isUsed[first] {
      var ring: [FixedPosition] = []
      var current = first
      while true {
        isUsed[current] = true
        ring += lines[current]
        let end = lines[current].last.map(place) ?? 0
        func way(to place: Double) -> Double { place >= end ? place - end : place - end + 4 }
        let next =
          lines.indices.filter { !isUsed[$0] || $0 == first }
          .min { way(to: starts[$0]) < way(to: starts[$1]) } ?? first
        // Corners between here and there.
        for turn in 1...8 {
          let corner = end.rounded(.down) + Double(turn)
          guard corner - end < way(to: starts[next]) else { break }
          ring.append(corners[Int(corner) % 4])
        }
        if next == first { break }
        current = next
      }
      if let start = ring.first { ring.append(start) }
      if ring.count >= 4 { rings.append(ring) }
    }
    return rings
  }
}
