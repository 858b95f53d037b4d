/// What makes one way better than another, in the words of the interface and of stored preferences.
public enum TravelOrder: String, Sendable, CaseIterable, Hashable {
  case fastest, fewestTransfers, leastEmissions, cheapest
}
