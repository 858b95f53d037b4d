import Base
import GeoFormats
import Geodata
import Geodesy
import HTTPServing
import Routing

/// How far and how long along streets: tables, and what is reached in a time.
struct StreetEndpoints {
  let streets: StreetRouter
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
        \(StreetRouter.maximumCells) pairs.
        """, access: .anyoneButAdmins,
        reading: .json(
          example: """
            {"sources": [[9.5209, 47.141]], "targets": [[9.5216, 47.138]], "mode": "walk"}
            """
        ) { MatrixRequest(reading: $0) },
        answers: [.json(200, "The table", .named("Matrix"))],
        errors: ["no-network-near", "no-route", "too-many-pairs", "busy"]
      ) { request, body in
        let wanted = try body.read(request)
        try request.spend(wanted.sources.count * wanted.targets.count / Self.cellsPerRequest)
        return try matrix(wanted)
      },
      Operation(
        .get, "/v1/isochrone", "getIsochrone", "What is reached along streets in given times.",
        access: .anyoneButAdmins,
        query: [
          QueryParameter("at", .position, required: true, "Where one starts: lat,lon."),
          QueryParameter(
            "minutes", .numbers(1...StreetLimits.maximumMinutes, 1...Self.maximumAreas),
            required: true,
            "One or several times, separated by commas."),
        ] + StreetProfile.parameters,
        answers: [
          Operation.Answer(
            status: 200, description: "A GeoJSON feature for each time, in their order",
            schema: .named("Isochrone"), type: ContentType.geoJSON)
        ], errors: ["no-network-near", "busy"]
      ) { request in try isochrone(request) },
    ]
  }

  /// What a table is asked for.
  private struct MatrixRequest {
    var sources: [LonLat]
    var targets: [LonLat]
    var profile: StreetProfile
    var departure: Instant?

    init(reading fields: JSONFields) {
      sources = fields.array("sources", 1...maximumPlaces, JSONFields.position)
      targets = fields.array("targets", 1...maximumPlaces, JSONFields.position)
      profile = StreetProfile(reading: fields)
      departure = fields.optional("departAt") { $0.instant("departAt") }
    }
  }

  private func matrix(_ request: MatrixRequest) throws -> HTTPResponse {
    let (sources, targets, asked) = (request.sources, request.targets, request.profile)
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
    let minutes = request.query.numbers("minutes")
    var profile = try StreetProfile(query: request.query)
    profile.at = clock.now()
    let areas = try slots.run {
      try streets.isochrone(at: at, seconds: minutes.map { $0 * 60 }, profile)
    }
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
              json.member("mode", profile.mode.rawValue)
            }
          }
        }
      }
    }
    return HTTPResponse(200, json.bytes, type: ContentType.geoJSON)
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
