import Foundation
import Geodesy

/// One square of the world map: zoom level, column from the antimeridian, row from the north.
///
/// - Source: OGC Two Dimensional Tile Matrix Set 2.0, WebMercatorQuad.
public struct TileAddress: Hashable, Sendable {
  public let zoom: Int
  public let column: Int
  public let row: Int

  /// The deepest level that is served; maps magnify its tiles further.
  public static let deepest = 16
  /// Mercator maps end here.
  public static let northernmost = 85.051_128_779_806_6

  /// - Returns: nil outside of the map or below the deepest level.
  public init?(zoom: Int, column: Int, row: Int) {
    guard (0...TileAddress.deepest).contains(zoom) else { return nil }
    let count = 1 << zoom
    guard (0..<count).contains(column), (0..<count).contains(row) else { return nil }
    self.zoom = zoom
    self.column = column
    self.row = row
  }

  /// The tile of a position.
  public init?(zoom: Int, at position: LonLat) {
    guard (0...TileAddress.deepest).contains(zoom), position.lat.isFinite, position.lon.isFinite
    else { return nil }
    let last = Double((1 << zoom) - 1)
    let place = TileAddress.mercator(position)
    let scale = Double(1 << zoom)
    self.init(
      zoom: zoom, column: Int(min(max(place.x * scale, 0), last)),
      row: Int(min(max(place.y * scale, 0), last)))
  }

  /// The tile's box, widened on every side by a share of its width; beside the antimeridian a
  /// widened box crosses it.
  public func bounds(buffer: Double = 0) -> Bounds {
    let count = Double(1 << zoom)
    func lon(_ x: Double) -> Double {
      // The only tile of the first level is the whole earth.
      if zoom == 0 { return x < 0.5 ? -180 : 180 }
      return x < 0 || x > count
        ? LonLat(lon: x / count * 360 - 180, lat: 0).normalised.lon
        : x / count * 360 - 180
    }
    func lat(_ y: Double) -> Double {
      atan(sinh(.pi * (1 - 2 * min(max(y / count, 0), 1)))) * 180 / .pi
    }
    let (x, y) = (Double(column), Double(row))
    return Bounds(
      west: lon(x - buffer), south: lat(y + 1 + buffer), east: lon(x + 1 + buffer),
      north: lat(y - buffer))
  }

  /// Where a position lies on the map, 0...1 from the north-west corner.
  static func mercator(_ position: LonLat) -> (x: Double, y: Double) {
    let lat = min(max(position.lat, -northernmost), northernmost) * .pi / 180
    return (position.lon / 360 + 0.5, 0.5 - asinh(tan(lat)) / (2 * .pi))
  }
}
