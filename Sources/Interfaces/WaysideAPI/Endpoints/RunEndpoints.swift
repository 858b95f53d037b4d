import Access
import Base
import HTTPServing
import Tours

/// Going on tours, and paying for them.
struct RunEndpoints {
  let runs: RunService
  let purchases: PurchaseService
  let clock: any WallClock

  /// One position.
  private static let point = Schema.object([
    .required("lat", .number(-90...90)), .required("lon", .number(-180...180)),
    .optional("accuracy", .number(0...10_000_000)), .required("at", .instant),
    .optional(
      "simulated", .boolean,
      "Of the drawn world: a run whose first stop is reached by such a point is a trial."),
  ])

  private func started(
    _ details: TourRunDetails, _ status: HTTPStatus, _ request: AuthorizedRequest
  ) -> HTTPResponse {
    request.json(status) { details.write(to: &$0) }
      .with("Location", "/v1/runs/\(details.run.id)")
  }

  var operations: [Operation] {
    [
      Operation(
        .post, "/v1/tours/{tour}/runs", "startRun",
        """
        Starts the tour; a run of it that is under way or paused goes on, and one of another tour \
        is paused. With `anew` it begins again. With `trial` it goes through the drawn world and \
        counts in no statistics; without it what was active last goes on.
        """, access: .general,
        reading: .optional(example: #"{"anew": true, "trial": false}"#) { RunStart(reading: $0) },
        answers: [
          .json(201, "The new run", .named("Run")), .json(200, "The run under way", .named("Run")),
        ], errors: ["tour-not-paid", "location-consent-needed"],
        creates: .of("run") { id, request in
          try started(
            runs.details(
              id, caller: request.caller, languages: request.preferredLanguages), 201, request)
        }
      ) { request, body in
        let details = try runs.start(
          request.id("tour"), body.read(request), caller: request.caller,
          languages: request.preferredLanguages)
        return started(details, details.isNew ? 201 : 200, request)
      },
      Operation(
        .get, "/v1/runs", "listRuns", "The caller's runs, newest first.", access: .general,
        query: QueryParameter.paging + [
          QueryParameter(
            "open", .flag, "Only those that can be gone on with, last active first.")
        ],
        answers: [.json(200, "A page of runs", .page(of: .named("RunSummary")))]
      ) { request in
        let page =
          try request.query.flag("open")
          ? runs.listOpen(request.query.page(), caller: request.caller)
          : runs.list(request.query.page(), caller: request.caller)
        let languages = request.preferredLanguages
        return request.list(page) { $0.write(now: clock.now(), languages: languages, to: &$1) }
      },
      Operation(
        .get, "/v1/runs/{run}", "getRun", "How far a run has come.", access: .general,
        answers: [.json(200, "The run", .named("Run"))]
      ) { request in
        let details = try runs.details(
          request.id("run"), caller: request.caller, languages: request.preferredLanguages)
        return request.json { details.write(to: &$0) }
      },
      Operation(
        .post, "/v1/runs/{run}/positions", "sendRunPositions",
        "Where the walker is: arrivals, the next target, time and distance. No track is kept.",
        access: .general, budget: .position,
        body: .json(.object([.required("points", .array(Self.point, 1...1000))])),
        example: """
          {"points": [{"lat": 47.141, "lon": 9.5208, "accuracy": 8, "at": \
          "2026-05-04T08:30:00Z"}]}
          """,
        answers: [.json(200, "What has come of it", .named("RunAdvance"))],
        errors: ["run-ended", "run-paused", "location-consent-needed", "too-many-points"]
      ) { request in
        let id = try request.id("run")
        let points = try RunPoint.points(reading: request.fields())
        let details = try runs.advance(
          id, points, caller: request.caller, languages: request.preferredLanguages)
        return request.json { details.writeAdvance(to: &$0) }
      },
      Operation(
        .post, "/v1/runs/{run}/pause", "pauseRun",
        "Interrupts the run, which is kept for 30 days; its walker is on no tour meanwhile.",
        access: .general, answers: [.json(200, "The paused run", .named("Run"))],
        errors: ["run-ended"]
      ) { request in
        let details = try runs.pause(
          request.id("run"), caller: request.caller, languages: request.preferredLanguages)
        return request.json { details.write(to: &$0) }
      },
      Operation(
        .put, "/v1/runs/{run}/feedback", "tellOrganization",
        """
        Tells the organization how the tour was, in stars and words, in the place of what was told \
        of this run before. It does not learn who told it.
        """, access: .general,
        reading: .json(example: #"{"stars": 5, "text": "The view at the end is worth the climb."}"#)
        {
          FeedbackDraft(reading: $0)
        },
        answers: [.json(200, "What is told", .named("TourFeedback"))], errors: ["nothing-reached"]
      ) { request, body in
        let feedback = try runs.tell(
          body.read(request), of: request.id("run"), caller: request.caller)
        return request.json { feedback.write(to: &$0) }
      },
      Operation(
        .delete, "/v1/runs/{run}", "leaveRun", "Leaves the tour for good.", access: .general,
        answers: [.empty("Left")]
      ) { request in
        try runs.leave(request.id("run"), caller: request.caller)
        return .noContent
      },
      Operation(
        .post, "/v1/tours/{tour}/purchase", "buyTour", "Buys a priced tour, once and for good.",
        access: .general,
        answers: [.json(201, "The entry of the ledger", .named("Purchase"))],
        errors: ["tour-free", "payment-declined"], creates: .repeatable
      ) { request in
        let entry = try purchases.buy(request.id("tour"), caller: request.caller)
        return request.json(201) { entry.write(to: &$0) }
      },
      Operation(
        .get, "/v1/purchases", "listPurchases", "What the caller has bought.", access: .user,
        answers: [.json(200, "The entries", .page(of: .named("Purchase")))]
      ) { request in
        let list = try purchases.list(caller: request.caller)
        return request.list(Page(items: list)) { $0.write(to: &$1) }
      },
    ]
  }
}
