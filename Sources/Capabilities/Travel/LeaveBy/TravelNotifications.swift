import Calendar
import Itineraries
import Notifications

/// The kinds of notification that plans post.
extension NotificationKind {
  static let leaveBy = NotificationKind(
    "leaveBy", "Time to leave", "Zeit zum Losgehen", telling: LeaveNotice.self, isUrgent: true)
  static let leaveByChange = NotificationKind(
    "leaveByChange", "A delay moves the time to leave", "Eine Verspätung verschiebt den Aufbruch",
    telling: LeaveNotice.self, isUrgent: true)
}

/// The kinds of notification of this capability.
public let travelNotifications: [NotificationKind] = [.leaveBy, .leaveByChange]

/// What is told of when to leave (TV-RTE-19): the means, and the minutes that are left at that time.
enum LeaveNotice: Notice {
  /// - Parameter seconds: until one has to leave; negative when it is late.
  case leave(title: Told, seconds: Int, way: ToldWay)
  case leaveLate(title: Told, late: Int, way: ToldWay)
  /// There is no way to tell of.
  case begins(title: Told, seconds: Int)
  /// - Parameter late: seconds by which one comes too late; 0 if one does not.
  case moved(title: Told, leaveAt: Moment, was: Moment, way: ToldWay, late: Int)
  /// - Parameter detail: what has become of it, as the plan says it in English.
  case wayLost(title: Told, why: TravelPlan.Reason?, detail: String)

  var kind: NotificationKind {
    switch self {
    case .leave, .leaveLate, .begins: .leaveBy
    case .moved, .wayLost: .leaveByChange
    }
  }
}

/// How one gets there: the means that matters most, and how long it takes.
struct ToldWay: Codable, Hashable, Sendable {
  enum Means: Codable, Hashable, Sendable {
    case foot
    case bicycle
    case car
    /// - Parameter mode: `bus`, `tram` and the like, for one without a line.
    case ride(line: String?, mode: String, stop: String?, at: Moment)
    /// - Parameter park: where the car stays.
    case driveAndRide(park: String?, line: String?, mode: String, stop: String?, at: Moment)
  }

  let means: Means
  /// From leaving to being there.
  let minutes: Int

  /// - Parameter item: what one goes to, by whose zone whoever has none reads.
  init(_ journey: Journey, to item: CalendarItem) {
    minutes = journey.minutes
    if let ride = journey.legs.first(where: { $0.mode.isPublic }) {
      let departure = Moment(ride.departure, zone: item.zone.name)
      let car = journey.legs.first { $0.mode == .car && $0.departure < ride.departure }
      means =
        if let car {
          .driveAndRide(
            park: car.to, line: ride.line, mode: ride.mode.rawValue, stop: ride.from,
            at: departure)
        } else {
          .ride(line: ride.line, mode: ride.mode.rawValue, stop: ride.from, at: departure)
        }
      return
    }
    switch journey.legs.max(by: { $0.distance < $1.distance })?.mode {
    case .bicycle?: means = .bicycle
    case .car?: means = .car
    default: means = .foot
    }
  }
}
