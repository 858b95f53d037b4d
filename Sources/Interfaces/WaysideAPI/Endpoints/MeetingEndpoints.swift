import Base
import HTTPServing
import Planning
import Realms

/// Where members could meet, and how long each is under way.
struct MeetingEndpoints {
  let meetings: MeetingService

  var operations: [Operation] {
    [
      Operation(
        .post, "/v1/realms/{realm}/meeting-places", "findMeetingPlaces",
        "Places at which the caller and some members could meet, the best first: with the caller's "
          + "own way, and how the ways of all are spread, rounded and without names. Where others "
          + "set out is told to nobody.", access: .user, budget: .search,
        reading: .json(
          example: """
            {"participants": ["0190a5c4-7d2e-7c3a-9d54-0f3b1c2d4e5f"], \
            "time": "2026-05-04T14:00:00Z", "kinds": ["cafe", "park"], "order": "fairness", \
            "from": {"lat": 47.138, "lon": 9.5216}}
            """
        ) { MeetingQuery(reading: $0) },
        answers: [.json(200, "The best places", .named("MeetingPlaces"))]
      ) { request, body in
        let realm = try request.realm("realm")
        let found = try meetings.find(body.read(request), in: realm, caller: request.caller)
        return request.json { found.write(to: &$0) }
      },
      Operation(
        .get, "/v1/activities/{activity}/ways", "listActivityWays",
        "How long the caller is under way to the places of an activity and of its poll's options; to "
          + "the host also how the ways of all are spread, rounded and without names.",
        access: .user, budget: .search,
        answers: [.json(200, "The ways", .named("MeetingPlaces"))]
      ) { request in
        let found = try meetings.ways(toActivity: request.id("activity"), caller: request.caller)
        return request.json { found.write(to: &$0) }
      },
    ]
  }
}
