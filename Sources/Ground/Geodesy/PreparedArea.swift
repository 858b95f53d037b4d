/// An area made ready for many questions: its edges sorted into bands of latitude.
///
/// Edges are straight in longitude and latitude. A position is inside a polygon if a line from it
/// crosses the rings an odd number of times (so holes need no rule of their own); every ring's
/// border is inside. It is inside the area if it is inside any of its polygons. All decisions are
/// exact, so that polygons that share an edge leave no gap.
///
/// - Thread: immutable, shared.
public struct PreparedArea: Sendable {
  private struct Edge: Sendable {
    var segment: PlanarSegment
    var polygon: Int32
  }

  /// Around everything; may cross the antimeridian.
  public let bounds: Bounds
  private let edges: [Edge]
  private let south: Double
  private let north: Double
  private let bandsPerDegree: Double
  /// Band i has the edges `bandEdges[bandStarts[i]..<bandStarts[i + 1]]`.
  private let bandStarts: [Int32]
  private let bandEdges: [Int32]

  /// Nil if there is no ring of at least three different positions, or a position is not finite.
  ///
  /// - Complexity: O(edges).
  public init?(_ polygons: [Polygon]) {
    var edges: [Edge] = []
    for (index, polygon) in polygons.enumerated() {
      for ring in polygon.rings {
        for i in ring.indices {
          let (a, b) = (ring[i], ring[i + 1 < ring.count ? i + 1 : 0])
          guard a.lon.isFinite, a.lat.isFinite else { return nil }
          if a == b { continue }
          edges.append(
            Edge(segment: PlanarSegment(a, b), polygon: Int32(truncatingIfNeeded: index)))
        }
      }
    }
    guard edges.count >= 3, edges.count < Int32.max / 16,
      let bounds = Geometry.multiPolygon(MultiPolygon(polygons)).bounds
    else { return nil }
    self.bounds = bounds
    self.edges = edges
    (south, north) = (bounds.south, bounds.north)
    // As many bands as there are edges, but fewer where edges would lie in many of them.
    let height = bounds.north - bounds.south
    let sum = edges.reduce(0.0) { $0 + abs($1.segment.end.lat - $1.segment.start.lat) }
    let wished = sum > 0 ? 7 * Double(edges.count) * height / sum : 1
    let bands = Int(max(1, min(wished, Double(edges.count), 65_536)))
    bandsPerDegree = height > 0 ? Double(bands) / height : 0
    let (first, perDegree) = (bounds.south, bandsPerDegree)
    func band(_ lat: Double) -> Int { PreparedArea.band(lat, first, perDegree, bands) }
    var starts = [Int32](repeating: 0, count: bands + 1)
    for edge in edges {
      let box = edge.segment.bounds
      for b in band(box.south)...band(box.north) { starts[b + 1] += 1 }
    }
    for b in 1...bands { starts[b] += starts[b - 1] }
    var next = starts
    var sorted = [Int32](repeating: 0, count: Int(starts[bands]))
    for (i, edge) in edges.enumerated() {
      let box = edge.segment.bounds
      for b in band(box.south)...band(box.north) {
        sorted[Int(next[b])] = Int32(truncatingIfNeeded: i)
        next[b] += 1
      }
    }
    bandStarts = starts
    bandEdges = sorted
  }

  /// Nil for points and lines, and where ``init(_:)-([Polygon])`` is.
  public init?(_ geometry: Geometry) {
    switch geometry {
    case .polygon(let polygon): self.init([polygon])
    case .multiPolygon(let multi): self.init(multi.polygons)
    case .point, .line: return nil
    }
  }

  private static func band(_ lat: Double, _ south: Double, _ perDegree: Double, _ count: Int) -> Int
  {
    let place = (lat - south) * perDegree
    return place > 0 ? Int(min(place, Double(count - 1))) : 0
  }

  /// Whether the position is inside or on a border; 180°E and 180°W are the same.
  ///
  /// - Complexity: O(edges in one band of latitude): a few.
  public func contains(_ p: LonLat) -> Bool {
    if covers(p) { return true }
    return abs(p.lon) == 180 && covers(LonLat(lon: -p.lon, lat: p.lat))
  }

  private func covers(_ p: LonLat) -> Bool {
    guard p.lat >= south, p.lat <= north, p.lon.isFinite else { return false }
    let band = PreparedArea.band(p.lat, south, bandsPerDegree, bandStarts.count - 1)
    var polygon: Int32 = -1
    var isOdd = false
    for place in bandStarts[band]..<bandStarts[band + 1] {
      let edge = edges[Int(bandEdges[Int(place)])]
      if edge.polygon != polygon {
        if isOdd { return true }
        polygon = edge.polygon
      }
      let (a, b) = (edge.segment.start, edge.segment.end)
      guard min(a.lat, b.lat) <= p.lat, p.lat <= max(a.lat, b.lat), p.lon <= max(a.lon, b.lon)
      else { continue }
      let isStraddling = (a.lat > p.lat) != (b.lat > p.lat)
      if p.lon < min(a.lon, b.lon) {
        if isStraddling { isOdd.toggle() }
        continue
      }
      // Always from the lower end up, so that two polygons decide alike about a common edge.
      let turn = a.lat <= b.lat ? Turn.sign(a, b, p) : Turn.sign(b, a, p)
      if turn == 0 { return true }
      if isStraddling, turn > 0 { isOdd.toggle() }
    }
    return isOdd
  }

  /// Whether the area and a box that does not cross the antimeridian share a point.
  ///
  /// - Complexity: O(edges in the box's bands of latitude).
  public func intersects(_ box: Bounds) -> Bool {
    guard box.south <= north, box.north >= south else { return false }
    let count = bandStarts.count - 1
    let first = PreparedArea.band(box.south, south, bandsPerDegree, count)
    let last = PreparedArea.band(box.north, south, bandsPerDegree, count)
    for place in bandStarts[first]..<bandStarts[last + 1]
    where edges[Int(bandEdges[Int(place)])].segment.touches(box) {
      return true
    }
    return covers(LonLat(lon: box.west, lat: box.south))
  }
}
