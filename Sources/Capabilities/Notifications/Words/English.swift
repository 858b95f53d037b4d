/// The room in which notices are worded in English.
///
/// Every capability words its notices in an extension of them; what all sentences share stands here.
///
/// - Thread: pure.
public struct English: Sendable {
  private let form: TimeForm

  /// - Parameters:
  ///   - zone: the reader's own; nil for the zones that the notices name.
  ///   - locale: a BCP 47 tag, whose region has its own order of days and hours; without one the day
  ///     comes first and hours go to 24.
  public init(zone: String? = nil, locale: String? = nil) {
    form = TimeForm(.english, zone: zone, tag: locale, else: "GB")
  }

  /// `Mon, 4 May 2026 at 09:30 (Vaduz time)`; `Mon, 4 May 2026` for a whole day.
  public func time(_ moment: Moment) -> String {
    moment.isWholeDay ? form.day(moment) : "\(form.dayAndClock(moment)) (\(zone(moment)))"
  }

  /// `Mon, 4 May 2026 at 09:30 to 11:00 (Vaduz time)`, the day said twice only if there are two.
  public func time(from start: Moment, to end: Moment) -> String {
    let isOneDay = form.day(start) == form.day(end)
    let last = isOneDay ? form.clock(end) : form.dayAndClock(end)
    return "\(form.dayAndClock(start)) to \(last) (\(zone(start)))"
  }

  /// `09:30`.
  public func clock(_ moment: Moment) -> String { form.clock(moment) }

  /// Whose clocks they are: `Vaduz time`.
  public func zone(_ moment: Moment) -> String {
    form.city(moment).map { "\($0) time" } ?? form.zoneName(moment)
  }

  /// Whole minutes, rounded up: `1 minute`.
  public func minutes(seconds: Int) -> String {
    let count = max(0, (seconds + 59) / 60)
    return count == 1 ? "1 minute" : "\(count) minutes"
  }
}
