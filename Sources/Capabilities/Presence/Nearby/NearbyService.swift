import Base
import Foundation
import Geodesy
import Objects
import Realms
import SpatialCatalog
import Tours

/// What is near a position: answered from the catalog, in the encoding of its answer.
///
/// - Thread: shared.
public struct NearbyService: Sendable {
  /// Farthest radius of one query, metres.
  public static let maximumMetres = 50_000.0
  /// Most items of one answer.
  public static let maximumItems = 200

  private let layer: CatalogLayer
  private let underWay: ToursUnderWay
  private let hiddenInstances: HiddenInstances

  /// - Parameter catalog: with the layer of instances.
  public init(
    catalog: SpatialCatalog, underWay: ToursUnderWay, hiddenInstances: HiddenInstances
  ) {
    layer = catalog.layer(InstanceLayer().layer)
    self.underWay = underWay
    self.hiddenInstances = hiddenInstances
  }

  /// The instances around a position, nearest first, as one JSON object with `items`; during a tour
  /// what stands at its stops, and nothing else (UC4.8).
  ///
  /// - Parameters:
  ///   - realm: only of this sub-realm; nil for all that the caller is in.
  ///   - metres: at most ``maximumMetres``.
  /// - Throws: `notFound` for a sub-realm that the caller does not see.
  /// - Complexity: as the catalog's query; an item costs about 0.2 µs to write.
  public func json(
    around centre: LonLat, metres: Double, limit: Int, realm: EntityID?, for caller: Caller
  ) throws -> [UInt8] {
    let realms: [EntityID]
    if let realm {
      guard caller.sees(realm) else { throw Refusal.notFound("sub-realm") }
      realms = [realm]
    } else {
      realms = caller.visibleRealms
    }
    if let scene = try underWay.scene(of: caller.account) {
      return Self.json(scene.nearby(centre, metres: metres, limit: limit), around: centre)
    }
    let version = layer.current
    let hits = version.nearby(
      realms: realms, around: centre, metres: metres, limit: limit,
      besides: hiddenInstances.selection(for: caller.account).filter)
    let ruler = Ruler(at: centre)
    var json = JSONWriter(capacity: 64 + 448 * hits.count)
    json.beginObject()
    json.key("items")
    json.beginArray()
    for hit in hits {
      json.beginObject()
      json.key("distance")
      json.number(hit.distance, decimals: 3)
      json.key("bearing")
      json.number(Self.bearing(from: centre, ruler, to: hit), decimals: 2)
      version.writeBody(of: hit, to: &json)
      json.endObject()
    }
    json.endArray()
    json.endObject()
    return json.bytes
  }

  private static func json(
    _ found: [(item: TourScene.Item, distance: Double)], around centre: LonLat
  ) -> [UInt8] {
    var json = JSONWriter(capacity: 1024)
    json.object { json in
      json.key("items")
      json.array { json in
        for (item, distance) in found {
          json.object { json in
            json.key("distance")
            json.number(distance, decimals: 3)
            json.key("bearing")
            json.number(Geodesic.bearing(from: centre, to: item.position), decimals: 2)
            item.body.withUnsafeBufferPointer { json.encodedMembers($0) }
          }
        }
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
