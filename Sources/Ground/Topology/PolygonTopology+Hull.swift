import CGEOS
import Geodesy

extension PolygonTopology {
  /// Corners of the convex hull of some points, planar in longitude and latitude.
  ///
  /// - Parameter points: any longitudes, so that a hull may reach beyond ±180 degrees.
  /// - Returns: counter-clockwise, not closed; the ends of points that lie on a line, and the one
  ///   point if all are the same. Nil if there is none, or no memory.
  /// - Complexity: O(n log n).
  public static func convexHull(of points: [LonLat]) -> [LonLat]? {
    guard let first = points.first, let context = GEOSContext() else { return nil }
    // A line needs two points; a repeated one changes no hull.
    let line = LineString(points.count > 1 ? points : [first, first])
    guard let shape = GEOSShape(geometry: .line(line), context),
      let hull = GEOSShape(GEOSConvexHull_r(context.handle, shape.pointer), context)
    else { return nil }
    if let polygon = hull.polygons.first { return Array(polygon.oriented.rings[0].dropLast()) }
    return hull.positions
  }
}
