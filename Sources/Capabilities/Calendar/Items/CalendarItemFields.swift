import Base

/// Readers of the members that items of all kinds share; each notes what is wrong and goes on.
public enum CalendarItemFields {
  /// The wall time `start`.
  public static func start(_ fields: JSONFields) -> WallTime? {
    let text = fields.string("start", 16...19)
    let time = WallTime(text)
    if time == nil {
      fields.reject(
        "start", "must be a wall time such as 2026-05-04T08:30, in the time zone of zone")
    }
    return time
  }

  /// The IANA time zone `zone`.
  public static func zone(_ fields: JSONFields) -> IANATimeZone? {
    let zone = IANATimeZone(fields.string("zone", 1...64))
    if zone == nil { fields.reject("zone", "must be an IANA time zone such as Europe/Vaduz") }
    return zone
  }

  /// The rule `recurrence` (RFC 5545, 3.3.10).
  public static func recurrence(_ fields: JSONFields) -> RecurrenceRule? {
    let text = fields.string("recurrence", 1...500)
    do throws(RecurrenceRule.Problem) {
      return try RecurrenceRule(text)
    } catch {
      fields.reject("recurrence", error.description)
      return nil
    }
  }

  /// The `place`; nil where nothing is said of one.
  public static func place(_ fields: JSONFields) -> Place? {
    fields.object("place") { Place.read($0) } ?? nil
  }
}
