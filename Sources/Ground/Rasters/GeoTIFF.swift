import Base
import CTIFF
import Geodesy

/// A grid of heights from a GeoTIFF file in geographic coordinates of WGS 84.
///
/// - Source: OGC GeoTIFF Standard 1.1 (OGC 19-008r4); TIFF is read by libtiff.
/// - Thread: immutable, shared.
public struct GeoTIFF: Sendable {
  /// Most samples of a file: four square degrees at one arc second.
  public static let maximumSamples = 60_000_000

  /// Samples from west to east, and from north to south.
  public let columns: Int
  public let rows: Int
  /// Degrees of the first sample, the north-westernmost.
  public let west: Double
  public let north: Double
  /// Degrees between two samples, greater than 0.
  public let stepEast: Double
  public let stepSouth: Double
  /// Row by row from the north; not a number where nothing is known.
  private let samples: [Float]

  /// Reads a file.
  ///
  /// - Throws: `invalid-content` naming what is not so, and what to do about it: another coordinate
  ///   system than EPSG:4326, several bands, heights that are not in metres above the sea, too many
  ///   samples, damage.
  /// - Complexity: O(samples).
  public init(path: String) throws(Refusal) {
    wayside_tiff_be_quiet()
    guard let tiff = TIFFOpen(path, "r") else {
      throw .invalid("file", "\(path) is no TIFF file, or is damaged")
    }
    defer { TIFFClose(tiff) }
    let reader = GeoTIFFReader(tiff)
    let place = try reader.place()
    let size = try reader.size()
    (columns, rows) = size
    (west, north, stepEast, stepSouth) = (place.west, place.north, place.stepEast, place.stepSouth)
    let (east, south) = (
      west + Double(columns - 1) * stepEast, north - Double(rows - 1) * stepSouth
    )
    guard west >= -180.1, east <= 180.1, north <= 90.1, south >= -90.1 else {
      throw .invalid("file", "its grid lies outside of -180 to 180 and -90 to 90 degrees")
    }
    samples = try reader.samples(columns: size.columns, rows: size.rows)
  }

  /// The whole degrees that it touches: south-west corners.
  public var corners: [(south: Int, west: Int)] {
    let east = west + Double(columns - 1) * stepEast
    let south = north - Double(rows - 1) * stepSouth
    // A grid ends on a degree more often than a hair beyond it.
    let slack = 1e-6
    func floors(_ from: Double, _ to: Double) -> ClosedRange<Int> {
      let first = Int((from + slack).rounded(.down))
      return first...max(first, Int((to - slack).rounded(.down)))
    }
    return floors(south, north).flatMap { south in
      floors(west, east).map { (south, $0) }
    }
  }

  /// The height between the four samples around, by bilinear interpolation, up to half a sample
  /// beyond the outermost; nil where nothing is known.
  public func height(at position: LonLat) -> Double? {
    let x = (position.lon - west) / stepEast
    let y = (north - position.lat) / stepSouth
    guard x >= -0.51, y >= -0.51, x <= Double(columns) - 0.49, y <= Double(rows) - 0.49 else {
      return nil
    }
    let (cx, cy) = (min(max(x, 0), Double(columns - 1)), min(max(y, 0), Double(rows - 1)))
    let (column, row) = (min(Int(cx), max(columns - 2, 0)), min(Int(cy), max(rows - 2, 0)))
    let (u, v) = (cx - Double(column), cy - Double(row))
    var (sum, weights) = (0.0, 0.0)
    for (dx, dy, weight) in [
      (0, 0, (1 - u) * (1 - v)), (1, 0, u * (1 - v)), (0, 1, (1 - u) * v), (1, 1, u * v),
    ] where weight > 0 && column + dx < columns && row + dy < rows {
      let sample = samples[(row + dy) * columns + column + dx]
      guard sample.isFinite else { continue }
      sum += Double(sample) * weight
      weights += weight
    }
    return weights > 0.2 ? sum / weights : nil
  }
}
