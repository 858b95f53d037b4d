import Base

/// What rides cost, as a feed tells it in `fare_attributes.txt` and `fare_rules.txt`.
///
/// - Source: GTFS Schedule Reference, "fare_attributes.txt" and "fare_rules.txt" (Fares v1).
/// - Thread: immutable, shared.
public struct FareTable: Sendable, Hashable {
  /// What is paid once, for one ride or for several with changes.
  public struct Fare: Sendable, Hashable {
    public var id: String
    public var price: Price
    /// Most changes that it holds for; nil for any.
    public var transfers: Int?
    /// How many seconds after the first boarding the last may be; nil for any.
    public var transferSeconds: Int?
    /// Whether it is paid in the vehicle, not before.
    public var isPaidOnBoard: Bool
    /// The only agency whose lines it holds for; nil for any.
    public var agency: Int?
  }

  /// Where a fare holds; several rules of one fare are alternatives.
  public struct Rule: Sendable, Hashable {
    /// Position in ``FareTable/fares``.
    public var fare: Int
    /// The only route; nil for any.
    public var route: Int?
    /// The zones of the first boarding and of the last alighting; nil for any.
    public var origin: Int?
    public var destination: Int?
    /// The zones that are passed, these and no others, ascending; empty for any.
    public var contains: [Int] = []
  }

  public internal(set) var fares: [Fare] = []
  public internal(set) var rules: [Rule] = []
  /// The zone of each stop; -1 for none.
  public internal(set) var stopZones: [Int32] = []

  public var isEmpty: Bool { fares.isEmpty }
}

/// Prices journeys by a table of fares.
///
/// A journey is cut into parts of one or several rides behind each other, each paid with one fare;
/// the cheapest cut counts. A fare pays for a part if
/// - its agency is that of all the rides,
/// - the part has no more changes than the fare allows, and its last boarding is in time,
/// - for every ride there is a rule for its route and for the part's first and last zone, and for
///   just the zones that the part passes, where the rule names them. A fare without rules holds
///   everywhere.
///
/// - Thread: immutable, shared.
struct FareCalculator: Sendable {
  /// A ride of a journey, as fares look at it.
  struct Ride {
    var route: Int
    var agency: Int?
    /// The stops from boarding to alighting, both included.
    var stops: [Int]
    /// Seconds.
    var boarding: Int64
  }

  private struct Ends: Hashable {
    var origin: Int?
    var destination: Int?
  }

  let table: FareTable
  private var rulesByEnds: [Ends: [Int]] = [:]

  init(_ table: FareTable) {
    self.table = table
    for (number, rule) in table.rules.enumerated() {
      rulesByEnds[Ends(origin: rule.origin, destination: rule.destination), default: []]
        .append(number)
    }
  }

  /// The least that a journey costs in one currency; nil if no fares pay for all of it.
  ///
  /// Of several currencies, the one that the feed names first.
  ///
  /// - Complexity: O(rides² · rules for their zones).
  func price(_ rides: [Ride]) -> Price? {
    guard !rides.isEmpty, rides.count <= 64 else { return nil }
    var currencies: [String] = []
    for fare in table.fares where !currencies.contains(fare.price.currency) {
      currencies.append(fare.price.currency)
    }
    var parts: [[Int]] = []
    for start in rides.indices {
      for end in start..<rides.count { parts.append(fares(Array(rides[start...end]))) }
    }
    for currency in currencies {
      // The least for the first so many rides.
      var least: [Int?] = [0] + Array(repeating: nil, count: rides.count)
      var part = 0
      for start in rides.indices {
        for end in start..<rides.count {
          let prices = parts[part].map { table.fares[$0].price }.filter { $0.currency == currency }
          part += 1
          guard let before = least[start], let price = prices.map(\.minorUnits).min() else {
            continue
          }
          least[end + 1] = min(least[end + 1] ?? .max, before + price)
        }
      }
      if let sum = least[rides.count] { return Price(minorUnits: sum, currency: currency) }
    }
    return nil
  }

  /// The fares that pay for rides behind each other at once.
  private func fares(_ rides: [Ride]) -> [Int] {
    guard let first = rides.first, let last = rides.last else { return [] }
    let origin = first.stops.first.flatMap(zone)
    let destination = last.stops.last.flatMap(zone)
    let zones = Set(rides.flatMap { $0.stops.compactMap(zone) }).sorted()
    // By fare, the rides that a rule allows.
    var allowed: [Int: UInt64] = [:]
    let ends: Set<Ends> = [
      Ends(origin: origin, destination: destination), Ends(origin: origin, destination: nil),
      Ends(origin: nil, destination: destination), Ends(origin: nil, destination: nil),
    ]
    for number in ends.flatMap({ rulesByEnds[$0] ?? [] }) {
      let rule = table.rules[number]
      guard rule.contains.isEmpty || rule.contains == zones else { continue }
      for (place, ride) in rides.enumerated() where rule.route == nil || rule.route == ride.route {
        allowed[rule.fare, default: 0] |= 1 << UInt64(place)
      }
    }
    let all = rides.count == 64 ? UInt64.max : 1 << UInt64(rides.count) - 1
    return allowed.filter { $0.value == all }.keys.filter { number in
      let fare = table.fares[number]
      if let agency = fare.agency, rides.contains(where: { $0.agency != agency }) { return false }
      if let most = fare.transfers, rides.count - 1 > most { return false }
      if rides.count > 1, let most = fare.transferSeconds,
        last.boarding - first.boarding > Int64(most)
      {
        return false
      }
      return true
    }
  }

  private func zone(_ stop: Int) -> Int? {
    guard table.stopZones.indices.contains(stop), table.stopZones[stop] >= 0 else { return nil }
    return Int(table.stopZones[stop])
  }
}
