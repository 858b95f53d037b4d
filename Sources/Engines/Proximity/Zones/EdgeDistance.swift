import Foundation
import Geodesy

/// Distances to edges that are straight in longitude and latitude.
///
/// - Thread: pure.
enum EdgeDistance {
  /// Metres from a position to the nearest point of an edge.
  ///
  /// - Parameters:
  ///   - ruler: stands at `p`; nil beyond its latitudes.
  ///   - limit: farther edges may be answered by anything that is not less; at most 20 km.
  /// - Complexity: a few dozen nanoseconds with a ruler, up to a millisecond near the poles.
  static func metres(
    from p: LonLat, ruler: Ruler?, to edge: PlanarSegment, limit: Double
  ) -> Double {
    guard let ruler else { return polar(from: p, to: edge, limit: limit) }
    var best = limit
    for turn in [-360.0, 0, 360] {
      best = min(best, near(from: p, ruler: ruler, edge: edge, turn: turn, limit: best))
    }
    return best
  }

  /// The part of the edge within `limit` of the ruler, if there is one.
  private static func near(
    from p: LonLat, ruler: Ruler, edge: PlanarSegment, turn: Double, limit: Double
  ) -> Double {
    let (perLon, perLat) = ruler.leastMetresPerE7
    let u0 = (edge.start.lon + turn - p.lon) * 1e7
    let v0 = (edge.start.lat - p.lat) * 1e7
    let du = (edge.end.lon - edge.start.lon) * 1e7
    let dv = (edge.end.lat - edge.start.lat) * 1e7
    var (low, high) = (0.0, 1.0)
    func clip(_ start: Double, _ step: Double, _ reach: Double) {
      if step == 0 {
        if abs(start) > reach { high = -1 }
        return
      }
      let (a, b) = ((-reach - start) / step, (reach - start) / step)
      low = max(low, min(a, b))
      high = min(high, max(a, b))
    }
    clip(u0, du, (limit + 0.01) / perLon)
    clip(v0, dv, (limit + 0.01) / perLat)
    guard low <= high else { return limit }

    func squared(_ t: Double) -> Double {
      ruler.squaredDistance(
        lonE7: p.lon * 1e7 + u0 + t * du, latE7: p.lat * 1e7 + v0 + t * dv)
    }
    // The foot of the perpendicular in a flat metric, then the vertex of the parabola through three
    // neighbours: the square of the distance is all but quadratic.
    let (x, y) = (du * perLon, dv * perLat)
    let square = x * x + y * y
    var t = square > 0 ? -(u0 * perLon * x + v0 * perLat * y) / square : 0
    t = min(high, max(low, t))
    if square > 0 {
      let step = 20 / square.squareRoot()
      for _ in 0..<2 {
        let (a, b, c) = (squared(t - step), squared(t), squared(t + step))
        let bend = a - 2 * b + c
        if bend > 0 { t = min(high, max(low, t + step * (a - c) / (2 * bend))) }
      }
    }
    return max(0, squared(t)).squareRoot()
  }

  /// Halves the edge, leaving out halves that cannot come 5 cm nearer than what was found, and goes
  /// downhill from there.
  private static func polar(from p: LonLat, to edge: PlanarSegment, limit: Double) -> Double {
    func distance(_ t: Double) -> Double {
      Geodesic.distance(
        from: p,
        to: LonLat(
          lon: edge.start.lon + t * (edge.end.lon - edge.start.lon),
          lat: edge.start.lat + t * (edge.end.lat - edge.start.lat)))
    }
    let turn = abs(edge.end.lon - edge.start.lon) * .pi / 180
    let climb = abs(edge.end.lat - edge.start.lat) * .pi / 180
    var best = (metres: distance(0), t: 0.0, width: 1.0)
    var pending = [(low: 0.0, high: 1.0)]
    var steps = 0
    while let piece = pending.popLast(), steps < 2048 {
      steps += 1
      let middle = (piece.low + piece.high) / 2
      let width = (piece.high - piece.low) / 2
      let ends = [piece.low, piece.high].map {
        abs(edge.start.lat + $0 * (edge.end.lat - edge.start.lat)) * .pi / 180
      }
      let east = width * turn * cos(min(ends[0], ends[1]))
      let half = Ellipsoid.greatestCurvatureRadius * hypot(width * climb, east)
      let metres = distance(middle)
      if metres < best.metres { best = (metres, middle, width) }
      guard metres - half < min(best.metres, limit) - 0.05 else { continue }
      pending.append((piece.low, middle))
      pending.append((middle, piece.high))
    }
    guard best.metres < limit + 0.05 else { return limit }
    var step = best.width
    while step > 1e-9 {
      let lower = max(0, best.t - step)
      let higher = min(1, best.t + step)
      let (a, b) = (distance(lower), distance(higher))
      if a < best.metres {
        (best.metres, best.t) = (a, lower)
      } else if b < best.metres {
        (best.metres, best.t) = (b, higher)
      } else {
        step /= 2
      }
    }
    return best.metres
  }
}
