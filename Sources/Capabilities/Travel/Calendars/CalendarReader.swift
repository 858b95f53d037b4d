import Base
import Geodesy

/// Reads the events of iCalendar files as appointments.
///
/// What a file holds besides events is passed over; an event that cannot be an appointment here is
/// passed over too, with a note that names its line.
///
/// - Thread: pure.
struct CalendarReader {
  /// An event as it shall stand in its importer's calendar.
  struct Event: Sendable {
    var item: CalendarItem
    var notes: String
    var preNotification: Int?
    /// The start, in the series, of the occurrence that it stands in for.
    var recurrenceID: Instant?
    var line: Int
  }

  /// Most events of one file.
  static let eventLimit = 2000

  private let preset: CalendarZone
  private let organizer: EntityID
  private let now: Instant
  private(set) var events: [Event] = []
  private(set) var notes: [String] = []
  /// For following the rules of all events.
  private var budget = RecurrenceBudget(RecurrenceBudget.ofRequest)

  /// - Parameter preset: the zone of times that name none.
  init(preset: CalendarZone, organizer: EntityID, now: Instant) {
    self.preset = preset
    self.organizer = organizer
    self.now = now
  }

  /// Reads a file.
  ///
  /// - Throws: ``BrokenCalendar`` with the line.
  mutating func read(_ bytes: [UInt8]) throws(BrokenCalendar) {
    var others: [String: Int] = [:]
    for calendar in try CalendarComponent.calendars(bytes) {
      for component in calendar.children {
        guard component.name == "VEVENT" else {
          if component.name != "VTIMEZONE" { others[component.name, default: 0] += 1 }
          continue
        }
        guard events.count < Self.eventLimit else {
          throw BrokenCalendar(
            component.line, "begins an event beyond the \(Self.eventLimit) of one file")
        }
        let found: Event
        do throws(Unusable) { found = try event(component) } catch {
          note("Line \(error.line): \(error.detail); the event was left out.")
          continue
        }
        try take(found)
      }
    }
    for (name, count) in others.sorted(by: { $0.key < $1.key }) {
      note("\(count) × \(name.prefix(40)) passed over: only events are imported.")
    }
  }

  private mutating func take(_ event: Event) throws(BrokenCalendar) {
    var event = event
    do throws(CalendarItem.RuleProblem) {
      try event.item.measure(&budget)
      events.append(event)
    } catch {
      note("Line \(event.line): its rule \(error.detail); the event was left out.")
    }
    guard !budget.isSpent else {
      throw BrokenCalendar(
        event.line, "begins an event with which the rules of the file take too long to follow")
    }
  }

  private mutating func note(_ text: String) {
    if notes.count < 100 { notes.append(text) }
  }

  /// Why an event cannot be an appointment.
  private struct Unusable: Error {
    var line: Int
    var detail: String
  }

  private func event(_ component: CalendarComponent) throws(Unusable) -> Event {
    guard let startLine = component.property("DTSTART") else {
      throw Unusable(line: component.line, detail: "it has no DTSTART")
    }
    let (start, zone, isAllDay) = try time(startLine)
    let id = EntityID(high: 0, low: 0)
    var item = CalendarItem(
      id: id, uid: uid(component), organizer: organizer, title: title(component), start: start,
      zone: zone, duration: 0, createdAt: now, updatedAt: now)
    item.isAllDay = isAllDay
    item.duration = try duration(component, item)
    if let line = component.property("RRULE") {
      do throws(RecurrenceRule.Problem) {
        item.recurrence = try RecurrenceRule(line.value)
      } catch {
        throw Unusable(line: line.number, detail: "its rule \(error)")
      }
    }
    item.excluded = Set(try instants("EXDATE", component, item))
    item.added = Set(try instants("RDATE", component, item))
    item.place = place(component)
    item.status =
      component.property("STATUS")?.value.uppercased() == "CANCELLED" ? .cancelled : .confirmed
    item.sequence =
      component.property("SEQUENCE").flatMap { Int($0.value) }
      .map { min(max($0, 0), 1_000_000) } ?? 0
    var recurrenceID: Instant?
    if let line = component.property("RECURRENCE-ID") {
      let (wall, ownZone, _) = try time(line)
      recurrenceID = (isAllDay ? zone : ownZone).instant(of: wall)
    }
    let notes = component.property("DESCRIPTION").map { CalendarText.unescaped($0.value) } ?? ""
    return Event(
      item: item, notes: clean(notes, Participation.notes.upperBound),
      preNotification: preNotification(component), recurrenceID: recurrenceID,
      line: component.line)
  }

  private func uid(_ component: CalendarComponent) -> String {
    let given = component.property("UID").map { clean(CalendarText.unescaped($0.value), 500) } ?? ""
    // An event without one is told apart by what it says.
    return given.isEmpty
      ? "\(component.property("DTSTART")?.value.prefix(20) ?? "")-\(title(component))" : given
  }

  private func title(_ component: CalendarComponent) -> String {
    let text = component.property("SUMMARY").map { CalendarText.unescaped($0.value) } ?? ""
    let title = clean(text, CalendarItem.titles.upperBound)
    return title.isEmpty ? "Untitled" : title
  }

  /// Without control characters and outer space, at most `count` characters.
  private func clean(_ text: String, _ count: Int) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars
    where scalar.value >= 0x20 && scalar.value != 0x7f || scalar == "\n" || scalar == "\t" {
      if scalars.count == count { break }
      scalars.append(scalar)
    }
    return String(scalars).trimmedOfSpace
  }

  private func time(
    _ line: ContentLine
  ) throws(Unusable) -> (wall: WallTime, zone: CalendarZone, isDate: Bool) {
    guard let time = CalendarText.time(line.value) else {
      throw Unusable(
        line: line.number, detail: "\(line.name) is no date or time of the years 1 to 9998")
    }
    if time.isUTC { return (time.wall, .utc, false) }
    guard let name = line.parameter("TZID") else { return (time.wall, preset, time.isDate) }
    guard let zone = Self.zone(name) else {
      throw Unusable(
        line: line.number, detail: "the time zone \"\(name.prefix(64))\" is not known")
    }
    return (time.wall, zone, time.isDate)
  }

  /// A zone by its name in a file: the IANA name, or what ends in it, as libical writes it.
  private static func zone(_ name: String) -> CalendarZone? {
    if let zone = CalendarZone(name) { return zone }
    if ["GMT", "Z", "Etc/UTC", "UTC"].contains(name) { return .utc }
    let parts = name.split(separator: "/").suffix(3)
    for start in parts.indices {
      if let zone = CalendarZone(parts[start...].joined(separator: "/")) { return zone }
    }
    return nil
  }

  private func duration(
    _ component: CalendarComponent, _ item: CalendarItem
  ) throws(Unusable) -> Int {
    var seconds = item.isAllDay ? 86_400 : 0
    var number = component.line
    if let line = component.property("DTEND") {
      let (end, zone, isDate) = try time(line)
      number = line.number
      seconds =
        item.isAllDay || isDate
        ? (end.date.daysSinceEpoch - item.start.date.daysSinceEpoch) * 86_400
        : Int(clamping: Int64(zone.instant(of: end).seconds(since: item.startsAt)))
    } else if let line = component.property("DURATION") {
      number = line.number
      guard let given = CalendarText.seconds(line.value) else {
        throw Unusable(line: line.number, detail: "DURATION is no duration")
      }
      seconds = given
    }
    if item.isAllDay { seconds = max(1, seconds / 86_400) * 86_400 }
    guard (0...CalendarItem.longest).contains(seconds) else {
      throw Unusable(line: number, detail: "it ends before it begins or lasts more than 31 days")
    }
    return seconds
  }

  private func instants(
    _ name: String, _ component: CalendarComponent, _ item: CalendarItem
  ) throws(Unusable) -> [Instant] {
    var found: [Instant] = []
    for line in component.all(name) {
      for value in line.value.split(separator: ",") {
        var single = line
        // A period's begin is what counts.
        single.value = String(value.prefix { $0 != "/" })
        let (wall, zone, isDate) = try time(single)
        // A date means the occurrence of that day.
        let exact =
          isDate && !item.isAllDay
          ? WallTime(date: wall.date, secondOfDay: item.start.secondOfDay) : wall
        found.append((isDate ? item.zone : zone).instant(of: exact))
        guard found.count <= 1000 else {
          throw Unusable(line: line.number, detail: "there are more than 1000 \(name)")
        }
      }
    }
    return found
  }

  private func place(_ component: CalendarComponent) -> Place? {
    var place = Place()
    place.label = component.property("LOCATION")
      .map { clean(CalendarText.unescaped($0.value), Place.labels.upperBound) }
      .flatMap { $0.orNil }
    if let line = component.property("GEO") {
      place.position = CalendarText.position(line.value, separator: ";")
    }
    if let line = component.property("X-APPLE-STRUCTURED-LOCATION") {
      if line.value.lowercased().hasPrefix("geo:") {
        place.position =
          CalendarText.position(String(line.value.dropFirst(4)), separator: ",") ?? place.position
      }
      let title = line.parameter("X-TITLE").map { clean($0, Place.labels.upperBound) }
      place.label = title.flatMap { $0.orNil } ?? place.label
      place.address = line.parameter("X-ADDRESS")
        .map { clean($0, Place.addresses.upperBound) }.flatMap { $0.orNil }
    }
    return place == Place() ? nil : place
  }

  /// The choice that is nearest to the first alarm; before the way where it says so.
  private func preNotification(_ component: CalendarComponent) -> Int? {
    for alarm in component.children where alarm.name == "VALARM" {
      guard let trigger = alarm.property("TRIGGER"),
        let seconds = CalendarText.seconds(
          trigger.parameter("X-APPLE-RELATED-TRAVEL") ?? trigger.value), seconds <= 0
      else { continue }
      let minutes = -seconds / 60
      return Participation.preNotifications.min { abs($0 - minutes) < abs($1 - minutes) }
    }
    return nil
  }
}
