import Base

extension FeedReader {
  /// Reads `calendar.txt` and `calendar_dates.txt`; a feed must have one of them.
  mutating func readCalendar() throws(Refusal) {
    var weeks: [(service: Int, weekdays: UInt8, first: Int, last: Int)] = []
    var dates: [(service: Int, day: Int, runs: Bool)] = []
    let hasWeeks = try readWeeks(into: &weeks)
    let hasDates = try readDates(into: &dates)
    guard hasWeeks || hasDates else {
      throw FeedRule.file.refusal(
        "calendar.txt", nil, nil, "is missing, and so is calendar_dates.txt; a feed must have one")
    }
    let days = weeks.flatMap { [$0.first, $0.last] } + dates.map(\.day)
    guard let first = days.min(), let last = days.max() else {
      throw FeedRule.rows.refusal("calendar.txt", nil, nil, "has no day of service")
    }
    guard last - first < limits.days,
      (last - first) / 64 * feed.services.count <= limits.dayWords
    else {
      throw FeedRule.size.refusal(
        "calendar.txt", nil, nil, "spans \(last - first) days, more than can be kept")
    }
    feed.firstDay = first
    feed.dayCount = last - first + 1
    for service in feed.services.indices {
      feed.services[service].days = DaySet(count: feed.dayCount)
    }
    for week in weeks where week.first <= week.last {
      for day in week.first...week.last {
        // 1970-01-01 was a Thursday; bit 0 is Monday.
        let weekday = (day % 7 + 10) % 7
        if week.weekdays >> UInt8(weekday) & 1 == 1 {
          feed.services[week.service].days.set(day - first, true)
        }
      }
    }
    for date in dates { feed.services[date.service].days.set(date.day - first, date.runs) }
  }

  /// Cuts the calendar to the days from the first to the last on which a trip runs.
  ///
  /// Rows of services without trips or weekdays, and of days that are taken out, may reach decades
  /// further.
  mutating func trimCalendar() {
    var days = DaySet(count: feed.dayCount)
    for service in Set(feed.trips.lazy.filter { !$0.times.isEmpty }.map(\.service)) {
      days.formUnion(feed.services[service].days)
    }
    let span = 0..<feed.dayCount
    guard let first = span.first(where: { days.contains($0) }),
      let last = span.last(where: { days.contains($0) }), last - first + 1 < feed.dayCount
    else { return }
    for service in feed.services.indices {
      feed.services[service].days = feed.services[service].days.cut(to: first...last)
    }
    feed.firstDay += first
    feed.dayCount = last - first + 1
  }

  private mutating func service(_ table: CSVReader, _ column: Int) -> Int? {
    guard !table.isEmpty(column) else {
      report.skip(table.file, table.line, "service_id", "is empty")
      return nil
    }
    if let number = serviceNumbers.number(of: table.raw(column)) { return number }
    guard let number = serviceNumbers.add(table.raw(column)) else { return nil }
    feed.services.append(Feed.Service(id: table.text(column), days: DaySet(count: 0)))
    return number
  }

  private mutating func readWeeks(
    into weeks: inout [(service: Int, weekdays: UInt8, first: Int, last: Int)]
  ) throws(Refusal) -> Bool {
    guard var table = try optionalTable("calendar.txt") else { return false }
    let id = try requiredColumn("service_id", of: table)
    var weekdays: [Int] = []
    for name in ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] {
      weekdays.append(try requiredColumn(name, of: table))
    }
    let start = try requiredColumn("start_date", of: table)
    let end = try requiredColumn("end_date", of: table)
    while try table.next() {
      report.row(table.file)
      guard let first = Self.day(table.raw(start)) else {
        report.skip(table.file, table.line, "start_date", "is no date (YYYYMMDD)")
        continue
      }
      guard let last = Self.day(table.raw(end)), last >= first else {
        report.skip(table.file, table.line, "end_date", "is no date (YYYYMMDD) after start_date")
        continue
      }
      let values = weekdays.map { table.integer($0) ?? -1 }
      guard values.allSatisfy({ $0 == 0 || $0 == 1 }) else {
        report.skip(table.file, table.line, "monday", "to sunday must be 0 or 1 each")
        continue
      }
      guard let service = service(table, id) else { continue }
      var bits: UInt8 = 0
      for (weekday, value) in values.enumerated() where value == 1 { bits |= 1 << UInt8(weekday) }
      weeks.append((service, bits, first, last))
    }
    return true
  }

  private mutating func readDates(
    into dates: inout [(service: Int, day: Int, runs: Bool)]
  ) throws(Refusal) -> Bool {
    guard var table = try optionalTable("calendar_dates.txt") else { return false }
    let id = try requiredColumn("service_id", of: table)
    let date = try requiredColumn("date", of: table)
    let kind = try requiredColumn("exception_type", of: table)
    while try table.next() {
      report.row(table.file)
      guard let day = Self.day(table.raw(date)) else {
        report.skip(table.file, table.line, "date", "is no date (YYYYMMDD)")
        continue
      }
      guard let kind = table.integer(kind), kind == 1 || kind == 2 else {
        report.skip(table.file, table.line, "exception_type", "is neither 1 nor 2")
        continue
      }
      guard let service = service(table, id) else { continue }
      dates.append((service, day, kind == 1))
    }
    return true
  }

  /// Days after 1970-01-01 of a date of the years 1970 to 2199.
  static func day(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.count == 8, let number = CSVReader.integer(digits),
      (1970..<2200).contains(number / 10_000)
    else { return nil }
    return CivilDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)?
      .daysSinceEpoch
  }
}
