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
    /// What the item does not hold; nil where what is kept already stays.
    var kept: [String]?
    var preNotification: Int?
    /// Whether it takes up its time (TRANSP).
    var isBusy = true
    /// The start, in the series, of the occurrence that it stands in for.
    var recurrenceID: Instant?
    /// Whether it stands in for all occurrences from that one on (RANGE=THISANDFUTURE).
    var isRestOfSeries = false
    /// ``recurrenceID`` as the file has it, where the series was taken apart.
    var originalID: Instant?
    /// Of a series that was taken apart, where what follows was cut off.
    var cutAt: Instant?
    /// Of what was cut off, the UID of what it was cut from.
    var cutFrom: String?
    var line: Int
  }

  /// Most events of one file.
  static let maximumEvents = 2000

  private let preset: IANATimeZone
  private let organizer: EntityID
  private let now: Instant
  private(set) var events: [Event] = []
  private(set) var notes: [String] = []
  /// What is no event, with the zones that it needs.
  private(set) var components: [KeptComponent] = []
  /// What the calendar that is being read says of its times.
  private var calendarZone: IANATimeZone?
  /// The name of the calendar's zone where only a definition of the file's own tells what it is.
  private var definedZone: String?
  private var definitions: [String: ZoneDefinition] = [:]
  private var zones: [String: IANATimeZone] = [:]
  /// For following the rules of all events.
  private(set) var budget = RecurrenceBudget(RecurrenceBudget.ofRequest)

  /// - Parameter preset: the zone of times that name none, in calendars that name none either.
  init(preset: IANATimeZone, organizer: EntityID, now: Instant) {
    self.preset = preset
    self.organizer = organizer
    self.now = now
  }

  /// Reads a file.
  ///
  /// - Throws: ``BrokenCalendar`` with the line.
  mutating func read(
    _ bytes: [UInt8], in characters: CalendarCharacters = .undeclared
  ) throws(BrokenCalendar) {
    var others: [String: Int] = [:]
    for calendar in try CalendarComponent.calendars(bytes, in: characters) {
      begin(calendar)
      for component in calendar.children {
        guard component.name == "VEVENT" else {
          if component.name != "VTIMEZONE", keep(component) {
            others[component.name, default: 0] += 1
          }
          continue
        }
        guard events.count < Self.maximumEvents else {
          throw BrokenCalendar(
            component.line, "begins an event beyond the \(Self.maximumEvents) of one file")
        }
        let found: Event
        do throws(Unusable) { found = try event(component) } catch {
          note("Line \(error.line): \(error.detail); the event was left out.")
          continue
        }
        try take(found)
      }
      keepZones(calendar)
    }
    for (name, count) in others.sorted(by: { $0.key < $1.key }) {
      note(
        "\(count) × \(name.prefix(40)) kept for files that are exported, and not shown: calendars "
          + "hold events.")
    }
  }

  /// Keeps what is no event; false, with a note, if it is too much.
  private mutating func keep(_ component: CalendarComponent) -> Bool {
    guard components.count < Self.maximumEvents, let kept = KeptComponent(component) else {
      note(
        "Line \(component.line): \(component.name.prefix(40)) is longer than "
          + "\(KeptLines.limit >> 10) KiB or one of too many; it was left out.")
      return false
    }
    components.append(kept)
    return true
  }

  /// Keeps the zones of what is kept and is no event.
  private mutating func keepZones(_ calendar: CalendarComponent) {
    for component in calendar.children where component.name == "VTIMEZONE" {
      guard let name = component.property("TZID")?.value,
        components.contains(where: { $0.names(zone: name) }), let zone = KeptComponent(component)
      else { continue }
      components.append(zone)
    }
  }

  private mutating func begin(_ calendar: CalendarComponent) {
    definitions = [:]
    for component in calendar.children where component.name == "VTIMEZONE" {
      guard definitions.count < 500, let name = component.property("TZID")?.value else { continue }
      definitions[name] = ZoneDefinition(component)
    }
    zones = [:]
    let name = calendar.property("X-WR-TIMEZONE")?.value
    calendarZone = name.flatMap(Self.zone)
    definedZone = name.flatMap { calendarZone == nil && definitions[$0] != nil ? $0 : nil }
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

  private mutating func event(_ component: CalendarComponent) throws(Unusable) -> Event {
    guard let startLine = component.property("DTSTART") else {
      throw Unusable(line: component.line, detail: "it has no DTSTART")
    }
    let (start, zone, isAllDay, isOwnZone) = try time(startLine)
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
      // What is told once is taken at its instant; what repeats needs clocks that go on.
      guard !isOwnZone else {
        throw Unusable(
          line: startLine.number,
          detail: "no time zone of the IANA database has clocks like those of "
            + "\"\((startLine.parameter("TZID") ?? "").prefix(64))\", by which it repeats")
      }
    }
    item.excluded = Set(try instants("EXDATE", component, item))
    item.added = Set(try instants("RDATE", component, item))
    item.place = place(component)
    item.status = status(component)
    item.sequence =
      component.property("SEQUENCE").flatMap { Int($0.value) }
      .map { min(max($0, 0), 1_000_000) } ?? 0
    var recurrenceID: Instant?
    var isRestOfSeries = false
    if let line = component.property("RECURRENCE-ID") {
      let (wall, ownZone, isDate, _) = try time(line)
      recurrenceID = (isDate ? zone : ownZone).instant(of: wall)
      isRestOfSeries = line.parameter("RANGE")?.uppercased() == "THISANDFUTURE"
    }
    let kept = KeptLines.of(component)
    if kept == nil {
      note(
        "Line \(component.line): what the calendar does not hold of the event is longer than "
          + "\(KeptLines.limit >> 10) KiB; it was left out.")
    }
    let notes = component.property("DESCRIPTION").map { CalendarText.unescaped($0.value) } ?? ""
    return Event(
      item: item, notes: clean(notes, Participation.notes.upperBound), kept: kept ?? [],
      preNotification: preNotification(component),
      isBusy: component.property("TRANSP")?.value.uppercased() != "TRANSPARENT",
      recurrenceID: recurrenceID,
      isRestOfSeries: isRestOfSeries, line: component.line)
  }

  private func status(_ component: CalendarComponent) -> CalendarItem.Status {
    switch component.property("STATUS")?.value.uppercased() {
    case "CANCELLED": .cancelled
    case "TENTATIVE": .tentative
    default: .confirmed
    }
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

  /// Reads a date or time.
  ///
  /// In a zone that only the file knows, it is the time of UTC at its instant.
  private mutating func time(
    _ line: ContentLine
  ) throws(Unusable) -> (wall: WallTime, zone: IANATimeZone, isDate: Bool, isOwnZone: Bool) {
    guard let time = CalendarText.time(line.value) else {
      throw Unusable(
        line: line.number, detail: "\(line.name) is no date or time of the years 1 to 9998")
    }
    if time.isUTC { return (time.wall, .utc, false, false) }
    guard let name = line.parameter("TZID") ?? (time.isDate ? nil : definedZone) else {
      return (time.wall, calendarZone ?? preset, time.isDate, false)
    }
    if let zone = zones[name] { return (time.wall, zone, time.isDate, false) }
    let definition = definitions[name]
    let found =
      Self.zone(name)
      ?? definition?.zone(
        around: time.wall, preset: calendarZone ?? preset, named: name, &budget)
    if let found {
      zones[name] = found
      return (time.wall, found, time.isDate, false)
    }
    guard let definition else {
      throw Unusable(
        line: line.number,
        detail: "the time zone \"\(name.prefix(64))\" is not known and the file defines none")
    }
    let instant = definition.instant(of: time.wall, &budget)
    return (IANATimeZone.utc.wallTime(at: instant), .utc, time.isDate, true)
  }

  /// A zone by its name in a file: the IANA name, that of Windows, or what ends in an IANA name, as
  /// libical writes it.
  private static func zone(_ name: String) -> IANATimeZone? {
    if let zone = IANATimeZone(name) { return zone }
    if ["GMT", "Z", "Etc/UTC", "UTC"].contains(name) { return .utc }
    if let known = WindowsZones.zone(name) {
      return known == "Etc/UTC" ? .utc : IANATimeZone(known)
    }
    let parts = name.split(separator: "/").suffix(3)
    for start in parts.indices {
      if let zone = IANATimeZone(parts[start...].joined(separator: "/")) { return zone }
    }
    return nil
  }

  private mutating func duration(
    _ component: CalendarComponent, _ item: CalendarItem
  ) throws(Unusable) -> Int {
    var seconds = item.isAllDay ? 86_400 : 0
    var number = component.line
    if let line = component.property("DTEND") {
      let (end, zone, isDate, _) = try time(line)
      number = line.number
      seconds =
        item.isAllDay || isDate
        ? (end.date.daysSinceEpoch - item.start.date.daysSinceEpoch) * 86_400
        : Int(clamping: Int64(zone.instant(of: end).seconds(since: item.startsAt)))
    } else if let line = component.property("DURATION") {
      number = line.number
      guard let given = CalendarText.duration(line.value) else {
        throw Unusable(line: line.number, detail: "DURATION is no duration")
      }
      seconds = item.isAllDay ? given.total : Self.seconds(given, from: item)
    }
    if item.isAllDay { seconds = max(1, seconds / 86_400) * 86_400 }
    guard (0...CalendarItem.longest).contains(seconds) else {
      throw Unusable(line: number, detail: "it ends before it begins or lasts more than ten years")
    }
    return seconds
  }

  /// Seconds from the begin of an item with times: its days by the clocks of its zone, then the rest.
  private static func seconds(_ duration: CalendarText.Duration, from item: CalendarItem) -> Int {
    guard duration.days > 0, duration.total <= CalendarItem.longest else { return duration.total }
    let end = item.zone.instant(of: item.start.adding(days: duration.days))
    return Int(clamping: Int64(end.seconds(since: item.startsAt))) + duration.seconds
  }

  private mutating func instants(
    _ name: String, _ component: CalendarComponent, _ item: CalendarItem
  ) throws(Unusable) -> [Instant] {
    var found: [Instant] = []
    for line in component.all(name) {
      for value in line.value.split(separator: ",") {
        var single = line
        // A period's begin is what counts.
        single.value = String(value.prefix { $0 != "/" })
        let (wall, zone, isDate, _) = try time(single)
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
    let location = component.property("LOCATION")
    let name = location.map { CalendarText.unescaped($0.value) } ?? ""
    place.label = clean(name, Place.labels.upperBound).orNil
    place.address = address(location)
    // What is too long for a name is an address, as a rule.
    let whole = clean(name, Place.addresses.upperBound)
    if whole.unicodeScalars.count > Place.labels.upperBound {
      place.address = place.address ?? whole
    }
    if let line = component.property("GEO") {
      place.position = CalendarText.position(line.value, separator: ";")
    }
    if let line = component.property("X-APPLE-STRUCTURED-LOCATION") {
      if line.value.lowercased().hasPrefix("geo:") {
        place.position =
          CalendarText.position(String(line.value.dropFirst(4)), separator: ",") ?? place.position
      }
      place.address = address(line) ?? place.address
      if let title = line.parameter("X-TITLE").flatMap({ clean($0, Place.labels.upperBound).orNil })
      {
        place.label = title
        return place
      }
    }
    // Where only an address is known it stands for the name, too.
    if place.address == whole { place.label = nil }
    return place == Place() ? nil : place
  }

  private func address(_ line: ContentLine?) -> String? {
    line?.parameter("X-ADDRESS").flatMap { clean($0, Place.addresses.upperBound).orNil }
  }

  /// The choice that is nearest to the first alarm; before the way where it says so.
  private func preNotification(_ component: CalendarComponent) -> Int? {
    for alarm in component.children where alarm.name == "VALARM" {
      guard let trigger = alarm.property("TRIGGER"),
        let before = CalendarText.duration(
          trigger.parameter("X-APPLE-RELATED-TRAVEL") ?? trigger.value), before.total <= 0
      else { continue }
      return Participation.nearestPreNotification(toSeconds: -before.total)
    }
    return nil
  }
}
