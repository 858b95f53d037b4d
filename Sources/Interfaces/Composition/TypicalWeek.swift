import Base
import Calendar
import Geodata
import Transit
import Travel

/// A day of which timetables do not tell yet, read as the same weekday of a week that they tell of.
///
/// - Thread: pure.
struct TypicalWeek {
  /// Weeks that are looked at, from a timetable's last whole one backwards: one of them may be a holiday.
  private static let weeks = 4
  /// Days that are tried at most, however many timetables there are.
  private static let most = 3 * weeks

  /// The moment in the known week.
  let instant: Instant
  /// The day of it.
  let day: CivilDate
  /// Seconds from there to the day that is meant.
  private let seconds: Int64

  /// The moments that may stand for one, the best first: days of which most of the timetables that end before it
  /// tell, the latest of them; none where none of them ends before it.
  ///
  /// - Parameter timetables: those that matter for the way in question.
  static func candidates(_ wanted: Instant, _ timetables: [ImportedTimetable]) -> [TypicalWeek] {
    let told = timetables.map(\.engine.timetable).filter { $0.dayCount > 0 }
    guard let last = told.max(by: { $0.firstDay + $0.dayCount < $1.firstDay + $1.dayCount }),
      let zone = IANATimeZone(last.timeZone)
    else { return [] }
    let wall = zone.wallTime(at: wanted)
    let number = wall.date.daysSinceEpoch
    let all = told.filter { number >= $0.firstDay + $0.dayCount }
    func isKnown(_ day: Int, to timetable: Timetable) -> Bool {
      day >= timetable.firstDay && day < timetable.firstDay + timetable.dayCount
    }
    // Timetables end at different times: the last weeks of one may lie beyond another's end.
    let days = Set(
      all.flatMap { timetable in
        let first = (number - timetable.firstDay - timetable.dayCount) / 7 + 1
        return (first..<first + weeks).map { number - 7 * $0 }.filter { isKnown($0, to: timetable) }
      })
    let ranked = days.map { day in (day: day, known: all.count { isKnown(day, to: $0) }) }
      .sorted { ($0.known, $0.day) > ($1.known, $1.day) }
    return ranked.prefix(most).map { day, _ in
      let date = CivilDate(daysSinceEpoch: day)
      let instant = zone.instant(of: WallTime(date: date, secondOfDay: wall.secondOfDay))
      return TypicalWeek(
        instant: instant, day: date, seconds: Int64(wanted.seconds(since: instant).rounded()))
    }
  }

  /// A moment of the known week as one of the day that is meant.
  func moved(_ instant: Instant) -> Instant { instant.adding(seconds: seconds) }

  /// A journey of the known week as one of the day that is meant; it says what it rests on.
  func moved(_ journey: Travel.Journey) -> Travel.Journey {
    var journey = journey
    journey.departure = moved(journey.departure)
    journey.arrival = moved(journey.arrival)
    for index in journey.legs.indices {
      journey.legs[index].departure = moved(journey.legs[index].departure)
      journey.legs[index].arrival = moved(journey.legs[index].arrival)
      let (departure, arrival) = (
        journey.legs[index].plannedDeparture, journey.legs[index].plannedArrival
      )
      journey.legs[index].plannedDeparture = departure.map(moved)
      journey.legs[index].plannedArrival = arrival.map(moved)
    }
    let note = "The timetable of that day is not known yet: this is how one travels on \(day.text)."
    journey.estimate = journey.estimate.map { "\(note) \($0)" } ?? note
    return journey
  }
}
