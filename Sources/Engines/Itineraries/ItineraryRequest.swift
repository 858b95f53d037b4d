import Base
import Geodesy
import Routing

/// What makes one itinerary better than another.
public enum ItineraryOrder: String, Sendable, CaseIterable {
  case fastest, fewestTransfers, leastEmissions, cheapest
}

/// What is not to be used.
public enum ItineraryAvoidance: String, Sendable, CaseIterable, Hashable {
  case steps, ferries, motorways, tolls, hills, unpaved

  var streets: StreetProfile.Avoidances {
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

/// One question for the way from one place to another.
///
/// - Thread: pure.
public struct ItineraryRequest: Sendable, Hashable {
  /// When an itinerary begins or ends.
  public enum Timing: Sendable, Hashable {
    /// Not before.
    case departAt(Instant)
    /// Not after.
    case arriveBy(Instant)

    var instant: Instant {
      switch self {
      case .departAt(let instant), .arriveBy(let instant): instant
      }
    }
  }

  public var from: LonLat
  public var to: LonLat
  public var timing: Timing
  /// What may be used; own vehicles only if they are named.
  public var modes: Set<ItineraryMode>
  /// Most metres on foot over the whole itinerary; nil for any.
  public var maximumWalk: Double?
  /// Most grams of CO2; nil for any.
  public var maximumCO2: Double?
  public var avoiding: Set<ItineraryAvoidance> = []
  public var order = ItineraryOrder.fastest
  /// Whether what would be possible without the limits is told where nothing is within them.
  public var relaxes = false
  /// Most itineraries of the answer, 1...10.
  public var count = 5

  public init(from: LonLat, to: LonLat, timing: Timing, modes: Set<ItineraryMode>) {
    self.from = from
    self.to = to
    self.timing = timing
    self.modes = modes
  }

  /// The same without its limits: any walk, any CO2, nothing avoided, all public modes; of own
  /// vehicles only those that were named.
  var relaxed: ItineraryRequest {
    var copy = self
    copy.modes = modes.union(ItineraryMode.allCases.filter { !$0.isOwnVehicle })
    copy.maximumWalk = nil
    copy.maximumCO2 = nil
    copy.avoiding = []
    return copy
  }

  var streetAvoidances: StreetProfile.Avoidances {
    avoiding.reduce(into: []) { $0.formUnion($1.streets) }
  }

  /// The public modes that may be used.
  var publicModes: Set<ItineraryMode> {
    var result = modes.filter(\.isPublic)
    if avoiding.contains(.ferries) { result.remove(.ferry) }
    return result
  }

  /// The limits that may stand in the way of an answer, as sentences.
  var limits: [String] {
    var limits: [String] = []
    if let maximumWalk { limits.append("at most \(Int(maximumWalk.rounded())) m may be walked") }
    if let maximumCO2 { limits.append("at most \(Int(maximumCO2.rounded())) g of CO2") }
    for avoidance in ItineraryAvoidance.allCases where avoiding.contains(avoidance) {
      limits.append("\(avoidance.rawValue) are avoided")
    }
    let missing = ItineraryMode.allCases.filter { !$0.isOwnVehicle && !modes.contains($0) }
    if !missing.isEmpty {
      limits.append("not used are: " + missing.map(\.rawValue).joined(separator: ", "))
    }
    return limits
  }
}
