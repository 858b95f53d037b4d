import Calendar
import Notifications

/// The kinds of notification of teams, communities and courses.
extension NotificationKind {
  static let groupNews = NotificationKind(
    "groupNews", "News of your groups", "Neuigkeiten Ihrer Gruppen", telling: TeamsNotice.self)
  static let courseReminder = NotificationKind(
    "courseReminder", "Courses that go on", "Kurse, die weitergehen", telling: TeamsNotice.self)
  static let memberReported = NotificationKind(
    "memberReported", "Reports on members of groups that you run",
    "Meldungen über Mitglieder Ihrer Gruppen", telling: TeamsNotice.self, isOptional: false)
  static let rideAsked = NotificationKind(
    "rideAsked", "Questions about rides to events", "Fragen nach Mitfahrten zu Terminen",
    telling: TeamsNotice.self)
  static let rideChange = NotificationKind(
    "rideChange", "Rides that are accepted, declined or ended",
    "Mitfahrten, die zugesagt, abgelehnt oder beendet werden", telling: TeamsNotice.self)
}

/// What is told of teams, communities and courses, and of rides to their events.
enum TeamsNotice: Notice {
  case news(group: Told, title: Told)
  case courseGoesOn(title: Told, percent: Int, next: Told)
  case memberReported(group: Told, name: Told)
  case ride(step: RideStep, by: Told, to: ToldItem)

  var kind: NotificationKind {
    switch self {
    case .news: .groupNews
    case .courseGoesOn: .courseReminder
    case .memberReported: .memberReported
    case .ride(let step, _, _):
      switch step {
      case .offers, .asks: .rideAsked
      case .agrees, .refuses, .endsAgreed, .endsAsked, .eventChanged, .eventCancelled: .rideChange
      }
    }
  }
}

/// What another one has done about a ride with the reader, or what has become of it.
enum RideStep: String, Codable, Sendable {
  case offers, asks
  case agrees, refuses
  /// The other one ends what was agreed, or what was asked.
  case endsAgreed, endsAsked
  case eventChanged, eventCancelled
}
