import Routing

/// What a traveller does not want to use, in the words of the interface and of stored preferences.
public enum TravelAvoidance: String, Sendable, CaseIterable, Hashable {
  case steps, ferries, motorways, tolls, hills, unpaved

  /// The same for ways along streets.
  public var streets: StreetProfile.Avoidances {
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
