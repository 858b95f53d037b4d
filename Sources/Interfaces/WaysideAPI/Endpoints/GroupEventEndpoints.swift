import Access
import Base
import Calendar
import Geodesy
import HTTPServing
import Identity
import Storage
import Teams

/// Events and practices of teams, communities and organizations, and the answers to them.
struct GroupEventEndpoints {
  let events: GroupEventService
  let store: Store

  var operations: [Operation] { reading + planning + answering }

  private static let occurrence = QueryParameter(
    "occurrence", .instant, "Which one of a series, by its beginning.")

  private static let following = QueryParameter(
    "following", .flag, "true means all that follow the named occurrence, too.")

  private func answer(_ event: GroupEvent, _ request: AuthorizedRequest) -> HTTPResponse {
    // Never 304: answers change beside the version.
    request.json { event.write(to: &$0) }
      .with("ETag", EntityTag(version: Int64(event.item.version)).description)
  }

  private func created(_ event: GroupEvent, _ request: AuthorizedRequest) -> HTTPResponse {
    request.created("/v1/group-events/\(event.item.id)", version: event.item.version) {
      event.write(to: &$0)
    }
  }

  private var reading: [Operation] {
    [
      Operation(
        .get, "/v1/realms/{realm}/events", "listGroupEvents",
        "Events and practices of a sub-realm in order of time, from today on; backward, the earlier "
          + "ones, the latest first.", access: .user,
        query: [
          QueryParameter(
            "kind", .words(GroupEventDraft.Kind.allCases.map(\.rawValue)),
            "Only these kinds; all by default."),
          QueryParameter("from", .instant, "The edge; the beginning of today by default."),
          QueryParameter("backward", .flag, "true lists what began before the edge."),
        ] + QueryParameter.paging,
        answers: [.json(200, "A page of occurrences", .page(of: .named("GroupEvent")))],
        errors: ["members-only", "calendar-too-complex"]
      ) { request in
        let page = try events.list(
          in: request.realm("realm"),
          kinds: request.query.words("kind").compactMap(GroupEventDraft.Kind.init),
          from: request.query.instant("from"), backward: request.query.flag("backward"),
          request.query.page(), caller: request.caller)
        return request.list(page) { $0.write(to: &$1) }
      },
      Operation(
        .get, "/v1/nearby-events", "listNearbyEvents",
        """
        What takes place near a position soon or goes on there, in order of time: of the caller's \
        own calendar, and events and practices of the sub-realms that the caller is in.
        """, access: .user,
        query: [
          QueryParameter("lat", .number(-90...90), required: true, "Degrees north."),
          QueryParameter("lon", .number(-180...180), required: true, "Degrees east."),
          QueryParameter("radius", .number(0...50_000), "Metres; 5000 by default."),
          QueryParameter("hours", .integer(1...168), "How far ahead; 48 by default."),
        ] + QueryParameter.paging,
        answers: [.json(200, "A page of what takes place", .page(of: .named("NearbyEvent")))]
      ) { request in
        guard let lat = request.query.number("lat"), let lon = request.query.number("lon") else {
          throw Refusal(.malformed, "invalid-query", "lat and lon are required.")
        }
        let page = try events.nearby(
          around: LonLat(lon: lon, lat: lat), metres: request.query.number("radius") ?? 5000,
          hours: request.query.integer("hours") ?? 48, request.query.page(),
          caller: request.caller)
        return request.list(page) { $0.write(to: &$1) }
      },
      Operation(
        .get, "/v1/group-events/{event}", "getGroupEvent",
        "An event or practice; of a series the next occurrence, or the one that is named.",
        access: .user, query: [Self.occurrence],
        answers: [.json(200, "The occurrence", .named("GroupEvent"))],
        errors: ["members-only"]
      ) { request in
        let event = try events.event(
          request.id("event"), at: request.query.instant("occurrence"), caller: request.caller)
        return answer(event, request)
      },
    ]
  }

  private var planning: [Operation] {
    [
      Operation(
        .post, "/v1/realms/{realm}/events", "createGroupEvent",
        "Plans an event or practice, as an admin of the sub-realm; its members are told.",
        access: .user,
        reading: .json(
          example: """
            {"kind": "event", "title": "Regatta", "start": "2026-06-13T09:00", "duration": 14400, \
            "place": {"lat": 47.139, "lon": 9.5215, "label": "Boathouse"}, "placeIsSafe": true, \
            "responseDeadline": "2026-06-06", "capacity": 8}
            """
        ) { try GroupEventDraft(making: $0) },
        answers: [.json(201, "The event", .named("GroupEvent"))],
        errors: ["members-only", "role-too-low", "guest", "calendar-full"],
        creates: .of("calendarItem") { id, request in
          try created(events.event(id, caller: request.caller), request)
        }
      ) { request, body in
        let realm = try request.realm("realm")
        let draft = try body.read(request)
        let id = try events.create(in: realm, draft, caller: request.caller)
        return created(try events.event(id, caller: request.caller), request)
      },
      Operation(
        .patch, "/v1/group-events/{event}", "editGroupEvent",
        """
        Changes an event or practice, or one occurrence of a series, or that and all that follow, \
        which then are a series of their own; members are told once. Of a series without an occurrence \
        all are meant from now on: if when or where it takes place changes, those that have begun stay as \
        they were, and the others are a series of their own. A start is that of the next occurrence, as it \
        is read.
        """,
        access: .user, query: [Self.occurrence, Self.following],
        reading: .json(
          example: #"{"start": "2026-06-13T10:00", "responseDeadline": "2026-06-07"}"#
        ) { try GroupEventDraft(changing: $0) },
        answers: [.json(200, "The event as it now is", .named("GroupEvent"))],
        errors: ["members-only", "role-too-low", "not-yours", "appointment-cancelled"],
        version: .required
      ) { request, body in
        let id = try request.id("event")
        let version = try request.expectedVersion()
        let change = try body.read(request)
        let changed = try events.change(
          id, at: request.query.instant("occurrence"), following: request.followingToo(), change,
          expecting: version,
          caller: request.caller)
        return answer(try events.event(changed, caller: request.caller), request)
      },
      Operation(
        .delete, "/v1/group-events/{event}", "cancelGroupEvent",
        """
        Cancels an event or practice, or one occurrence of a series, or that and all that follow; \
        the entry stays. Of a series without an occurrence all are meant from now on: those that have \
        begun stay as they were.
        """,
        access: .user, query: [Self.occurrence, Self.following], answers: [.empty("Cancelled")],
        errors: ["members-only", "role-too-low", "not-yours", "appointment-cancelled"],
        version: .optional
      ) { request in
        try events.cancel(
          request.id("event"), at: request.query.instant("occurrence"),
          following: request.followingToo(), expecting: request.optionalVersion(),
          caller: request.caller)
        return .noContent
      },
    ]
  }

  private var answering: [Operation] {
    [
      Operation(
        .put, "/v1/group-events/{event}/answer", "answerGroupEvent",
        "Answers an event or practice; where all places are taken, the caller waits for one.",
        access: .user, query: [Self.occurrence],
        reading: .json(example: #"{"answer": "accepted", "comment": "I bring the cake."}"#) {
          fields in
          (
            answer: fields.choice("answer", Answer.self),
            comment: fields.optional("comment") { $0.string("comment", Participation.comments) }
          )
        },
        answers: [.json(200, "The event as it now is", .named("GroupEvent"))],
        errors: [
          "members-only", "role-too-low", "appointment-cancelled", "answer-too-late",
          "no-place-left", "too-young",
        ]
      ) { request, body in
        let id = try request.id("event")
        let given = try body.read(request)
        let event = try events.answer(
          (given.answer ?? .tentative).value, to: id, at: request.query.instant("occurrence"),
          comment: given.comment, caller: request.caller)
        return answer(event, request)
      },
      Operation(
        .get, "/v1/group-events/{event}/answers", "listGroupEventAnswers",
        "What each member has answered, by name, for those who run the event; of a team that takes "
          + "part, for its admins.", access: .user,
        query: [
          Self.occurrence, QueryParameter("team", .id, "One that takes part; the host by default."),
        ] + QueryParameter.paging,
        answers: [.json(200, "A page of members", .page(of: .named("MemberAnswer")))],
        errors: ["members-only", "role-too-low", "realm-admin-needed", "not-yours"]
      ) { request in
        let page = try events.answers(
          to: request.id("event"), at: request.query.instant("occurrence"),
          of: request.query.id("team"), request.query.page(), caller: request.caller)
        return request.list(page) { $0.write(to: &$1) }
      },
      Operation(
        .put, "/v1/me/age-assertion", "assertAge",
        "Says whether the caller has reached an age; no date of birth is kept.", access: .user,
        reading: .json(example: #"{"threshold": 21, "answer": true}"#) {
          try AgeAssertion(reading: $0)
        },
        answers: [.empty("Kept")]
      ) { request, body in
        try AgeAssertion.put(body.read(request), caller: request.caller, in: store)
        return .noContent
      },
    ]
  }

  private enum Answer: String, CaseIterable {
    case accepted
    case declined
    case tentative

    var value: Participation.Answer {
      switch self {
      case .accepted: .accepted
      case .declined: .declined
      case .tentative: .tentative
      }
    }
  }
}
