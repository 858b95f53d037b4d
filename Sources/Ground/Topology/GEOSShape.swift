import CGEOS
import Geodesy

/// A GEOS context of its own: handle and last error.
///
/// - Thread: confined; each call makes its own, which takes about a microsecond.
final class GEOSContext {
  let handle: OpaquePointer
  fileprivate(set) var lastError = ""

  /// Nil if there is no memory.
  init?() {
    guard let handle = GEOS_init_r() else { return nil }
    self.handle = handle
    // The context outlives neither the handle nor the pointer to itself: both end in deinit.
    GEOSContext_setErrorMessageHandler_r(
      handle, keepGEOSError, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { GEOS_finish_r(handle) }
}

/// A file-scope function, as C calls it.
private func keepGEOSError(_ message: UnsafePointer<CChar>?, _ context: UnsafeMutableRawPointer?) {
  guard let message, let context else { return }
  Unmanaged<GEOSContext>.fromOpaque(context).takeUnretainedValue().lastError =
    String(cString: message)
}

/// A geometry of GEOS, freed exactly once.
///
/// - Thread: confined, with its context.
struct GEOSShape: ~Copyable {
  let context: GEOSContext
  let pointer: OpaquePointer

  /// Takes over `pointer`; nil if it is null.
  init?(_ pointer: OpaquePointer?, _ context: GEOSContext) {
    guard let pointer else { return nil }
    self.pointer = pointer
    self.context = context
  }

  deinit { GEOSGeom_destroy_r(context.handle, pointer) }

  /// A new polygon that the caller must free or give away.
  private static func made(_ polygon: Polygon, _ context: GEOSContext) -> OpaquePointer? {
    guard let first = polygon.rings.first, let shell = ring(first, context) else { return nil }
    var holes: [OpaquePointer?] = []
    for ring in polygon.rings.dropFirst() {
      guard let hole = Self.ring(ring, context) else {
        for made in holes { GEOSGeom_destroy_r(context.handle, made) }
        GEOSGeom_destroy_r(context.handle, shell)
        return nil
      }
      holes.append(hole)
    }
    // Takes over shell and holes, also when it fails.
    return GEOSGeom_createPolygon_r(
      context.handle, shell, &holes, UInt32(clamping: holes.count))
  }

  init?(polygon: Polygon, _ context: GEOSContext) {
    self.init(Self.made(polygon, context), context)
  }

  init?(multiPolygon: MultiPolygon, _ context: GEOSContext) {
    var parts: [OpaquePointer?] = []
    for polygon in multiPolygon.polygons {
      guard let part = Self.made(polygon, context) else {
        for made in parts { GEOSGeom_destroy_r(context.handle, made) }
        return nil
      }
      parts.append(part)
    }
    self.init(
      GEOSGeom_createCollection_r(
        context.handle, Int32(GEOS_MULTIPOLYGON.rawValue), &parts, UInt32(clamping: parts.count)),
      context)
  }

  init?(geometry: Geometry, _ context: GEOSContext) {
    switch geometry {
    case .point(let point):
      self.init(GEOSGeom_createPointFromXY_r(context.handle, point.lon, point.lat), context)
    case .line(let line):
      guard let sequence = Self.sequence(line.points, context) else { return nil }
      self.init(GEOSGeom_createLineString_r(context.handle, sequence), context)
    case .polygon(let polygon): self.init(polygon: polygon, context)
    case .multiPolygon(let multi): self.init(multiPolygon: multi, context)
    }
  }

  private static func sequence(_ points: [LonLat], _ context: GEOSContext) -> OpaquePointer? {
    var numbers: [Double] = []
    numbers.reserveCapacity(points.count * 2)
    for point in points {
      numbers.append(point.lon)
      numbers.append(point.lat)
    }
    return GEOSCoordSeq_copyFromBuffer_r(
      context.handle, numbers, UInt32(clamping: points.count), 0, 0)
  }

  private static func ring(_ points: [LonLat], _ context: GEOSContext) -> OpaquePointer? {
    guard let sequence = sequence(points, context) else { return nil }
    // Takes over the sequence, also when it fails.
    return GEOSGeom_createLinearRing_r(context.handle, sequence)
  }

  /// The polygons in the geometry; lines and points that an overlay leaves are dropped.
  var polygons: [Polygon] { Self.polygons(pointer, context) }

  /// The positions of a point or a line.
  var positions: [LonLat] { Self.points(pointer, context) }

  private static func polygons(_ geometry: OpaquePointer, _ context: GEOSContext) -> [Polygon] {
    let type = GEOSGeomTypeId_r(context.handle, geometry)
    if type == Int32(GEOS_POLYGON.rawValue) {
      guard let shell = GEOSGetExteriorRing_r(context.handle, geometry) else { return [] }
      var rings = [points(shell, context)]
      let holes = GEOSGetNumInteriorRings_r(context.handle, geometry)
      for i in 0..<max(0, holes) {
        guard let hole = GEOSGetInteriorRingN_r(context.handle, geometry, i) else { continue }
        rings.append(points(hole, context))
      }
      return rings[0].count >= 4 ? [Polygon(rings.filter { $0.count >= 4 })] : []
    }
    guard type >= Int32(GEOS_MULTIPOINT.rawValue) else { return [] }
    var result: [Polygon] = []
    for i in 0..<max(0, GEOSGetNumGeometries_r(context.handle, geometry)) {
      guard let part = GEOSGetGeometryN_r(context.handle, geometry, i) else { continue }
      result += polygons(part, context)
    }
    return result
  }

  private static func points(_ ring: OpaquePointer, _ context: GEOSContext) -> [LonLat] {
    guard let sequence = GEOSGeom_getCoordSeq_r(context.handle, ring) else { return [] }
    var count: UInt32 = 0
    guard GEOSCoordSeq_getSize_r(context.handle, sequence, &count) == 1 else { return [] }
    var numbers = Array(repeating: 0.0, count: Int(count) * 2)
    guard GEOSCoordSeq_copyToBuffer_r(context.handle, sequence, &numbers, 0, 0) == 1 else {
      return []
    }
    return (0..<Int(count)).map { LonLat(lon: numbers[$0 * 2], lat: numbers[$0 * 2 + 1]) }
  }
}
