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
        stops. Pages go on by distance: what stays where it is comes exactly once.
        """, access: .anyoneButAdmins,
        query: [
          QueryParameter("lat", .number(-90...90), required: true, "Degrees north."),
          QueryParameter("lon", .number(-180...180), required: true, "Degrees east."),
          QueryParameter(
            "radius", .number(0...NearbyService.maximumMetres), "Metres; 100 by default."),
          QueryParameter("realm", .realm, "One sub-realm; all that the caller is in by default."),
        ] + QueryParameter.paging,
        answers: [.json(200, "The nearest instances", .page(of: .named("NearbyInstance")))],
        execution: .inline
      ) { request in
        guard let lat = request.query.number("lat"), let lon = request.query.number("lon") else {
          throw Refusal(.malformed, "invalid-query", "lat and lon are required.")
        }
        return .json(
          200,
          try nearby.json(
            around: LonLat(lon: lon, lat: lat), metres: request.query.number("radius") ?? 100,
            page: request.query.page(), realm: request.query.realm("realm"), caller: request.caller)
        )
      }
    ]
  }
}
