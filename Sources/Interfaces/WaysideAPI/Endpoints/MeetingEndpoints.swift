import Access
import Base
import HTTPServing
import Planning

/// Where members could meet, and how long each is under way.
struct MeetingEndpoints {
  let meetings: MeetingService
  let places: SavedPlaceService

  var operations: [Operation] { meeting + settingOut + keeping }

  private var meeting: [Operation] {
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
  private var settingOut: [Operation] {
    [
      Operation(
        .get, "/v1/activities/{activity}/start", "getStartingPlace",
        "Where the caller has said to set out to an activity; nobody else is told.", access: .user,
        answers: [.json(200, "Where, and whether it was said", .named("StartingPlace"))]
      ) { request in
        let place = try meetings.start(to: request.id("activity"), caller: request.caller)
        return request.json { json in (place ?? .previous).write(to: &json) }
      },
      Operation(
        .put, "/v1/activities/{activity}/start", "setStartingPlace",
        "Says where the caller sets out to an activity that is planned: from the appointment before "
          + "(or home where there is none), from home, or from a place that is shown. The ways of "
          + "all count it; the host sees that it was said, and nobody where.", access: .user,
        reading: .json(example: #"{"from": "shown", "lat": 47.139, "lon": 9.5215}"#) {
          try StartingPlace(reading: $0)
        },
        answers: [.empty("Kept until the activity is planned")], errors: ["activity-state"]
      ) { request, body in
        let id = try request.id("activity")
        try meetings.setOut(from: body.read(request), to: id, caller: request.caller)
        return .noContent
      },
      Operation(
        .delete, "/v1/activities/{activity}/start", "removeStartingPlace",
        "Takes back where the caller sets out to an activity.", access: .user,
        answers: [.empty("Forgotten")], errors: ["activity-state"]
      ) { request in
        try meetings.setOut(from: nil, to: request.id("activity"), caller: request.caller)
        return .noContent
      },
    ]
  }

  private func kept(_ id: EntityID, _ request: AuthorizedRequest) throws -> HTTPResponse {
    let place = try places.find(id, caller: request.caller)
    return request.created("/v1/me/places/\(id)") { place.write(to: &$0) }
  }

  private var keeping: [Operation] {
    [
      Operation(
        .get, "/v1/me/places", "listSavedPlaces", "The places that the caller keeps, by name.",
        access: .user,
        answers: [.json(200, "All of them", .named("SavedPlaces"))]
      ) { request in
        let all = try places.list(caller: request.caller)
        return request.json { json in
          json.object { json in
            json.array("items") { json in for place in all { place.write(to: &json) } }
          }
        }
      },
      Operation(
        .post, "/v1/me/places", "keepPlace",
        "Keeps a place under a name, to meet there again; one of the same name gives way to it.",
        access: .user,
        reading: .json(
          example: #"{"name": "Boathouse", "place": {"lat": 47.139, "lon": 9.5215}}"#
        ) { try SavedPlaceDraft(reading: $0) },
        answers: [.json(201, "The place", .named("SavedPlace"))],
        creates: .of("savedPlace") { id, request in try kept(id, request) }
      ) { request, body in
        try kept(places.keep(body.read(request), caller: request.caller), request)
      },
      Operation(
        .delete, "/v1/me/places/{place}", "removeSavedPlace", "Keeps a place no longer.",
        access: .user, answers: [.empty("Gone")]
      ) { request in
        try places.remove(request.id("place"), caller: request.caller)
        return .noContent
      },
    ]
  }
}
