import Base
import Calendar

/// Somebody's use of a resource at a time, which stands in that one's calendar, too.
///
/// - Thread: pure.
public struct Booking: Hashable, Sendable {
  /// - `pending`: as `confirmed`, when all who share the resource have acknowledged it: the calendar
  ///   of the resource cannot be read.
  /// - `confirmed`: nobody else has the resource then.
  /// - `cancelled`: given up by its holder, or gone with its resource.
  /// - `overridden`: given to another, whose booking stands in its place.
  public enum State: String, Sendable, CaseIterable {
    case pending, confirmed, cancelled, overridden
  }

  public var id: EntityID
  public var resource: EntityID
  public var resourceName = ""
  public var realm: EntityID
  /// The entry in the holder's calendar.
  public var item: EntityID
  public var holder: EntityID
  public var holderName = ""
  public var draft: BookingDraft
  public var state = State.confirmed
  /// Whether it stands in the calendars.
  public var isEntered = true
  /// Who has to acknowledge it before it is confirmed; names in order.
  public var missing: [Sharer] = []
  public var createdAt: Instant
  public var version = 1

  public var span: Intervals.Span { draft.span }
  /// Whether it holds its time.
  var stands: Bool { state == .confirmed || state == .pending }

  /// Somebody who shares a resource.
  public struct Sharer: Hashable, Sendable {
    var account: EntityID
    var name: String
  }

  /// Most bookings of one member in one sub-realm that have not ended.
  public static let limit = 200

  /// Writes it as the interface shows it.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("realm", realm)
      json.object("resource") { json in
        json.member("id", resource)
        json.member("name", resourceName)
      }
      json.object("holder") { json in
        json.member("id", holder)
        json.member("name", holderName)
      }
      json.member("appointment", item)
      draft.write(to: &json)
      json.member("state", state.rawValue)
      json.member("entered", isEntered)
      if state == .pending {
        json.array("missing") { json in
          for sharer in missing {
            json.object { json in
              json.member("id", sharer.account)
              json.member("name", sharer.name)
            }
          }
        }
      }
      json.member("createdAt", createdAt)
      json.member("version", version)
    }
  }
}

/// When something is wanted, why, and how much it matters.
///
/// - Thread: pure.
public struct BookingDraft: Hashable, Sendable {
  public var span: Intervals.Span
  public var reason: String
  public var priority: BookingPriority

  public init(span: Intervals.Span, reason: String, priority: BookingPriority) {
    self.span = span
    self.reason = reason
    self.priority = priority
  }

  /// Characters of a reason (MF-T-clickDone: never empty).
  public static let reasons = 1...500

  /// Reads `{start, end, reason, priority}`.
  public init(reading fields: JSONFields) {
    let start = fields.instant("start")
    span = Intervals.Span(start, fields.instant("end"))
    reason = fields.string("reason", Self.reasons)
    priority = fields.choice("priority", BookingPriority.self) ?? .low
  }

  /// Writes the members that ``init(reading:)`` reads.
  func write(to json: inout JSONWriter) {
    json.member("start", span.start)
    json.member("end", span.end)
    json.member("reason", reason)
    json.member("priority", priority.rawValue)
  }
}

/// What of a booking is to be another.
public struct BookingChange: Hashable, Sendable {
  var start: Instant?
  var end: Instant?
  var reason: String?
  var priority: BookingPriority?

  /// Reads any of the members of a draft.
  public init(reading fields: JSONFields) {
    start = fields.optional("start") { $0.instant("start") }
    end = fields.optional("end") { $0.instant("end") }
    reason = fields.optional("reason") { $0.string("reason", BookingDraft.reasons) }
    priority = fields.optional("priority") { $0.choice("priority", BookingPriority.self) } ?? nil
  }

  func applied(to draft: BookingDraft) -> BookingDraft {
    BookingDraft(
      span: Intervals.Span(start ?? draft.span.start, end ?? draft.span.end),
      reason: reason ?? draft.reason, priority: priority ?? draft.priority)
  }
}

/// A request to give up a booking, as those whom it concerns see it.
public struct OverrideEntry: Hashable, Sendable {
  public var request: OverrideRequest
  public var requesterName: String
  /// The booking that is asked for.
  public var booking: Booking
  /// Free times of the resource, offered to the holder who has given the time away.
  public var freeTimes: [Intervals.Span] = []
  /// The parts of the booking that an open request leaves, which its holder can keep.
  public var rest: [Intervals.Span] {
    guard request.state == .open else { return [] }
    return Intervals([Intervals.Span(request.start, request.end)]).gaps(in: booking.span).spans
  }

  /// Writes it as the interface shows it.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", request.id)
      json.object("requester") { json in
        json.member("id", request.requester)
        json.member("name", requesterName)
      }
      request.write(to: &json)
      json.key("booking")
      booking.write(to: &json)
      json.array("freeTimes") { json in
        for span in freeTimes { span.write(to: &json) }
      }
      json.array("rest") { json in
        for span in rest { span.write(to: &json) }
      }
    }
  }
}

extension OverrideRequest {
  /// Writes what is asked for and what has become of it, as members of an object.
  func write(to json: inout JSONWriter) {
    json.member("start", start)
    json.member("end", end)
    json.member("reason", reason)
    json.member("priority", priority.rawValue)
    json.member("askedAt", askedAt)
    json.member("expiresAt", expiresAt)
    json.member("state", state.rawValue)
    json.member("givenToAnother", isGivenToAnother)
  }
}

extension Intervals.Span {
  /// Writes `{start, end}`.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("start", start)
      json.member("end", end)
    }
  }
}
