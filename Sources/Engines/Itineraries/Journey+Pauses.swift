import Base
import Transit

extension Journey {
  /// A time at which one stands about between two rides.
  struct Pause {
    var start: Instant
    var end: Instant

    var seconds: Double { Itinerary.seconds(start, end) }
  }

  /// The longest time that one stands about between two rides; nil where there is but one.
  var pause: Pause? {
    var longest: Pause?
    var now: Instant?
    for leg in legs {
      switch leg {
      case .walk(let walk): now = now.map { max($0, walk.arrival) }
      case .ride(let ride):
        guard let first = ride.calls.first, let last = ride.calls.last else { continue }
        if let now {
          let pause = Pause(start: now, end: first.departure)
          if pause.seconds > longest?.seconds ?? -1 { longest = pause }
        }
        now = last.arrival
      }
    }
    return longest
  }

  /// Whether one stands about for hours between two rides.
  var isBroken: Bool { (pause?.seconds ?? 0) > ItineraryChoice.maximumWait }
}
