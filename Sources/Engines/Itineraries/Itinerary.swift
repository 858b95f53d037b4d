import Base
import Geodesy
import Transit

/// A way from one place to another with its times.
///
/// - Thread: immutable, shared.
public struct Itinerary: Sendable, Hashable {
  /// A part of it by one means.
  public struct Leg: Sendable, Hashable {
    public var mode: TravelMode
    public var departure: Instant
    public var arrival: Instant
    /// Metres.
    public var distance: Double
    /// Grams of CO2 equivalent per passenger.
    public var co2: Double
    /// Two positions at least.
    public var geometry: [LonLat]
    public var steps: [Step]
    /// Where it starts and ends, if that has a name.
    public var from: String?
    public var to: String?
    /// Nil unless it is by public transport.
    public var ride: Ride?
    /// Whether it is an estimate along a straight line, as no street network covers it.
    public var isEstimate = false
    /// Metres between its ends and the streets that it follows; nil where it follows none.
    public var snapped: Snapped?

    /// Seconds.
    public var duration: Double { Itinerary.seconds(departure, arrival) }
  }

  /// How far the ends of a leg are from the streets.
  public struct Snapped: Sendable, Hashable {
    /// Metres in straight lines.
    public var start: Double
    public var end: Double
    /// Whether one of these lines leads over water, as no street is reached without.
    public var isOverWater = false

    public init(start: Double, end: Double, isOverWater: Bool = false) {
      (self.start, self.end, self.isOverWater) = (start, end, isOverWater)
    }
  }

  /// What to do, where.
  public struct Step: Sendable, Hashable {
    /// One English sentence.
    public var instruction: String
    /// The street's name, or the stop's; empty if it has none.
    public var name: String
    /// Metres and seconds until the next step.
    public var distance: Double
    public var duration: Double
    public var position: LonLat
  }

  /// What is known of a leg by public transport.
  public struct Ride: Sendable, Hashable {
    /// What passengers call it: `11`.
    public var line: String
    /// Where it says it goes; empty if unknown.
    public var headsign: String
    /// Empty if unknown.
    public var agency: String
    /// 0xRRGGBB; nil if the feed gives none.
    public var colour: UInt32?
    public var textColour: UInt32?
    /// Its stops from where one boards to where one alights, both included.
    public var stops: [Stop]
    /// If it runs by headway, the seconds between two.
    public var headway: Int?
    /// Whether a wheelchair can board; nil if the feed does not say.
    public var wheelchair: Bool?
    /// Whether a bicycle can be taken along; nil if the feed does not say.
    public var bicycles: Bool?
    /// The feed's own name of the trip.
    public var trip: String
    /// When it leaves and arrives by the timetable, without the delays that are known.
    public var plannedDeparture: Instant
    public var plannedArrival: Instant
  }

  /// A stop that the vehicle serves, with the times that hold now.
  public struct Stop: Sendable, Hashable {
    public var name: String
    public var position: LonLat
    public var arrival: Instant
    public var departure: Instant
  }

  /// A call at a place on the way.
  public struct Stopover: Sendable, Hashable {
    /// Position among the places of the request.
    public var via: Int
    public var position: LonLat
    public var arrival: Instant
    /// After the stay, and after waiting for what leaves next.
    public var departure: Instant
    /// Position in ``Itinerary/legs`` of the first leg after it.
    public var leg: Int
  }

  /// In order of time, at least one.
  public var legs: [Leg]
  /// In order of time.
  public var stopovers: [Stopover] = []
  /// What is paid for all its rides, nothing on foot or by bicycle; nil if it is not known.
  public var fare: Price?
  public var departure: Instant
  public var arrival: Instant

  init(legs: [Leg], departure: Instant, arrival: Instant, fare: Price? = nil) {
    (self.legs, self.departure, self.arrival, self.fare) = (legs, departure, arrival, fare)
  }

  /// Metres over all legs.
  public var distance: Double { legs.reduce(0) { $0 + $1.distance } }
  /// Seconds from departure to arrival.
  public var duration: Double { Itinerary.seconds(departure, arrival) }
  /// Grams of CO2 equivalent per passenger.
  public var co2: Double { legs.reduce(0) { $0 + $1.co2 } }
  /// Metres on foot.
  public var walk: Double { distance(by: .walk) }
  /// Whether something is paid, and nobody knows how much.
  public var isFareUnknown: Bool {
    fare == nil && legs.contains { $0.mode != .walk && $0.mode != .bicycle }
  }
  /// How often one changes vehicles; getting on again after a stopover is no change.
  public var transfers: Int {
    let starts = [0] + stopovers.map(\.leg)
    return zip(starts, starts.dropFirst() + [legs.count]).reduce(0) { sum, part in
      sum + max(legs[part.0..<part.1].count { $0.ride != nil } - 1, 0)
    }
  }

  /// Metres by one mode.
  public func distance(by mode: TravelMode) -> Double {
    legs.reduce(0) { $0 + ($1.mode == mode ? $1.distance : 0) }
  }

  static func seconds(_ from: Instant, _ to: Instant) -> Double {
    Double(to.milliseconds - from.milliseconds) / 1000
  }
}

/// Why there is no itinerary.
public struct NoItinerary: Sendable, Hashable {
  /// Why there is none; part of the interface.
  public enum Reason: String, Sendable {
    /// A place is too far from any street and stop.
    case noNetworkNear
    /// Nothing connects the two.
    case noPath
    /// Limits are set, and nothing keeps them.
    case limits
    /// The time lies outside of the timetables, and nothing else does.
    case outsideTimetable
  }

  public var reason: Reason
  /// One or two sentences for a person, with the distance or limit that stands in the way.
  public var detail: String
}

/// Where the ways before and after those of an answer are found.
///
/// - Thread: pure.
public struct ItineraryPages: Sendable, Hashable {
  /// Arriving by this, one comes before all of the answer; nil without public transport.
  public var earlier: Instant?
  /// Departing at this, one leaves after all of the answer; nil without public transport.
  public var later: Instant?

  public init(earlier: Instant? = nil, later: Instant? = nil) {
    (self.earlier, self.later) = (earlier, later)
  }
}

/// The answer to an ``ItineraryRequest``.
public enum ItineraryAnswer: Sendable {
  /// Best first by the order asked for; none is worse than another in everything.
  ///
  /// `breaking` names the limits that were put aside, empty where all were kept.
  case found([Itinerary], breaking: [String], pages: ItineraryPages)
  case none(NoItinerary)
}
