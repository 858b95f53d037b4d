import Base
import Geodesy
import Routing

/// Makes vector tiles of the imported maps, and of what else is drawn upon them.
///
/// - Thread: shared; made tiles of the maps are kept while they fit.
/// - Source: Mapbox Vector Tile specification 2.1.
public final class TileMaker: Sendable {
  /// Something to draw upon the map.
  public struct Overlay: Sendable {
    public var geometry: Geometry
    /// Names and values that the map's style chooses by.
    public var attributes: [(String, String)]

    public init(geometry: Geometry, attributes: [(String, String)]) {
      self.geometry = geometry
      self.attributes = attributes
    }
  }

  private struct Cache {
    var state = ""
    var tiles: [TileAddress: [UInt8]] = [:]
    var bytes = 0
  }

  private let library: GeodataLibrary
  private let cache = Guarded(Cache())
  /// Bytes of tiles that are kept.
  private static let capacity = 16 << 20

  public init(_ library: GeodataLibrary) { self.library = library }

  /// The layers of imported maps, with what their features are told with, and its type.
  public static var layers: [(name: String, fields: [(name: String, type: String)])] {
    TileRules.Layer.allCases.map { ($0.rawValue, TileAttributes.fields($0)) }
  }

  /// The languages in which tiles hold names, by ISO 639-1 code.
  public static var languages: [String] { MapFeature.languages }

  /// A tile with the imported maps, and a layer of overlays.
  ///
  /// - Parameters:
  ///   - name: the name of the overlays' layer.
  ///   - overlays: what the box around the tile touches.
  /// - Returns: no bytes where there is nothing.
  /// - Complexity: O(features in the tile); nothing for the maps when the tile is kept.
  public func tile(
    _ address: TileAddress, overlay name: String, _ overlays: [Overlay]
  ) -> [UInt8] {
    var layer = TileLayerWriter(name)
    let grid = TileGrid(address)
    for overlay in overlays {
      let attributes = overlay.attributes.map { ($0.0, TileLayerWriter.Value.text($0.1)) }
      if let shape = TileMaker.shape(overlay.geometry, on: grid, least: 1) {
        layer.add(shape, attributes)
      }
    }
    return maps(address) + layer.bytes
  }

  private func maps(_ address: TileAddress) -> [UInt8] {
    let snapshot = library.current
    let known = cache.withLock { cache -> [UInt8]? in
      if cache.state != snapshot.stateOfGround { cache = Cache(state: snapshot.stateOfGround) }
      return cache.tiles[address]
    }
    if let known { return known }
    let bytes = TileMaker.draw(address, snapshot)
    cache.withLock { cache in
      guard cache.state == snapshot.stateOfGround, cache.tiles[address] == nil else { return }
      // Simple and good enough: what is looked at again is soon there again.
      if cache.bytes + bytes.count > TileMaker.capacity {
        cache = Cache(state: snapshot.stateOfGround)
      }
      cache.tiles[address] = bytes
      cache.bytes += bytes.count + 64
    }
    return bytes
  }

  private static func draw(_ address: TileAddress, _ snapshot: GeodataSnapshot) -> [UInt8] {
    let bounds = address.bounds(buffer: TileGrid.buffer / Double(TileLayerWriter.extent))
    var layers = Dictionary(
      uniqueKeysWithValues: TileRules.Layer.allCases.map { ($0, TileLayerWriter($0.rawValue)) })
    for map in snapshot.maps {
      // What leads out of an extract is in it to its end, some way on: all ends where the paper does.
      let grid = TileGrid(address, within: map.coverage)
      for box in map.coverage?.parts ?? [] where box.intersects(bounds) {
        guard let shape = shape(.polygon(outline(of: box)), on: grid, least: 1) else { continue }
        layers[.coverage]?.add(shape, [("map", .text(map.name))])
      }
      let features = map.extract.map
      for number in wanted(features, address.zoom, bounds) {
        guard let feature = features.feature(number) else { continue }
        let layer = TileRules.layer(feature.kind)
        let least = TileRules.leastArea(layer, zoom: address.zoom)
        guard let shape = shape(feature.geometry, on: grid, least: least) else { continue }
        layers[layer]?.add(
          shape, id: feature.source == 0 ? nil : feature.source,
          TileAttributes.of(feature, zoom: address.zoom))
      }
    }
    return TileRules.Layer.allCases.flatMap { layers[$0]?.bytes ?? [] }
  }

  /// A box that does not cross the antimeridian, with points in the middle of its long sides: each
  /// step is the short way around the earth.
  private static func outline(of box: Bounds) -> Polygon {
    let middle = (box.west + box.east) / 2
    let south = [box.west, middle, box.east].map { LonLat(lon: $0, lat: box.south) }
    let north = [box.east, middle, box.west].map { LonLat(lon: $0, lat: box.north) }
    return Polygon([south + north + south.prefix(1)])
  }

  /// The features of a tile in the order of drawing.
  private static func wanted(_ features: MapFeatures, _ zoom: Int, _ bounds: Bounds) -> [Int] {
    var found: [(order: Int, number: Int)] = []
    for number in features.find(TileRules.kinds(at: zoom), touching: bounds) {
      let (kind, detail) = features.kindAndDetail(of: number)
      guard TileRules.firstZoom(kind, detail) <= zoom else { continue }
      let (layer, flags) = features.layerAndFlags(of: number)
      // Where its parts are drawn, the outline that they fill is not.
      if kind == .building, flags.contains(.filledByParts), zoom >= 15 { continue }
      found.append((TileRules.order(kind, detail, layer: layer), number))
    }
    found.sort { $0 < $1 }
    return found.map(\.number)
  }

  private static func shape(
    _ geometry: Geometry, on grid: TileGrid, least: Double
  ) -> TileLayerWriter.Shape? {
    switch geometry {
    case .point(let point): return grid.point(point).map { .points([$0]) }
    case .line(let line):
      let lines = grid.lines(line.points)
      return lines.isEmpty ? nil : .lines(lines)
    case .polygon(let polygon):
      return grid.polygon(polygon.rings, least: least).map { .polygons([$0]) }
    case .multiPolygon(let multi):
      let polygons = multi.polygons.compactMap { grid.polygon($0.rings, least: least) }
      return polygons.isEmpty ? nil : .polygons(polygons)
    }
  }
}
