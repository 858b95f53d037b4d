import Base
import Routing

/// What may be avoided, by the words of the interface.
enum Avoidance: String, CaseIterable {
  case steps, ferries, motorways, tolls, hills, unpaved

  var option: StreetProfile.Avoidances {
    switch self {
    case .steps: .steps
    case .ferries: .ferries
    case .motorways: .motorways
    case .tolls: .tolls
    case .hills: .hills
    case .unpaved: .unpaved
    }
  }
}

extension StreetProfile {
  /// The parameters that say how someone travels along streets.
  static let parameters = [
    QueryParameter(
      "mode", .choice(StreetMode.allCases.map(\.rawValue)), required: true, "How one travels."),
    QueryParameter(
      "speed", .number(1...250),
      "km/h on the flat on foot or by bicycle, the top speed of a car; the usual one by default."),
    QueryParameter(
      "avoid", .words(Avoidance.allCases.map(\.rawValue)),
      "What is to be avoided, separated by commas."),
  ]

  /// Reads ``parameters``.
  init(query: Query) throws(Refusal) {
    guard let mode = query.text("mode").flatMap(StreetMode.init(rawValue:)) else {
      throw Refusal(.malformed, "invalid-query", "mode is required.")
    }
    self.init(
      mode, speedKmh: query.number("speed"),
      avoid: Avoidances(query.words("avoid").compactMap { Avoidance(rawValue: $0)?.option }))
  }

  /// Reads the members `mode`, `speed` and `avoid` of a body.
  init(reading fields: JSONFields) {
    let mode = fields.choice("mode", StreetMode.self) ?? .walk
    let speed = fields.optional("speed") { $0.number("speed", 1...250) }
    let avoid =
      fields.optional("avoid") { fields in
        fields.array("avoid", 0...Avoidance.allCases.count) { element, index in
          element.choice(index, Avoidance.self)?.option ?? []
        }
      } ?? []
    self.init(mode, speedKmh: speed, avoid: Avoidances(avoid))
  }
}
