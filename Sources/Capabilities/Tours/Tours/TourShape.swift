import Foundation
import Geodesy

/// A route in few points, for small pictures of it in lists.
enum TourShape {
  /// Most points.
  static let limit = 24

  /// The same line in at most ``limit`` points at even steps along it, the first and the last among
  /// them; degrees are rounded to 1e-5, about a metre.
  ///
  /// - Complexity: O(points).
  static func of(_ route: LineString) -> LineString {
    let points = route.points
    guard let first = points.first, points.count > limit else {
      return LineString(points.map(rounded))
    }
    let east = cos(first.lat * .pi / 180)
    var lengths = [0.0]
    for (a, b) in zip(points, points.dropFirst()) {
      let dx = (b.lon - a.lon).remainder(dividingBy: 360) * east
      lengths.append((lengths.last ?? 0) + hypot(dx, b.lat - a.lat))
    }
    let step = (lengths.last ?? 0) / Double(limit - 1)
    var kept: [LonLat] = []
    var next = 0.0
    for (point, along) in zip(points.dropLast(), lengths) where along >= next {
      kept.append(point)
      while step > 0, next <= along { next += step }
      if kept.count == limit - 1 { break }
    }
    return LineString((kept + points.suffix(1)).map(rounded))
  }

  private static func rounded(_ point: LonLat) -> LonLat {
    LonLat(lon: (point.lon * 1e5).rounded() / 1e5, lat: (point.lat * 1e5).rounded() / 1e5)
  }
}
