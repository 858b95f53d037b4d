import Access
import Base
import Composition
import Deadlines
import HTTPServing
import Storage
import Testing
import WaysideAPI

/// Places of Vaduz and their distances on foot, estimated along straight lines.
enum Town {
  static let station: (Double, Double) = (47.1410, 9.5209)
  /// 338 m from the station as the crow flies, 6 minutes on foot.
  static let parliament: (Double, Double) = (47.1380, 9.5216)
  /// 2.2 km from the station, 38 minutes on foot.
  static let triesen: (Double, Double) = (47.1220, 9.5270)
  /// 8.7 km from the station, 2.5 hours on foot.
  static let balzers: (Double, Double) = (47.0660, 9.5030)

  static func place(_ point: (Double, Double)) -> JSON {
    ["lat": .number(point.0), "lon": .number(point.1)]
  }
}

extension APIFixture {
  /// The clock of this fixture stands at 2026-05-01T10:00:00Z, a Friday; noon in Vaduz.
  static func appointment(
    _ title: String = "Dentist", start: String = "2026-05-01T15:00",
    at point: (Double, Double)? = Town.parliament
  ) -> JSON {
    let body: JSON = [
      "title": .text(title), "start": .text(start), "zone": "Europe/Vaduz", "duration": 1800,
    ]
    return point.map { body.with("place", Town.place($0)) } ?? body
  }

  /// Rings every reminder that is due; returns how many were posted.
  @discardableResult
  func ringDue() throws -> Int {
    let store = services.platform.store
    let kinds = services.deadlines.filter { $0.name == "leaveBy" }
    let runner = try DeadlineRunner(store: store, kinds: kinds)
    func posted() throws -> Int {
      try store.readOnce {
        try $0.count("SELECT COUNT(*) FROM notifications WHERE kind = 'leaveBy'")
      }
    }
    let before = try posted()
    while try runner.fireDue(.transaction) > 0 {}
    return try posted() - before
  }

  /// When the next reminder is due; nil if there is none.
  func nextReminder() throws -> Instant? {
    try services.platform.store.readOnce { session in
      try session.first("SELECT MIN(due_at) FROM deadlines WHERE kind = 'leaveBy'") {
        try $0.optional(0, $0.instant)
      }
    } ?? nil
  }

  /// Someone in Vaduz whose home is the station, and who goes on foot.
  func pedestrian(_ name: String? = nil, home: (Double, Double)? = Town.station) throws -> Person {
    let person = try person(name)
    try setTravel(person, home: home)
    return person
  }

  func setTravel(
    _ person: Person, modes: [String] = ["walk"], home: (Double, Double)? = Town.station,
    _ more: (String, JSON)...
  ) throws {
    var body: JSON = ["modes": .list(modes.map { .text($0) })]
    if let home { body = body.with("home", Town.place(home)) }
    for (name, value) in more { body = body.with(name, value) }
    let tag = try call(.get, "/v1/me/travel-preferences", as: person).tag()
    let reply = try call(
      .put, "/v1/me/travel-preferences", as: person, body, headers: [tag])
    try #require(reply.status == 200, "\(reply.text)")
  }

  /// Makes an appointment and returns its answer, which must be 201.
  @discardableResult
  func made(_ body: JSON, by person: Person, confirm: [String] = []) throws -> Reply {
    let reply = try call(
      .post, "/v1/appointments", as: person,
      body.with("confirm", .list(confirm.map { .text($0) })))
    try #require(reply.status == 201, "\(reply.text)")
    return reply
  }

  func edit(_ id: String, by person: Person, _ change: JSON, query: String = "") throws -> Reply {
    let tag = try call(.get, "/v1/appointments/\(id)", as: person).tag()
    return try call(
      .patch, "/v1/appointments/\(id)\(query)", as: person, change, headers: [tag])
  }

  /// The warnings of a refusal, by their names.
  static func warnings(_ reply: Reply) -> [String] {
    reply.json["warnings"]?.array?.compactMap { $0["warning"]?.string } ?? []
  }

  /// The texts of someone's notifications of a kind, newest first.
  func notes(_ person: Person, _ kind: String) throws -> [String] {
    try call(.get, "/v1/notifications?limit=200", as: person).items
      .filter { $0["kind"]?.string == kind }.compactMap { $0["text"]?.string }
  }

  func titles(_ person: Person, _ query: String = "") throws -> [String] {
    try call(.get, "/v1/appointments?limit=200" + query, as: person).items
      .compactMap { $0["title"]?.string }
  }
}
