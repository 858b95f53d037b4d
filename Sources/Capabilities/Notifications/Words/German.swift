/// The room in which notices are worded in German; as ``English`` in everything else.
///
/// - Thread: pure.
public struct German: Sendable {
  private let form: TimeForm

  public init(zone: String? = nil, locale: String? = nil) {
    form = TimeForm(.german, zone: zone, tag: locale, else: "DE")
  }

  /// `Mo., 4. Mai 2026 um 09:30 Uhr (Zeit in Vaduz)`; `Mo., 4. Mai 2026` for a whole day.
  public func time(_ moment: Moment) -> String {
    moment.isWholeDay
      ? form.day(moment) : "\(withUnit(form.dayAndClock(moment))) (\(zone(moment)))"
  }

  /// `Mo., 4. Mai 2026 um 09:30 bis 11:00 Uhr (Zeit in Vaduz)`.
  public func time(from start: Moment, to end: Moment) -> String {
    let isOneDay = form.day(start) == form.day(end)
    let last = isOneDay ? form.clock(end) : form.dayAndClock(end)
    return "\(form.dayAndClock(start)) bis \(withUnit(last)) (\(zone(start)))"
  }

  /// `09:30 Uhr`.
  public func clock(_ moment: Moment) -> String { withUnit(form.clock(moment)) }

  /// Whose clocks they are: `Zeit in Wien`.
  public func zone(_ moment: Moment) -> String {
    form.city(moment).map { "Zeit in \($0)" } ?? form.zoneName(moment)
  }

  /// Whole minutes, rounded up: `1 Minute`.
  public func minutes(seconds: Int) -> String {
    let count = max(0, (seconds + 59) / 60)
    return count == 1 ? "1 Minute" : "\(count) Minuten"
  }

  /// Hours that go to 12 have a unit of their own.
  private func withUnit(_ clock: String) -> String {
    clock.last?.isNumber == true ? clock + " Uhr" : clock
  }
}
