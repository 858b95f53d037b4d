import Base
import GeoFormats
import Geodata
import Geodesy
import HTTPServing
import Itineraries
import Routing
import Transit

/// How far and how long along streets and by public transport: tables, and what is reached in a time.
struct StreetEndpoints {
  let streets: StreetRouter
  let planner: ItineraryPlanner
  let clock: any WallClock
  /// Where large questions wait their turn.
  let slots: WorkSlots

  /// Most sources, and most targets, of a matrix.
  static let maximumPlaces = 1000
  /// Most areas of one isochrone.
  static let maximumAreas = 6
  /// A matrix of more cells waits its turn with the large questions.
  private static let smallMatrix = 400
  /// So many cells of a matrix cost as much as another request: the largest table takes a sixth of
  /// what an address has for five minutes, as it takes half a second of a processor.
  private static let cellsPerRequest = 400

  var operations: [Operation] {
    [
      Operation(
        .post, "/v1/matrix", "getMatrix",
        """
        Distances and times from every source to every target along streets, the same as a route \
        from one to the other has, with the road speeds that hold at departAt (now); at most \
        \(StreetRouter.maximumCells) pairs. With mode transit times alone, by public transport or on \
        foot, whichever is quicker: from departAt until one is there, so with waiting for the first \
        ride; at most \(ItineraryPlanner.maximumReachSources) sources.
        """, access: .anyoneButAdmins,
        reading: .json(
          example: """
            {"sources": [[9.5209, 47.141]], "targets": [[9.5216, 47.138]], "mode": "walk"}
            """
        ) { MatrixRequest(reading: $0) },
        answers: [.json(200, "The table", .named("Matrix"))],
        errors: ["no-network-near", "no-route", "too-many-pairs", "outside-timetable", "busy"]
      ) { request, body in
        let wanted = try body.read(request)
        try request.spend(wanted.sources.count * wanted.targets.count / Self.cellsPerRequest)
        guard let profile = wanted.travel.profile else {
          try request.spend(wanted.sources.count)
          return try transitMatrix(wanted)
        }
        return try matrix(wanted, profile)
      },
      Operation(
        .get, "/v1/isochrone", "getIsochrone",
        """
        What is reached along streets in given times; with mode transit by public transport, with the \
        ways on foot to the first stops and around the last ones, and the stops with when one gets off \
        there. Areas end with the imported map on which they start: maps are not joined.
        """, access: .anyoneButAdmins,
        query: [
          QueryParameter("at", .position, required: true, "Where one starts: lat,lon."),
          QueryParameter(
            "minutes", .numbers(1...StreetLimits.maximumMinutes, 1...Self.maximumAreas),
            "One or several times, separated by commas. One of minutes and arriveBy is required."),
          QueryParameter(
            "departAt", .instant,
            "Leave then; now by default. For public transport and road speeds."),
          QueryParameter(
            "arriveBy", .instant,
            """
            In place of minutes: all that is reached until then, at most \
            \(Int(StreetLimits.maximumMinutes)) minutes after departAt.
            """),
        ] + StreetTravel.parameters,
        answers: [
          Operation.Answer(
            status: 200, description: "A GeoJSON feature for each time, in their order",
            schema: .named("Isochrone"), type: ContentType.geoJSON)
        ], errors: ["no-network-near", "outside-timetable", "busy"]
      ) { request in try isochrone(request) },
    ]
  }

  /// What a table is asked for.
  private struct MatrixRequest {
    var sources: [LonLat]
    var targets: [LonLat]
    var travel: StreetTravel
    var departure: Instant?

    init(reading fields: JSONFields) {
      sources = fields.array("sources", 1...maximumPlaces, JSONFields.position)
      targets = fields.array("targets", 1...maximumPlaces, JSONFields.position)
      travel = StreetTravel(reading: fields)
      departure = fields.optional("departAt") { $0.instant("departAt") }
    }
  }

  private func transitMatrix(_ request: MatrixRequest) throws -> HTTPResponse {
    let question = request.travel.reach(departure: request.departure ?? clock.now())
    let cells = try slots.run {
      try planner.reachTable(
        sources: request.sources, targets: request.targets, question)
    }
    var json = JSONWriter(capacity: 64 + 10 * request.sources.count * request.targets.count)
    json.object { json in
      json.member("mode", StreetTravel.transit)
      json.rows("durations", cells)
      json.key("sources")
      json.snapped(request.sources.map(walked))
      json.key("targets")
      json.snapped(request.targets.map(walked))
    }
    return .json(200, json.bytes)
  }

  /// Where one who walks from a place gets onto the streets; nil where none is near.
  private func walked(_ place: LonLat) -> SnappedPlace? {
    try? streets.snap(place, StreetProfile(.walk))
  }

  private func matrix(_ request: MatrixRequest, _ asked: StreetProfile) throws -> HTTPResponse {
    let (sources, targets) = (request.sources, request.targets)
    var profile = asked
    // For the road speeds that hold then.
    profile.at = request.departure ?? clock.now()
    let compute = { try streets.table(sources: sources, targets: targets, profile) }
    let table =
      sources.count * targets.count <= Self.smallMatrix ? try compute() : try slots.run(compute)
    let cells = table.doorToDoor
    var json = JSONWriter(capacity: 64 + 20 * sources.count * targets.count)
    json.object { json in
      json.member("mode", profile.mode.rawValue)
      json.rows("durations", cells.map { $0.map { $0?.duration } })
      json.rows("distances", cells.map { $0.map { $0?.distance } })
      json.key("sources")
      json.snapped(table.sources)
      json.key("targets")
      json.snapped(table.targets)
    }
    return .json(200, json.bytes)
  }

  private func isochrone(_ request: AuthorizedRequest) throws -> HTTPResponse {
    guard let at = request.query.position("at") else {
      throw Refusal(.malformed, "invalid-query", "at is required.")
    }
    let departure = request.query.instant("departAt") ?? clock.now()
    let minutes = try Self.minutes(request.query, from: departure)
    let travel = try StreetTravel(query: request.query)
    let seconds = minutes.map { $0 * 60 }
    guard var profile = travel.profile else {
      let answer = try slots.run {
        try planner.reach(from: at, seconds: seconds, travel.reach(departure: departure))
      }
      return Self.isochrone(
        minutes, answer.areas, mode: StreetTravel.transit, from: walked(at), stops: answer.stops)
    }
    profile.at = departure
    let areas = try slots.run { try streets.isochrone(at: at, seconds: seconds, profile) }
    return Self.isochrone(
      minutes, areas, mode: profile.mode.rawValue, from: try streets.snap(at, profile), stops: nil)
  }

  /// How long one may be under way: so many minutes, or until a moment.
  private static func minutes(
    _ query: Query, from departure: Instant
  ) throws(Refusal) -> [Double] {
    func refusal(_ name: String, _ problem: String) -> Refusal {
      Refusal(
        .malformed, "invalid-query", "The query parameter \(name) \(problem).",
        violations: [Refusal.Violation(name, problem)])
    }
    let minutes = query.numbers("minutes")
    guard let end = query.instant("arriveBy") else {
      guard !minutes.isEmpty else { throw refusal("minutes", "is required without arriveBy") }
      return minutes
    }
    guard minutes.isEmpty else {
      throw refusal("arriveBy", "stands in place of minutes; leave one of them out")
    }
    let left = end.seconds(since: departure) / 60
    guard (1...StreetLimits.maximumMinutes).contains(left) else {
      throw refusal(
        "arriveBy",
        "must be 1 to \(Int(StreetLimits.maximumMinutes)) minutes after departAt, or after now")
    }
    return [left]
  }

  private static func isochrone(
    _ minutes: [Double], _ areas: [MultiPolygon], mode: String, from start: SnappedPlace?,
    stops: [ReachAnswer.Stop]?
  ) -> HTTPResponse {
    var json = JSONWriter(capacity: 4096)
    json.object { json in
      json.member("type", "FeatureCollection")
      json.array("features") { json in
        for (minutes, area) in zip(minutes, areas) {
          json.object { json in
            json.member("type", "Feature")
            json.key("geometry")
            json.geometry(.multiPolygon(area))
            json.object("properties") { json in
              json.member("minutes", minutes)
              json.member("mode", mode)
            }
          }
        }
      }
      json.key("start")
      if let start { json.snapped(start) } else { json.null() }
      guard let stops else { return }
      json.member("stopCount", stops.count)
      json.array("stops") { json in
        for stop in stops.prefix(StreetLimits.maximumStops) {
          json.object { json in
            json.member("name", stop.name)
            json.member("lat", stop.position.lat, decimals: 7)
            json.member("lon", stop.position.lon, decimals: 7)
            json.member("arrival", stop.arrival)
          }
        }
      }
    }
    return HTTPResponse(200, json.bytes, type: ContentType.geoJSON)
  }
}

/// How someone travels in a table or to the edge of what is reached: along streets, or by public
/// transport.
private struct StreetTravel {
  static let transit = "transit"
  private static let speedProblem = "is not for public transport; leave it out"
  private static let changeProblem = "is for public transport only; leave it out"

  /// Nil by public transport.
  var profile: StreetProfile?
  var avoiding: Set<TravelAvoidance> = []
  /// Least seconds between two rides.
  var minimumChange = ItineraryRequest.usualChange

  static let parameters =
    StreetProfile.parameters.map { parameter in
      parameter.name == "mode"
        ? QueryParameter(
          "mode", .choice(StreetMode.allCases.map(\.rawValue) + [transit]), required: true,
          "How one travels; transit stands for public transport with walking.")
        : parameter
    } + [
      QueryParameter(
        "changeTime", .integer(ItineraryRequest.changes),
        "By public transport: least seconds between two rides, as for getRoutes.")
    ]

  func reach(departure: Instant) -> ReachRequest {
    var request = ReachRequest(departure: departure)
    request.avoiding = avoiding
    request.minimumChange = minimumChange
    return request
  }

  /// Reads ``parameters``.
  init(query: Query) throws(Refusal) {
    func refusal(_ name: String, _ problem: String) -> Refusal {
      Refusal(
        .malformed, "invalid-query", "\(name) \(problem).",
        violations: [Refusal.Violation(name, problem)])
    }
    let change = query.integer("changeTime")
    guard query.text("mode") == Self.transit else {
      if change != nil { throw refusal("changeTime", Self.changeProblem) }
      profile = try StreetProfile(query: query).quickest
      return
    }
    if query.number("speed") != nil { throw refusal("speed", Self.speedProblem) }
    minimumChange = change ?? minimumChange
    avoiding = Set(query.words("avoid").compactMap(TravelAvoidance.init))
  }

  private enum Mode: String, CaseIterable { case walk, bicycle, car, transit }

  /// Reads the members `mode`, `speed`, `avoid` and `changeTime` of a body.
  init(reading fields: JSONFields) {
    let mode = fields.choice("mode", Mode.self) ?? .walk
    let speed = fields.optional("speed") { $0.number("speed", 1...250) }
    avoiding = Set(
      fields.optional("avoid") { fields in
        fields.array("avoid", 0...TravelAvoidance.allCases.count) { element, index in
          element.choice(index, TravelAvoidance.self)
        }.compactMap { $0 }
      } ?? [])
    let change = fields.optional("changeTime") {
      $0.integer("changeTime", ItineraryRequest.changes)
    }
    if let street = StreetMode(rawValue: mode.rawValue) {
      profile =
        StreetProfile(
          street, speedKmh: speed, avoid: StreetProfile.Avoidances(avoiding.map(\.streets))
        ).quickest
      if change != nil { fields.reject("changeTime", Self.changeProblem) }
    } else if speed != nil {
      fields.reject("speed", Self.speedProblem)
    }
    minimumChange = change ?? minimumChange
  }
}

extension JSONWriter {
  /// A table of numbers, null where there is none.
  fileprivate mutating func rows(_ name: StaticString, _ rows: [[Double?]]) {
    key(name)
    array { json in
      for row in rows {
        json.array { json in
          for cell in row {
            if let cell { json.number(cell, decimals: 1) } else { json.null() }
          }
        }
      }
    }
  }

  /// Where places were brought onto the streets; null for those too far from any.
  fileprivate mutating func snapped(_ places: [SnappedPlace?]) {
    array { json in
      for place in places {
        if let place { json.snapped(place) } else { json.null() }
      }
    }
  }
}

extension JSONFields {
  /// A position as an element of an array: longitude, latitude.
  static func position(_ element: JSONFields, _ name: String) -> LonLat {
    let numbers = element.array(name, 2...2) { number, index in
      number.number(index, index == "0" ? -180...180 : -90...90)
    }
    guard numbers.count == 2 else { return LonLat(lon: 0, lat: 0) }
    return LonLat(lon: numbers[0], lat: numbers[1])
  }
}
