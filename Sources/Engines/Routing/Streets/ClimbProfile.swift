import Geodesy

/// How far a line goes up and down.
enum ClimbProfile {
  /// Samples are at most this far apart, in metres: about the grid of the height model.
  private static let step = 45.0
  /// Changes of less than this many metres are noise of the height model.
  private static let noise = 1.5

  /// - Parameter isLevel: a bridge or a tunnel, which does not follow the ground; only its ends count.
  /// - Returns: metres of climb and of descent.
  static func climb(
    along line: [FixedPosition], heights: any HeightSource, isLevel: Bool
  ) -> (up: Double, down: Double) {
    let samples = isLevel ? ends(line, heights) : sampled(line, heights)
    guard var reference = samples.first else { return (0, 0) }
    var up = 0.0
    var down = 0.0
    for (index, height) in samples.enumerated() {
      let change = height - reference
      guard abs(change) >= noise || index == samples.count - 1 else { continue }
      if change > 0 { up += change } else { down -= change }
      reference = height
    }
    return (up, down)
  }

  private static func ends(_ line: [FixedPosition], _ heights: any HeightSource) -> [Double] {
    [line.first, line.last].compactMap { $0.flatMap { heights.height(at: $0.lonLat) } }
  }

  private static func sampled(_ line: [FixedPosition], _ heights: any HeightSource) -> [Double] {
    var samples: [Double] = []
    if let first = line.first, let height = heights.height(at: first.lonLat) {
      samples.append(height)
    }
    for (p, q) in zip(line, line.dropFirst()) {
      let metres = StreetSegments.distance(p, q)
      let parts = max(1, min(1000, Int((metres / step).rounded(.up))))
      let (a, b) = (p.lonLat, q.lonLat)
      for part in 1...parts {
        let t = Double(part) / Double(parts)
        let between = LonLat(lon: a.lon + (b.lon - a.lon) * t, lat: a.lat + (b.lat - a.lat) * t)
        if let height = heights.height(at: between) { samples.append(height) }
      }
    }
    return samples
  }
}
