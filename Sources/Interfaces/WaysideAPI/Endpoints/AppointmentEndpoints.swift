import Access
import Base
import Calendar
import HTTPServing
import Travel

/// Appointments, and those who take part in them.
struct AppointmentEndpoints {
  let appointments: AppointmentService
  let rsvp: RSVPService
  let plans: PlanService

  var operations: [Operation] { reading + writing + taking }

  private static let occurrence = QueryParameter(
    "occurrence", .instant, "Which one of a series, by its beginning.")

  private static let following = QueryParameter(
    "following", .flag, "true means all that follow the named occurrence, too.")

  private var reading: [Operation] {
    [
      Operation(
        .get, "/v1/appointments", "listAppointments",
        "The caller's calendar in order of time: a day, week, month or year, or from and to.",
        access: .user,
        query: [
          QueryParameter(
            "view", .choice(CalendarSpan.View.allCases.map(\.rawValue)),
            "The span around date; weeks begin on Monday."),
          QueryParameter("date", .text(10...10), "Such as 2026-05-04; today by default."),
          QueryParameter(
            "zone", .text(1...64), "The IANA zone of the days; the profile's by default."),
          QueryParameter("from", .instant, "Begin of the span; now by default."),
          QueryParameter("to", .instant, "End of the span; 31 days later by default."),
          QueryParameter(
            "unanswered", .flag,
            "Also what the caller's teams plan and the caller has not answered: needsAction."),
        ] + QueryParameter.paging,
        answers: [.json(200, "A page of the calendar", .page(of: .named("CalendarLine")))],
        errors: ["calendar-too-complex"]
      ) { request in
        let query = request.query
        let page = try appointments.list(
          { zone, now in
            try CalendarSpan(
              view: query.text("view"), date: query.text("date"), zone: query.text("zone"),
              from: query.instant("from"), to: query.instant("to"), preset: zone, now: now)
          }, unanswered: query.flag("unanswered"), query.page(), caller: request.caller)
        return request.list(page) { $0.write(to: &$1) }
      },
      Operation(
        .get, "/v1/appointment-invitations", "listAppointmentInvitations",
        "Invitations to appointments that wait for the caller's answer, newest first.",
        access: .user,
        query: QueryParameter.paging,
        answers: [.json(200, "A page of invitations", .page(of: .named("Appointment")))]
      ) { request in
        let page = try appointments.waiting(request.query.page(), caller: request.caller)
        return request.list(page) { $0.write(to: &$1) }
      },
      Operation(
        .get, "/v1/appointments/{appointment}", "getAppointment",
        "An appointment with the last plan of the way to it.", access: .user,
        query: [Self.occurrence],
        answers: [.json(200, "The appointment", .named("Appointment"))]
      ) { request in
        let details = try appointments.details(
          request.id("appointment"), at: request.query.instant("occurrence"),
          caller: request.caller)
        return Self.answer(details, request)
      },
      Operation(
        .get, "/v1/appointments/{appointment}/plan", "getTravelPlan",
        "The way to an appointment, when to leave, and whether one is in time.", access: .user,
        query: [
          Self.occurrence,
          QueryParameter("from", .position, "Where the device is; used for this answer only."),
          QueryParameter(
            "relax", .flag, "Without the limits; own vehicles only where they are at hand."),
        ],
        answers: [.json(200, "The plan", .named("TravelPlan"))]
      ) { request in
        let answer = try plans.plan(
          request.id("appointment"), at: request.query.instant("occurrence"),
          from: request.query.position("from"), relaxed: request.query.flag("relax"),
          caller: request.caller)
        return request.json { answer.plan.write(isCurrent: answer.isCurrent, to: &$0) }
      },
    ]
  }

  /// Answers with the tag of the item; never 304, because the plan changes beside it.
  private static func answer(
    _ details: AppointmentDetails, _ request: AuthorizedRequest
  ) -> HTTPResponse {
    request.json { details.write(to: &$0) }
      .with("ETag", EntityTag(version: Int64(details.version)).description)
  }

  private static func created(
    _ details: AppointmentDetails, _ request: AuthorizedRequest
  ) -> HTTPResponse {
    request.created("/v1/appointments/\(details.item.id)", version: details.version) {
      details.write(to: &$0)
    }
  }

  private var writing: [Operation] {
    [
      Operation(
        .post, "/v1/appointments", "createAppointment",
        "Makes an appointment, unless something speaks against it that confirm does not name.",
        access: .user,
        reading: .json(
          named: "AppointmentInput",
          example: """
            {"title": "Dentist", "start": "2026-05-04T08:30", "zone": "Europe/Vaduz", \
            "duration": 1800, "place": {"lat": 47.138, "lon": 9.5216, "label": \
            "Parliament"}}
            """
        ) { try AppointmentDraft(reading: $0) },
        answers: [.json(201, "The appointment", .named("Appointment"))],
        errors: ["unconfirmed-warnings", "calendar-full", "calendar-busy"],
        creates: .of("calendarItem") { id, request in
          try Self.created(appointments.details(id, caller: request.caller), request)
        }
      ) { request, body in
        let draft = try body.read(request)
        return Self.created(try appointments.create(draft, caller: request.caller), request)
      },
      Operation(
        .patch, "/v1/appointments/{appointment}", "editAppointment",
        "Changes an appointment, or one occurrence of a series, or that and all that follow.",
        access: .user, query: [Self.occurrence, Self.following],
        reading: .json(
          named: "AppointmentChange", example: #"{"title": "Doctor", "preNotification": 15}"#
        ) { try AppointmentEdit(reading: $0) },
        answers: [.json(200, "The appointment as it now is", .named("Appointment"))],
        errors: [
          "unconfirmed-warnings", "not-organizer", "appointment-cancelled", "calendar-busy",
          "calendar-full", "changed-elsewhere",
        ],
        version: .required
      ) { request, body in
        let id = try request.id("appointment")
        let version = try request.expectedVersion()
        let edit = try body.read(request)
        let details = try appointments.edit(
          id, at: request.query.instant("occurrence"), following: request.followingToo(), edit,
          expecting: version,
          caller: request.caller)
        return Self.answer(details, request)
      },
      Operation(
        .delete, "/v1/appointments/{appointment}", "deleteAppointment",
        "Deletes the own entry; the owner cancels it for all.", access: .user,
        query: [Self.occurrence, Self.following],
        answers: [.empty("Deleted")], errors: ["not-organizer", "changed-elsewhere"],
        version: .optional
      ) { request in
        try appointments.delete(
          request.id("appointment"), at: request.query.instant("occurrence"),
          following: request.followingToo(), expecting: request.optionalVersion(),
          caller: request.caller)
        return .noContent
      },
    ]
  }

  private var taking: [Operation] {
    [
      Operation(
        .post, "/v1/appointments/{appointment}/participants", "inviteToAppointment",
        "Invites accounts by their identifiers, and others by their email addresses: whether an "
          + "address has an account does not show until its holder answers.", access: .user,
        reading: .json(example: #"{"to": ["ben@example.org"]}"#) {
          RSVPService.guests(reading: $0)
        },
        answers: [.json(200, "The appointment as it now is", .named("Appointment"))],
        errors: [
          "not-organizer", "appointment-cancelled", "own-thing", "too-many-participants",
          "verification-needed", "too-many-invitations",
        ]
      ) { request, body in
        let id = try request.id("appointment")
        let guests = try body.read(request)
        try rsvp.invite(guests, to: id, caller: request.caller)
        return Self.answer(try appointments.details(id, caller: request.caller), request)
      },
      Operation(
        .delete, "/v1/appointments/{appointment}/participants/{account}", "removeParticipant",
        "Takes an invitation back.", access: .user, answers: [.empty("Taken back")],
        errors: ["not-organizer", "own-thing"]
      ) { request in
        try rsvp.uninvite(
          request.id("account"), from: request.id("appointment"), caller: request.caller)
        return .noContent
      },
      Operation(
        .put, "/v1/appointments/{appointment}/answer", "answerAppointment",
        "Answers an invitation, or of a series one occurrence.", access: .user,
        query: [Self.occurrence],
        reading: .json(example: #"{"answer": "accepted"}"#) { $0.choice("answer", Answer.self) },
        answers: [.json(200, "The appointment as it now is", .named("Appointment"))],
        errors: ["own-thing", "appointment-cancelled", "answer-too-late", "no-place-left"]
      ) { request, body in
        let id = try request.id("appointment")
        let answer = try body.read(request)
        try rsvp.answer(
          (answer ?? .tentative).value, to: id, at: request.query.instant("occurrence"),
          caller: request.caller)
        return Self.answer(try appointments.details(id, caller: request.caller), request)
      },
      Operation(
        .post, "/v1/appointments/{appointment}/decision", "decideAppointment",
        "Keeps an appointment that its owner has cancelled as the own, or drops it.", access: .user,
        reading: .json(example: #"{"decision": "keep"}"#) { $0.choice("decision", Decision.self) },
        answers: [
          .json(201, "The own appointment", .named("Appointment")), .empty("Dropped"),
        ], errors: ["not-cancelled"]
      ) { request, body in
        let id = try request.id("appointment")
        let decision = try body.read(request)
        guard let kept = try rsvp.decide(id, keeps: decision == .keep, caller: request.caller)
        else { return .noContent }
        return Self.created(try appointments.details(kept, caller: request.caller), request)
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

  private enum Decision: String, CaseIterable {
    case keep
    case drop
  }
}

extension AuthorizedRequest {
  /// Whether all that follow an occurrence are meant, too.
  ///
  /// - Throws: `malformed` without an occurrence.
  func followingToo() throws(Refusal) -> Bool {
    guard query.flag("following") else { return false }
    guard query.instant("occurrence") != nil else {
      throw Refusal(
        .malformed, "invalid-query", "following needs occurrence, the first one that is meant.")
    }
    return true
  }
}
