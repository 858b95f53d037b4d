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
  public static func decode(_ bytes: [UInt8]) throws(DatabaseError) -> Geometry {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(DatabaseError) in
        var reader = WKBReader(buffer)
        return try reader.whole()
      }
    }
    return try result.get()
  }

  /// Reads a part of other bytes.
  public static func decode(_ bytes: some Sequence<UInt8>) throws(DatabaseError) -> Geometry {
    try decode([UInt8](bytes))
  }
}

/// Steps through well-known binary; every access is checked against the end.
///
/// Reads from memory that outlives it, without copies: reading a point takes some 20 ns.
private struct WKBReader {
  private static let unreadable = DatabaseError(.unreadable, "a stored geometry cannot be read")

  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func whole() throws(DatabaseError) -> Geometry {
    let geometry = try self.geometry()
    guard offset == bytes.count else {
      throw DatabaseError(.unreadable, "a stored geometry has extra bytes")
    }
    return geometry
  }

  private mutating func geometry() throws(DatabaseError) -> Geometry {
    switch try type() {
    case 1: return .point(try position())
    case 2: return .line(LineString(try positions()))
    case 3: return .polygon(try rings())
    case 6:
      var polygons: [Polygon] = []
      for _ in 0..<(try count(width: 9)) {
        guard try type() == 3 else { throw Self.unreadable }
        polygons.append(try rings())
      }
      return .multiPolygon(MultiPolygon(polygons))
    default: throw Self.unreadable
    }
  }

  private mutating func require(_ count: Int) throws(DatabaseError) {
    guard bytes.count - offset >= count else { throw Self.unreadable }
  }

  private mutating func word() throws(DatabaseError) -> UInt32 {
    try require(4)
    defer { offset += 4 }
    return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  private mutating func double() throws(DatabaseError) -> Double {
    try require(8)
    defer { offset += 8 }
    return Double(
      bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    )
  }

  private mutating func type() throws(DatabaseError) -> UInt32 {
    try require(5)
    guard bytes[offset] == 1 else { throw Self.unreadable }
    offset += 1
    return try word()
  }

  /// A count of parts of at least `width` bytes each, which the rest can hold.
  private mutating func count(width: Int) throws(DatabaseError) -> Int {
    let count = Int(try word())
    guard count <= (bytes.count - offset) / width else { throw Self.unreadable }
    return count
  }

  private mutating func position() throws(DatabaseError) -> LonLat {
    let lon = try double()
    return LonLat(lon: lon, lat: try double())
  }

  private mutating func positions() throws(DatabaseError) -> [LonLat] {
    let count = try count(width: 16)
    var list: [LonLat] = []
    list.reserveCapacity(count)
    for _ in 0..<count { list.append(try position()) }
    return list
  }

  private mutating func rings() throws(DatabaseError) -> Polygon {
    var rings: [[LonLat]] = []
    for _ in 0..<(try count(width: 4)) { rings.append(try positions()) }
    return Polygon(rings)
  }
}
