import Access
import Base
import Geodesy
import HTTPServing
import Presence

/// What a device has come to, and what it is to watch by itself.
struct PositionEndpoints {
  let positions: PositionService
  let plans: ZonePlans
  let hub: EventHub

  /// One position.
  private static let point = Schema.object([
    .required("lat", .number(-90...90)), .required("lon", .number(-180...180)),
    .optional(
      "accuracy", .number(0...PositionReport.worstAccuracy),
      "Metres within which the device believes to be right; above 100 the point is passed over."),
    .optional(
      "speed", .number(0...PositionReport.maximumSpeed), "Metres per second; it changes nothing."),
    .required("at", .instant, "By the device's clock; at most a minute ahead of the server's."),
  ])

  var operations: [Operation] {
    [
      Operation(
        .post, "/v1/positions", "sendPositions",
        """
        Where the device is: zones entered and left, tours nearby, the progress of a tour. Refused \
        once the consent `location` is withdrawn; no track is kept.
        """, access: .user, budget: .position,
        body: .json(
          .object([.required("points", .array(Self.point, 0...PositionReport.limit))]),
          limit: 2 << 20),
        example: """
          {"points": [{"lat": 47.141, "lon": 9.5209, "accuracy": 8, "at": \
          "2026-05-04T08:30:00Z"}]}
          """,
        answers: [.json(200, "What has come of it", .named("Proximity"))],
        errors: [
          "location-consent-needed", "too-many-points", "too-many-devices", "too-many-zones",
        ], execution: .inline
      ) { request in
        let asked = request
        // Reading thousands takes longer than other connections of the thread should wait.
        if asked.http.body.count > Self.maximumReadAtOnce {
          return .later { try answer(take(asked), asked) }
        }
        let taken = try take(asked)
        // Most positions lead to nothing that waits for the store.
        if taken.needsStore { return .later { try answer(taken, asked) } }
        return try answer(taken, asked)
      },
      Operation(
        .get, "/v1/zones/plan", "planZones",
        """
        The zones to watch around a position, as circles, and a circle after which to ask again: \
        until it is left, no other zone can be entered.
        """, access: .anyoneButAdmins,
        query: [
          QueryParameter("lat", .number(-90...90), required: true, "Degrees north."),
          QueryParameter("lon", .number(-180...180), required: true, "Degrees east."),
          QueryParameter(
            "slots", .integer(ZonePlans.slots),
            "Regions that the phone can watch, that of the plan included: 20 by default."),
        ],
        answers: [.json(200, "The plan", .named("ZonePlan"))], execution: .inline
      ) { request in
        guard let lat = request.query.number("lat"), let lon = request.query.number("lon") else {
          throw Refusal(.malformed, "invalid-query", "lat and lon are required.")
        }
        let plan = try plans.plan(
          around: LonLat(lon: lon, lat: lat), slots: request.query.integer("slots") ?? 20,
          caller: request.caller)
        return request.json { plan.write(to: &$0) }
      },
    ]
  }

  /// Bytes of a body that is read on the HTTP thread: some hundred positions.
  private static let maximumReadAtOnce = 32 << 10

  private func take(_ request: AuthorizedRequest) throws -> PositionService.Taken {
    let bytes = try request.jsonBytes()
    let reports =
      try PositionReport.reports(plain: bytes)
      ?? PositionReport.reports(reading: AuthorizedRequest.json(bytes))
    return try positions.take(reports, caller: request.caller)
  }

  private func answer(
    _ taken: PositionService.Taken, _ request: AuthorizedRequest
  ) throws -> HTTPResponse {
    let caller = request.caller
    let answer = try positions.answer(
      taken, caller: caller, languages: request.preferredLanguages)
    if answer.hasNews, let loggedIn = caller.loggedIn {
      var news = JSONWriter()
      answer.writeNews(to: &news)
      hub.tell(loggedIn.account, besides: loggedIn.session, event: "proximity", data: news.bytes)
    }
    var json = JSONWriter(capacity: 512)
    answer.write(to: &json)
    return .json(200, json.bytes)
  }
}
