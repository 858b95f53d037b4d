import Access
import Base
import Foundation
import GeoFormats
import Geodesy
import Objects
import SpatialCatalog
import Tours

/// What is near a position: answered from the catalog, in the encoding of its answer.
///
/// - Thread: shared.
public struct NearbyService: Sendable {
  /// Farthest radius of one query, metres.
  public static let maximumMetres = 50_000.0

  private let layer: CatalogLayer
  private let underWay: ActiveTours
  private let hiddenInstances: HiddenInstances

  /// - Parameter catalog: with the layer of instances.
  public init(
    catalog: SpatialCatalog, underWay: ActiveTours, hiddenInstances: HiddenInstances
  ) {
    layer = catalog.layer(InstanceLayer().layer)
    self.underWay = underWay
    self.hiddenInstances = hiddenInstances
  }

  /// The instances around a position, nearest first, as one JSON object with `items` and, if there is
  /// more, `next`; during a tour what stands at its stops, and nothing else (UC4.8).
  ///
  /// Pages go on behind the last item of the one before by distance and identifier: what stays where
  /// it is comes exactly once, whatever is placed and taken away between two pages.
  ///
  /// - Parameters:
  ///   - realm: only of this sub-realm; nil for all that the caller is in.
  ///   - metres: at most ``maximumMetres``.
  ///   - page: its cursor belongs to the same centre.
  /// - Throws: `notFound` for a sub-realm that the caller does not see; `wrong-cursor`.
  /// - Complexity: as the catalog's query; an item costs about 0.2 µs to write.
  public func json(
    around centre: LonLat, metres: Double, page: PageRequest, realm: EntityID?, caller: Caller
  ) throws -> [UInt8] {
    var rights = ListRights(caller, .instance)
    if let realm { rights = try rights.narrowed(to: realm) }
    let end = try page.position { parts throws(Refusal) in
      CatalogPageEnd(
        distance: Double(bitPattern: try parts.integer(UInt64.self)), id: try parts.id())
    }
    if let scene = try underWay.scene(of: caller.account) {
      let found = scene.nearby(centre, metres: metres, limit: .max).filter { item, distance in
        end.map { $0 < CatalogPageEnd(distance: distance, id: item.id) } ?? true
      }
      return Self.json(Array(found.prefix(page.limit + 1)), limit: page.limit, around: centre)
    }
    let version = layer.current
    let (hits, next) = version.page(
      realms: rights.realms, around: centre, metres: metres, after: end, limit: page.limit,
      besides: hiddenInstances.selection(for: caller.account).filter)
    let ruler = Ruler(at: centre)
    var json = JSONWriter(capacity: 160 + 448 * hits.count)
    json.beginObject()
    json.key("items")
    json.beginArray()
    for hit in hits {
      json.beginObject()
      json.member("distance", hit.distance, decimals: 3)
      json.member("bearing", bearing: Self.bearing(from: centre, ruler, to: hit), decimals: 2)
      version.writeBody(of: hit, to: &json)
      json.endObject()
    }
    json.endArray()
    json.member("next", next.map { Cursor($0).token })
    json.endObject()
    return json.bytes
  }

  private static func json(
    _ found: [(item: TourScene.Item, distance: Double)], limit: Int, around centre: LonLat
  ) -> [UInt8] {
    var json = JSONWriter(capacity: 1024)
    let items = found.prefix(limit)
    json.object { json in
      json.array("items") { json in
        for (item, distance) in items {
          json.object { json in
            json.member("distance", distance, decimals: 3)
            json.member(
              "bearing", bearing: Geodesic.bearing(from: centre, to: item.position), decimals: 2)
            item.body.withUnsafeBufferPointer { json.encodedMembers($0) }
          }
        }
      }
      if found.count > limit, let last = items.last {
        let end = CatalogPageEnd(distance: last.distance, id: last.item.id)
        json.member("next", Cursor(end).token)
      }
    }
    return json.bytes
  }

  /// Degrees clockwise from north; by the ruler, which is exact to the decimals that are written,
  /// where it reaches and there is a direction.
  private static func bearing(
    from centre: LonLat, _ ruler: Ruler?, to hit: CatalogHit
  ) -> Double {
    let position = hit.position.lonLat
    guard hit.distance >= 1, hit.distance <= 5000, let offset = ruler?.offset(to: position) else {
      return Geodesic.bearing(from: centre, to: position)
    }
    let degrees = atan2(offset.east, offset.north) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }
}

extension Cursor {
  fileprivate init(_ end: CatalogPageEnd) {
    self.init(String(end.distance.bitPattern), end.id.description)
  }
}
