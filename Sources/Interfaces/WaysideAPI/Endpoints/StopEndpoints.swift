import Base
import Geodata
import Geodesy
import HTTPServing
import Itineraries
import Places
import Transit

/// Stops of the imported timetables, and what leaves from them.
struct StopEndpoints {
  let library: GeodataLibrary
  let clock: any WallClock

  private static let maximumStops = 100
  private static let maximumDepartures = 200
  /// Metres around a position in which stops are looked for, if not said.
  private static let usualRadius = 500.0
  private static let maximumMinutes = 1440

  var operations: [Operation] {
    [
      Operation(
        .get, "/v1/stops", "findStops",
        """
        Stations and stops of the imported timetables by name, by position, or both: the nearest \
        first where a position is given, else the best match. A station stands for its platforms.
        """, access: .anyRole, budget: .search,
        query: [
          QueryParameter("q", .text(1...PlaceEndpoints.maximumLetters), "A part of the name."),
          QueryParameter("near", .position, "Where: lat,lon. One of q and near is required."),
          QueryParameter(
            "radius", .number(1...10_000),
            "Metres around near, \(Int(Self.usualRadius)) by default; with q, any."),
          QueryParameter(
            "limit", .integer(1...Self.maximumStops), "Most items; 10 by default."),
        ],
        answers: [.json(200, "The stops", .named("Stops"))]
      ) { request in try find(request) },
      Operation(
        .get, "/v1/stops/{stop}", "getStop",
        "A stop, with the clocks that its times are told by and the days that its timetable holds.",
        access: .anyRole, answers: [.json(200, "The stop", .named("Stop"))]
      ) { request in
        guard let found = stop(request.path["stop"]) else { throw Refusal.notFound("stop") }
        return request.json { json in json.object { json in Self.write(found, to: &json) } }
      },
      Operation(
        .get, "/v1/stops/{stop}/departures", "getDepartures",
        """
        What leaves from a stop, or from all platforms of a station, with the delays that are known; \
        in the order of the expected departures.
        """, access: .anyRole, budget: .search,
        query: [
          QueryParameter("from", .instant, "The first moment; now by default."),
          QueryParameter(
            "minutes", .integer(1...Self.maximumMinutes), "How far to look ahead; 120 by default."),
          QueryParameter(
            "modes", .words(TravelMode.allCases.filter(\.isPublic).map(\.rawValue)),
            "Only these means; all by default."),
          QueryParameter(
            "cancelled", .flag,
            "Whether also those are told that do not run or do not stop here; false by default."),
          QueryParameter(
            "limit", .integer(1...Self.maximumDepartures), "Most items; 20 by default."),
        ],
        answers: [.json(200, "The departures", .named("DepartureHandler"))],
        errors: ["outside-timetable"]
      ) { request in try departures(request) },
    ]
  }

  /// A stop of one of the timetables.
  private struct Found {
    var timetable: ImportedTimetable
    var number: Int
    var distance: Double?
    var match = 0.0

    var stop: Timetable.Stop { timetable.engine.stops[number] }
    var id: String { "\(timetable.name):\(stop.id)" }
  }

  private func find(_ request: AuthorizedRequest) throws -> HTTPResponse {
    let (text, near) = (request.query.text("q"), request.query.position("near"))
    guard text != nil || near != nil else {
      throw Refusal(
        .malformed, "invalid-query", "q or near is required.",
        violations: [Refusal.Violation("q", "is required without near")])
    }
    let radius =
      request.query.number("radius") ?? (text == nil ? Self.usualRadius : .infinity)
    var found: [Found] = []
    for timetable in library.current.timetables {
      for (number, stop) in timetable.engine.stops.enumerated()
      where stop.kind == .station || stop.kind == .platform && stop.parent == nil {
        var one = Found(timetable: timetable, number: number)
        if let text {
          one.match = PlaceText.match(text, stop.name)
          if one.match <= 0 { continue }
        }
        if let near {
          let distance = Geodesic.distance(from: near, to: stop.position)
          if distance > radius { continue }
          one.distance = distance
        }
        found.append(one)
      }
    }
    found.sort {
      ($0.distance ?? 0, -$0.match, $0.stop.name, $0.id)
        < ($1.distance ?? 0, -$1.match, $1.stop.name, $1.id)
    }
    let limit = request.query.integer("limit") ?? 10
    return request.json { json in
      json.object { json in
        json.array("items") { json in
          for one in found.prefix(limit) {
            json.object { json in Self.write(one, to: &json) }
          }
        }
      }
    }
  }

  private static func write(_ found: Found, to json: inout JSONWriter) {
    let stop = found.stop
    json.member("id", found.id)
    json.member("name", stop.name)
    json.member("lat", stop.position.lat, decimals: 7)
    json.member("lon", stop.position.lon, decimals: 7)
    if let distance = found.distance { json.member("distance", distance, decimals: 1) }
    if stop.wheelchair != .unknown { json.member("wheelchair", stop.wheelchair == .possible) }
    json.member("timetable", found.timetable.name)
    let timetable = found.timetable.engine.timetable
    json.member("timeZone", timetable.timeZone)
    json.member("firstDay", timetable.firstDate)
    json.member("lastDay", timetable.lastDate)
  }

  private func departures(_ request: AuthorizedRequest) throws -> HTTPResponse {
    let id = request.path["stop"]
    guard let found = stop(id) else { throw Refusal.notFound("stop") }
    let engine = found.timetable.engine
    let words = request.query.words("modes")
    let limit = request.query.integer("limit") ?? 20
    let all = try engine.board(
      engine.timetable.platforms(of: found.number),
      from: request.query.instant("from") ?? clock.now(),
      seconds: 60 * (request.query.integer("minutes") ?? 120),
      limit: words.isEmpty ? limit : .max,
      withCancelled: request.query.flag("cancelled"))
    let rows = all.filter { words.isEmpty || words.contains(TravelMode($0.mode).rawValue) }
    return request.json { json in
      json.object { json in
        json.object("stop") { json in Self.write(found, to: &json) }
        json.array("items") { json in
          for row in rows.prefix(limit) {
            json.object { json in Self.write(row, engine, to: &json) }
          }
        }
      }
    }
  }

  private func stop(_ id: String) -> Found? {
    guard let colon = id.firstIndex(of: ":"),
      let timetable = library.current.timetables.first(where: { $0.name == id[..<colon] }),
      let number = timetable.engine.timetable.stop(id: String(id[id.index(after: colon)...]))
    else { return nil }
    return Found(timetable: timetable, number: number)
  }

  private static func write(
    _ row: BoardDeparture, _ engine: TransitEngine, to json: inout JSONWriter
  ) {
    let timetable = engine.timetables[row.feed]
    let route = timetable.routes[row.route]
    let platform = engine.stops[row.stop].platform
    json.member("mode", TravelMode(row.mode).rawValue)
    json.member("line", route.name)
    json.member("headsign", row.headsign)
    json.member("agency", route.agency.map { timetable.agencies[$0].name } ?? "")
    json.member("trip", row.trip)
    if !platform.isEmpty { json.member("platform", platform) }
    json.member("planned", row.planned)
    json.member("expected", row.expected)
    json.member("delay", Int((row.expected.milliseconds - row.planned.milliseconds) / 1000))
    if let headway = row.headwaySeconds { json.member("headway", headway) }
    if row.isCancelled { json.member("cancelled", true) }
  }
}
