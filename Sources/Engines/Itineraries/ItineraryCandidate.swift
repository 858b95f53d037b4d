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
  var direct: ItineraryMode?
  /// What is paid for its rides; nil if unknown.
  var fare: Price?
  var tell: () -> Itinerary?

  /// Seconds.
  var duration: Double { Itinerary.seconds(departure, arrival) }
}

extension ItineraryCandidate {
  /// One that has been told.
  init(_ itinerary: Itinerary) {
    self.init(
      departure: itinerary.departure, arrival: itinerary.arrival,
      rides: itinerary.legs.count { $0.ride != nil }, walk: itinerary.walk, co2: itinerary.co2,
      direct: itinerary.legs.contains { $0.ride != nil } ? nil : itinerary.legs.first?.mode,
      fare: itinerary.fare,
      tell: { itinerary })
  }
}
