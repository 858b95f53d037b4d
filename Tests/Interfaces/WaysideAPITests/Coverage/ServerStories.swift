import Base
import HTTPServing
import TestSupport
import Testing

/// The map, the ways over it, and the server itself.
extension APIFixture {
  func tellOfWays() throws {
    let reply = try call(
      .get,
      "/v1/routes?from=1.0009,10.0&to=1.0216,10.0207&mode=transit&departAt=2026-06-10T07:00:00Z")
    #expect(reply.status == 200, "\(reply.text)")
    let modes = reply.json["itineraries"]?[0]?["legs"]?.array?.compactMap { $0["mode"]?.string }
    #expect(modes == ["walk", "bus", "tram", "walk"])
  }

  func tellOfStreets() throws {
    // From one corner of a block to the opposite one: 200 m along two sides of it.
    let matrix = try call(
      .post, "/v1/matrix", ["sources": [[10, 1]], "targets": [[10.0009, 1.0009]], "mode": "walk"])
    let metres = try #require(matrix.json["distances"]?[0]?[0]?.number, "\(matrix.text)")
    #expect(abs(metres - 200) < 3)
    let area = try call(.get, "/v1/isochrone?at=1.0036,10.0036&mode=walk&minutes=4")
    let feature = area.json["features"]?[0]
    #expect(feature?["properties"]?["minutes"]?.number == 4, "\(area.text)")
    #expect(feature?["geometry"]?["coordinates"]?.array?.isEmpty == false)
    let tile = try call(.get, "/v1/map/14/8647/8146.mvt")
    #expect(try TileReader.read(tile.bytes).map(\.name) == ["roads"])
    let description = try call(.get, "/v1/map/tiles.json").json
    #expect(description["maps"]?[0]?["name"]?.string == "town")
    let style = try call(.get, "/v1/map/style.json?theme=dark").json
    #expect(style["sources"]?["wayside"]?["type"]?.string == "vector")
    let found = try call(.get, "/v1/places?q=row%200").json
    #expect(found["items"]?[0]?["title"]?.string == "Row 0")
    let there = try call(.get, "/v1/places/reverse?lat=1.0&lon=10.0004").json
    #expect(there["items"]?[0]?["title"]?.string == "Row 0")
  }

  func tellOfTheServer() throws {
    #expect(try call(.get, "/livez").json["status"]?.string == "alive")
    #expect(try call(.get, "/readyz").json["status"]?.string == "ready")
    #expect(try call(.get, "/metrics").text.hasSuffix("# EOF\n"))
    let document = try call(.get, "/openapi.json").json
    #expect(document["paths"]?["/livez"]?["get"]?["operationId"]?.string == "getLiveness")
    let problem = try call(.get, "/problems/not-found").json
    #expect(problem["title"]?.string == "There is no such thing")
  }
}

/// Whom these let through.
extension ExpectedAccess {
  static let server: [(Set<Principal>, String)] = [
    (whoever, "getLiveness getReadiness getMetrics getDocument getProblem"),
    (everyone, "getMapTile getMapDescription getMapStyle searchPlaces getPlacesAt"),
    (visitors, "findRoutes getMatrix getIsochrone"),
  ]
}
