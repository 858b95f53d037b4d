import Geodesy

/// A route that can be measured: its length, and where along it a position lies.
///
/// - Thread: pure.
public struct RouteLine: Sendable {
  /// Where the point of a line nearest to a position is.
  public struct Nearest: Hashable, Sendable {
    /// Metres from the position to the line.
    public var distance: Double
    /// Metres from the line's start to its nearest point.
    public var along: Double
  }

  private let points: [LonLat]
  /// Metres from the start to each point.
  private let marks: [Double]

  /// - Complexity: O(n), about a microsecond per point.
  public init(_ line: LineString) {
    points = line.points
    var marks: [Double] = [0]
    var total = 0.0
    for (a, b) in zip(points, points.dropFirst()) {
      total += Geodesic.distance(from: a, to: b)
      marks.append(total)
    }
    self.marks = marks
  }

  /// The geodesic length in metres (TR-FR3(d)).
  public var length: Double { marks.last ?? 0 }

  /// The nearest point of the line; the first one if several are as near.
  ///
  /// Exact to centimetres within 5 km of the position; farther away, and beyond 85 degrees of
  /// latitude, only the points of the line are looked at.
  ///
  /// - Complexity: O(n).
  public func nearest(to position: LonLat) -> Nearest {
    guard let ruler = Ruler(at: position) else { return nearestPoint(to: position) }
    var best = Nearest(distance: .infinity, along: 0)
    var previous: (x: Double, y: Double)?
    for (i, point) in points.enumerated() {
      guard let offset = ruler.offset(to: point) else { return nearestPoint(to: position) }
      let here = (x: offset.east, y: offset.north)
      if let from = previous {
        let (dx, dy) = (here.x - from.x, here.y - from.y)
        let square = dx * dx + dy * dy
        let t = square > 0 ? min(max(-(from.x * dx + from.y * dy) / square, 0), 1) : 0
        let (x, y) = (from.x + t * dx, from.y + t * dy)
        let distance = (x * x + y * y).squareRoot()
        if distance < best.distance {
          best = Nearest(
            distance: distance, along: marks[i - 1] + t * (marks[i] - marks[i - 1]))
        }
      }
      previous = here
    }
    return best.distance <= Ruler.reach ? best : nearestPoint(to: position)
  }

  private func nearestPoint(to position: LonLat) -> Nearest {
    var best = Nearest(distance: .infinity, along: 0)
    for (point, mark) in zip(points, marks) {
      let distance = Geodesic.distance(from: position, to: point)
      if distance < best.distance { best = Nearest(distance: distance, along: mark) }
    }
    return best
  }
}
