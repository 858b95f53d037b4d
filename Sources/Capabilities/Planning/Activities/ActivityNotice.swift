import Base
import Calendar
import Notifications

/// The kinds of notification that activities post.
extension NotificationKind {
  static let pollAsked = NotificationKind(
    "pollAsked", "Polls that wait for your votes", "Umfragen, die auf Ihre Stimme warten",
    telling: ActivityNotice.self)
  static let pollAllVoted = NotificationKind(
    "pollAllVoted", "All have voted in your poll", "Alle haben in Ihrer Umfrage abgestimmt",
    telling: ActivityNotice.self)
  static let pollEnded = NotificationKind(
    "pollEnded", "Results of your polls", "Ergebnisse Ihrer Umfragen", telling: ActivityNotice.self)
  static let pollWithoutVotes = NotificationKind(
    "pollWithoutVotes", "Polls of yours without votes", "Ihre Umfragen ohne Stimmen",
    telling: ActivityNotice.self)
  static let activityInvitation = NotificationKind(
    "activityInvitation", "Invitations to activities", "Einladungen zu Aktivitäten",
    telling: ActivityNotice.self)
  static let activityCancelled = NotificationKind(
    "activityCancelled", "Polls that were dropped", "Umfragen, die fallengelassen wurden",
    telling: ActivityNotice.self)
  static let activityTask = NotificationKind(
    "activityTask", "Tasks of activities that you are given",
    "Aufgaben bei Aktivitäten, die Sie bekommen", telling: ActivityNotice.self)
}

/// The kinds of notification of this capability.
let activityNotifications: [NotificationKind] = [
  .pollAsked, .pollAllVoted, .pollEnded, .pollWithoutVotes, .activityInvitation,
  .activityCancelled, .activityTask,
]

/// What is told of activities, of polls about them and of tasks in them.
enum ActivityNotice: Notice {
  case pollAsked(by: Told, options: Told, until: Moment)
  case pollAllVoted(count: Int, options: Told, until: Moment)
  case pollEnded(leading: [Told], options: Told, until: Moment)
  case pollWithoutVotes(options: Told, until: Moment)
  case pollDropped(by: Told, options: Told, until: Moment)
  /// - Parameter tasks: the reader's own; nil without any.
  case invited(by: Told, to: ToldActivity, type: Told, description: Told, tasks: Told?)
  case tasksGiven(by: Told, in: ToldActivity, count: Int, tasks: Told)

  var kind: NotificationKind {
    switch self {
    case .pollAsked: .pollAsked
    case .pollAllVoted: .pollAllVoted
    case .pollEnded: .pollEnded
    case .pollWithoutVotes: .pollWithoutVotes
    case .pollDropped: .activityCancelled
    case .invited: .activityInvitation
    case .tasksGiven: .activityTask
    }
  }
}

/// What is told of an activity that takes place.
struct ToldActivity: Codable, Hashable, Sendable {
  let name: Told
  let start: Moment
  let end: Moment
  /// Nil for a place without a name.
  let place: Told?

  /// - Parameters:
  ///   - span: when it takes place.
  ///   - zone: by which whoever has none reads.
  init(_ activity: Activity, _ span: Intervals.Span, zone: String) {
    name = Told(activity.name)
    start = Moment(span.start, zone: zone)
    end = Moment(span.end, zone: zone)
    place = (activity.place?.label ?? activity.place?.address).map(Told.init)
  }
}
