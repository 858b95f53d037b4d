import Base

/// What is known of trips that do not run as planned; lies over a timetable, which stays as it is.
///
/// - Thread: immutable, shared.
public struct DelayOverlay: Sendable {
  /// What one trip does on one day.
  public struct TripDelay: Sendable, Hashable {
    public var isCancelled = false
    /// Seconds late (early if negative) by position in the trip's stops; holds until the next.
    public var stops: [StopDelay] = []
    /// Stops passed without stopping, by position, in order.
    public var skipped: [Int] = []

    public init(isCancelled: Bool = false, stops: [StopDelay] = [], skipped: [Int] = []) {
      self.isCancelled = isCancelled
      self.stops = stops
      self.skipped = skipped
    }
  }

  /// Seconds by which a trip is late at one of its stops; negative if early.
  public struct StopDelay: Sendable, Hashable {
    /// From 0, in the order of the trip's stops.
    public var position: Int
    public var arrival: Int32
    public var departure: Int32

    public init(position: Int, arrival: Int32, departure: Int32) {
      (self.position, self.arrival, self.departure) = (position, arrival, departure)
    }
  }

  struct Key: Hashable {
    /// Position in the timetable's trip names, and the shift of those by exact headway.
    var trip: Int32
    var shift: Int32
    var day: Int
  }

  private var byTrip: [Key: TripDelay] = [:]

  public init() {}

  public var isEmpty: Bool { byTrip.isEmpty }
  /// How many trips do not run as planned.
  public var count: Int { byTrip.count }

  mutating func set(_ delay: TripDelay, trip: Timetable.Trip, day: Int) {
    byTrip[Key(trip: trip.name, shift: trip.shift, day: day)] = delay
  }

  /// Trips by headway without exact times have no delays: none of their departures has a name.
  func delays(_ timetable: Timetable, _ trip: Timetable.Trip, day: Int) -> TripDelay? {
    trip.headway == 0 ? byTrip[Key(trip: trip.name, shift: trip.shift, day: day)] : nil
  }
}

extension DelayOverlay.TripDelay {
  static let maximumDelay: Int32 = 2 * 86_400

  /// Shifts times; a vehicle never leaves before it came, nor comes before it left the last stop.
  func apply(_ arrivals: inout [Int32], _ departures: inout [Int32], from start: Int, count: Int) {
    var next = 0
    // Stops before the first that is named are behind the vehicle: one that is early must not wait there.
    var current = min(stops.first?.arrival ?? 0, 0)
    var last = Int32.min
    for at in 0..<count {
      var (arrival, departure) = (current, current)
      if next < stops.count, stops[next].position == at {
        arrival = stops[next].arrival
        departure = stops[next].departure
        current = departure
        next += 1
      }
      let limit = DelayOverlay.TripDelay.maximumDelay
      arrival = min(max(arrival, -limit), limit)
      departure = min(max(departure, -limit), limit)
      arrivals[start + at] = max(arrivals[start + at] + arrival, last)
      departures[start + at] = max(departures[start + at] + departure, arrivals[start + at])
      last = departures[start + at]
    }
  }
}
