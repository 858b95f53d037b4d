import Base

/// A timetable as a part of an engine, with what is known of its delays, its clock and its fares.
///
/// - Thread: immutable, shared.
struct FeedPart: Sendable {
  let timetable: Timetable
  let clock: FeedClock
  let fares: FareCalculator
  /// The number of its first stop among those of the engine.
  var firstStop = 0
  var delays: DelayOverlay
  /// Whether a bicycle can be taken along on any of its trips.
  let carriesBicycles: Bool

  /// - Throws: ``Refusal`` if the time zone's name is unknown.
  init(_ timetable: Timetable, delays: DelayOverlay) throws(Refusal) {
    guard let clock = FeedClock(timetable.timeZone) else {
      throw FeedRule.timeZone.refusal("agency.txt", nil, "agency_timezone", "is unknown")
    }
    self.timetable = timetable
    self.clock = clock
    self.delays = delays
    fares = FareCalculator(timetable.fares)
    carriesBicycles = timetable.tripNames.contains { $0.bicycles == .possible }
  }

  /// Whether a moment lies in its calendar, or a day beside it.
  func covers(_ instant: Instant) -> Bool {
    let number = clock.day(of: instant)
    return number >= timetable.firstDay - 1 && number <= timetable.firstDay + timetable.dayCount
  }

  /// A moment of a trip by the timetable, without the delays that are known.
  ///
  /// - Parameters:
  ///   - seconds: since the start of the trip's day of service.
  ///   - layer: that day, counted from the one of a window.
  ///   - day: the day of the window.
  ///   - origin: seconds since 1970 of the window's zero.
  func planned(_ seconds: Int32, layer: Int32, day: Int, origin: Int64) -> Instant {
    // The layers of a feed in another time zone count from the day that is there at the window's zero.
    let isSameDay = clock.origin(ofDay: day) == origin
    let base = isSameDay ? day : clock.day(of: Instant(milliseconds: origin * 1000))
    return Instant(milliseconds: (clock.origin(ofDay: base + Int(layer)) + Int64(seconds)) * 1000)
  }
}
