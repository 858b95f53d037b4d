import Base
import Geodesy
import SpatialIndex

/// An area that knows how far its border is.
///
/// Edges are straight in longitude and latitude, as everywhere in Wayside.
///
/// - Thread: immutable, shared.
public final class ZoneArea: Sendable {
  /// Areas with more edges than this find them through a tree.
  private static let scanLimit = 32

  /// Around everything; may cross the antimeridian.
  public let bounds: Bounds
  /// Half the lesser side of the box, metres.
  let size: Double
  /// A circle that holds the area, for phones that can watch nothing else; radius in metres.
  public let enclosingCircle: (centre: LonLat, radius: Double)
  private let prepared: PreparedArea
  private let edges: [PlanarSegment]
  private let tree: BoxSnapshot?

  /// - Throws: a refusal that names `/area` if there is no ring of at least three different
  ///   positions, or a position is not on the earth.
  /// - Complexity: O(edges).
  public init(_ area: MultiPolygon) throws(Refusal) {
    var edges: [PlanarSegment] = []
    for ring in area.polygons.lazy.flatMap(\.rings) {
      for i in ring.indices {
        let (a, b) = (ring[i], ring[i + 1 < ring.count ? i + 1 : 0])
        guard LonLat(validLon: a.lon, lat: a.lat) != nil else {
          throw .invalid("/area", "has a position that is not on the earth")
        }
        if a != b { edges.append(PlanarSegment(a, b)) }
      }
    }
    guard let prepared = PreparedArea(area.polygons), !edges.isEmpty else {
      throw .invalid("/area", "needs a ring of at least three different positions")
    }
    self.prepared = prepared
    self.edges = edges
    bounds = prepared.bounds
    let width = bounds.east - bounds.west + (bounds.crossesAntimeridian ? 360 : 0)
    enclosingCircle = ZoneArea.circle(around: edges, bounds, width: width)
    let middle = LonLat(lon: bounds.west, lat: (bounds.south + bounds.north) / 2)
    let east = LonLat(lon: LonLat.normalise(lon: bounds.west + min(width, 180)), lat: middle.lat)
    size =
      min(
        Geodesic.distance(from: middle, to: east),
        Geodesic.distance(
          from: LonLat(lon: 0, lat: bounds.south), to: LonLat(lon: 0, lat: bounds.north))) / 2
    if edges.count > ZoneArea.scanLimit {
      let entries = edges.enumerated().flatMap { i, edge in
        PackedBoxes.entries(covering: edge.bounds, item: UInt32(truncatingIfNeeded: i))
      }
      tree = BoxSnapshot(PackedBoxes(entries))
    } else {
      tree = nil
    }
  }

  /// Around the middle of the box; long edges are looked at in pieces, as they are not geodesics.
  private static func circle(
    around edges: [PlanarSegment], _ bounds: Bounds, width: Double
  ) -> (centre: LonLat, radius: Double) {
    let centre = LonLat(
      lon: LonLat.normalise(lon: bounds.west + width / 2), lat: (bounds.south + bounds.north) / 2)
    let ruler = Ruler(at: centre)
    var farthest = 0.0
    for edge in edges {
      let degrees = max(abs(edge.end.lon - edge.start.lon), abs(edge.end.lat - edge.start.lat))
      // Pieces of a hundredth of a degree leave a geodesic by less than half a metre up to 85°.
      let pieces = min(256, max(1, (degrees * 100).rounded(.up)))
      for i in stride(from: 0, to: pieces, by: 1) {
        let share = i / pieces
        let p = LonLat(
          lon: edge.start.lon + share * (edge.end.lon - edge.start.lon),
          lat: edge.start.lat + share * (edge.end.lat - edge.start.lat))
        farthest = max(
          farthest, ruler?.distance(to: p) ?? Geodesic.distance(from: centre, to: p))
      }
    }
    return (centre, farthest + 0.5)
  }

  /// Whether the position is inside or on the border; exact.
  public func contains(_ p: LonLat) -> Bool { prepared.contains(p) }

  /// Metres to the border, negative inside; anything beyond `limit` may be answered by any value
  /// that is at least `limit` away from zero.
  ///
  /// A cut along the antimeridian counts as a border, so that inside the answer may be too near to
  /// zero there, but never outside.
  ///
  /// - Parameters:
  ///   - ruler: stands at `p`; nil beyond its latitudes.
  ///   - limit: at most 20 km.
  func signedDistance(from p: LonLat, ruler: Ruler?, limit: Double) -> Double {
    let distance = borderDistance(from: p, ruler: ruler, limit: limit)
    return contains(p) ? -distance : distance
  }

  private func borderDistance(from p: LonLat, ruler: Ruler?, limit: Double) -> Double {
    var best = limit
    func look(_ edge: PlanarSegment) {
      let distance = EdgeDistance.metres(from: p, ruler: ruler, to: edge, limit: best)
      if distance < best { best = distance }
    }
    if let tree {
      var found: [UInt32] = []
      // The tree's boxes are rounded to a centimetre.
      tree.find(nearby: p, metres: limit + 0.05, into: &found)
      for i in found { look(edges[Int(i)]) }
    } else {
      for edge in edges { look(edge) }
    }
    return best
  }

  /// Whether the shortest line between two positions has a point in the area.
  ///
  /// The line is followed by pieces that are straight in longitude and latitude and leave it by at
  /// most 1 cm up to 85° of latitude, and by up to a few metres around the poles.
  func touches(lineFrom a: LonLat, to b: LonLat) -> Bool {
    if contains(a) || contains(b) { return true }
    let line = Geodesic.inverse(from: a, to: b)
    guard line.distance.isFinite else { return false }
    let circle = Bounds.circle(around: a, metres: line.distance + 0.05)
    guard circle?.intersects(bounds) ?? true else { return false }
    // Sagitta of a piece: length²·tan(latitude) / 8R; 85° and 1 cm give 210 m.
    let longest = max(abs(a.lat), abs(b.lat)) > Ruler.maximumLatitude ? 8.0 : 200
    let pieces = min(512, max(1, (line.distance / longest).rounded(.up)))
    var start = a
    for i in stride(from: 1, through: pieces, by: 1) {
      let end =
        i == pieces
        ? b
        : Geodesic.destination(
          from: a, bearingDegrees: line.initialBearing,
          distanceMetres: line.distance * i / pieces)
      if crosses(pieceFrom: start, to: end) { return true }
      start = end
    }
    return false
  }

  private func crosses(pieceFrom start: LonLat, to end: LonLat) -> Bool {
    var piece = PlanarSegment(start, end)
    // The short way, in the longitudes of the start; then the same a whole turn aside.
    if end.lon - start.lon > 180 { piece.end.lon -= 360 }
    if end.lon - start.lon < -180 { piece.end.lon += 360 }
    if crosses(piece) { return true }
    let box = piece.bounds
    guard box.west < -180 || box.east > 180 || abs(box.west) == 180 || abs(box.east) == 180
    else { return false }
    for turn in [-360.0, 360] {
      var turned = piece
      turned.start.lon += turn
      turned.end.lon += turn
      if crosses(turned) { return true }
    }
    return false
  }

  private func crosses(_ piece: PlanarSegment) -> Bool {
    guard let tree else { return edges.contains { $0.intersects(piece) } }
    let box = piece.bounds
    guard box.west <= 180, box.east >= -180 else { return false }
    var found: [UInt32] = []
    tree.find(
      touching: Bounds(
        west: max(-180, box.west), south: box.south, east: min(180, box.east), north: box.north),
      into: &found)
    return found.contains { edges[Int($0)].intersects(piece) }
  }
}
