import Base
import CICal

/// Writes calendars as iCalendar files.
///
/// - Source: RFC 5545; RFC 7986 (NAME, REFRESH-INTERVAL); the travel-time properties as Apple's and
///   KDE's calendars write them.
/// - Thread: confined.
struct CalendarWriter {
  private var writer = ByteWriter(capacity: 1 << 14)

  var bytes: [UInt8] { writer.bytes }

  /// What stands in one calendar entry of one account.
  struct Entry {
    var item: CalendarItem
    var participation: Participation
    var organizerName: String
    /// Of the reader's own way to the first occurrence that lies ahead; 0 for none that is known.
    var travelMinutes: Int
    /// Occurrences that are changed by themselves, and so are not left out.
    var overridden: Set<Instant>
    /// What other programs say of it, in lines.
    var kept: [String]
  }

  /// Writes a line, folded after at most 75 bytes and never within a character.
  mutating func line(_ text: String) {
    var count = 0
    for scalar in text.unicodeScalars {
      let size = UTF8.width(scalar)
      if count + size > 75 {
        writer.raw("\r\n ")
        count = 1
      }
      writer.text(String(scalar))
      count += size
    }
    writer.raw("\r\n")
  }

  /// - Parameter others: what is no event.
  static func calendar(
    _ name: String, _ entries: [Entry],
    others: [(name: String, uid: String, lines: [String])] = []
  ) -> [UInt8] {
    var writer = CalendarWriter()
    writer.line("BEGIN:VCALENDAR")
    writer.line("VERSION:2.0")
    writer.line("PRODID:-//Wayside//Wayside 1//EN")
    writer.line("CALSCALE:GREGORIAN")
    writer.line("NAME:" + CalendarText.escaped(name))
    writer.line("X-WR-CALNAME:" + CalendarText.escaped(name))
    writer.line("REFRESH-INTERVAL;VALUE=DURATION:PT1H")
    writer.line("X-PUBLISHED-TTL:PT1H")
    let zones = Set(entries.filter { !$0.item.isAllDay }.map(\.item.zone.name)).subtracting(["UTC"])
    for zone in zones.sorted() { writer.zone(zone) }
    for entry in entries { writer.event(entry) }
    for other in others where other.name != "VTIMEZONE" || !zones.contains(other.uid) {
      for line in other.lines { writer.line(line) }
    }
    writer.line("END:VCALENDAR")
    return writer.bytes
  }

  /// The definition of a time zone as libical reads it from the system's database.
  private mutating func zone(_ name: String) {
    guard let component = icaltzutil_fetch_timezone(name) else { return }
    defer { icalcomponent_free(component) }
    guard let text = icalcomponent_as_ical_string_r(component) else { return }
    defer { icalmemory_free_buffer(text) }
    for part in String(cString: text).split(whereSeparator: \.isNewline) {
      // libical gives its zones names of its own.
      line(part.hasPrefix("TZID:") ? "TZID:" + name : String(part))
    }
  }

  private mutating func event(_ entry: Entry) {
    let item = entry.item
    line("BEGIN:VEVENT")
    line("UID:" + CalendarText.escaped(item.uid))
    line("DTSTAMP:" + CalendarText.text(item.updatedAt))
    line("CREATED:" + CalendarText.text(item.createdAt))
    line("LAST-MODIFIED:" + CalendarText.text(item.updatedAt))
    line("SEQUENCE:\(item.sequence)")
    if let id = item.recurrenceID { time("RECURRENCE-ID", id.occurrence, item) }
    time("DTSTART", item.startsAt, item)
    if item.isAllDay {
      time("DTEND", item.end(from: item.startsAt), item)
    } else {
      line("DURATION:" + CalendarText.duration(item.duration, isExact: true))
    }
    if let recurrence = item.recurrence { line("RRULE:" + recurrence.text) }
    for excluded in item.excluded.subtracting(entry.overridden).sorted() {
      time("EXDATE", excluded, item)
    }
    for added in item.added.sorted() { time("RDATE", added, item) }
    line("SUMMARY:" + CalendarText.escaped(item.title))
    if let text = entry.participation.notes.orNil ?? item.description.orNil {
      line("DESCRIPTION:" + CalendarText.escaped(text))
    }
    line("STATUS:" + status(entry))
    let isOrganized = entry.kept.contains { $0.uppercased().hasPrefix("ORGANIZER") }
    if item.organizer != entry.participation.account, !isOrganized {
      line(
        "ORGANIZER;CN=\(CalendarText.quoted(entry.organizerName)):urn:uuid:\(item.organizer)")
    }
    place(item)
    travel(entry)
    for line in entry.kept { self.line(line) }
    if !hasKeptAlarm(entry) { alarm(entry) }
    line("END:VEVENT")
  }

  private func status(_ entry: Entry) -> String {
    if entry.item.status == .cancelled { return "CANCELLED" }
    let isTentative = entry.item.status == .tentative || entry.participation.answer == .tentative
    return isTentative ? "TENTATIVE" : "CONFIRMED"
  }

  private mutating func time(_ name: String, _ instant: Instant, _ item: CalendarItem) {
    let wall = item.zone.wallTime(at: instant)
    if item.isAllDay {
      line("\(name);VALUE=DATE:" + CalendarText.text(wall, isDate: true))
    } else if item.zone == .utc {
      line("\(name):" + CalendarText.text(instant))
    } else {
      line("\(name);TZID=\(item.zone.name):" + CalendarText.text(wall))
    }
  }

  private mutating func place(_ item: CalendarItem) {
    guard let place = item.place else { return }
    let address = place.address.map { ";X-ADDRESS=\(CalendarText.quoted($0))" } ?? ""
    if let name = place.label ?? place.address {
      // Without a position no other line says the address.
      line(
        "LOCATION" + (place.position == nil ? address : "") + ":" + CalendarText.escaped(name))
    }
    guard let position = place.position else { return }
    line("GEO:" + CalendarText.text(position, separator: ";"))
    var parameters = ";VALUE=URI" + address + ";X-APPLE-RADIUS=70"
    if let label = place.label { parameters += ";X-TITLE=\(CalendarText.quoted(label))" }
    line(
      "X-APPLE-STRUCTURED-LOCATION\(parameters):geo:"
        + CalendarText.text(position, separator: ","))
  }

  /// The reader's own travel time; it never says where the way begins.
  private mutating func travel(_ entry: Entry) {
    guard entry.travelMinutes > 0 else { return }
    line(
      "X-APPLE-TRAVEL-DURATION;VALUE=DURATION:" + CalendarText.duration(entry.travelMinutes * 60))
    line("X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC")
  }

  /// Whether what is kept has an alarm that rings when the entry's own would.
  private func hasKeptAlarm(_ entry: Entry) -> Bool {
    guard entry.travelMinutes == 0 else { return false }
    return entry.kept.contains { line in
      guard line.uppercased().hasPrefix("TRIGGER"), let colon = line.lastIndex(of: ":"),
        let before = CalendarText.duration(String(line[line.index(after: colon)...]))
      else { return false }
      return Participation.nearestPreNotification(toSeconds: -before.total)
        == entry.participation.preNotification
    }
  }

  /// An alarm that rings before leaving: in total for all readers, in its parameter before the way
  /// for those that know it.
  private mutating func alarm(_ entry: Entry) {
    guard !entry.item.isAllDay, entry.item.status.isOn, entry.participation.isInCalendar
    else { return }
    let before = entry.participation.preNotification * 60
    let way = entry.travelMinutes * 60
    let related =
      way > 0 ? ";X-APPLE-RELATED-TRAVEL=\(CalendarText.duration(-before))" : ""
    line("BEGIN:VALARM")
    line("UID:\(KeptLines.ownAlarm)\(entry.item.id)")
    line("ACTION:DISPLAY")
    line("DESCRIPTION:" + CalendarText.escaped(entry.item.title))
    line("TRIGGER\(related):" + CalendarText.duration(-before - way))
    line("END:VALARM")
  }
}
