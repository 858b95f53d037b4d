import Access
import Base
import Calendar

/// One number of a player or of the whole team, under a name that the admins choose (CG-BZ-12).
///
/// - Thread: pure.
public struct TeamRecord: Sendable {
  public var id: EntityID
  public var realm: EntityID
  /// Whose it is; nil for the whole team.
  public var account: EntityID?
  public var accountName: String?
  /// What was measured or counted: "Goals", "500 m".
  public var metric: String
  public var value: Double
  public var unit: String
  public var season: String
  /// The day that it is of.
  public var day: CivilDate
  public var version = 1

  /// Writes it as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("realm", realm)
      if let account {
        json.object("account") { json in
          json.member("id", account)
          json.member("name", accountName ?? "")
        }
      }
      json.member("metric", metric)
      json.member("value", value)
      json.member("unit", unit)
      json.member("season", season)
      json.member("day", day.text)
      json.member("version", version)
    }
  }
}

/// What a record shall be.
///
/// - Thread: pure.
public struct TeamRecordDraft: Sendable {
  public static let metrics = 1...60
  public static let units = 0...20
  public static let seasons = 0...20
  public static let values = -1e12...1e12

  public var account: EntityID?
  public var metric: String
  public var value: Double
  public var unit: String
  public var season: String
  public var day: CivilDate?

  /// Reads `{account?, metric, value, unit?, season?, day}`.
  public init(reading fields: JSONFields) throws(Refusal) {
    account = fields.optional("account") { $0.id("account") }
    metric = fields.string("metric", Self.metrics)
    value = fields.number("value", Self.values)
    unit = fields.optional("unit") { $0.string("unit", Self.units) } ?? ""
    season = fields.optional("season") { $0.string("season", Self.seasons) } ?? ""
    let text = fields.string("day", 10...10)
    day = CivilDate(text: text)
    if day == nil { fields.reject("day", "must be a date such as 2026-05-04") }
    try fields.finish()
  }
}

/// Which records are asked for; nil for all.
public struct TeamRecordFilter: Sendable {
  public var account: EntityID?
  public var metric: String?
  public var season: String?

  public init(account: EntityID? = nil, metric: String? = nil, season: String? = nil) {
    self.account = account
    self.metric = metric
    self.season = season
  }
}
