import Base
import Geodesy
import Itineraries

/// Within which limits a journey is looked for.
///
/// - Thread: pure.
public struct TravelRules: Hashable, Sendable {
  /// The modes at hand; walking is among them unless it was taken away.
  public var modes: Set<TravelMode>
  /// Metres that may be walked over the whole journey; nil for any.
  public var maximumWalk: Double?
  public var avoiding: Set<TravelAvoidance>
  public var order: TravelOrder

  public init(
    modes: Set<TravelMode>, maximumWalk: Double? = nil, avoiding: Set<TravelAvoidance> = [],
    order: TravelOrder = .fastest
  ) {
    self.modes = modes
    self.maximumWalk = maximumWalk
    self.avoiding = avoiding
    self.order = order
  }

  /// The same without its limits: every public mode, any walk, nothing avoided; of own vehicles
  /// only those that are at hand (TV-RTE-10).
  public var relaxed: TravelRules {
    TravelRules(
      modes: modes.union(TravelMode.allCases.filter { !$0.isOwnVehicle }), order: order)
  }
}

/// When a journey begins or ends.
public enum TravelTiming: Hashable, Sendable {
  /// Not before.
  case departAt(Instant)
  /// Not after; the journey that leaves last is the best.
  case arriveBy(Instant)
}

/// One question for a journey.
public struct TravelRequest: Hashable, Sendable {
  public var from: LonLat
  public var to: LonLat
  public var timing: TravelTiming
  public var rules: TravelRules
  /// Least seconds between two rides where the timetable has no rule of its own.
  public var changeTime = ItineraryRequest.usualChange
  /// Least seconds between reaching the first stop and leaving it.
  public var boardingTime = ItineraryRequest.usualBoarding
  /// Where the own car stands: one gets there without it, and drives on; nil where that is no matter.
  public var car: ParkedCar?

  public init(from: LonLat, to: LonLat, timing: TravelTiming, rules: TravelRules) {
    self.from = from
    self.to = to
    self.timing = timing
    self.rules = rules
  }
}

/// The best journey between two positions at a time.
///
/// - Thread: pure.
public struct Journey: Hashable, Sendable {
  /// A part of it by one means.
  public struct Leg: Hashable, Sendable {
    public var mode: TravelMode
    public var departure: Instant
    public var arrival: Instant
    /// Metres.
    public var distance: Double
    /// What the public calls it: `Bus 11`; nil on foot and in own vehicles.
    public var line: String?
    /// Names of the ends where they have one.
    public var from: String?
    public var to: String?
    /// When it leaves and arrives by the timetable, without the delays that are known; nil where it
    /// follows none.
    public var plannedDeparture: Instant?
    public var plannedArrival: Instant?
    /// Metres between its ends and the streets that it follows; nil where it follows none.
    public var snapped: Itinerary.Snapped?

    public init(
      mode: TravelMode, departure: Instant, arrival: Instant, distance: Double,
      line: String? = nil, from: String? = nil, to: String? = nil,
      plannedDeparture: Instant? = nil, plannedArrival: Instant? = nil,
      snapped: Itinerary.Snapped? = nil
    ) {
      self.mode = mode
      self.departure = departure
      self.arrival = arrival
      self.distance = distance
      self.line = line
      self.from = from
      self.to = to
      self.plannedDeparture = plannedDeparture
      self.plannedArrival = plannedArrival
      self.snapped = snapped
    }
  }

  /// In order of time, at least one.
  public var legs: [Leg]
  public var departure: Instant
  public var arrival: Instant
  /// Metres over all legs.
  public var distance: Double
  /// Grams; nil where it is not known.
  public var co2: Double?
  /// How it was found, if not by the network and timetables: a stated estimate for people.
  public var estimate: String?
  /// Where the own car stands afterwards, if it was left on this way or one before.
  public var carStands: ParkedCar?
  /// Where the own car is fetched on the way.
  public var carFetched: ParkedCar?

  public init(
    legs: [Leg], departure: Instant, arrival: Instant, distance: Double, co2: Double? = nil,
    estimate: String? = nil
  ) {
    self.legs = legs
    self.departure = departure
    self.arrival = arrival
    self.distance = distance
    self.co2 = co2
    self.estimate = estimate
  }
}

/// Why there is no journey.
public struct NoJourney: Hashable, Sendable {
  /// Why there is none; part of the interface.
  public enum Reason: String, Sendable, CaseIterable {
    /// Nothing is imported there: whether one can get there is not known.
    case noNetworkNear
    /// The network does not connect the two.
    case noPath
    /// There would be a journey, but a limit forbids it.
    case limits
    /// The time lies outside of the timetables, and other modes do not do.
    case outsideTimetable
    /// The data cannot be read just now.
    case unavailable
  }

  public var reason: Reason
  /// One sentence for a person, with the limit or distance that stands in the way.
  public var detail: String

  public init(_ reason: Reason, _ detail: String) {
    self.reason = reason
    self.detail = detail
  }
}

/// The answer to a ``TravelRequest``.
public enum TravelAnswer: Hashable, Sendable {
  case journey(Journey)
  case none(NoJourney)
}

/// What is known of the ways between places, the least last.
public enum WayKnowledge: Int, Sendable, Comparable {
  case known
  /// Public transport is taken, and no timetable tells of the places.
  case withoutTimetable
  /// No map is there: ways are estimated along straight lines, if at all.
  case withoutMap

  public static func < (one: WayKnowledge, other: WayKnowledge) -> Bool {
    one.rawValue < other.rawValue
  }
}

/// When one leaves and arrives by the fastest way, for many questions about one place.
///
/// - Thread: confined.
public protocol TravelMoments: AnyObject {
  /// What ``TravelTimes/journey(_:)`` says of it; nil where only that can tell.
  func moments(_ request: TravelRequest) -> (departure: Instant, arrival: Instant)?

  /// Seconds of the fastest way along streets alone, which can be gone at any time; nil for none, and where only
  /// ``TravelTimes/journey(_:)`` can tell.
  func directSeconds(from: LonLat, to: LonLat, by rules: TravelRules) -> Int64?

  /// What is known of the ways between two places.
  func knowledge(from: LonLat, to: LonLat, by modes: Set<TravelMode>) -> WayKnowledge
}

/// Who knows how long the way from one place to another takes.
///
/// Appointments ask here; street networks and timetables answer behind it.
///
/// - Thread: shared.
public protocol TravelTimes: Sendable {
  /// The best journey within the rules, or why there is none.
  ///
  /// Called on worker threads, many times for one calendar: it should take milliseconds.
  func journey(_ request: TravelRequest) -> TravelAnswer

  /// Names the imported data and delays that answers rest on; another value says that plans which
  /// were made before have to be made anew.
  var dataVersion: String { get }

  /// Names the same without what holds for the time being and comes every half minute, as delays:
  /// plans for days further ahead rest on it.
  var lastingVersion: String { get }

  /// The same without the ways, for many questions about one place; nil where that is no quicker.
  ///
  /// - Parameter starts: the other ends of the ways, with how one travels between them.
  func moments(around place: LonLat, _ starts: [(LonLat, TravelRules)]) -> (any TravelMoments)?

  /// Whether journeys can be found just now; if not, the last plans are shown with their time.
  var isAvailable: Bool { get }
}

extension TravelTimes {
  public var lastingVersion: String { dataVersion }

  public var isAvailable: Bool { true }

  public func moments(
    around place: LonLat, _ starts: [(LonLat, TravelRules)]
  ) -> (any TravelMoments)? { nil }

  /// Both versions, by which all plans of an account are up to date.
  var versions: String { lastingVersion + " " + dataVersion }
}
