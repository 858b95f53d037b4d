import Base
import Calendar
import Itineraries

/// What a new appointment shall be.
///
/// - Thread: pure.
public struct AppointmentDraft: Hashable, Sendable {
  public var title: String
  /// By the clocks of `zone`; an hour from now unless given (TV-APP-05).
  public var start: WallTime?
  /// The zone of the account's profile unless given.
  public var zone: IANATimeZone?
  /// Seconds; an hour unless given, a day for whole days.
  public var duration: Int?
  public var isAllDay: Bool
  public var recurrence: RecurrenceRule?
  public var place: Place?
  public var notes: String
  public var preNotification: Int
  public var modes: Set<TravelMode>?
  /// The warnings that the caller has seen and wants it stored in spite of.
  public var confirmed: Set<AppointmentWarning.Kind>

  static let usualDuration = 3600

  /// Reads `{title, start?, zone?, duration?, allDay?, recurrence?, place?, notes?,
  /// preNotification?, modes?, confirm?}`.
  public init(reading fields: JSONFields) throws(Refusal) {
    title = fields.string("title", CalendarItem.titles)
    start = fields.optional("start") { CalendarItemFields.start($0) } ?? nil
    zone = fields.optional("zone") { CalendarItemFields.zone($0) } ?? nil
    duration = fields.optional("duration") { $0.integer("duration", 0...CalendarItem.longest) }
    isAllDay = fields.optional("allDay") { $0.bool("allDay") } ?? false
    recurrence = fields.optional("recurrence") { CalendarItemFields.recurrence($0) } ?? nil
    place = fields.optional("place") { CalendarItemFields.place($0) } ?? nil
    notes = fields.optional("notes") { $0.string("notes", Participation.notes) } ?? ""
    preNotification =
      fields.optional("preNotification") { AppointmentFields.preNotification($0) }
      ?? Participation.usualPreNotification
    modes = fields.optional("modes") { $0.words("modes", TravelMode.self, atLeast: 1) }
    confirmed = AppointmentFields.confirmed(fields)
    try fields.finish()
  }
}

/// What shall change about an appointment.
///
/// - Thread: pure.
public struct AppointmentEdit: Sendable {
  /// A member that may be set, cleared or left as it is.
  public enum Change<Value: Sendable>: Sendable {
    case keep
    case set(Value?)

    func applied(to value: Value?) -> Value? {
      switch self {
      case .keep: value
      case .set(let new): new
      }
    }
  }

  // The item's, which its organizer changes.
  public var title: String?
  public var start: WallTime?
  public var zone: IANATimeZone?
  public var duration: Int?
  public var isAllDay: Bool?
  public var recurrence = Change<RecurrenceRule>.keep
  public var place = Change<Place>.keep
  // The participation's, which each changes for itself.
  public var notes: String?
  public var preNotification: Int?
  public var modes = Change<Set<TravelMode>>.keep
  public var confirmed: Set<AppointmentWarning.Kind>

  /// Reads the members of ``AppointmentDraft``, all of which may be absent; null clears.
  public init(reading fields: JSONFields) throws(Refusal) {
    title = fields.optional("title") { $0.string("title", CalendarItem.titles) }
    start = fields.optional("start") { CalendarItemFields.start($0) } ?? nil
    zone = fields.optional("zone") { CalendarItemFields.zone($0) } ?? nil
    duration = fields.optional("duration") { $0.integer("duration", 0...CalendarItem.longest) }
    isAllDay = fields.optional("allDay") { $0.bool("allDay") }
    recurrence = Self.change("recurrence", fields) { CalendarItemFields.recurrence($0) }
    place = Self.change("place", fields) { CalendarItemFields.place($0) }
    notes =
      fields.isNull("notes")
      ? "" : fields.optional("notes") { $0.string("notes", Participation.notes) }
    preNotification = fields.optional("preNotification") { AppointmentFields.preNotification($0) }
    modes = Self.change("modes", fields) { $0.words("modes", TravelMode.self, atLeast: 1) }
    confirmed = AppointmentFields.confirmed(fields)
    try fields.finish()
  }

  private static func change<Value>(
    _ name: String, _ fields: JSONFields, _ read: (JSONFields) -> Value?
  ) -> Change<Value> {
    if fields.isNull(name) { return .set(nil) }
    return fields.optional(name) { .set(read($0)) } ?? .keep
  }

  /// Whether it changes what everybody sees.
  var changesItem: Bool {
    if case .set = recurrence { return true }
    if case .set = place { return true }
    return title != nil || start != nil || zone != nil || duration != nil || isAllDay != nil
  }
}

/// Readers that drafts and edits share.
enum AppointmentFields {
  static func preNotification(_ fields: JSONFields) -> Int {
    let minutes = fields.integer("preNotification", 5...30)
    if !Participation.preNotifications.contains(minutes) {
      fields.reject("preNotification", "must be 5, 10, 15 or 30 minutes")
    }
    return minutes
  }

  static func confirmed(_ fields: JSONFields) -> Set<AppointmentWarning.Kind> {
    fields.optional("confirm") {
      $0.words("confirm", AppointmentWarning.Kind.self, atLeast: 0)
    } ?? []
  }
}
