import Base
import Calendar

/// A part of the day in which somebody would like to meet (CG-MF-27).
///
/// - Thread: pure.
public enum DayPart: String, Sendable, CaseIterable {
  /// 06:00 to 12:00.
  case morning
  /// 12:00 to 17:00.
  case afternoon
  /// 17:00 to 21:00.
  case evening
  /// 21:00 to 06:00 of the next day.
  case night

  /// Hours after the midnight at which the day begins.
  private var hours: (from: Int, to: Int) {
    switch self {
    case .morning: (6, 12)
    case .afternoon: (12, 17)
    case .evening: (17, 21)
    case .night: (21, 30)
    }
  }

  /// When it is on a day, by the clocks of a zone.
  func span(on date: CivilDate, in zone: IANATimeZone) -> Intervals.Span {
    func at(_ hour: Int) -> Instant {
      let day = hour < 24 ? date : CivilDate(daysSinceEpoch: date.daysSinceEpoch + 1)
      return zone.instant(of: WallTime(date: day, secondOfDay: hour % 24 * 3600))
    }
    return Intervals.Span(at(hours.from), at(hours.to))
  }
}

/// When a common time is wanted, of whom, and for how long.
///
/// - Thread: pure.
public struct SlotQuery: Hashable, Sendable {
  /// Without the one who asks, who always takes part.
  public var participants: Set<EntityID>
  /// Days in order, the first and the last among them.
  public var from: CivilDate
  public var to: CivilDate
  public var durationSeconds: Int
  public var parts: Set<DayPart>
  /// Of days and parts of days; nil for that of the one who asks.
  public var zone: IANATimeZone?
  /// Where all meet, so that ways are thought of.
  public var place: Place?
  /// An entry of the calendar that is to be moved, and so does not count.
  public var except: EntityID?

  /// Most days that are looked through.
  public static let maximumDays = 93
  /// Reads `{participants, from, to, duration, parts, zone?, place?, except?}`; days as
  /// `2026-05-04`, the duration in minutes.
  public init(reading fields: JSONFields) {
    participants = Set(
      fields.array("participants", 0...PlanningGroup.maximumOthers) { $0.id($1) })
    from = Self.date("from", fields)
    to = Self.date("to", fields)
    let days = to.daysSinceEpoch - from.daysSinceEpoch
    if !(0..<Self.maximumDays).contains(days) {
      fields.reject("to", "must lie 0 to \(Self.maximumDays - 1) days after from")
    }
    durationSeconds = fields.integer("duration", 5...7 * 1440) * 60
    parts = Set(
      fields.array("parts", 1...DayPart.allCases.count) { $0.choice($1, DayPart.self) }
        .compactMap { $0 })
    let name = fields.optional("zone") { $0.string("zone", 1...64) }
    zone = name.flatMap { IANATimeZone($0) }
    if name != nil, zone == nil { fields.reject("zone", "must be an IANA time zone") }
    place = fields.optional("place") { $0.object("place") { Place.read($0) } ?? nil } ?? nil
    except = fields.optional("except") { $0.id("except") }
  }

  private static func date(_ name: String, _ fields: JSONFields) -> CivilDate {
    let text = fields.string(name, 10...10)
    if let date = CivilDate(text: text) { return date }
    if !text.isEmpty { fields.reject(name, "must be a day such as 2026-05-04") }
    return CivilDate(daysSinceEpoch: 0)
  }

  /// The stretches in which a slot may lie, by the day on which it begins; a slot may span parts that
  /// follow one another.
  func windows(_ zone: IANATimeZone, after now: Instant) -> [(day: CivilDate, span: Intervals.Span)]
  {
    let days = (from.daysSinceEpoch...max(from.daysSinceEpoch, to.daysSinceEpoch))
      .map { CivilDate(daysSinceEpoch: $0) }
    let open = Intervals(
      days.flatMap { day in parts.map { $0.span(on: day, in: zone) } })
    let step = SlotService.stepSeconds * 1000
    let soonest = Instant(milliseconds: (now.milliseconds + step - 1) / step * step)
    var found: [(day: CivilDate, span: Intervals.Span)] = []
    for span in open.spans where span.end > soonest {
      var start = max(span.start, soonest)
      while start < span.end {
        let day = zone.wallTime(at: start).date
        let midnight = zone.start(of: CivilDate(daysSinceEpoch: day.daysSinceEpoch + 1))
        // The last slot of a day begins one step before midnight and may end on the next.
        let last = midnight.adding(seconds: Int64(durationSeconds) - SlotService.stepSeconds)
        found.append((day, Intervals.Span(start, min(span.end, last))))
        start = midnight
      }
    }
    return found
  }
}
