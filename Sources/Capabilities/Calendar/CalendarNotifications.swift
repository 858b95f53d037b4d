import Notifications

/// The kinds of notification that items of calendars post.
extension NotificationKind {
  static let appointmentInvitation = NotificationKind(
    "appointmentInvitation", "Somebody invites you to an appointment.")
  static let appointmentAnswer = NotificationKind(
    "appointmentAnswer", "Somebody answered your invitation.")
  static let appointmentChange = NotificationKind(
    "appointmentChange", "An appointment was moved or cancelled.")
  static let eventPublished = NotificationKind(
    "eventPublished", "A team or community has a new event.")
  static let eventChange = NotificationKind(
    "eventChange", "An event or practice of a team or community was changed or cancelled.")
  static let eventAnswer = NotificationKind(
    "eventAnswer", "Somebody answered an event of a team or community that you run.")
  static let eventPlace = NotificationKind(
    "eventPlace", "You have got a place that you were waiting for.")
  static let eventReminder = NotificationKind(
    "eventReminder", "An event waits for your answer, which is wanted soon.")
  static let teamInvitation = NotificationKind(
    "teamInvitation", "A team invites one that you run to an event or practice.")
}

/// The kinds of notification of this capability.
public let calendarNotifications: [NotificationKind] = [
  .appointmentInvitation, .appointmentAnswer, .appointmentChange, .eventPublished, .eventChange,
  .eventAnswer, .eventPlace, .eventReminder, .teamInvitation,
]
