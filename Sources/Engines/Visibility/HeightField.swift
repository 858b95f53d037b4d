import Base
import Geodesy

/// Heights of the ground.
public protocol HeightField: Sendable {
  /// Metres between heights that are known; terrain is looked at in such steps.
  var spacing: Double { get }
  /// No height is greater, ellipsoidal metres.
  var maximumHeight: Double { get }
  /// Ellipsoidal metres; nil where nothing is known, which hides nothing.
  func height(at position: LonLat) -> Double?
}

/// Heights at the crossings of evenly spaced meridians and parallels, bilinear between them.
///
/// - Thread: immutable, shared.
public struct HeightGrid: HeightField {
  /// Heights at most.
  public static let maximumCount = 100_000_000

  public let southWest: LonLat
  /// Degrees between columns and between rows.
  public let step: Double
  public let columns: Int
  public let rows: Int
  public let spacing: Double
  public let maximumHeight: Double
  private let heights: [Float]

  /// - Parameters:
  ///   - southWest: position of the first height.
  ///   - step: degrees, the same in both directions.
  ///   - heights: ellipsoidal metres in rows from south to north, each from west to east; NaN where
  ///     unknown. The grid may cross the antimeridian.
  /// - Throws: a ``Refusal`` that names the wrong member.
  public init(
    southWest: LonLat, step: Double, columns: Int, rows: Int, heights: [Float]
  ) throws(Refusal) {
    var checks = Checks()
    checks.number(southWest.lon, -180...180, "/southWest/lon")
    checks.number(southWest.lat, -90...90, "/southWest/lat")
    checks.number(step, 1e-7...10, "/step")
    checks.integer(columns, 2...HeightGrid.maximumCount, "/columns")
    checks.integer(rows, 2...HeightGrid.maximumCount, "/rows")
    if columns.multipliedReportingOverflow(by: rows) != (heights.count, false)
      || heights.count > HeightGrid.maximumCount
    {
      checks.reject(
        "/heights", "must be columns times rows, at most \(HeightGrid.maximumCount)")
    }
    if heights.contains(where: \.isInfinite) {
      checks.reject("/heights", "must be finite, or NaN where unknown")
    }
    try checks.finish("invalid-heights", "The height grid")
    self.southWest = southWest
    self.step = step
    self.columns = columns
    self.rows = rows
    self.heights = heights
    // Along a meridian; the shorter steps along parallels are no finer in what they show.
    spacing = step * .pi / 180 * Ellipsoid.leastCurvatureRadius
    maximumHeight = Double(heights.filter { !$0.isNaN }.max() ?? -.infinity)
  }

  public func height(at position: LonLat) -> Double? {
    var east = (position.lon - southWest.lon).remainder(dividingBy: 360)
    if east < 0 { east += 360 }
    let (x, y) = (east / step, (position.lat - southWest.lat) / step)
    guard x >= 0, y >= 0, x <= Double(columns - 1), y <= Double(rows - 1) else { return nil }
    let (column, row) = (min(Int(x), columns - 2), min(Int(y), rows - 2))
    let (u, v) = (x - Double(column), y - Double(row))
    let at = row * columns + column
    // Written so that a height which does not count may be unknown.
    func between(_ a: Double, _ b: Double, _ t: Double) -> Double {
      t == 0 ? a : t == 1 ? b : a * (1 - t) + b * t
    }
    func along(_ at: Int) -> Double { between(Double(heights[at]), Double(heights[at + 1]), u) }
    let height = between(along(at), along(at + columns), v)
    return height.isNaN ? nil : height
  }
}
