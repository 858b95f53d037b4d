import Base
import Calendar
import Notifications

/// The kinds of notification that resources post.
extension NotificationKind {
  static let resourceBooked = NotificationKind(
    "resourceBooked", "Bookings by others in your family", "Buchungen anderer in Ihrer Familie",
    telling: BookingNotice.self)
  static let bookingChanged = NotificationKind(
    "bookingChanged", "Bookings of yours that have ended", "Ihre Buchungen, die geendet haben",
    telling: BookingNotice.self)
  static let overrideAsked = NotificationKind(
    "overrideAsked", "Requests for your bookings", "Anfragen nach Ihren Buchungen",
    telling: BookingNotice.self, isOptional: false)
  static let overrideAnswered = NotificationKind(
    "overrideAnswered", "Answers to your requests for bookings",
    "Antworten auf Ihre Anfragen nach Buchungen", telling: BookingNotice.self)
  static let bookingUnverified = NotificationKind(
    "bookingUnverified", "Bookings that you are to acknowledge",
    "Buchungen, die Sie zur Kenntnis nehmen sollen", telling: BookingNotice.self, isOptional: false)
  static let bookingMade = NotificationKind(
    "bookingMade", "Your bookings that were acknowledged",
    "Ihre Buchungen, die zur Kenntnis genommen wurden", telling: BookingNotice.self)
}

/// The kinds of notification of this capability.
let resourceNotifications: [NotificationKind] = [
  .resourceBooked, .bookingChanged, .overrideAsked, .overrideAnswered, .bookingUnverified,
  .bookingMade,
]

/// What is told of bookings of shared things, and of requests to take them over.
enum BookingNotice: Notice {
  case booked(by: Told, what: ToldBooking, reason: Told)
  /// What is left of one that was given away in part.
  case kept(by: Told, what: ToldBooking, reason: Told)
  case moved(by: Told, what: ToldBooking, reason: Told)
  case givenUp(by: Told, what: ToldBooking)
  /// The reader's booking has ended with its thing.
  case sharedNoMore(what: ToldBooking)
  /// Not all have acknowledged it in time.
  case lapsed(what: ToldBooking)
  /// - Parameter until: the end of the booking that is asked for, if that is sooner than 24 hours.
  case asked(
    by: Told, what: ToldBooking, priority: BookingPriority, reason: Told, until: Moment?)
  case given(by: Told, what: ToldBooking)
  case denied(by: Told, what: ToldBooking)
  /// Somebody else who had asked for it, too, has it.
  case givenToAnother(what: ToldBooking)
  /// - Parameter isOver: the time that was asked for is over; else 24 hours are.
  case unanswered(what: ToldBooking, isOver: Bool)
  /// What the reader has asked for is shared no more.
  case goneWithThing(what: ToldBooking)
  case hasBecomeFree(what: ToldBooking)
  case unverified(by: Told, what: ToldBooking, reason: Told, priority: BookingPriority)
  case stillUnverified(by: Told, what: ToldBooking)
  case acknowledged(what: ToldBooking, isEntered: Bool)
  /// Its calendar can be read again, and others have it then.
  case clashes(what: ToldBooking)

  var kind: NotificationKind {
    switch self {
    case .booked, .kept, .moved, .givenUp: .resourceBooked
    case .sharedNoMore, .lapsed: .bookingChanged
    case .asked: .overrideAsked
    case .given, .denied, .givenToAnother, .unanswered, .goneWithThing, .hasBecomeFree:
      .overrideAnswered
    case .unverified, .stillUnverified: .bookingUnverified
    case .acknowledged, .clashes: .bookingMade
    }
  }
}

/// What is told of a booking: the thing, and when it begins.
struct ToldBooking: Codable, Hashable, Sendable {
  let thing: Told
  let start: Moment

  /// - Parameter start: the beginning of what is asked for; nil for that of the booking.
  init(_ booking: Booking, at start: Instant? = nil, zone: String) {
    thing = Told(booking.resourceName)
    self.start = Moment(start ?? booking.span.start, zone: zone)
  }
}

extension BookingPriority: Codable {}
