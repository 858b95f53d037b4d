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
  static let modes = TravelMode.allCases.map(\.rawValue) + ["transit"]
  static let maximumWalk = 100_000.0
  static let greatestCO2 = 10_000_000.0
  /// Longest stay at a place on the way, in minutes.
  static let longestStay = 1440.0

  var operations: [Operation] {
    [
      Operation(
        .get, "/v1/routes", "findRoutes",
        """
        Ways from one place to another on foot, by bicycle, by car or by public transport: a few, \
        best first, which differ in their trips and of which none is worse than another in time, \
        changes, walking and CO2 at once. Ask again with arriveBy=earlier or departAt=later for those \
        before and behind them.
        """, access: .anyoneButAdmins,
        query: [
          QueryParameter("from", .position, required: true, "Where it starts: latitude,longitude."),
          QueryParameter(
            "to", .position,
            "Where it ends: latitude,longitude. With via it may be left out: the way then leads back "
              + "to where it starts."),
          QueryParameter(
            "via", .positions(1...ItineraryRequest.maximumVia),
            "Places to call at on the way, in this order, separated by semicolons: "
              + "latitude,longitude;latitude,longitude. A bicycle or car is taken along to all of "
              + "them; the limits hold for the whole way."),
          QueryParameter(
            "stay", .numbers(0...Self.longestStay, 1...ItineraryRequest.maximumVia),
            "Least minutes to stay at each place of via: one number for all, or one for each; 0 by "
              + "default."),
          QueryParameter(
            "optimize", .flag,
            "Whether the places of via are called at in the order that takes least time; on foot, by "
              + "bicycle and by car only."),
          QueryParameter(
            "mode", .words(Self.modes),
            "What may be used, separated by commas; transit stands for walking and all public "
              + "transport. Own vehicles are used only if named. With public transport a bicycle is "
              + "left at the first stop, or taken along where the timetable says that it can be; a car "
              + "is driven all the way. With parkAndRide one drives to a park and ride and goes on by "
              + "public transport, all of it if none is named: legs say car and bus; not with via. "
              + "Walking by default."),
          QueryParameter(
            "carAt", .position,
            "Where the own car stands, such as a park and ride: the way leads there without it, and "
              + "on by car. Needs car or parkAndRide in mode; not with via."),
          QueryParameter(
            "departAt", .instant, "Leave then or later; now by default. Not with arriveBy."),
          QueryParameter(
            "arriveBy", .instant, "Arrive then or earlier, leaving as late as possible."),
          QueryParameter(
            "maxWalk", .number(0...Self.maximumWalk),
            "Most metres on foot over the whole way; any by default."),
          QueryParameter(
            "changeTime", .integer(ItineraryRequest.changes),
            "Least seconds between two rides where the timetable's own rules do not say, "
              + "\(ItineraryRequest.usualChange) by default; with a walk between them, a fifth more than "
              + "the walk takes at any rate."),
          QueryParameter(
            "boardingTime", .integer(ItineraryRequest.boardings),
            "Least seconds between reaching the first stop and leaving it, "
              + "\(ItineraryRequest.usualBoarding) by default."),
          QueryParameter(
            "maxCO2", .number(0...Self.greatestCO2), "Most grams of CO2; any by default."),
          QueryParameter(
            "avoid", .words(TravelAvoidance.allCases.map(\.rawValue)),
            "What is not to be used, separated by commas."),
          QueryParameter(
            "order", .choice(TravelOrder.allCases.map(\.rawValue)),
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
      ) { request in try find(request) }
    ]
  }

  private func find(_ request: AuthorizedRequest) throws -> HTTPResponse {
    let wanted = try itineraryRequest(request.query)
    // Each part of the way is a question of its own.
    try request.spend(wanted.via.count)
    switch planner.plan(wanted) {
    case .found(let itineraries, let breaking, let pages):
      var json = JSONWriter(capacity: 1024 + 4096 * itineraries.count)
      json.routes(
        itineraries, breaking: breaking, pages: pages, order: wanted.order,
        source: planner.emissionSource)
      return .json(200, json.bytes)
    case .none(let none): throw Self.refusal(none)
    }
  }

  private func itineraryRequest(_ query: Query) throws(Refusal) -> ItineraryRequest {
    let via = query.positions("via")
    guard let from = query.position("from"),
      let to = query.position("to") ?? (via.isEmpty ? nil : from)
    else {
      throw Refusal(
        .malformed, "invalid-query", "from and to are required.",
        violations: [Refusal.Violation("to", "is required without via")])
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
    request.via = zip(via, try Self.stays(query, count: via.count)).map {
      ItineraryRequest.Via($0, stay: $1)
    }
    if request.modes.contains(.parkAndRide), !via.isEmpty {
      throw Refusal(
        .malformed, "invalid-query",
        "parkAndRide leaves the car on the way, from where it is not at hand behind the places of "
          + "via: ask without it, or without via.",
        violations: [Refusal.Violation("mode", "parkAndRide is not possible with via")])
    }
    request.choosesOrder = query.flag("optimize")
    if request.choosesOrder, via.isEmpty || request.modes.contains(where: \.isPublic) {
      throw Refusal(
        .malformed, "invalid-query",
        "optimize needs places in via, and the modes walk, bicycle or car: by timetable the best "
          + "order changes with every minute.",
        violations: [Refusal.Violation("optimize", "needs via, and no public transport in mode")])
    }
    request.carAt = query.position("carAt")
    if request.carAt != nil, !via.isEmpty || request.modes.isDisjoint(with: [.car, .parkAndRide]) {
      throw Refusal(
        .malformed, "invalid-query",
        "carAt says where the own car stands: it needs car or parkAndRide in mode, and no places "
          + "in via.",
        violations: [Refusal.Violation("carAt", "needs car or parkAndRide in mode, and no via")])
    }
    // One gets to the car on foot.
    if request.carAt != nil { request.modes.insert(.walk) }
    request.maximumWalk = query.number("maxWalk")
    request.minimumChange = query.integer("changeTime") ?? request.minimumChange
    request.minimumBoarding = query.integer("boardingTime") ?? request.minimumBoarding
    request.maximumCO2 = query.number("maxCO2")
    request.avoiding = Set(query.words("avoid").compactMap(TravelAvoidance.init))
    request.order = query.text("order").flatMap(TravelOrder.init) ?? .fastest
    request.relaxes = query.flag("relax")
    request.count = query.integer("limit") ?? 5
    return request
  }

  /// Seconds to stay at each place on the way.
  private static func stays(_ query: Query, count: Int) throws(Refusal) -> [Int] {
    let minutes = query.numbers("stay")
    guard minutes.isEmpty || count > 0 && (minutes.count == 1 || minutes.count == count) else {
      throw Refusal(
        .malformed, "invalid-query", "stay has \(minutes.count) numbers, via \(count) places.",
        violations: [
          Refusal.Violation("stay", "must be one number, or one for each place of via")
        ])
    }
    return (0..<count).map { place in
      guard let stay = minutes.count == 1 ? minutes.first : minutes.dropFirst(place).first else {
        return 0
      }
      return Int(min(max(stay * 60, 0), longestStay * 60))
    }
  }

  private static func modes(_ words: [String]) -> Set<TravelMode> {
    if words.isEmpty { return [.walk] }
    return words.reduce(into: []) { modes, word in
      if let mode = TravelMode(rawValue: word) {
        modes.insert(mode)
        // One gets to a stop and away from it on foot.
        if mode.isPublic || mode == .parkAndRide { modes.insert(.walk) }
      } else {
        modes.formUnion(TravelMode.publicModes.union([.walk]))
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
    _ itineraries: [Itinerary], breaking: [String], pages: ItineraryPages, order: TravelOrder,
    source: String
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
    if let earlier = pages.earlier { member("earlier", earlier) }
    if let later = pages.later { member("later", later) }
    key("ordering")
    object { json in
      json.member("by", order.rawValue)
      json.member("unknownFares", itineraries.count { $0.isFareUnknown })
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
        json.member("amount", fare.decimal)
        json.member("currency", fare.currency)
      }
    } else {
      null()
    }
    key("legs")
    array { json in
      for leg in itinerary.legs { json.leg(leg) }
    }
    if !itinerary.stopovers.isEmpty {
      array("stopovers") { json in
        for stopover in itinerary.stopovers {
          json.object { json in
            json.member("via", stopover.via)
            json.position(stopover.position)
            json.member("arrival", stopover.arrival)
            json.member("departure", stopover.departure)
            json.member("leg", stopover.leg)
          }
        }
      }
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
    if let snapped = leg.snapped {
      object("snapped") { json in
        json.member("start", snapped.start, decimals: 1)
        json.member("end", snapped.end, decimals: 1)
        if snapped.isOverWater { json.member("overWater", true) }
      }
    }
    if let ride = leg.ride { self.ride(ride) }
    key("geometry")
    geometry(.line(LineString(leg.geometry)))
    key("steps")
    array { json in
      for step in leg.steps {
        json.beginObject()
        json.member("instruction", step.instruction)
        json.member("name", step.name)
        json.member("distance", step.distance, decimals: 1)
        json.member("duration", step.duration, decimals: 1)
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
    member("plannedDeparture", ride.plannedDeparture)
    member("plannedArrival", ride.plannedArrival)
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
    if let bicycles = ride.bicycles { member("bicycles", bicycles) }
    key("stops")
    array { json in
      for stop in ride.stops {
        json.beginObject()
        json.member("name", stop.name)
        json.position(stop.position)
        json.member("arrival", stop.arrival)
        json.member("departure", stop.departure)
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
