import Base
import Transit

/// A way that may stand in an answer: what it is like.
///
/// Its legs are told only if it is chosen.
struct ItineraryCandidate {
  var departure: Instant
  var arrival: Instant
  var rides: Int
  /// Metres on foot.
  var walk: Double
  /// Grams of CO2 equivalent.
  var co2: Double
  /// The means of a way without rides; nil of one with rides.
  var direct: TravelMode?
  /// What is paid for its rides; nil if unknown.
  var fare: Price?
  /// The runs it uses; empty for a way without rides.
  var runs: [TripRun] = []
  /// The longest that one stands about, at the start, between or at the end, in seconds.
  var wait = 0.0
  /// The longest that one stands about between two rides, in seconds.
  var pause = 0.0
  var tell: () -> Itinerary?

  /// Seconds.
  var duration: Double { Itinerary.seconds(departure, arrival) }
}

/// One run of a trip of a timetable: what two ways have in common that differ in stops only.
struct TripRun: Hashable {
  /// Position among the planner's timetables.
  var network: Int
  var feed: Int
  var trip: String
  var start: Instant
}

extension ItineraryCandidate {
  /// One that has been told.
  init(_ itinerary: Itinerary) {
    self.init(
      departure: itinerary.departure, arrival: itinerary.arrival,
      rides: itinerary.legs.count { $0.ride != nil }, walk: itinerary.walk, co2: itinerary.co2,
      direct: itinerary.legs.contains { $0.ride != nil } ? nil : itinerary.legs.first?.mode,
      fare: itinerary.fare,
      runs: itinerary.legs.compactMap { leg in
        leg.ride.map { TripRun(network: 0, feed: 0, trip: $0.trip, start: leg.departure) }
      },
      tell: { itinerary })
  }
}
