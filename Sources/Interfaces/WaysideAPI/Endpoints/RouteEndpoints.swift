import Base
import GeoFormats
import Geodesy
import HTTPServing
import Itineraries
import Transit

/// Ways from one place to another.
struct RouteEndpoints {
  let planner: ItineraryPlanner
  let clock: any WallClock

  /// Words of `mode`: those of itineraries, and one for all public transport with walking.
  static let modes = ItineraryMode.allCases.map(\.rawValue) + ["transit"]
  static let greatestWalk = 100_000.0
  static let greatestCO2 = 10_000_000.0

  var operations: [Operation] {
    [
      Operation(
        .get, "/v1/routes", "findRoutes",
        """
        Ways from one place to another on foot, by bicycle, by car or by public transport: a few, \
        best first, none of which is worse than another in time, changes, walking and CO2 at once.
        """, access: .anyone,
        query: [
          QueryParameter("from", .position, required: true, "Where it starts: latitude,longitude."),
          QueryParameter("to", .position, required: true, "Where it ends: latitude,longitude."),
          QueryParameter(
            "mode", .words(Self.modes),
            "What may be used, separated by commas; transit stands for walking and all public "
              + "transport. Own vehicles are used only if named. Walking by default."),
          QueryParameter(
            "departAt", .instant, "Leave then or later; now by default. Not with arriveBy."),
          QueryParameter(
            "arriveBy", .instant, "Arrive then or earlier, leaving as late as possible."),
          QueryParameter(
            "maxWalk", .number(0...Self.greatestWalk),
            "Most metres on foot over the whole way; any by default."),
          QueryParameter(
            "maxCO2", .number(0...Self.greatestCO2), "Most grams of CO2; any by default."),
          QueryParameter(
            "avoid", .words(ItineraryAvoidance.allCases.map(\.rawValue)),
            "What is not to be used, separated by commas."),
          QueryParameter(
            "order", .choice(ItineraryOrder.allCases.map(\.rawValue)),
            "What is best; fastest by default. The cheapest are sorted by the fares that the "
              + "timetables state: nothing on foot and by bicycle, unknown fares and cars last; the "
              + "answer's ordering says how many are unknown. Compared are ways that take little "
              + "longer than the quickest, and those by each means alone; a cheaper one that is "
              + "slower than all of these may be missed."),
          QueryParameter(
            "relax", .flag,
            "Whether to tell what is possible without the limits where nothing keeps them; own "
              + "vehicles that are not named stay out."),
          QueryParameter("limit", .integer(1...10), "Most itineraries; 5 by default."),
        ],
        answers: [.json(200, "The ways", .named("Routes"))],
        errors: ["no-network-near", "no-route", "no-route-within-limits", "outside-timetable"]
      ) { exchange in try find(exchange) }
    ]
  }

  private func find(_ exchange: Exchange) throws -> HTTPResponse {
    let request = try request(exchange.query)
    switch planner.plan(request) {
    case .found(let itineraries, let breaking):
      var json = JSONWriter(capacity: 1024 + 4096 * itineraries.count)
      json.routes(
        itineraries, breaking: breaking, order: request.order, source: planner.emissionSource)
      return .json(200, json.bytes)
    case .none(let none): throw Self.refusal(none)
    }
  }

  private func request(_ query: Query) throws(Refusal) -> ItineraryRequest {
    guard let from = query.position("from"), let to = query.position("to") else {
      throw Refusal(.malformed, "invalid-query", "from and to are required.")
    }
    let timing: ItineraryRequest.Timing
    switch (query.instant("departAt"), query.instant("arriveBy")) {
    case (nil, let arrival?): timing = .arriveBy(arrival)
    case (let departure, nil): timing = .departAt(departure ?? clock.now())
    case (.some, .some):
      throw Refusal(
        .malformed, "invalid-query", "departAt and arriveBy cannot both be given.",
        violations: [Refusal.Violation("arriveBy", "leave one of departAt and arriveBy away")])
    }
    var request = ItineraryRequest(
      from: from, to: to, timing: timing, modes: Self.modes(query.words("mode")))
    request.maximumWalk = query.number("maxWalk")
    request.maximumCO2 = query.number("maxCO2")
    request.avoiding = Set(query.words("avoid").compactMap(ItineraryAvoidance.init))
    request.order = query.text("order").flatMap(ItineraryOrder.init) ?? .fastest
    request.relaxes = query.flag("relax")
    request.count = query.integer("limit") ?? 5
    return request
  }

  private static func modes(_ words: [String]) -> Set<ItineraryMode> {
    if words.isEmpty { return [.walk] }
    return words.reduce(into: []) { modes, word in
      if let mode = ItineraryMode(rawValue: word) {
        modes.insert(mode)
        // One gets to a stop and away from it on foot.
        if mode.isPublic { modes.insert(.walk) }
      } else {
        modes.formUnion(ItineraryMode.publicModes.union([.walk]))
      }
    }
  }

  private static func refusal(_ none: NoItinerary) -> Refusal {
    switch none.reason {
    case .noNetworkNear: return Refusal(.notFound, "no-network-near", none.detail)
    case .noPath: return Refusal(.notFound, "no-route", none.detail)
    case .limits:
      return Refusal(
        .notFound, "no-route-within-limits",
        none.detail + " With relax=true the answer is what is possible without them.")
    case .outsideTimetable: return Refusal(.invalid, "outside-timetable", none.detail)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func routes(
    _ itineraries: [Itinerary], breaking: [String], order: ItineraryOrder, source: String
  ) {
    beginObject()
    key("itineraries")
    array { json in
      for itinerary in itineraries { json.itinerary(itinerary) }
    }
    key("breaking")
    array { json in
      for limit in breaking { json.string(limit) }
    }
    key("ordering")
    object { json in
      json.key("by")
      json.string(order.rawValue)
      json.key("unknownFares")
      json.integer(itineraries.count { $0.isFareUnknown })
    }
    key("co2Source")
    string(source)
    endObject()
  }

  private mutating func itinerary(_ itinerary: Itinerary) {
    beginObject()
    key("departure")
    instant(itinerary.departure)
    key("arrival")
    instant(itinerary.arrival)
    key("duration")
    number(itinerary.duration, decimals: 1)
    key("distance")
    number(itinerary.distance, decimals: 1)
    key("walk")
    number(itinerary.walk, decimals: 1)
    key("transfers")
    integer(itinerary.transfers)
    key("co2")
    number(itinerary.co2, decimals: 1)
    key("fare")
    if let fare = itinerary.fare {
      object { json in
        json.key("amount")
        json.string(fare.decimal)
        json.key("currency")
        json.string(fare.currency)
      }
    } else {
      null()
    }
    key("legs")
    array { json in
      for leg in itinerary.legs { json.leg(leg) }
    }
    endObject()
  }

  private mutating func leg(_ leg: Itinerary.Leg) {
    beginObject()
    key("mode")
    string(leg.mode.rawValue)
    key("departure")
    instant(leg.departure)
    key("arrival")
    instant(leg.arrival)
    key("duration")
    number(leg.duration, decimals: 1)
    key("distance")
    number(leg.distance, decimals: 1)
    key("co2")
    number(leg.co2, decimals: 1)
    if let from = leg.from {
      key("from")
      string(from)
    }
    if let to = leg.to {
      key("to")
      string(to)
    }
    if leg.isEstimate {
      key("estimated")
      bool(true)
    }
    if let ride = leg.ride { self.ride(ride) }
    key("geometry")
    geometry(.line(LineString(leg.geometry)))
    key("steps")
    array { json in
      for step in leg.steps {
        json.beginObject()
        json.key("instruction")
        json.string(step.instruction)
        json.key("name")
        json.string(step.name)
        json.key("distance")
        json.number(step.distance, decimals: 1)
        json.key("duration")
        json.number(step.duration, decimals: 1)
        json.position(step.position)
        json.endObject()
      }
    }
    endObject()
  }

  private mutating func position(_ position: LonLat) {
    key("lat")
    number(position.lat, decimals: 7)
    key("lon")
    number(position.lon, decimals: 7)
  }

  private mutating func ride(_ ride: Itinerary.Ride) {
    key("line")
    string(ride.line)
    key("headsign")
    string(ride.headsign)
    key("agency")
    string(ride.agency)
    key("trip")
    string(ride.trip)
    if let colour = ride.colour {
      key("color")
      string(Self.hexadecimal(colour))
    }
    if let colour = ride.textColour {
      key("textColor")
      string(Self.hexadecimal(colour))
    }
    if let headway = ride.headway {
      key("headway")
      integer(headway)
    }
    if let wheelchair = ride.wheelchair {
      key("wheelchair")
      bool(wheelchair)
    }
    key("stops")
    array { json in
      for stop in ride.stops {
        json.beginObject()
        json.key("name")
        json.string(stop.name)
        json.position(stop.position)
        json.key("arrival")
        json.instant(stop.arrival)
        json.key("departure")
        json.instant(stop.departure)
        json.endObject()
      }
    }
  }

  /// `#RRGGBB`.
  private static func hexadecimal(_ colour: UInt32) -> String {
    let digits = String(colour & 0xff_ffff, radix: 16, uppercase: true)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}
