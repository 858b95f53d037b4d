import Access
import Base
import Geodesy
import HTTPServing
import Presence
import Visibility

/// What a camera sees: answered from memory, on the HTTP worker thread.
struct ViewEndpoints {
  let views: ViewService

  var operations: [Operation] {
    [
      Operation(
        .post, "/v1/view", "view",
        """
        What a camera sees of a sub-realm, nearest first: in the picture, not behind buildings or \
        ground, not cluttered; with the place of each object in the picture and in space.
        """, access: .anyoneButAdmins, budget: .view,
        body: .json(.named("ViewRequest"), limit: 1 << 17),
        example: """
          {"pose": {"position": {"lat": 47.141, "lon": 9.5209, "h": 460}, "angles": \
          {"yaw": 90, "pitch": 0, "roll": 0}}, "fieldOfView": {"horizontal": 60, \
          "vertical": 45}, "viewport": {"width": 1280, "height": 960}, "realm": "public"}
          """,
        answers: [.json(200, "What is to be drawn, and how much is hidden why", .named("View"))],
        errors: ["invalid-pose"],
        execution: .inline
      ) { request in
        let camera = try ViewRequest(reading: request.fields())
        let answer = try views.view(camera, caller: request.caller)
        var json = JSONWriter(capacity: 512 + 1024 * answer.view.items.count)
        answer.write(to: &json)
        return .json(200, json.bytes)
      },
      Operation(
        .get, "/v1/view/cell", "viewCell",
        """
        All instances of a sub-realm in a circle, for devices that cull by themselves between two \
        calls; with since, only what has changed and what has gone.
        """, access: .anyoneButAdmins, budget: .view,
        query: [
          QueryParameter("lat", .number(-90...90), required: true, "Degrees north of the centre."),
          QueryParameter("lon", .number(-180...180), required: true, "Degrees east of the centre."),
          QueryParameter(
            "radius", .number(0...Camera.maximumRange), required: true,
            "Metres: the camera's range plus how far the device may go from the centre."),
          QueryParameter("realm", .realm, "The sub-realm; the public one by default."),
          QueryParameter(
            "since", .integer(0...Int.max),
            "The sequence of an earlier answer for the same circle and sub-realm."),
        ],
        answers: [.json(200, "The instances, or the changes", .named("ViewCell"))],
        execution: .inline
      ) { request in try cell(request) },
    ]
  }

  private func cell(_ request: AuthorizedRequest) throws -> HTTPResponse {
    guard let lat = request.query.number("lat"), let lon = request.query.number("lon"),
      let radius = request.query.number("radius")
    else { throw Refusal(.malformed, "invalid-query", "lat, lon and radius are required.") }
    let cell = try views.cell(
      realm: request.query.realm("realm") ?? SubRealmID.publicRealm,
      around: LonLat(lon: lon, lat: lat), metres: radius,
      since: request.query.integer("since").map { Int64($0) }, caller: request.caller)
    let tag = cell.tag.map { EntityTag($0) }
    if let tag, Preconditions.read(request.http.headers, current: tag) == .notModified {
      return HTTPResponse(304).with("ETag", tag.description)
    }
    var json = JSONWriter(capacity: 128 + 448 * cell.count)
    cell.write(to: &json)
    let response = HTTPResponse.json(200, json.bytes)
    return tag.map { response.with("ETag", $0.description) } ?? response
  }
}
