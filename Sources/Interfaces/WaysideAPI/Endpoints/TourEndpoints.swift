import Access
import Base
import HTTPServing
import Tours

/// Making, publishing and finding tours.
struct TourEndpoints {
  let tours: TourService

  /// Most bytes of a tour with its texts.
  private static let maximumBodyBytes = 5 << 20

  var operations: [Operation] { finding + editing + looking }

  private var finding: [Operation] {
    [
      Operation(
        .get, "/v1/tours", "listTours",
        "Published tours: by name, around a position (nearest start first), or grouped.",
        access: .anyoneButAdmins,
        query: QueryParameter.paging + [
          QueryParameter("near", .position, "Tours that start around latitude,longitude."),
          QueryParameter("radius", .number(0...1_000_000), "With near: metres; 10,000 by default."),
          QueryParameter(
            "q", .text(1...120),
            "Part of the name of a tour or of a stop, in any language; case and accents do not matter."
          ),
          QueryParameter(
            "groupBy", .choice(TourQuery.Grouping.allCases.map(\.rawValue)),
            "Groups the page by organization or by place."),
          QueryParameter("own", .flag, "true lists the caller's organization's, drafts too."),
        ],
        answers: [
          .json(
            200, "A page of tours",
            .page(
              of: .named("TourSummary"), [.optional("groups", .array(.named("TourGroup")))]))
        ],
        errors: [
          "login-required", "wrong-role", "role-too-low", "no-organization", "invalid-content",
        ]
      ) { request in
        let query = request.query
        let near = query.position("near").map {
          TourQuery.Near($0, radius: query.number("radius") ?? 10_000)
        }
        let list = try tours.list(
          TourQuery(
            text: query.text("q"), near: near,
            grouping: query.text("groupBy").flatMap(TourQuery.Grouping.init),
            isOwn: query.flag("own"), page: query.page()), caller: request.caller)
        return request.json { json in
          json.object { list.writeMembers(languages: request.preferredLanguages, to: &$0) }
        }.with("Vary", "Accept-Language")
      },
      Operation(
        .get, "/v1/tours/{tour}", "getTour",
        """
        The preview of a tour; its organization sees the draft, and what to look at in it. Who is \
        on it sees what was published at the start.
        """,
        access: .anyoneButAdmins,
        answers: [.json(200, "The tour", .named("Tour"))]
      ) { request in
        let details = try tours.details(
          request.id("tour"), caller: request.caller, languages: request.preferredLanguages,
          withWarnings: true)
        return request.json { details.write(to: &$0) }
          .with("ETag", EntityTag(details.tag).description).with("Vary", "Accept-Language")
      },
    ]
  }

  private func created(_ details: TourDetails, _ request: AuthorizedRequest) -> HTTPResponse {
    request.created("/v1/tours/\(details.tour.id)", version: details.version) {
      details.write(to: &$0)
    }
  }

  private var editing: [Operation] {
    [
      Operation(
        .post, "/v1/tours", "createTour", "Makes a draft of the caller's organization.",
        access: .organization,
        reading: .json(
          example: """
            {"name": "A short walk", "description": "From the town hall to the parliament.", \
            "price": "4.50", "route": "walk", "stops": [{"title": "Town hall", "text": \
            "Built in 1933.", "position": {"lat": 47.141, "lon": 9.5208}}, {"title": \
            "Parliament", "position": {"lat": 47.138, "lon": 9.5216}, "text": "Opened in \
            2008."}]}
            """, limit: Self.maximumBodyBytes
        ) { try TourEdit(creating: $0) },
        answers: [.json(201, "The draft", .named("Tour"))],
        errors: [
          "role-too-low", "no-organization", "not-your-organization", "no-network-near", "no-route",
        ],
        creates: .of("tour") { id, request in
          try created(tours.details(id, caller: request.caller), request)
        }
      ) { request, body in
        let edit = try body.read(request)
        return created(try tours.create(edit, caller: request.caller), request)
      },
      Operation(
        .patch, "/v1/tours/{tour}", "editTour",
        "Changes the draft; what is published stays until the draft is published.",
        access: .organization,
        reading: .json(
          example: """
            {"name": "A long walk", "links": [{"title": "More", "url": \
            "https://example.org/more"}]}
            """, limit: Self.maximumBodyBytes
        ) { try TourEdit(changing: $0) },
        answers: [.json(200, "The draft as it now is", .named("Tour"))],
        errors: [
          "no-organization", "not-your-organization", "tour-busy", "no-network-near", "no-route",
        ], version: .required
      ) { request, body in
        let id = try request.id("tour")
        let version = try request.expectedVersion()
        let edit = try body.read(request)
        let details = try tours.edit(id, edit, expecting: version, caller: request.caller)
        return request.versioned(details.version) { details.write(to: &$0) }
      },
      Operation(
        .delete, "/v1/tours/{tour}", "deleteTour",
        "Deletes a draft, or the unpublished changes of a tour.", access: .organization,
        answers: [.empty("Deleted")],
        errors: ["no-organization", "not-your-organization", "tour-published"], version: .required
      ) { request in
        let id = try request.id("tour")
        try tours.delete(id, expecting: request.expectedVersion(), caller: request.caller)
        return .noContent
      },
      Operation(
        .post, "/v1/tours/{tour}/publication", "publishTour", "Publishes the draft.",
        access: .organization,
        answers: [.json(200, "The published tour", .named("Tour"))],
        errors: ["no-organization", "not-your-organization", "tour-incomplete", "tour-hidden"],
        version: .optional
      ) { request in
        let details = try tours.publish(
          request.id("tour"), expecting: request.optionalVersion(), caller: request.caller)
        return request.versioned(details.version) { details.write(to: &$0) }
      },
      Operation(
        .post, "/v1/tours/{tour}/checks", "checkTour",
        """
        Tries the draft out before it is published: the field's rules of thumb, and a simulated \
        walk with a receiver that errs.
        """, access: .organization,
        reading: .optional(example: #"{"noise": 5, "seed": 7}"#) { try tours.walk(reading: $0) },
        answers: [.json(200, "What was found", .named("TourCheck"))],
        errors: ["no-organization", "not-your-organization"]
      ) { request, body in
        let id = try request.id("tour")
        let check = try tours.check(
          id, walk: body.read(request), caller: request.caller)
        return request.json { json in json.object { check.writeMembers(to: &$0) } }
      },
      Operation(
        .delete, "/v1/tours/{tour}/publication", "retireTour",
        "Takes the publication back; runs that have begun go on.", access: .organization,
        answers: [.empty("Retired")],
        errors: ["no-organization", "not-your-organization", "tour-not-published"],
        version: .optional
      ) { request in
        try tours.unpublish(
          request.id("tour"), expecting: request.optionalVersion(), caller: request.caller)
        return .noContent
      },
    ]
  }

  /// What editors look at: what the tour was, and how often it is walked.
  private var looking: [Operation] {
    [
      Operation(
        .get, "/v1/tours/{tour}/revisions", "listTourRevisions",
        "The tour's revisions, newest first: the draft, what is published, and the last 20 publications.",
        access: .organization, query: QueryParameter.paging,
        answers: [.json(200, "A page of revisions", .page(of: .named("TourRevision")))],
        errors: ["no-organization", "not-your-organization"]
      ) { request in
        let page = try tours.revisions(
          of: request.id("tour"), request.query.page(), caller: request.caller)
        return request.list(page) { $0.write(to: &$1) }
      },
      Operation(
        .get, "/v1/tours/{tour}/revisions/{revision}", "getTourRevision",
        "The tour as it is or was in one of its revisions.", access: .organization,
        answers: [.json(200, "The tour in that revision", .named("Tour"))],
        errors: ["no-organization", "not-your-organization"]
      ) { request in
        let details = try tours.revision(
          request.id("revision"), of: request.id("tour"), caller: request.caller,
          languages: request.preferredLanguages)
        return request.json { details.write(to: &$0) }
      },
      Operation(
        .get, "/v1/tours/{tour}/feedback", "listTourFeedback",
        "What walkers told of the tour, newest first and without names; for its organization.",
        access: .organization, query: QueryParameter.paging,
        answers: [.json(200, "A page of feedback", .page(of: .named("TourFeedback")))],
        errors: ["no-organization", "not-your-organization"]
      ) { request in
        let page = try tours.feedback(
          of: request.id("tour"), request.query.page(), caller: request.caller)
        return request.list(page) { $0.write(to: &$1) }
      },
      Operation(
        .get, "/v1/tours/{tour}/statistics", "getTourStatistics",
        """
        How many people began the tour, completed it and reached its stops; a number below \
        \(TourStatistics.floor) is not told.
        """, access: .organization,
        answers: [.json(200, "The numbers", .named("TourStatistics"))],
        errors: ["no-organization", "not-your-organization"]
      ) { request in
        let statistics = try tours.statistics(
          of: request.id("tour"), caller: request.caller, languages: request.preferredLanguages)
        return request.json { json in json.object { statistics.writeMembers(to: &$0) } }
      },
    ]
  }
}
