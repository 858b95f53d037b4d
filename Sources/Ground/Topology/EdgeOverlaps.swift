import Geodesy

/// Foretells how long checks and overlays may take.
///
/// They compare every two edges whose boxes overlap. In areas of the real world those are a few for
/// each edge; long edges side by side make it n², which is an attack.
enum EdgeOverlaps {
  /// Most pairs; each costs about 0.15 µs, so that a second is not exceeded.
  static let budget = 4_000_000

  /// Whether more than ``budget`` pairs of edges overlap in longitude.
  ///
  /// - Complexity: O(n log n + budget).
  static func areTooMany(_ geometries: [Geometry]) -> Bool {
    var edges: [(west: Double, east: Double)] = []
    func add(_ points: [LonLat]) {
      for (a, b) in zip(points, points.dropFirst()) {
        edges.append((min(a.lon, b.lon), max(a.lon, b.lon)))
      }
    }
    for geometry in geometries {
      switch geometry {
      case .point: continue
      case .line(let line): add(line.points)
      case .polygon(let polygon): polygon.rings.forEach(add)
      case .multiPolygon(let multi):
        for polygon in multi.polygons { polygon.rings.forEach(add) }
      }
    }
    edges.sort { $0.west < $1.west }
    var pairs = 0
    for i in edges.indices {
      let end = firstBeyond(edges[i].east, in: edges)
      pairs += end - i - 1
      if pairs > budget { return true }
    }
    return false
  }

  /// The number of edges that start at or before `longitude`.
  private static func firstBeyond(
    _ longitude: Double, in edges: [(west: Double, east: Double)]
  ) -> Int {
    var low = 0
    var high = edges.count
    while low < high {
      let middle = (low + high) / 2
      if edges[middle].west <= longitude { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
