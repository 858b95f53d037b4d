import Base
import Itineraries
import Routing

extension StreetProfile {
  /// The parameters that say how someone travels along streets.
  static let parameters = [
    QueryParameter(
      "mode", .choice(StreetMode.allCases.map(\.rawValue)), required: true, "How one travels."),
    QueryParameter(
      "speed", .number(1...250),
      "km/h on the flat on foot or by bicycle, the top speed of a car; the usual one by default."),
    QueryParameter(
      "avoid", .words(TravelAvoidance.allCases.map(\.rawValue)),
      "What is to be avoided, separated by commas."),
  ]

  /// Reads ``parameters``.
  init(query: Query) throws(Refusal) {
    guard let mode = query.text("mode").flatMap(StreetMode.init(rawValue:)) else {
      throw Refusal(.malformed, "invalid-query", "mode is required.")
    }
    self.init(
      mode, speedKmh: query.number("speed"),
      avoid: Avoidances(query.words("avoid").compactMap { TravelAvoidance(rawValue: $0)?.streets }))
  }
}
