import Base
import Geodesy

/// A geometry and the heights that came with its positions.
public struct PositionedGeometry: Hashable, Sendable {
  public var geometry: Geometry
  /// Metres, parallel to `geometry.positions`; empty if no position had one.
  public var heights: [Double?]

  public init(_ geometry: Geometry, heights: [Double?] = []) {
    self.geometry = geometry
    self.heights = heights
  }
}

extension Geometry {
  /// Reads a GeoJSON geometry object.
  ///
  /// - Parameters:
  ///   - geoJSON: the object as parsed.
  ///   - allowed: the types that fit here.
  ///   - pointer: where the object stands in the text around it, for error messages.
  /// - Throws: ``Refusal`` of kind `invalid` with the JSON Pointer of the wrong place: a type that
  ///   is not allowed, a position that is not two or three numbers in range, a ring that is not
  ///   closed or has fewer than four positions, more than `limits.vertices` positions.
  /// - Complexity: O(n).
  /// - Source: RFC 7946, section 3.1.
  public init(
    geoJSON: JSONValue, allowed: Set<GeometryKind> = Set(GeometryKind.allCases),
    at pointer: String = "", limits: GeoJSONLimits = GeoJSONLimits()
  ) throws(Refusal) {
    var reader = GeometryReader(limits: limits)
    self = try reader.read(geoJSON, allowed: allowed, at: pointer).geometry
  }
}

extension PositionedGeometry {
  /// Reads a GeoJSON geometry object with its heights; otherwise as
  /// ``Geometry/init(geoJSON:allowed:at:limits:)``.
  public init(
    geoJSON: JSONValue, allowed: Set<GeometryKind> = Set(GeometryKind.allCases),
    at pointer: String = "", limits: GeoJSONLimits = GeoJSONLimits()
  ) throws(Refusal) {
    var reader = GeometryReader(limits: limits)
    self = try reader.read(geoJSON, allowed: allowed, at: pointer)
  }
}

/// Reads geometries, counting positions over all of them.
struct GeometryReader {
  let limits: GeoJSONLimits
  private var vertices = 0
  private var heights: [Double?] = []

  init(limits: GeoJSONLimits) { self.limits = limits }

  mutating func read(
    _ json: JSONValue, allowed: Set<GeometryKind>, at pointer: String
  ) throws(Refusal) -> PositionedGeometry {
    guard case .object = json else {
      throw .invalid(pointer, "must be a GeoJSON geometry object, not \(json.kind)")
    }
    guard let type = json["type"]?.string else {
      throw .invalid(pointer + "/type", "a geometry needs a type (RFC 7946, section 3.1)")
    }
    let words = GeometryKind.allCases.filter(allowed.contains).map(\.rawValue)
    guard let coordinates = json["coordinates"] else {
      if type == "GeometryCollection" {
        throw .invalid(
          pointer + "/type",
          "a GeometryCollection is not accepted; give one of \(words.joined(separator: ", "))")
      }
      throw .invalid(pointer + "/coordinates", "is required")
    }
    heights = []
    let place = pointer + "/coordinates"
    let (kind, inner, at) = try Self.unwrapped(type, coordinates, pointer, place)
    guard let kind, allowed.contains(kind) else {
      throw .invalid(
        pointer + "/type",
        "\"\(type.clipped())\" does not fit here; give one of \(words.joined(separator: ", "))")
    }
    let geometry: Geometry
    switch kind {
    case .point: geometry = .point(try position(inner, at: at))
    case .lineString: geometry = .line(try line(inner, at: at))
    case .polygon: geometry = .polygon(try polygon(inner, at: at))
    case .multiPolygon:
      let items = try elements(inner, atLeast: 1, of: "polygons", at: at)
      var polygons: [Polygon] = []
      for i in items.indices { polygons.append(try polygon(items[i], at: "\(at)/\(i)")) }
      geometry = .multiPolygon(MultiPolygon(polygons))
    }
    return PositionedGeometry(geometry, heights: heights.contains { $0 != nil } ? heights : [])
  }

  /// A MultiPoint or MultiLineString of one element is read as that element; programs that
  /// convert tracks write such.
  private static func unwrapped(
    _ type: String, _ coordinates: JSONValue, _ pointer: String, _ place: String
  ) throws(Refusal) -> (GeometryKind?, JSONValue, String) {
    let kind: GeometryKind? =
      switch type {
      case "MultiPoint": .point
      case "MultiLineString": .lineString
      default: nil
      }
    guard let kind else { return (GeometryKind(rawValue: type), coordinates, place) }
    guard let items = coordinates.array, items.count == 1, let only = items.first else {
      throw .invalid(
        pointer + "/type",
        "a \(type.clipped()) is accepted only with one element; give several features")
    }
    return (kind, only, place + "/0")
  }

  private func elements(
    _ json: JSONValue, atLeast least: Int, of what: String, at pointer: String
  ) throws(Refusal) -> [JSONValue] {
    guard case .array(let items) = json else {
      throw .invalid(pointer, "must be an array of \(what), not \(json.kind)")
    }
    guard items.count >= least else {
      throw .invalid(pointer, "must have at least \(least) \(what), not \(items.count)")
    }
    return items
  }

  private mutating func line(_ json: JSONValue, at pointer: String) throws(Refusal) -> LineString {
    let items = try elements(json, atLeast: 2, of: "positions", at: pointer)
    return LineString(try positions(items, at: pointer))
  }

  private mutating func polygon(_ json: JSONValue, at pointer: String) throws(Refusal) -> Polygon {
    let items = try elements(json, atLeast: 1, of: "rings", at: pointer)
    var rings: [[LonLat]] = []
    for i in items.indices {
      let place = "\(pointer)/\(i)"
      let ring = try positions(
        try elements(items[i], atLeast: 4, of: "positions (the last repeats the first)", at: place),
        at: place)
      guard let first = ring.first, let last = ring.last, first == last else {
        throw .invalid(
          place, "a ring must be closed: its last position must repeat the first (RFC 7946, 3.1.6)")
      }
      rings.append(ring)
    }
    return Polygon(rings)
  }

  private mutating func positions(
    _ items: [JSONValue], at pointer: String
  ) throws(Refusal) -> [LonLat] {
    guard items.count <= limits.vertices - vertices else {
      throw .invalid(pointer, "more than \(limits.vertices) positions in all")
    }
    var result: [LonLat] = []
    result.reserveCapacity(items.count)
    for i in items.indices {
      guard let value = Self.lonLat(items[i]) else {
        // The pointer is made only when needed: it costs more than the reading.
        return [try position(items[i], at: "\(pointer)/\(i)")]
      }
      vertices += 1
      heights.append(items[i][2]?.number)
      result.append(value)
    }
    return result
  }

  private static func lonLat(_ json: JSONValue) -> LonLat? {
    guard case .array(let items) = json, items.count == 2 || items.count == 3,
      let lon = items[0].number, let lat = items[1].number,
      items.count == 2 || items[2].number != nil
    else { return nil }
    return LonLat(validLon: lon, lat: lat)
  }

  private mutating func position(_ json: JSONValue, at pointer: String) throws(Refusal) -> LonLat {
    if let value = Self.lonLat(json) {
      guard vertices < limits.vertices else {
        throw .invalid(pointer, "more than \(limits.vertices) positions in all")
      }
      vertices += 1
      heights.append(json[2]?.number)
      return value
    }
    guard case .array(let items) = json else {
      throw .invalid(pointer, "a position must be an array of numbers, not \(json.kind)")
    }
    guard items.count == 2 || items.count == 3 else {
      throw .invalid(
        pointer, "a position has 2 or 3 numbers (longitude, latitude, height), not \(items.count)")
    }
    guard let lon = items[0].number, let lat = items[1].number,
      items.count == 2 || items[2].number != nil
    else { throw .invalid(pointer, "a position must consist of numbers") }
    if abs(lat) > 90, abs(lon) <= 90, abs(lat) <= 180 {
      throw .invalid(
        pointer, "latitude \(lat) is out of -90...90; the order is longitude, latitude")
    }
    throw .invalid(
      pointer, "longitude \(lon) must lie in -180...180 and latitude \(lat) in -90...90")
  }
}
