import Base
import HTTPServing
import Realms
import Tours

/// Making, publishing and finding tours.
struct TourEndpoints {
  let tours: TourService

  /// Most bytes of a tour with its texts.
  private static let bodyLimit = 5 << 20

  var operations: [Operation] { finding + editing }

  private var finding: [Operation] {
    [
      Operation(
        .get, "/v1/tours", "listTours",
        "Published tours: by name, around a position (nearest start first), or grouped.",
        access: .anyone,
        query: QueryParameter.paging + [
          QueryParameter("near", .position, "Tours that start around latitude,longitude."),
          QueryParameter("radius", .number(0...1_000_000), "With near: metres; 10,000 by default."),
          QueryParameter("q", .text(1...120), "Part of the name; case and accents do not matter."),
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
        ], errors: ["login-required", "wrong-role", "no-organization", "invalid-content"]
      ) { exchange in
        let query = exchange.query
        let near = query.position("near").map {
          TourQuery.Near($0, radius: query.number("radius") ?? 10_000)
        }
        let list = try tours.list(
          TourQuery(
            text: query.text("q"), near: near,
            grouping: query.text("groupBy").flatMap(TourQuery.Grouping.init),
            isOwn: query.flag("own"), page: query.page()), for: exchange.caller)
        return exchange.json { json in json.object { list.writeMembers(to: &$0) } }
      },
      Operation(
        .get, "/v1/tours/{tour}", "getTour",
        "The preview of a tour; its organization sees the draft, and what to look at in it.",
        access: .anyone,
        answers: [.json(200, "The tour", .named("Tour"))]
      ) { exchange in
        let details = try tours.details(
          exchange.id("tour"), for: exchange.caller, languages: exchange.preferredLanguages,
          withWarnings: true)
        return exchange.json { details.write(to: &$0) }
          .with("ETag", EntityTag(version: Int64(details.tour.version)).description)
      },
    ]
  }

  private func created(_ details: TourDetails, _ exchange: Exchange) -> HTTPResponse {
    exchange.created("/v1/tours/\(details.tour.id)", version: details.tour.version) {
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
            """, limit: Self.bodyLimit
        ) { try TourEdit(creating: $0) },
        answers: [.json(201, "The draft", .named("Tour"))],
        errors: ["no-organization", "not-your-organization", "no-network-near", "no-route"],
        creates: .of("tour") { id, exchange in
          try created(tours.details(id, for: exchange.caller), exchange)
        }
      ) { exchange, body in
        let edit = try body.read(exchange)
        return created(try tours.create(edit, by: exchange.caller), exchange)
      },
      Operation(
        .patch, "/v1/tours/{tour}", "editTour",
        "Changes the draft; what is published stays until the draft is published.",
        access: .organization,
        reading: .json(
          example: """
            {"name": "A long walk", "links": [{"title": "More", "url": \
            "https://example.org/more"}]}
            """, limit: Self.bodyLimit
        ) { try TourEdit(changing: $0) },
        answers: [.json(200, "The draft as it now is", .named("Tour"))],
        errors: [
          "no-organization", "not-your-organization", "tour-busy", "no-network-near", "no-route",
        ], version: .required
      ) { exchange, body in
        let id = try exchange.id("tour")
        let version = try exchange.expectedVersion()
        let edit = try body.read(exchange)
        let details = try tours.edit(id, edit, expecting: version, by: exchange.caller)
        return exchange.versioned(details.tour.version) { details.write(to: &$0) }
      },
      Operation(
        .delete, "/v1/tours/{tour}", "deleteTour",
        "Deletes a draft, or the unpublished changes of a tour.", access: .organization,
        answers: [.empty("Deleted")],
        errors: ["no-organization", "not-your-organization", "tour-published"], version: .required
      ) { exchange in
        let id = try exchange.id("tour")
        try tours.delete(id, expecting: exchange.expectedVersion(), by: exchange.caller)
        return .noContent
      },
      Operation(
        .post, "/v1/tours/{tour}/publication", "publishTour", "Publishes the draft.",
        access: .organization,
        answers: [.json(200, "The published tour", .named("Tour"))],
        errors: ["no-organization", "not-your-organization", "tour-incomplete"], version: .optional
      ) { exchange in
        let details = try tours.publish(
          exchange.id("tour"), expecting: exchange.optionalVersion(), by: exchange.caller)
        return exchange.versioned(details.tour.version) { details.write(to: &$0) }
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
      ) { exchange, body in
        let id = try exchange.id("tour")
        let check = try tours.check(
          id, walk: body.read(exchange), by: exchange.caller)
        return exchange.json { json in json.object { check.writeMembers(to: &$0) } }
      },
      Operation(
        .delete, "/v1/tours/{tour}/publication", "retireTour",
        "Takes the publication back; runs that have begun go on.", access: .organization,
        answers: [.empty("Retired")],
        errors: ["no-organization", "not-your-organization", "tour-not-published"],
        version: .optional
      ) { exchange in
        try tours.unpublish(
          exchange.id("tour"), expecting: exchange.optionalVersion(), by: exchange.caller)
        return .noContent
      },
    ]
  }
}
