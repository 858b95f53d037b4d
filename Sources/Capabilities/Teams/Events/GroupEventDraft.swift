import Base
import Calendar

/// Until when answers are wanted: a moment, or the end of a day by the clocks of the team.
///
/// - Thread: pure.
public enum AnswerDeadline: Hashable, Sendable {
  case moment(Instant)
  case day(CivilDate)

  /// Reads an RFC 3339 time or a date such as `2026-05-04`.
  static func read(_ fields: JSONFields) -> AnswerDeadline? {
    let text = fields.string("responseDeadline", 10...40)
    if let day = CivilDate(text: text) { return .day(day) }
    if let moment = Instant(rfc3339: text) { return .moment(moment) }
    fields.reject(
      "responseDeadline",
      "must be a date such as 2026-05-04, or a time such as 2026-05-04T08:30:00Z")
    return nil
  }

  /// The first moment at which no answer is taken any more.
  public func instant(in zone: IANATimeZone) -> Instant {
    switch self {
    case .moment(let moment): moment
    case .day(let day): zone.start(of: CivilDate(daysSinceEpoch: day.daysSinceEpoch + 1))
    }
  }
}

/// What an event or practice shall be, or what shall change about it.
///
/// - Thread: pure.
public struct GroupEventDraft: Sendable {
  /// A member that may be set, cleared or left as it is.
  enum Change<Value: Sendable>: Sendable {
    case keep
    case set(Value?)

    func applied(to value: Value?) -> Value? {
      switch self {
      case .keep: value
      case .set(let new): new
      }
    }
  }

  /// The kinds of items that are made so.
  public enum Kind: String, Sendable, CaseIterable {
    case event
    case practice
  }

  var kind = Kind.event
  var title: String?
  var description: String?
  var start: WallTime?
  var zone: IANATimeZone?
  var duration: Int?
  var isAllDay: Bool?
  var isDraft: Bool?
  var recurrence = Change<RecurrenceRule>.keep
  var place = Change<Place>.keep
  var deadline = Change<AnswerDeadline>.keep
  var capacity = Change<Int>.keep
  var minimumAge = Change<Int>.keep
  var link = Change<String>.keep

  static let usualDuration = 3600

  /// Reads what is made: `{kind, title, start, description?, zone?, duration?, allDay?, draft?,
  /// recurrence?, place?, placeIsSafe?, responseDeadline?, capacity?, minimumAge?, link?}`.
  public init(making fields: JSONFields) throws(Refusal) {
    kind = fields.choice("kind", Kind.self) ?? .event
    title = fields.string("title", CalendarItem.titles)
    start = CalendarItemFields.start(fields)
    readRest(fields)
    if kind == .practice, case .keep = place {
      fields.reject("place", "is required: a practice takes place somewhere")
    }
    try fields.finish()
  }

  /// Reads what changes: the same members without kind, all of which may be absent; null clears.
  public init(changing fields: JSONFields) throws(Refusal) {
    title = fields.optional("title") { $0.string("title", CalendarItem.titles) }
    start = fields.optional("start") { CalendarItemFields.start($0) } ?? nil
    readRest(fields)
    try fields.finish()
  }

  private mutating func readRest(_ fields: JSONFields) {
    description =
      fields.isNull("description")
      ? "" : fields.optional("description") { $0.string("description", CalendarItem.descriptions) }
    zone = fields.optional("zone") { CalendarItemFields.zone($0) } ?? nil
    duration = fields.optional("duration") { $0.integer("duration", 0...CalendarItem.longest) }
    isAllDay = fields.optional("allDay") { $0.bool("allDay") }
    isDraft = fields.optional("draft") { $0.bool("draft") }
    recurrence = Self.change("recurrence", fields) { CalendarItemFields.recurrence($0) }
    place = Self.change("place", fields) { CalendarItemFields.place($0) }
    // BZ-SAF-01: no server sees whether a place is safe; who sends people there says so.
    let isSafe = fields.optional("placeIsSafe") { $0.bool("placeIsSafe") } ?? false
    if case .set(.some) = place, !isSafe {
      fields.reject("placeIsSafe", "must be true: confirm that the place is safe")
    }
    deadline = Self.change("responseDeadline", fields) { AnswerDeadline.read($0) }
    capacity = Self.change("capacity", fields) { $0.integer("capacity", 1...100_000) }
    minimumAge = Self.change("minimumAge", fields) { $0.integer("minimumAge", 0...150) }
    link = Self.change("link", fields) { fields in
      fields.described("link", as: .string(CalendarItem.links), placeholder: "") { fields in
        let address = fields.string("link", CalendarItem.links)
        // What a browser would run, or what names a user, is no page.
        if !WebAddress.isUsable(address) {
          fields.reject("link", "must be an absolute http or https address without a password")
        }
        return address
      }
    }
  }

  private static func change<Value>(
    _ name: String, _ fields: JSONFields, _ read: (JSONFields) -> Value?
  ) -> Change<Value> {
    if fields.isNull(name) { return .set(nil) }
    return fields.optional(name) { .set(read($0)) } ?? .keep
  }

  /// Makes of an item what it shall be.
  ///
  /// - Parameter home: the clocks by which a day of the team ends; those of the item if nil.
  func apply(to item: inout CalendarItem, home: IANATimeZone?) {
    item.title = title ?? item.title
    item.description = description ?? item.description
    item.start = start ?? item.start
    item.zone = zone ?? item.zone
    item.duration = duration ?? item.duration
    item.isAllDay = isAllDay ?? item.isAllDay
    if let isDraft { item.status = isDraft ? .draft : .confirmed }
    item.recurrence = recurrence.applied(to: item.recurrence)
    item.place = place.applied(to: item.place)
    if case .set(let deadline) = deadline {
      item.responseDeadline = deadline?.instant(in: home ?? item.zone)
    }
    item.capacity = capacity.applied(to: item.capacity)
    item.minimumAge = minimumAge.applied(to: item.minimumAge)
    item.link = link.applied(to: item.link)
  }
}
