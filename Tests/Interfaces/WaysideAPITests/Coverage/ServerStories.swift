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
    let round = try call(.get, "/v1/routes?from=1.0009,10.0&via=1.0018,10.0&stay=5&mode=walk")
    #expect(round.json["itineraries"]?[0]?["stopovers"]?.array?.count == 1, "\(round.text)")
    try tellOfStops()
  }

  private func tellOfStops() throws {
    let stops = try call(.get, "/v1/stops?near=1.0001,10.0001&radius=200").json["items"]
    let stop = try #require(stops?[0]?["id"]?.string)
    #expect(stop == "town:b0" && stops?[0]?["name"]?.string == "Row 0 / 0")
    #expect((stops?[0]?["distance"]?.number ?? 1000) < 20)
    let named = try call(.get, "/v1/stops?q=column&limit=3").json["items"]?.array ?? []
    #expect(
      named.count == 3 && named.allSatisfy { $0["name"]?.string?.hasPrefix("Column") == true })
    let board = try call(
      .get, "/v1/stops/\(stop)/departures?from=2026-06-10T07:00:00Z&minutes=30"
    ).json
    let rows = board["items"]?.array ?? []
    // Every ten minutes; those that end here are not among them.
    #expect(
      rows.map { $0["planned"]?.string } == [
        "2026-06-10T07:00:00.000Z", "2026-06-10T07:10:00.000Z", "2026-06-10T07:20:00.000Z",
        "2026-06-10T07:30:00.000Z",
      ])
    #expect(rows.allSatisfy { $0["line"]?.string == "1" && $0["headsign"]?.string == "Corner" })
    #expect(rows.allSatisfy { $0["delay"]?.integer == 0 && $0["mode"]?.string == "bus" })
    let trams = try call(
      .get, "/v1/stops/\(stop)/departures?from=2026-06-10T07:00:00Z&modes=tram"
    ).json
    #expect(trams["items"]?.array?.isEmpty == true)
    #expect(try call(.get, "/v1/stops/\(stop)").json["id"]?.string == stop)
    #expect(try call(.get, "/v1/stops/town:nowhere").status == 404)
    #expect(try call(.get, "/v1/stops/town:nowhere/departures").status == 404)
    #expect(try call(.get, "/v1/stops/\(stop)/departures?from=2030-01-01T00:00:00Z").status == 422)
    #expect(try call(.get, "/v1/stops").pointers == ["q"])
    let geodata = try call(.get, "/v1/geodata").json
    #expect(geodata["maps"]?[0]?["name"]?.string == "town")
    #expect(geodata["timetables"]?[0]?["lastDay"]?.string == "2026-06-30")
    let left = try #require(geodata["timetables"]?[0]?["daysLeft"]?.integer)
    let warnings = geodata["warnings"]?.array ?? []
    #expect(warnings.isEmpty == (left >= 14))
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
    #expect(try TileReader.read(tile.bytes).map(\.name) == ["coverage", "roads"])
    let description = try call(.get, "/v1/map/tiles.json").json
    #expect(description["maps"]?[0]?["name"]?.string == "town")
    let style = try call(.get, "/v1/map/style.json?theme=dark").json
    #expect(style["sources"]?["wayside"]?["type"]?.string == "vector")
    #expect(try call(.get, "/v1/map/sprites/dark@2x.json").text == "{}")
    let found = try call(.get, "/v1/places?q=row%200").json
    #expect(found["items"]?[0]?["title"]?.string == "Row 0")
    let there = try call(.get, "/v1/places/reverse?lat=1.0&lon=10.0004").json
    #expect(there["items"]?[0]?["title"]?.string == "Row 0")
    let age = try call(.get, "/v1/geodata").json
    #expect(age["heights"]?[0]?["name"]?.string == "N01E010.hgt")
    for kind in ["heights", "maps"] {
      #expect(age[kind]?[0]?["imported"]?.string?.hasSuffix("Z") == true, "\(age)")
    }
    // The town lies on one tile, 7 m above the sea at its north-west corner.
    let land = try call(
      .post, "/v1/heights", ["positions": [[10, 1.9999999], [11.5, 1.5]], "datum": "geoid"])
    #expect(land.json["heights"]?[0]?.number == 7, "\(land.text)")
    #expect(land.json["heights"]?[1] == .null, "no tile there")
    let same = try call(
      .post, "/v1/heights", ["positions": [[10, 1.9999999]], "datum": "ellipsoid"])
    // EGM96 is 12.67 m above the ellipsoid at 10 degrees east, 2 degrees north.
    let ellipsoidal = try #require(same.json["heights"]?[0]?.number, "\(same.text)")
    #expect(abs(ellipsoidal - 19.7) < 0.11)
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
    (
      everyone,
      "getMapTile getMapDescription getMapStyle getMapSprite getHeights searchPlaces getPlacesAt "
        + "findStops getStop getDepartures getGeodata"
    ),
    (visitors, "findRoutes getMatrix getIsochrone"),
  ]
}
