import Base
import Geodata
import Geodesy
import HTTPServing
import Routing

/// Heights of the ground, for profiles of routes and for drawing the land.
struct HeightEndpoints {
  let library: GeodataLibrary
  /// Nil where PROJ has no grid of it; then heights above the ellipsoid are not known.
  private let geoid = try? Geoid()

  init(library: GeodataLibrary) {
    self.library = library
  }

  /// Most positions of one question: a square of 45 by 45 of them.
  static let maximumPositions = 2025

  var operations: [Operation] {
    [
      Operation(
        .post, "/v1/heights", "getHeights",
        """
        Heights of the ground at positions, from the imported elevation tiles, in the order of the \
        positions; null where nothing is imported. At most \(Self.maximumPositions) positions.
        """, access: .anyRole, budget: .map,
        reading: .json(
          example: #"{"positions": [[9.5209, 47.141], [9.5241, 47.1397]], "datum": "geoid"}"#
        ) { HeightQuestion(reading: $0) },
        answers: [.json(200, "The heights", .named("Heights"))]
      ) { request, body in try heights(body.read(request)) }
    ]
  }

  private struct HeightQuestion {
    var positions: [LonLat]
    var datum: HeightDatum

    init(reading fields: JSONFields) {
      positions = fields.array("positions", 1...maximumPositions, JSONFields.position)
      datum = fields.optional("datum") { $0.choice("datum", HeightDatum.self) ?? .geoid } ?? .geoid
    }
  }

  private func heights(_ question: HeightQuestion) -> HTTPResponse {
    let tiles = library.current.elevation
    var json = JSONWriter(capacity: 64 + 8 * question.positions.count)
    json.object { json in
      json.member("datum", question.datum.rawValue)
      json.array("heights") { json in
        for position in question.positions {
          let height = tiles.height(at: position).flatMap { above(question.datum, $0, position) }
          if let height { json.number(height, decimals: 1) } else { json.null() }
        }
      }
    }
    return .json(200, json.bytes)
  }

  private func above(_ datum: HeightDatum, _ height: Double, _ position: LonLat) -> Double? {
    switch datum {
    case .geoid: height
    case .ellipsoid: geoid?.ellipsoidalHeight(ofOrthometric: height, at: position)
    }
  }
}
