import Access
import Base
import Calendar
import Geodesy
import Itineraries

/// How an account gets about: in general, on some weekdays, on some dates, and from which home.
///
/// - Thread: pure.
public struct TravelPreferences: Hashable, Sendable {
  /// For which days rules are; the most exact one holds.
  public enum Day: Hashable, Sendable {
    case every
    /// From 0 for Monday to 6 for Sunday.
    case weekday(Int)
    case date(CivilDate)

    static let weekdays = [
      "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    /// The name of a weekday or a date; nil for anything else.
    init?(_ text: String) {
      if let weekday = Self.weekdays.firstIndex(of: text) {
        self = .weekday(weekday)
      } else if let date = CivilDate(text: text) {
        self = .date(date)
      } else {
        return nil
      }
    }

    var text: String {
      switch self {
      case .every: ""
      case .weekday(let weekday): Self.weekdays[weekday]
      case .date(let date): date.text
      }
    }
  }

  /// What holds on days that nothing else is said about.
  public var general: TravelRules
  /// What holds on other days; never of ``Day/every``.
  public var days: [Day: TravelRules] = [:]
  public var home: Place?
  /// Minutes by which one wants to be there before a beginning.
  public var buffer = 0
  /// Least seconds between two rides where the timetable has no rule of its own.
  public var changeTime = ItineraryRequest.usualChange
  /// Least seconds between reaching the first stop and leaving it.
  public var boardingTime = ItineraryRequest.usualBoarding
  /// 0 until they have been set for the first time.
  public var version = 0

  /// Before they are set: on foot and by everything that is public (TV-ACC-12).
  public static let initial = TravelPreferences(
    general: TravelRules(modes: Set(TravelMode.allCases.filter { !$0.isOwnVehicle })))

  /// What can be chosen, in minutes.
  public static let buffers = 0...120

  /// Most days with rules of their own.
  static let maximumDays = 366

  public init(general: TravelRules) { self.general = general }

  /// What holds on a day.
  public func rules(on day: CivilDate) -> TravelRules {
    days[.date(day)] ?? days[.weekday(day.weekday)] ?? general
  }

  /// What holds for an occurrence: the rules of its day, with those of its own modes that are at
  /// hand then (TV-C-09).
  func rules(for occurrence: Occurrence) -> TravelRules {
    var rules = rules(on: occurrence.day)
    if let modes = occurrence.participation.modes { rules.modes.formIntersection(modes) }
    return rules
  }
}

extension TravelPreferences {
  /// Reads `{modes, maximumWalk?, avoid?, order?, home?, buffer?, changeTime?, boardingTime?,
  /// days?}`.
  public init(reading fields: JSONFields) throws(Refusal) {
    general = Self.readRules(fields)
    home =
      fields.optional("home") { fields in
        fields.described("home", as: Self.homeSchema, placeholder: nil) { fields in
          fields.object("home") { inner in
            let home = Place.read(inner)
            if home?.position == nil { inner.reject("lat", "is required") }
            return home
          } ?? nil
        }
      } ?? nil
    buffer = fields.optional("buffer") { $0.integer("buffer", Self.buffers) } ?? 0
    changeTime =
      fields.optional("changeTime") { $0.integer("changeTime", ItineraryRequest.changes) }
      ?? ItineraryRequest.usualChange
    boardingTime =
      fields.optional("boardingTime") { $0.integer("boardingTime", ItineraryRequest.boardings) }
      ?? ItineraryRequest.usualBoarding
    let value = fields.described(
      "days", as: Self.daysSchema, optional: true, placeholder: nil
    ) { $0.value("days") }
    try Self.readDays(value, fields, &days)
    try fields.finish()
  }

  /// A place whose position is known.
  private static let homeSchema = JSONSchema.object([
    .required("lat", .number(-90...90)), .required("lon", .number(-180...180)),
    .optional("label", .string(Place.labels)), .optional("address", .string(Place.addresses)),
  ])

  /// Rules by the names of weekdays or dates.
  private static let daysSchema = JSONSchema.map(
    JSONFields.describe { _ = readRules($0) }.schema)

  private static func readDays(
    _ value: JSONValue?, _ fields: JSONFields, _ days: inout [Day: TravelRules]
  ) throws(Refusal) {
    guard let value else { return }
    guard let members = value.members else {
      return fields.reject("days", "must be an object, not \(value.kind)")
    }
    guard members.count <= maximumDays else {
      return fields.reject("days", "must have at most \(maximumDays) days")
    }
    for member in members {
      guard let day = Day(member.name) else {
        fields.reject("days", "has \"\(member.name.prefix(20))\", no weekday or date")
        continue
      }
      guard case .object = member.value else {
        fields.reject("days", "must have an object for \(member.name)")
        continue
      }
      let inner = try JSONFields(member.value)
      days[day] = readRules(inner)
      do throws(Refusal) { try inner.finish() } catch {
        var nested = error
        nested.violations = error.violations.map {
          Refusal.Violation("/days/\(member.name)\($0.pointer)", $0.detail)
        }
        fields.reject(nested)
      }
    }
  }

  private static func readRules(_ fields: JSONFields) -> TravelRules {
    TravelRules(
      // TV-APP-12: no means of transport at all is an error.
      modes: fields.words("modes", TravelMode.self, atLeast: 1),
      maximumWalk: fields.optional("maximumWalk") { $0.number("maximumWalk", 0...100_000) },
      avoiding: fields.optional("avoid") { $0.words("avoid", TravelAvoidance.self, atLeast: 0) }
        ?? [],
      order: (fields.optional("order") { $0.choice("order", TravelOrder.self) } ?? nil)
        ?? .fastest)
  }

  /// Writes it as the interface shows it: one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("configured", version > 0)
      Self.write(general, to: &json)
      if let home {
        json.key("home")
        home.write(to: &json)
      }
      json.member("buffer", buffer)
      json.member("changeTime", changeTime)
      json.member("boardingTime", boardingTime)
      json.object("days") { json in
        for (day, rules) in days.sorted(by: { $0.key.text < $1.key.text }) {
          json.key(day.text)
          json.object { Self.write(rules, to: &$0) }
        }
      }
      json.member("version", version)
    }
  }

  private static func write(_ rules: TravelRules, to json: inout JSONWriter) {
    json.member("modes", words: rules.modes)
    json.member("maximumWalk", metres: rules.maximumWalk)
    json.member("avoid", words: rules.avoiding)
    json.member("order", rules.order.rawValue)
  }
}
