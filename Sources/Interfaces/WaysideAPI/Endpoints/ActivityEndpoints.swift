import Access
import Base
import HTTPServing
import Planning

/// Activities of families and friends, their polls, and the types that they have.
struct ActivityEndpoints {
  let activities: ActivityService
  let types: ActivityTypeService

  var operations: [Operation] { planning + polling + typing }

  private func answer(_ id: EntityID, _ request: AuthorizedRequest) throws -> HTTPResponse {
    let entry = try activities.get(id, caller: request.caller)
    // Never 304: ballots change beside the version.
    return request.json { entry.write(to: &$0) }
      .with("ETag", EntityTag(version: Int64(entry.activity.version)).description)
  }

  private func created(_ id: EntityID, _ request: AuthorizedRequest) throws -> HTTPResponse {
    let entry = try activities.get(id, caller: request.caller)
    return request.created("/v1/activities/\(id)", version: entry.activity.version) {
      entry.write(to: &$0)
    }
  }

  private static let asItIs = Operation.Answer.json(
    200, "The activity as it now is", .named("Activity"))

  private var planning: [Operation] {
    [
      Operation(
        .get, "/v1/realms/{realm}/activities", "listActivities",
        "What the caller hosts or is invited to in a sub-realm, newest first.", access: .user,
        query: QueryParameter.paging,
        answers: [.json(200, "A page of activities", .page(of: .named("Activity")))]
      ) { request in
        let page = try activities.list(
          in: request.realm("realm"), request.query.page(), caller: request.caller)
        return request.list(page) { $0.write(to: &$1) }
      },
      Operation(
        .post, "/v1/realms/{realm}/activities", "startActivity",
        "Starts an activity of which the caller is the host; all other members are invited unless "
          + "invitees says who.", access: .user,
        reading: .json(named: "ActivityInput", example: #"{"name": "Hike", "description": "Up."}"#)
        {
          ActivityChange(reading: $0)
        },
        answers: [.json(201, "The activity", .named("Activity"))],
        errors: ["role-too-low", "too-many-activities", "activity-state"],
        creates: .of("activity") { id, request in try created(id, request) }
      ) { request, body in
        let realm = try request.realm("realm")
        let id = try activities.start(body.read(request), in: realm, caller: request.caller)
        return try created(id, request)
      },
      Operation(
        .get, "/v1/activities/{activity}", "getActivity",
        "An activity that the caller hosts or is invited to, with its poll.", access: .user,
        answers: [.json(200, "The activity", .named("Activity"))]
      ) { request in try answer(request.id("activity"), request) },
      Operation(
        .patch, "/v1/activities/{activity}", "editActivity",
        "Keeps what the host has entered, and goes to another step, back or on.", access: .user,
        reading: .json(
          named: "ActivityInput",
          example: """
            {"start": "2026-05-04T08:00:00Z", "duration": 7200, "checked": true, \
            "step": "details"}
            """
        ) { ActivityChange(reading: $0) },
        answers: [Self.asItIs], errors: ["not-host", "activity-state"], version: .required
      ) { request, body in
        let id = try request.id("activity")
        let version = try request.expectedVersion()
        try activities.change(id, body.read(request), expecting: version, caller: request.caller)
        return try answer(id, request)
      },
      Operation(
        .post, "/v1/activities/{activity}/invites", "sendInvites",
        "Confirms an activity: it stands in everybody's calendar, and all invitees are told.",
        access: .user, answers: [Self.asItIs],
        errors: ["not-host", "activity-state", "calendar-full"]
      ) { request in
        let id = try request.id("activity")
        try activities.sendInvites(id, caller: request.caller)
        return try answer(id, request)
      },
      Operation(
        .delete, "/v1/activities/{activity}", "cancelActivity",
        "Cancels an activity; while it is planned nothing is left of it.", access: .user,
        answers: [.empty("Cancelled")], errors: ["not-host"], version: .optional
      ) { request in
        try activities.cancel(
          request.id("activity"), expecting: request.optionalVersion(), caller: request.caller)
        return .noContent
      },
    ]
  }

  private var polling: [Operation] {
    [
      Operation(
        .post, "/v1/activities/{activity}/poll", "sendPoll",
        "Asks the invitees; each option says what, and perhaps when and where.", access: .user,
        reading: .json(
          example: """
            {"deadline": "2026-05-03T18:00:00Z", "options": [{"name": "Hike", "description": \
            "Up the hill", "start": "2026-05-04T08:00:00Z", "end": "2026-05-04T12:00:00Z", \
            "place": {"label": "Station"}}, {"name": "Cinema"}]}
            """
        ) { PollDraft(reading: $0) },
        answers: [Self.asItIs], errors: ["not-host", "activity-state", "poll-state"]
      ) { request, body in
        let id = try request.id("activity")
        try activities.sendPoll(body.read(request), of: id, caller: request.caller)
        return try answer(id, request)
      },
      Operation(
        .put, "/v1/activities/{activity}/poll/ballot", "vote",
        "Gives the caller's ballot, or replaces it, until the deadline.", access: .user,
        reading: .json(example: #"{"options": ["0190a5c4-7d2e-7c3a-9d54-0f3b1c2d4e5f"]}"#) {
          Set($0.array("options", 0...PollOption.counts.upperBound) { $0.id($1) })
        },
        answers: [Self.asItIs], errors: ["not-invited", "poll-closed"]
      ) { request, body in
        let id = try request.id("activity")
        try activities.vote(body.read(request), in: id, caller: request.caller)
        return try answer(id, request)
      },
      Operation(
        .post, "/v1/activities/{activity}/poll/closing", "closePoll",
        "Ends a poll before its deadline, once all have voted.", access: .user,
        answers: [Self.asItIs], errors: ["not-host", "poll-state"]
      ) { request in
        let id = try request.id("activity")
        try activities.closePoll(of: id, caller: request.caller)
        return try answer(id, request)
      },
      Operation(
        .post, "/v1/activities/{activity}/poll/choice", "chooseOption",
        "Goes on with one of the options that lead.", access: .user,
        reading: .json(example: #"{"option": "0190a5c4-7d2e-7c3a-9d54-0f3b1c2d4e5f"}"#) {
          $0.id("option")
        },
        answers: [Self.asItIs], errors: ["not-host", "poll-state", "activity-state"]
      ) { request, body in
        let id = try request.id("activity")
        try activities.choose(body.read(request), of: id, caller: request.caller)
        return try answer(id, request)
      },
    ]
  }

  private func created(_ type: ActivityType, _ request: AuthorizedRequest) -> HTTPResponse {
    request.created("/v1/activity-types/\(type.id)") { type.write(to: &$0) }
  }

  private var typing: [Operation] {
    [
      Operation(
        .get, "/v1/realms/{realm}/activity-types", "listActivityTypes",
        "Types of activities with their tasks, by name.", access: .user,
        query: QueryParameter.paging,
        answers: [.json(200, "A page of types", .page(of: .named("ActivityType")))]
      ) { request in
        let page = try types.list(
          in: request.realm("realm"), request.query.page(), caller: request.caller)
        return request.list(page) { $0.write(to: &$1) }
      },
      Operation(
        .post, "/v1/realms/{realm}/activity-types", "createActivityType",
        "Keeps a type with its tasks for later.", access: .user,
        reading: .json(example: #"{"name": "Picnic", "tasks": ["Bring salad", "Bring forks"]}"#) {
          ActivityTypeDraft(reading: $0)
        },
        answers: [.json(201, "The type", .named("ActivityType"))],
        errors: ["role-too-low", "too-many-types", "type-exists"],
        creates: .of("activityType") { id, request in
          try created(types.get(id, caller: request.caller), request)
        }
      ) { request, body in
        let realm = try request.realm("realm")
        let id = try types.create(body.read(request), in: realm, caller: request.caller)
        return try created(types.get(id, caller: request.caller), request)
      },
      Operation(
        .delete, "/v1/activity-types/{type}", "removeActivityType",
        "Removes a type; activities that have it keep their tasks.", access: .user,
        answers: [.empty("Removed")], errors: ["role-too-low"]
      ) { request in
        try types.remove(request.id("type"), caller: request.caller)
        return .noContent
      },
    ]
  }
}
