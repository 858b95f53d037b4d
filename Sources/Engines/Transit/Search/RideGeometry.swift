import Geodesy

extension TransitEngine {
  /// The line that a ride follows: the part of its shape between its ends, or straight lines from
  /// stop to stop where the feed has no shape or one that does not fit the stops.
  ///
  /// - Complexity: O(points of the shape).
  public func geometry(of ride: Journey.Ride) -> [LonLat] {
    let timetable = parts[ride.feed].timetable
    let passed = timetable.patternStops[ride.path].map { timetable.stops[Int($0)].position }
    return timetable.geometry(passed, shape: ride.shape)
  }
}

extension Timetable {
  /// - Parameter stops: where the ride's stops are.
  fileprivate func geometry(_ stops: [LonLat], shape: Int?) -> [LonLat] {
    guard let shape, shape + 1 < shapeStarts.count,
      let first = stops.first, let last = stops.last, stops.count >= 2
    else { return stops }
    let points = shapePoints[Int(shapeStarts[shape])..<Int(shapeStarts[shape + 1])].map(\.lonLat)
    let line = MeasuredLine(LineString(points))
    guard let part = Self.part(of: line, from: first, to: last) else { return stops }
    // A shape that takes the wrong lap of a loop, or belongs elsewhere, is worse than none.
    let straight = zip(stops, stops.dropFirst()).reduce(0.0) {
      $0 + StopDistance.metres($1.0, $1.1)
    }
    let length = zip(part, part.dropFirst()).reduce(0.0) { $0 + StopDistance.metres($1.0, $1.1) }
    return length <= 3 * straight + 500 ? part : stops
  }

  private static func part(of line: MeasuredLine, from: LonLat, to: LonLat) -> [LonLat]? {
    guard let start = line.nearest(to: from) else { return nil }
    // The end is looked for behind the start: lines out and back pass most places twice.
    var rest = line.points[(start.segment + 1)...]
    if let next = rest.first, StopDistance.metres(next, start.nearest.position) < 0.01 {
      rest.removeFirst()
    }
    let behind = MeasuredLine(LineString([start.nearest.position] + rest))
    guard let end = behind.nearest(to: to), start.nearest.distance < 500,
      end.nearest.distance < 500
    else { return nil }
    return Array(behind.points[...end.segment]) + [end.nearest.position]
  }
}
