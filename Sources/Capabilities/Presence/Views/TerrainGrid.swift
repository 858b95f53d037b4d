import Geodesy
import Visibility

/// Heights of the ground around a map, copied into a grid that lines of sight can ask quickly.
enum TerrainGrid {
  /// Heights of one grid at most, 16 MB; larger maps have wider steps.
  private static let maximumCount = 4_000_000.0
  /// The finest step: one second of arc, as the finest heights in use have.
  private static let finestStep = 1 / 3600.0

  /// The grid over a map; nil if nothing is known anywhere.
  ///
  /// - Complexity: O(heights), each asked of `ground` once.
  static func make(around bounds: Bounds, _ ground: MapObstacles.Ground) -> HeightGrid? {
    let parts = bounds.parts
    let width = parts.reduce(0) { $0 + $1.east - $1.west }
    let height = bounds.north - bounds.south
    guard width > 0, height > 0, width < 360 else { return nil }
    let step = max(finestStep, (width * height / maximumCount).squareRoot())
    let columns = Int((width / step).rounded(.up)) + 1
    let rows = Int((height / step).rounded(.up)) + 1
    guard columns > 1, rows > 1 else { return nil }
    var heights: [Float] = []
    heights.reserveCapacity(columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        let place = LonLat(
          lon: LonLat.normalise(lon: bounds.west + Double(column) * step),
          lat: min(bounds.south + Double(row) * step, 90))
        heights.append(ground(place).map { Float($0) } ?? .nan)
      }
    }
    guard heights.contains(where: { !$0.isNaN }) else { return nil }
    return try? HeightGrid(
      southWest: LonLat(lon: bounds.west, lat: bounds.south), step: step, columns: columns,
      rows: rows, heights: heights)
  }
}
