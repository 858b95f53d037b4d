import Base
import Foundation
import Geodesy
import HTTPServing
import Objects
import Realms
import SpatialCatalog
import Tours

/// What is near a position: answered from the catalog, on the HTTP worker thread.
enum NearbyEndpoints {
  /// Farthest radius of one query, metres.
  static let greatestRadius = 50_000.0

  static func operations(
    _ catalog: SpatialCatalog, _ underWay: ToursUnderWay, _ hiddenInstances: HiddenInstances
  ) -> [Operation] {
    let instances = catalog.layer("instances")
    return [
      Operation(
        .get, "/v1/nearby", "nearby",
        """
        AR object instances around a position, nearest first; during a tour only the objects at its \
        stops.
        """, access: .anyone,
        query: [
          QueryParameter("lat", .number(-90...90), required: true, "Degrees north."),
          QueryParameter("lon", .number(-180...180), required: true, "Degrees east."),
          QueryParameter("radius", .number(0...greatestRadius), "Metres; 100 by default."),
          QueryParameter("realm", .realm, "One sub-realm; all that the caller is in by default."),
          QueryParameter("limit", .integer(1...200), "Most items; 10 by default."),
        ],
        answers: [.json(200, "The nearest instances", .page(of: .named("NearbyInstance")))],
        execution: .inline
      ) { exchange in try nearby(exchange, instances, underWay, hiddenInstances) }
    ]
  }

  private static func nearby(
    _ exchange: Exchange, _ layer: CatalogLayer, _ underWay: ToursUnderWay,
    _ hiddenInstances: HiddenInstances
  ) throws -> HTTPResponse {
    guard let lat = exchange.query.number("lat"), let lon = exchange.query.number("lon") else {
      throw Refusal(.malformed, "invalid-query", "lat and lon are required.")
    }
    let realms: [EntityID]
    if let realm = exchange.query.realm("realm") {
      guard exchange.caller.sees(realm) else { throw Refusal.notFound("sub-realm") }
      realms = [realm]
    } else {
      realms = exchange.caller.visibleRealms
    }
    let centre = LonLat(lon: lon, lat: lat)
    if let scene = try underWay.scene(of: exchange.caller.account) {
      return nearby(exchange, scene, around: centre)
    }
    let version = layer.current
    let hits = version.nearby(
      realms: realms, around: centre, metres: exchange.query.number("radius") ?? 100,
      limit: exchange.query.integer("limit") ?? 10,
      besides: hiddenInstances.selection(for: exchange.caller.account).filter)
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
      json.number(bearing(from: centre, ruler, to: hit), decimals: 2)
      version.writeBody(of: hit, to: &json)
      json.endObject()
    }
    json.endArray()
    json.endObject()
    return .json(200, json.bytes)
  }

  /// During a tour: what stands at its stops, and nothing else (UC4.8).
  private static func nearby(
    _ exchange: Exchange, _ scene: TourScene, around centre: LonLat
  ) -> HTTPResponse {
    let found = scene.nearby(
      centre, metres: exchange.query.number("radius") ?? 100,
      limit: exchange.query.integer("limit") ?? 10)
    return exchange.json { json in
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
    }
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
