import Base

/// Walks over the days of a rule: period after period, the days of each that its parts let through.
///
/// Written here because libical 3.0 can be stopped neither in the midst of its search, which takes up
/// to 0.9 s for one rule, nor from reading outside of its tables for others; what it finds for the
/// rest is found here too (the tests compare).
///
/// - Complexity: a step of the budget for every day that is looked at; a period's days are looked
///   at once.
/// - Thread: confined.
struct RecurrenceDays {
  /// The last year that rules are followed to.
  static let lastYear = 2582
  /// Its last day.
  static let lastDay = CivilDate(year: lastYear, month: 12, day: 31)?.daysSinceEpoch ?? 0

  private let parts: RecurrenceParts
  /// Days since the epoch.
  private let first: Int
  private let firstDate: CivilDate
  private let firstWeekday: Int
  /// Which period is next; the first one holds the start.
  private var period = 0

  init(_ parts: RecurrenceParts, from start: CivilDate) {
    self.parts = parts
    first = start.daysSinceEpoch
    firstDate = start
    firstWeekday = Self.weekday(first)
  }

  /// From 0 for Monday.
  static func weekday(_ day: Int) -> Int { ((day + 3) % 7 + 7) % 7 }

  /// Goes on to the last period that begins at `day` or before, if that lies ahead.
  mutating func skip(to day: Int) {
    guard day > first else { return }
    let date = CivilDate(daysSinceEpoch: day)
    let units: Int
    switch parts.frequency {
    case .daily: units = day - first
    case .weekly: units = (day - weekBegin(first)) / 7
    case .monthly: units = (date.year - firstDate.year) * 12 + date.month - firstDate.month
    case .yearly: units = date.year - firstDate.year
    }
    period = max(period, units / parts.interval)
  }

  private func weekBegin(_ day: Int) -> Int {
    day - (Self.weekday(day) - parts.weekStart + 7) % 7
  }

  /// The days of the next period, in order; nil when there is none any more, or no budget.
  mutating func next(_ budget: inout RecurrenceBudget) -> [Int]? {
    let (offset, overflow) = period.multipliedReportingOverflow(by: parts.interval)
    guard !overflow, offset < 1_000_000 else { return nil }
    period += 1
    let days: Range<Int>
    switch parts.frequency {
    case .daily: days = first + offset..<first + offset + 1
    case .weekly:
      let begin = weekBegin(first) + 7 * offset
      days = begin..<begin + 7
    case .monthly:
      let months = firstDate.year * 12 + firstDate.month - 1 + offset
      guard let begin = CivilDate(year: months / 12, month: months % 12 + 1, day: 1) else {
        return nil
      }
      let day = begin.daysSinceEpoch
      days = day..<day + CivilDate.daysInMonth(year: begin.year, month: begin.month)
    case .yearly:
      guard let begin = CivilDate(year: firstDate.year + offset, month: 1, day: 1) else {
        return nil
      }
      days = begin.daysSinceEpoch..<begin.daysSinceEpoch + Self.daysInYear(begin.year)
      if isPlainYearly { return plain(begin.year, &budget) }
    }
    guard CivilDate(daysSinceEpoch: days.lowerBound).year <= Self.lastYear, budget.take(days.count)
    else { return nil }
    return placed(days.filter(isMatched))
  }

  /// Whether it is the same day of every year, which needs no search.
  private var isPlainYearly: Bool {
    parts.months.isEmpty && parts.monthDays.isEmpty && parts.yearDays.isEmpty
      && parts.weeks.isEmpty && parts.weekdays.isEmpty && parts.positions.isEmpty
  }

  private func plain(_ year: Int, _ budget: inout RecurrenceBudget) -> [Int]? {
    guard year <= Self.lastYear, budget.take(1) else { return nil }
    return CivilDate(year: year, month: firstDate.month, day: firstDate.day)
      .map { [$0.daysSinceEpoch] } ?? []
  }

  /// BYSETPOS: some of a period's days by their place among them.
  private func placed(_ days: [Int]) -> [Int] {
    guard !parts.positions.isEmpty else { return days }
    let places = Set(parts.positions.map { $0 > 0 ? $0 - 1 : days.count + $0 })
    return places.filter(days.indices.contains).sorted().map { days[$0] }
  }

  private func isMatched(_ day: Int) -> Bool {
    let date = CivilDate(daysSinceEpoch: day)
    if !parts.months.isEmpty, !parts.months.contains(date.month) { return false }
    let length = CivilDate.daysInMonth(year: date.year, month: date.month)
    if !parts.monthDays.isEmpty, !parts.monthDays.contains(date.day),
      !parts.monthDays.contains(date.day - length - 1)
    {
      return false
    }
    if !parts.yearDays.isEmpty {
      let number = Self.dayOfYear(date, day)
      guard
        parts.yearDays.contains(number)
          || parts.yearDays.contains(number - Self.daysInYear(date.year) - 1)
      else { return false }
    }
    if !parts.weeks.isEmpty, !isInWeek(day, date) { return false }
    if isInMonthOfStart, date.month != firstDate.month { return false }
    if !parts.weekdays.isEmpty { return isWeekday(day, date, length) }
    return isPreset(day, date)
  }

  /// Whether days of months are those of the start's month, as libical and the calendars that rest
  /// on it have it of a yearly rule that names no month.
  private var isInMonthOfStart: Bool {
    parts.frequency == .yearly && !parts.monthDays.isEmpty && parts.months.isEmpty
      && parts.yearDays.isEmpty && parts.weeks.isEmpty
  }

  private func isWeekday(_ day: Int, _ date: CivilDate, _ length: Int) -> Bool {
    let weekday = Self.weekday(day)
    return parts.weekdays.contains { named in
      guard named.day == weekday else { return false }
      guard named.ordinal != 0 else { return true }
      let (place, count): (Int, Int)
      switch parts.frequency {
      case .daily, .weekly: return true
      case .yearly where parts.months.isEmpty:
        (place, count) = (Self.dayOfYear(date, day), Self.daysInYear(date.year))
      case .monthly, .yearly: (place, count) = (date.day, length)
      }
      return named.ordinal > 0
        ? (place - 1) / 7 + 1 == named.ordinal : (count - place) / 7 + 1 == -named.ordinal
    }
  }

  /// What the rule does not say is as at its start.
  private func isPreset(_ day: Int, _ date: CivilDate) -> Bool {
    switch parts.frequency {
    case .daily: return true
    case .weekly: return Self.weekday(day) == firstWeekday
    case .monthly: return !parts.monthDays.isEmpty || date.day == firstDate.day
    case .yearly:
      if !parts.yearDays.isEmpty || !parts.monthDays.isEmpty { return true }
      if !parts.weeks.isEmpty { return Self.weekday(day) == firstWeekday }
      return date.day == firstDate.day
        && (!parts.months.isEmpty || date.month == firstDate.month)
    }
  }

  /// Whether a day lies in one of the weeks named, which count from the first one with at least
  /// four days in the year.
  ///
  /// The days around New Year may lie in a week of the other year (RFC 5545, 3.3.10; ISO 8601).
  private func isInWeek(_ day: Int, _ date: CivilDate) -> Bool {
    var (begin, year) = (day - Self.dayOfYear(date, day) + 1, date.year)
    if weekBegin(day) < firstWeek(begin) {
      year -= 1
      begin -= Self.daysInYear(year)
    } else if weekBegin(day) >= firstWeek(begin + Self.daysInYear(year)) {
      begin += Self.daysInYear(year)
      year += 1
    }
    let week = (weekBegin(day) - firstWeek(begin)) / 7 + 1
    let count = (firstWeek(begin + Self.daysInYear(year)) - firstWeek(begin)) / 7
    return parts.weeks.contains(week) || parts.weeks.contains(week - count - 1)
  }

  /// Where week 1 of the year begins that begins on a day.
  private func firstWeek(_ year: Int) -> Int { weekBegin(year + 3) }

  private static func dayOfYear(_ date: CivilDate, _ day: Int) -> Int {
    day - (CivilDate(year: date.year, month: 1, day: 1)?.daysSinceEpoch ?? day) + 1
  }

  private static func daysInYear(_ year: Int) -> Int {
    337 + CivilDate.daysInMonth(year: year, month: 2)
  }
}
