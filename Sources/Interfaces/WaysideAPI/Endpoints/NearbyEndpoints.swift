import Base
import Geodesy
import HTTPServing
import Presence

/// What is near a position: answered from the catalog, on the HTTP worker thread.
struct NearbyEndpoints {
  let nearby: NearbyService

  var operations: [Operation] {
    [
      Operation(
        .get, "/v1/nearby", "nearby",
        """
        AR object instances around a position, nearest first; during a tour only the objects at its \
        stops.
        """, access: .anyone,
        query: [
          QueryParameter("lat", .number(-90...90), required: true, "Degrees north."),
          QueryParameter("lon", .number(-180...180), required: true, "Degrees east."),
          QueryParameter(
            "radius", .number(0...NearbyService.maximumMetres), "Metres; 100 by default."),
          QueryParameter("realm", .realm, "One sub-realm; all that the caller is in by default."),
          QueryParameter(
            "limit", .integer(1...NearbyService.maximumItems), "Most items; 10 by default."),
        ],
        answers: [.json(200, "The nearest instances", .page(of: .named("NearbyInstance")))],
        execution: .inline
      ) { exchange in
        guard let lat = exchange.query.number("lat"), let lon = exchange.query.number("lon") else {
          throw Refusal(.malformed, "invalid-query", "lat and lon are required.")
        }
        return .json(
          200,
          try nearby.json(
            around: LonLat(lon: lon, lat: lat), metres: exchange.query.number("radius") ?? 100,
            limit: exchange.query.integer("limit") ?? 10, realm: exchange.query.realm("realm"),
            for: exchange.caller))
      }
    ]
  }
}
