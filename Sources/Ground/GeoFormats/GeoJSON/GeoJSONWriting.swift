import Base
import Geodesy

extension JSONWriter {
  /// Writes a GeoJSON geometry object; coordinates with at most seven decimals (1.1 cm).
  ///
  /// - Parameter heights: metres, parallel to `geometry.positions`; shorter or empty is fine.
  /// - Complexity: O(n), about 0.5 µs per position.
  /// - Source: RFC 7946, section 3.1.
  public mutating func geometry(_ geometry: Geometry, heights: [Double?] = []) {
    var next = 0
    beginObject()
    key("type")
    switch geometry {
    case .point(let point):
      string("Point" as StaticString)
      key("coordinates")
      position(point, heights, &next)
    case .line(let line):
      string("LineString" as StaticString)
      key("coordinates")
      positions(line.points, heights, &next)
    case .polygon(let polygon):
      string("Polygon" as StaticString)
      key("coordinates")
      rings(polygon, heights, &next)
    case .multiPolygon(let multi):
      string("MultiPolygon" as StaticString)
      key("coordinates")
      beginArray()
      for polygon in multi.polygons { rings(polygon, heights, &next) }
      endArray()
    }
    endObject()
  }

  private mutating func rings(_ polygon: Polygon, _ heights: [Double?], _ next: inout Int) {
    beginArray()
    for ring in polygon.rings { positions(ring, heights, &next) }
    endArray()
  }

  private mutating func positions(_ points: [LonLat], _ heights: [Double?], _ next: inout Int) {
    beginArray()
    for point in points { position(point, heights, &next) }
    endArray()
  }

  private mutating func position(_ point: LonLat, _ heights: [Double?], _ next: inout Int) {
    beginArray()
    number(point.lon, decimals: 7)
    number(point.lat, decimals: 7)
    if heights.indices.contains(next), let height = heights[next], height.isFinite {
      number(height, decimals: 3)
    }
    next += 1
    endArray()
  }

  /// Writes a GeoJSON Feature.
  public mutating func feature(_ feature: GeoFeature) {
    beginObject()
    key("type")
    string("Feature" as StaticString)
    if let id = feature.id {
      key("id")
      value(id)
    }
    key("geometry")
    if let geometry = feature.geometry {
      self.geometry(geometry, heights: feature.heights)
    } else {
      null()
    }
    key("properties")
    value(feature.properties)
    endObject()
  }
}

extension JSONWriter {
  /// Writes `{"lat":…,"lon":…}`, with `h` if there is a height.
  public mutating func position(_ position: LonLat, height: Double? = nil) {
    object { json in
      json.member("lat", position.lat, decimals: 7)
      json.member("lon", position.lon, decimals: 7)
      json.member("h", height, decimals: 3)
    }
  }

  /// A member that holds a position as ``position(_:height:)`` writes it; nothing for nil.
  public mutating func member(
    _ name: StaticString, position: LonLat?, height: Double? = nil
  ) {
    guard let position else { return }
    key(name)
    self.position(position, height: height)
  }

  /// A member that holds a direction, degrees clockwise from north: at least 0, below 360.
  public mutating func member(_ name: StaticString, bearing: Double?, decimals: Int) {
    member(
      name, bearing.map { Geodesic.rounded(bearing: $0, decimals: decimals) }, decimals: decimals)
  }

  /// Writes an area as a Polygon if it has one part, else as a MultiPolygon.
  public mutating func area(_ area: MultiPolygon) {
    if area.polygons.count == 1, let only = area.polygons.first {
      geometry(.polygon(only))
    } else {
      geometry(.multiPolygon(area))
    }
  }
}
