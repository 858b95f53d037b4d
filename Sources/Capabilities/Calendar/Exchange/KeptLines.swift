import Base
import Storage

/// What files say that calendars here do not hold: kept as it was written, and written again.
///
/// Other properties and alarms of events stand with their items; tasks, journals, free and busy
/// times by themselves.
///
/// - Thread: pure.
enum KeptLines {
  /// Most bytes of one event or component.
  static let limit = 1 << 16
  /// Most components of one account.
  static let maximumComponents = 2000
  /// How alarms are named that are written here.
  static let ownAlarm = "leave-"

  /// The properties of events that items hold.
  private static let held: Set<String> = [
    "UID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE", "RECURRENCE-ID", "DTSTART", "DTEND",
    "DURATION", "RRULE", "EXDATE", "RDATE", "SUMMARY", "DESCRIPTION", "STATUS", "LOCATION", "GEO",
    "X-APPLE-STRUCTURED-LOCATION", "X-APPLE-TRAVEL-DURATION", "X-APPLE-TRAVEL-ADVISORY-BEHAVIOR",
    "X-APPLE-TRAVEL-START",
  ]

  /// What an item does not hold of an event, in lines; nil for more than is kept.
  static func of(_ event: CalendarComponent) -> [String]? {
    let properties = event.properties.filter { !held.contains($0.name) }.map(\.text)
    let parts = event.children.filter { part in
      part.name != "VALARM"
        || part.property("UID").map { !$0.value.hasPrefix(ownAlarm) } ?? true
    }
    return checked(properties + parts.flatMap(\.lines))
  }

  /// Lines that can be kept; nil for more than is kept.
  static func checked(_ lines: [String]) -> [String]? {
    let clean = lines.filter { line in
      line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f || $0 == "\t" }
    }
    return clean.reduce(0) { $0 + $1.utf8.count + 1 } <= limit ? clean : nil
  }

  // MARK: In the database

  static func put(
    _ lines: [String], of item: EntityID, in transaction: WriteTransaction
  ) throws {
    try transaction.execute("DELETE FROM calendar_item_lines WHERE item = ?1", [.id(item)])
    guard !lines.isEmpty else { return }
    try transaction.execute(
      "INSERT INTO calendar_item_lines (item, lines) VALUES (?1, ?2)",
      [.id(item), .text(lines.joined(separator: "\n"))])
  }

  /// What is kept of the items that an account organizes.
  static func all(
    of organizer: EntityID, in session: StoreSession
  ) throws -> [EntityID: [String]] {
    var found: [EntityID: [String]] = [:]
    try session.each(
      """
      SELECT l.item, l.lines FROM calendar_item_lines l JOIN calendar_items i ON i.id = l.item
      WHERE i.organizer = ?1 ORDER BY l.item
      """, [.id(organizer)]
    ) { found[try $0.id(0)] = try lines($0.text(1)) }
    return found
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }
}

/// A component of a file that is no event.
struct KeptComponent: Hashable, Sendable {
  /// `VTODO`, for instance; `VTIMEZONE` for the zones of the others.
  var name: String
  /// What tells it from others of its name: its UID and which occurrence it is.
  var key: String
  var lines: [String]
  /// It says that it is no more.
  var isCancelled = false

  /// Nil for more than is kept.
  init?(_ component: CalendarComponent) {
    guard let lines = KeptLines.checked(component.lines) else { return nil }
    name = component.name
    let identifier = component.property(name == "VTIMEZONE" ? "TZID" : "UID")
    let occurrence = component.property("RECURRENCE-ID").map { "/" + $0.value } ?? ""
    // Free and busy times need no UID; their beginning tells them apart.
    key = String(
      ((identifier ?? component.property("DTSTART"))?.value ?? "").prefix(500) + occurrence)
    self.lines = lines
    isCancelled = component.property("STATUS")?.value.uppercased() == "CANCELLED"
  }

  /// Whether one of its times is told by the clocks of a zone.
  func names(zone: String) -> Bool {
    lines.contains { $0.contains("TZID=\(zone)") || $0.contains("TZID=\"\(zone)\"") }
  }

  func put(of account: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "DELETE FROM calendar_components WHERE account = ?1 AND name = ?2 AND uid = ?3",
      [.id(account), .text(name), .text(key)])
    guard !isCancelled else { return }
    try transaction.execute(
      "INSERT INTO calendar_components (account, name, uid, lines) VALUES (?1, ?2, ?3, ?4)",
      [.id(account), .text(name), .text(key), .text(lines.joined(separator: "\n"))])
  }

  /// Refuses more than are kept of an account, after they have been written.
  ///
  /// - Throws: `conflict` with slug `calendar-full`.
  static func checkCount(of account: EntityID, in session: StoreSession) throws {
    let count = try session.count(
      "SELECT COUNT(*) FROM calendar_components WHERE account = ?1", [.id(account)])
    guard count > KeptLines.maximumComponents else { return }
    throw Refusal(
      .conflict, "calendar-full",
      "There are \(KeptLines.maximumComponents) tasks and other parts of files, the most that are kept."
    )
  }

  /// What is kept of an account in lines, zones first, then by name and UID.
  static func all(
    of account: EntityID, in session: StoreSession
  ) throws -> [(name: String, uid: String, lines: [String])] {
    try session.all(
      """
      SELECT name, uid, lines FROM calendar_components WHERE account = ?1
      ORDER BY CASE WHEN name = 'VTIMEZONE' THEN 0 ELSE 1 END, name, uid
      """, [.id(account)]
    ) { row in
      (
        try row.text(0), try row.text(1),
        try row.text(2).split(separator: "\n").map(String.init)
      )
    }
  }
}
