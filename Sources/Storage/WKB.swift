import Base
import Geodesy

/// Well-known binary of geometries, little-endian, two dimensions.
///
/// In SQL of both engines: `ST_GeomFromWKB(?1, 4326)` on the way in, `ST_AsBinary(geometry)` on
/// the way out.
///
/// - Source: OGC Simple Feature Access 1 (06-103r4), section 8.2.
public enum WKB {

  public static func encode(_ geometry: Geometry) -> [UInt8] {
    var writer = ByteWriter(capacity: 32 + 16 * geometry.positions.count)
    switch geometry {
    case .point(let point):
      header(1, &writer)
      position(point, &writer)
    case .line(let line):
      header(2, &writer)
      positions(line.points, &writer)
    case .polygon(let value): polygon(value, &writer)
    case .multiPolygon(let multi):
      header(6, &writer)
      writer.littleEndian(UInt32(clamping: multi.polygons.count))
      for value in multi.polygons { polygon(value, &writer) }
    }
    return writer.bytes
  }

  private static func header(_ type: UInt32, _ writer: inout ByteWriter) {
    writer.byte(1)
    writer.littleEndian(type)
  }

  private static func position(_ p: LonLat, _ writer: inout ByteWriter) {
    writer.littleEndian(p.lon.bitPattern)
    writer.littleEndian(p.lat.bitPattern)
  }

  private static func positions(_ list: [LonLat], _ writer: inout ByteWriter) {
    writer.littleEndian(UInt32(clamping: list.count))
    for p in list { position(p, &writer) }
  }

  private static func polygon(_ value: Polygon, _ writer: inout ByteWriter) {
    header(3, &writer)
    writer.littleEndian(UInt32(clamping: value.rings.count))
    for ring in value.rings { positions(ring, &writer) }
  }

  /// Reads what ``encode(_:)`` writes, and what SpatiaLite and PostGIS write.
  ///
  /// - Throws: `corrupt` for anything else, including big-endian bytes and other dimensions.
  public static func decode(_ bytes: some Sequence<UInt8>) throws(DatabaseError) -> Geometry {
    var reader = ByteReader(bytes)
    let geometry = try self.geometry(&reader)
    guard reader.remaining == 0 else {
      throw DatabaseError(.corrupt, "a stored geometry has extra bytes")
    }
    return geometry
  }

  private static func geometry(_ reader: inout ByteReader) throws(DatabaseError) -> Geometry {
    switch try type(&reader) {
    case 1: return .point(try position(&reader))
    case 2: return .line(LineString(try positions(&reader)))
    case 3: return .polygon(try rings(&reader))
    case 6:
      var polygons: [Polygon] = []
      for _ in 0..<(try count(&reader, width: 9)) {
        guard try type(&reader) == 3 else { throw corrupt }
        polygons.append(try rings(&reader))
      }
      return .multiPolygon(MultiPolygon(polygons))
    default: throw corrupt
    }
  }

  private static let corrupt = DatabaseError(.corrupt, "a stored geometry cannot be read")

  private static func type(_ reader: inout ByteReader) throws(DatabaseError) -> UInt32 {
    guard reader.littleEndian(UInt8.self) == 1, let type = reader.littleEndian(UInt32.self) else {
      throw corrupt
    }
    return type
  }

  private static func count(_ reader: inout ByteReader, width: Int) throws(DatabaseError) -> Int {
    guard let count = reader.littleEndian(UInt32.self), Int(count) <= reader.remaining / width
    else { throw corrupt }
    return Int(count)
  }

  private static func position(_ reader: inout ByteReader) throws(DatabaseError) -> LonLat {
    guard let lon = reader.littleEndianDouble(), let lat = reader.littleEndianDouble() else {
      throw corrupt
    }
    return LonLat(lon: lon, lat: lat)
  }

  private static func positions(_ reader: inout ByteReader) throws(DatabaseError) -> [LonLat] {
    let count = try count(&reader, width: 16)
    var list: [LonLat] = []
    list.reserveCapacity(count)
    for _ in 0..<count { list.append(try position(&reader)) }
    return list
  }

  private static func rings(_ reader: inout ByteReader) throws(DatabaseError) -> Polygon {
    var rings: [[LonLat]] = []
    for _ in 0..<(try count(&reader, width: 4)) { rings.append(try positions(&reader)) }
    return Polygon(rings)
  }
}
