import Access
import Base
import Calendar
import HTTPServing
import Planning

/// What sub-realms share: resources, their bookings, and requests to give these up.
struct ResourceEndpoints {
  let resources: ResourceService
  let bookings: BookingService
  let clock: any WallClock

  var operations: [Operation] { sharing + booking + overriding }

  private func created(_ entry: ResourceEntry, _ request: AuthorizedRequest) -> HTTPResponse {
    request.created("/v1/resources/\(entry.resource.id)", version: entry.resource.version) {
      entry.write(to: &$0)
    }
  }

  private static let example = """
    {"name": "Car", "description": "Keys hang by the door.", \
    "rules": {"longestMinutes": 1440, "perWeek": 3, "sameDay": true}}
    """

  private var sharing: [Operation] {
    [
      Operation(
        .get, "/v1/realms/{realm}/resources", "listResources",
        "What the members of a sub-realm share, by name, with who has it now or next.",
        access: .user, query: QueryParameter.paging,
        answers: [.json(200, "A page of resources", .page(of: .named("Resource")))]
      ) { request in
        let page = try resources.list(
          of: request.realm("realm"), request.query.page(), caller: request.caller)
        return request.list(page) { $0.write(to: &$1) }
      },
      Operation(
        .post, "/v1/realms/{realm}/resources", "createResource",
        "Enters something that members share.", access: .user,
        reading: .json(named: "ResourceInput", example: Self.example) {
          try Resource.Content(reading: $0)
        },
        answers: [.json(201, "The resource", .named("Resource"))],
        errors: ["role-too-low", "too-many-resources"],
        creates: .of("resource") { id, request in
          try created(resources.get(id, caller: request.caller), request)
        }
      ) { request, body in
        let realm = try request.realm("realm")
        let id = try resources.create(body.read(request), in: realm, caller: request.caller)
        return try created(resources.get(id, caller: request.caller), request)
      },
      Operation(
        .get, "/v1/resources/{resource}", "getResource", "One resource.", access: .user,
        answers: [.json(200, "The resource", .named("Resource"))]
      ) { request in
        let entry = try resources.get(request.id("resource"), caller: request.caller)
        // Never 304: who has it next changes beside it.
        return request.json { entry.write(to: &$0) }
          .with("ETag", EntityTag(version: Int64(entry.resource.version)).description)
      },
      Operation(
        .put, "/v1/resources/{resource}", "replaceResource",
        "Changes what is said of a resource; bookings stay as they are.", access: .user,
        reading: .json(named: "ResourceInput", example: Self.example) {
          try Resource.Content(reading: $0)
        },
        answers: [.json(200, "The resource as it now is", .named("Resource"))],
        errors: ["role-too-low"], version: .required
      ) { request, body in
        let id = try request.id("resource")
        let version = try request.expectedVersion()
        try resources.replace(
          id, with: body.read(request), expecting: version, caller: request.caller)
        let entry = try resources.get(id, caller: request.caller)
        return request.versioned(entry.resource.version) { entry.write(to: &$0) }
      },
      Operation(
        .post, "/v1/resources/{resource}/reading", "readResourceCalendar",
        "Has the calendar elsewhere of a resource read now instead of later.", access: .user,
        budget: .upload, answers: [.json(200, "The resource", .named("Resource"))],
        errors: ["role-too-low"]
      ) { request in
        let id = try request.id("resource")
        try resources.readCalendar(id, caller: request.caller)
        let entry = try resources.get(id, caller: request.caller)
        return request.json { entry.write(to: &$0) }
      },
      Operation(
        .delete, "/v1/resources/{resource}", "removeResource",
        "Removes a resource with its bookings; those who have booked it are told.", access: .user,
        answers: [.empty("Removed")], errors: ["role-too-low"], version: .required
      ) { request in
        try resources.remove(
          request.id("resource"), expecting: request.expectedVersion(), caller: request.caller)
        return .noContent
      },
    ]
  }

  private static let span = [
    QueryParameter("from", .instant, "Begin of the span; now by default."),
    QueryParameter("to", .instant, "End of the span; 31 days later by default."),
  ]

  private func span(_ request: AuthorizedRequest) -> Intervals.Span {
    let from = request.query.instant("from") ?? clock.now()
    return Intervals.Span(
      from, request.query.instant("to") ?? from.adding(seconds: 31 * 86_400))
  }

  private func created(_ booking: Booking, _ request: AuthorizedRequest) -> HTTPResponse {
    request.created("/v1/bookings/\(booking.id)", version: booking.version) {
      booking.write(to: &$0)
    }
  }

  private static let bookingExample = """
    {"start": "2026-05-04T08:00:00Z", "end": "2026-05-04T10:00:00Z", \
    "reason": "To the dentist", "priority": "medium"}
    """

  private var booking: [Operation] {
    [
      Operation(
        .get, "/v1/realms/{realm}/bookings", "listBookings",
        "Who has what of a sub-realm, when and why, in order of time.", access: .user,
        query: Self.span + [
          QueryParameter("resource", .id, "Only of this one."),
          QueryParameter("all", .flag, "true also lists what was cancelled or given away."),
        ] + QueryParameter.paging,
        answers: [.json(200, "A page of bookings", .page(of: .named("Booking")))]
      ) { request in
        let page = try bookings.list(
          in: request.realm("realm"), of: request.query.id("resource"), in: span(request),
          all: request.query.flag("all"), request.query.page(), caller: request.caller)
        return request.list(page) { $0.write(to: &$1) }
      },
      Operation(
        .get, "/v1/resources/{resource}/free", "listFreeTimes", "When a resource is free.",
        access: .user, query: Self.span,
        answers: [.json(200, "The free times, in order", .named("FreeTimes"))]
      ) { request in
        let free = try bookings.free(
          request.id("resource"), in: span(request), caller: request.caller)
        return request.json { json in
          json.object { json in
            json.array("items") { json in
              for span in free { span.write(to: &json) }
            }
          }
        }
      },
      Operation(
        .post, "/v1/resources/{resource}/bookings", "book",
        "Books a resource for the caller, for a reason; never two at once. Pending until all have "
          + "acknowledged it while the resource's calendar cannot be read.", access: .user,
        reading: .json(named: "BookingInput", example: Self.bookingExample) {
          BookingDraft(reading: $0)
        },
        answers: [.json(201, "The booking", .named("Booking"))],
        errors: ["role-too-low", "resource-taken", "too-many-bookings", "calendar-full"],
        creates: .of("booking") { id, request in
          try created(bookings.get(id, caller: request.caller), request)
        }
      ) { request, body in
        let resource = try request.id("resource")
        let id = try bookings.book(resource, body.read(request), caller: request.caller)
        return try created(bookings.get(id, caller: request.caller), request)
      },
      Operation(
        .get, "/v1/bookings/{booking}", "getBooking", "One booking.", access: .user,
        answers: [.json(200, "The booking", .named("Booking"))]
      ) { request in
        let booking = try bookings.get(request.id("booking"), caller: request.caller)
        return request.versioned(booking.version) { booking.write(to: &$0) }
      },
      Operation(
        .patch, "/v1/bookings/{booking}", "editBooking",
        "Changes time, reason or priority of an own booking.", access: .user,
        reading: .json(example: #"{"reason": "To the doctor", "priority": "high"}"#) {
          BookingChange(reading: $0)
        },
        answers: [.json(200, "The booking as it now is", .named("Booking"))],
        errors: [
          "not-holder", "resource-taken", "too-many-bookings", "booking-over", "calendar-failing",
        ], version: .required
      ) { request, body in
        let id = try request.id("booking")
        let version = try request.expectedVersion()
        try bookings.change(id, body.read(request), expecting: version, caller: request.caller)
        let booking = try bookings.get(id, caller: request.caller)
        return request.versioned(booking.version) { booking.write(to: &$0) }
      },
      Operation(
        .post, "/v1/bookings/{booking}/acknowledgement", "acknowledgeBooking",
        "Acknowledges a pending booking of another; with the last acknowledgement it is made.",
        access: .user, answers: [.json(200, "The booking as it now is", .named("Booking"))],
        errors: ["not-asked", "booking-over"]
      ) { request in
        let id = try request.id("booking")
        try bookings.acknowledge(id, caller: request.caller)
        let booking = try bookings.get(id, caller: request.caller)
        return request.json { booking.write(to: &$0) }
      },
      Operation(
        .delete, "/v1/bookings/{booking}", "cancelBooking",
        "Gives up an own booking; its time is free again.", access: .user,
        answers: [.empty("Given up")], errors: ["not-holder", "booking-over"], version: .optional
      ) { request in
        try bookings.cancel(
          request.id("booking"), expecting: request.optionalVersion(), caller: request.caller)
        return .noContent
      },
    ]
  }

  private func created(_ entry: OverrideEntry, _ request: AuthorizedRequest) -> HTTPResponse {
    request.created("/v1/override-requests/\(entry.request.id)") { entry.write(to: &$0) }
  }

  private var overriding: [Operation] {
    [
      Operation(
        .post, "/v1/bookings/{booking}/override-requests", "askForBooking",
        "Asks the holder of a booking to give up a time.", access: .user,
        reading: .json(named: "BookingInput", example: Self.bookingExample) {
          BookingDraft(reading: $0)
        },
        answers: [.json(201, "The request", .named("OverrideRequest"))],
        errors: ["role-too-low", "override-state", "resource-taken", "too-many-bookings"],
        creates: .of("overrideRequest") { id, request in
          try created(bookings.request(id, caller: request.caller), request)
        }
      ) { request, body in
        let booking = try request.id("booking")
        let id = try bookings.ask(for: booking, body.read(request), caller: request.caller)
        return try created(bookings.request(id, caller: request.caller), request)
      },
      Operation(
        .get, "/v1/override-requests", "listOverrideRequests",
        "Requests that the caller has made or has to answer, newest first.", access: .user,
        query: QueryParameter.paging,
        answers: [.json(200, "A page of requests", .page(of: .named("OverrideRequest")))]
      ) { request in
        let page = try bookings.requests(request.query.page(), caller: request.caller)
        return request.list(page) { $0.write(to: &$1) }
      },
      Operation(
        .get, "/v1/override-requests/{request}", "getOverrideRequest",
        "One such request; its approved holder also gets the next free times.", access: .user,
        answers: [.json(200, "The request", .named("OverrideRequest"))]
      ) { request in
        let entry = try bookings.request(request.id("request"), caller: request.caller)
        return request.json { entry.write(to: &$0) }
      },
      Operation(
        .post, "/v1/override-requests/{request}/decision", "decideOverride",
        "Approves or denies a request; approving makes the requester's booking in the same step. With "
          + "keepRest the holder keeps what the request leaves of the booking (rest), as bookings "
          + "of their own.",
        access: .user,
        reading: .json(example: #"{"decision": "approve", "keepRest": true}"#) { fields in
          (
            decision: fields.choice("decision", Decision.self),
            keepsRest: fields.optional("keepRest") { $0.bool("keepRest") } ?? false
          )
        },
        answers: [.json(200, "The request as it now is", .named("OverrideRequest"))],
        errors: [
          "not-holder", "override-state", "resource-taken", "too-many-bookings", "calendar-full",
        ]
      ) { request, body in
        let id = try request.id("request")
        let (decision, keepsRest) = try body.read(request)
        try bookings.decide(
          id, approves: decision == .approve, keepsRest: keepsRest, caller: request.caller)
        let entry = try bookings.request(id, caller: request.caller)
        return request.json { entry.write(to: &$0) }
      },
    ]
  }

  private enum Decision: String, CaseIterable {
    case approve
    case deny
  }
}
