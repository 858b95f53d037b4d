import Access
import Base
import Calendar
import Media

/// Something that one at a time can use: a car, a room, a field; it belongs to a sub-realm.
///
/// - Thread: pure.
public struct Resource: Hashable, Sendable {
  public var id: EntityID
  public var realm: EntityID
  /// Who has entered it; nil after the erasure of that account.
  public var author: EntityID?
  public var content: Content
  public var createdAt: Instant
  public var version: Int

  /// What can be said of it.
  public struct Content: Hashable, Sendable {
    public var name: String
    public var description: String
    public var place: Place?
    public var rules: BookingRules
    /// Of the calendar elsewhere that says when others have it.
    public var calendarAddress: String?
  }

  /// Characters of a name.
  public static let names = 1...100
  /// Characters of a description.
  public static let descriptions = 0...2000
  /// Most resources of one sub-realm.
  public static let limit = 200
  /// The word for resources among things with pictures.
  public static let pictureKind = "resource"
}

/// What bookings of a resource have to keep to.
///
/// - Thread: pure.
public struct BookingRules: Hashable, Sendable {
  /// Hours between making a booking and its beginning, at least.
  public var noticeHours = 0
  /// Minutes that one booking lasts, at most.
  public var maximumMinutes = 14 * 1440
  /// Bookings of one member that begin in one week, Monday to Sunday; nil for any number.
  public var perWeek: Int?
  /// Whether a booking may begin today (CG-MF-05).
  public var isSameDayAllowed = false

  /// The rules of a resource that nobody has said anything about.
  public init() {}

  /// Most minutes of a booking that can be allowed: 31 days.
  public static let longest = 31 * 1440
  /// Times of bookings lie on quarters of an hour.
  public static let stepSeconds: Int64 = 900
  /// How far ahead something can be booked: two years.
  static let horizonSeconds: Int64 = 731 * 86_400

  /// Refuses times that the rules do not allow.
  ///
  /// - Parameter zone: of the resource's sub-realm or else of the holder, for what "today" is.
  /// - Throws: `invalid` that names `/start` or `/end`.
  public func check(
    _ span: Intervals.Span, at now: Instant, in zone: IANATimeZone
  ) throws(Refusal) {
    let step = Self.stepSeconds * 1000
    guard span.start.milliseconds % step == 0 else {
      throw Refusal.invalid("/start", "Times of bookings are full quarters of an hour.")
    }
    guard span.end.milliseconds % step == 0 else {
      throw Refusal.invalid("/end", "Times of bookings are full quarters of an hour.")
    }
    guard span.start < span.end else {
      throw Refusal.invalid("/end", "The end must lie after the start.")
    }
    guard span.start > now else {
      throw Refusal.invalid("/start", "The start must lie in the future.")
    }
    guard span.end.seconds(since: now) <= Double(Self.horizonSeconds) else {
      throw Refusal.invalid("/end", "Nothing is booked more than two years ahead.")
    }
    guard span.end.seconds(since: span.start) <= Double(maximumMinutes) * 60 else {
      throw Refusal.invalid("/end", "A booking of this lasts at most \(maximumMinutes) minutes.")
    }
    guard span.start.seconds(since: now) >= Double(noticeHours) * 3600 else {
      throw Refusal.invalid("/start", "This is booked at least \(noticeHours) hours before.")
    }
    let days = (zone.wallTime(at: span.start).date, zone.wallTime(at: now).date)
    guard isSameDayAllowed || days.0 > days.1 else {
      throw Refusal.invalid("/start", "This is booked for tomorrow at the earliest.")
    }
  }
}

extension Resource.Content {
  /// Reads a new resource: `{name, description?, place?, rules?, calendarAddress?}`.
  ///
  /// - Throws: `invalid` for an address of a calendar that is none.
  public init(reading fields: JSONFields) throws(Refusal) {
    name = fields.string("name", Resource.names)
    description =
      fields.optional("description") { $0.string("description", Resource.descriptions) }
      .map { $0 } ?? ""
    place = fields.optional("place") { $0.object("place") { Place.read($0) } ?? nil } ?? nil
    rules =
      fields.optional("rules") { $0.object("rules") { BookingRules(reading: $0) } }?
      .map { $0 } ?? BookingRules()
    calendarAddress = fields.optional("calendarAddress") { $0.string("calendarAddress", 8...2000) }
      .map(SubscriptionDraft.address)
    guard calendarAddress.map(OutsideCalendar.accepts) ?? true else {
      throw Refusal.invalid(
        "/calendarAddress",
        "An address of a calendar begins with https://, http:// or webcal://.")
    }
  }
}

extension BookingRules {
  init(reading fields: JSONFields) {
    self.init()
    noticeHours = fields.optional("noticeHours") { $0.integer("noticeHours", 0...8760) } ?? 0
    maximumMinutes =
      fields.optional("longestMinutes") { $0.integer("longestMinutes", 15...Self.longest) }
      ?? maximumMinutes
    perWeek = fields.optional("perWeek") { $0.integer("perWeek", 1...672) }
    isSameDayAllowed = fields.optional("sameDay") { $0.bool("sameDay") } ?? false
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("noticeHours", noticeHours)
      json.member("longestMinutes", maximumMinutes)
      json.member("perWeek", perWeek)
      json.member("sameDay", isSameDayAllowed)
    }
  }
}

/// A resource with what a member sees beside it.
public struct ResourceEntry: Hashable, Sendable {
  public var resource: Resource
  /// The booking that goes on, or else the next one.
  public var next: Booking?
  /// How the calendar of it is doing.
  public var calendar: ResourceCalendar?
  /// What it looks like.
  public var picture: Picture?
  /// Whether the caller may change and remove it.
  public var isEditable: Bool

  /// Writes it as the interface shows it.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", resource.id)
      json.member("realm", resource.realm)
      json.member("name", resource.content.name)
      json.member("description", resource.content.description)
      if let place = resource.content.place {
        json.key("place")
        place.write(to: &json)
      }
      json.key("rules")
      resource.content.rules.write(to: &json)
      if let calendar {
        json.key("calendar")
        calendar.write(to: &json)
        if isEditable { json.member("calendarAddress", calendar.address) }
      }
      json.member("picture", picture)
      json.member("editable", isEditable)
      if let next {
        json.key("next")
        next.write(to: &json)
      }
      json.member("createdAt", resource.createdAt)
      json.member("version", resource.version)
    }
  }
}
