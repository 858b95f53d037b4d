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
}
