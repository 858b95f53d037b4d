import Base
import Geodesy

/// A geometry, if it has one, with free properties.
///
/// - Source: RFC 7946, section 3.2.
/// - Thread: pure.
public struct GeoFeature: Hashable, Sendable {
  /// A string or a number.
  public var id: JSONValue?
  public var geometry: Geometry?
  /// Metres, parallel to the positions of the geometry; empty if there are none.
  public var heights: [Double?]
  /// An object, or null.
  public var properties: JSONValue

  public init(
    id: JSONValue? = nil, geometry: Geometry?, heights: [Double?] = [],
    properties: JSONValue = .object([])
  ) {
    self.id = id
    self.geometry = geometry
    self.heights = heights
    self.properties = properties
  }

  /// The property of that name.
  public subscript(property: String) -> JSONValue? { properties[property] }

  /// Reads a GeoJSON text: a FeatureCollection, a Feature, or a bare geometry.
  ///
  /// - Returns: the features in their order; one for a Feature or a geometry.
  /// - Throws: ``Refusal`` naming the rule: too large, not JSON, nested too deep, repeated
  ///   members, a coordinate reference system other than WGS 84, or a wrong geometry.
  /// - Complexity: O(n).
  public static func features(
    geoJSON bytes: [UInt8], allowed: Set<GeometryKind> = Set(GeometryKind.allCases),
    limits: GeoJSONLimits = GeoJSONLimits()
  ) throws(Refusal) -> [GeoFeature] {
    guard bytes.count <= limits.bytes else {
      throw UploadRule.geoJSONSize.refusal(
        "", "the file has \(bytes.count) bytes, more than \(limits.bytes)")
    }
    let json: JSONValue
    do throws(JSONSyntaxError) {
      json = try JSONValue(parsing: bytes, limits: JSONLimits(depth: limits.depth))
    } catch {
      throw UploadRule.geoJSONSyntax.refusal("", "the file is not JSON: \(error)")
    }
    return try features(geoJSON: json, allowed: allowed, limits: limits)
  }

  /// As ``features(geoJSON:allowed:limits:)`` for a text that is already parsed.
  public static func features(
    geoJSON json: JSONValue, allowed: Set<GeometryKind> = Set(GeometryKind.allCases),
    limits: GeoJSONLimits = GeoJSONLimits()
  ) throws(Refusal) -> [GeoFeature] {
    guard case .object = json else {
      throw .invalid("", "a GeoJSON text is an object, not \(json.kind)")
    }
    try checkReferenceSystem(json)
    var reader = GeometryReader(limits: limits)
    switch json["type"]?.string {
    case "FeatureCollection":
      guard case .array(let items)? = json["features"] else {
        throw .invalid("/features", "a FeatureCollection needs an array of features")
      }
      var features: [GeoFeature] = []
      features.reserveCapacity(items.count)
      for i in items.indices {
        features.append(try feature(items[i], &reader, allowed, at: "/features/\(i)"))
      }
      return features
    case "Feature": return [try feature(json, &reader, allowed, at: "")]
    case nil: throw .invalid("/type", "a GeoJSON object needs a type (RFC 7946, section 3)")
    default:
      let read = try reader.read(json, allowed: allowed, at: "")
      return [GeoFeature(geometry: read.geometry, heights: read.heights)]
    }
  }

  private static func feature(
    _ json: JSONValue, _ reader: inout GeometryReader, _ allowed: Set<GeometryKind>,
    at pointer: String
  ) throws(Refusal) -> GeoFeature {
    guard json["type"]?.string == "Feature" else {
      throw .invalid(pointer + "/type", "must be \"Feature\"")
    }
    var feature = GeoFeature(geometry: nil)
    switch json["id"] {
    case .string?, .number?: feature.id = json["id"]
    case nil, .null?: break
    default: throw .invalid(pointer + "/id", "must be a string or a number (RFC 7946, 3.2)")
    }
    switch json["properties"] {
    case .object?: feature.properties = json["properties"] ?? .null
    case nil, .null?: feature.properties = .null
    default: throw .invalid(pointer + "/properties", "must be an object or null (RFC 7946, 3.2)")
    }
    switch json["geometry"] {
    case nil, .null?: break
    case let geometry?:
      let read = try reader.read(geometry, allowed: allowed, at: pointer + "/geometry")
      feature.geometry = read.geometry
      feature.heights = read.heights
    }
    return feature
  }

  /// The 2008 form of GeoJSON could name another reference system; such positions would land
  /// somewhere else without a word.
  private static func checkReferenceSystem(_ json: JSONValue) throws(Refusal) {
    guard let system = json["crs"], system != .null else { return }
    let name = system["properties"]?["name"]?.string ?? ""
    let known = [
      "urn:ogc:def:crs:OGC:1.3:CRS84", "urn:ogc:def:crs:OGC::CRS84", "urn:ogc:def:crs:EPSG::4326",
      "EPSG:4326", "http://www.opengis.net/def/crs/OGC/1.3/CRS84",
    ]
    guard known.contains(name) else {
      throw .invalid(
        "/crs", "only WGS 84 longitude and latitude are read (RFC 7946, section 4); convert first")
    }
  }
}
