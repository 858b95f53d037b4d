import Access
import Base
import HTTPServing
import Teams

/// Car sharing to events and practices.
struct RideEndpoints {
  let rides: RideService

  private static let occurrence = QueryParameter(
    "occurrence", .instant, "Which one of a series, by its beginning; the next by default.")
  private static let refusals = ["ride-state"]
  private static let list = Operation.Answer.json(
    200, "The own part, and those whose ways fit", .named("RideList"))

  var operations: [Operation] { own + others }

  private func answer(_ list: RideList, _ request: AuthorizedRequest) -> HTTPResponse {
    request.json { list.write(to: &$0) }
  }

  private var own: [Operation] {
    [
      Operation(
        .get, "/v1/group-events/{event}/rides", "listRides",
        """
        What the caller says about the way to an event, and those of the other role whose ways fit: \
        a detour of at most 10 minutes, or of a quarter of the direct way where that is more, \
        rounded up to steps of 5 minutes. Where the other sets out stands there once both have \
        agreed.
        """, access: .user, budget: .search, query: [Self.occurrence],
        answers: [Self.list], errors: Self.refusals
      ) { request in
        let list = try rides.list(
          of: request.id("event"), at: request.query.instant("occurrence"), caller: request.caller)
        return answer(list, request)
      },
      Operation(
        .put, "/v1/group-events/{event}/rides/own", "offerRide",
        """
        Offers seats to an event that the caller has accepted, or looks for one. Where one sets out \
        is told to nobody before both have agreed; another start ends what was agreed before.
        """, access: .user, budget: .search, query: [Self.occurrence],
        reading: .json(
          example: """
            {"role": "driver", "seats": 3, \
            "start": {"from": "shown", "lat": 47.139, "lon": 9.5215, "label": "At the station"}}
            """
        ) { try RideDraft(reading: $0) },
        answers: [Self.list], errors: Self.refusals + ["ride-full"]
      ) { request, body in
        let id = try request.id("event")
        let list = try rides.put(
          body.read(request), to: id, at: request.query.instant("occurrence"),
          caller: request.caller)
        return answer(list, request)
      },
      Operation(
        .delete, "/v1/group-events/{event}/rides/own", "withdrawRide",
        "Takes back what the caller says about the way, and ends what was agreed; the others are told.",
        access: .user, query: [Self.occurrence], answers: [.empty("Forgotten")],
        errors: Self.refusals
      ) { request in
        try rides.takeBack(
          request.id("event"), at: request.query.instant("occurrence"), caller: request.caller)
        return .noContent
      },
    ]
  }

  private var others: [Operation] {
    [
      Operation(
        .get, "/v1/ride-requests", "listRideRequests",
        "Those who ask the caller to ride together and wait for an answer, by the time of the events.",
        access: .user, answers: [.json(200, "All of them", .named("RideRequests"))]
      ) { request in
        let found = try rides.requests(caller: request.caller)
        return request.json { json in
          json.object { json in
            json.array("items") { json in
              for one in found { one.write(to: &json) }
            }
          }
        }
      },
      Operation(
        .put, "/v1/group-events/{event}/rides/with/{account}", "askForRide",
        "Asks a driver for a seat, or offers one to somebody who looks for it.", access: .user,
        budget: .search, query: [Self.occurrence], answers: [Self.list],
        errors: Self.refusals + ["ride-full"]
      ) { request in
        let list = try rides.ask(
          request.id("account"), to: request.id("event"),
          at: request.query.instant("occurrence"), caller: request.caller)
        return answer(list, request)
      },
      Operation(
        .put, "/v1/group-events/{event}/rides/with/{account}/decision", "decideRide",
        "Accepts or declines what another has asked; once accepted, each sees where the other sets out.",
        access: .user, budget: .search, query: [Self.occurrence],
        reading: .json(example: #"{"accept": true}"#) { $0.bool("accept") },
        answers: [Self.list], errors: Self.refusals + ["ride-full"]
      ) { request, body in
        let (event, account) = (try request.id("event"), try request.id("account"))
        let list = try rides.answer(
          body.read(request), to: account, for: event, at: request.query.instant("occurrence"),
          caller: request.caller)
        return answer(list, request)
      },
      Operation(
        .delete, "/v1/group-events/{event}/rides/with/{account}", "leaveRide",
        "Takes a question back, or ends a ride that was agreed on; the other one is told.",
        access: .user, query: [Self.occurrence], answers: [.empty("Ended")],
        errors: Self.refusals
      ) { request in
        try rides.leave(
          request.id("account"), to: request.id("event"),
          at: request.query.instant("occurrence"), caller: request.caller)
        return .noContent
      },
    ]
  }
}
