import Notifications

/// The kinds of notification that items of calendars post.
extension NotificationKind {
  static let appointmentInvitation = NotificationKind(
    "appointmentInvitation", "Invitations to appointments", "Einladungen zu Terminen",
    telling: AppointmentNotice.self)
  static let appointmentAnswer = NotificationKind(
    "appointmentAnswer", "Answers to your appointments", "Antworten auf Ihre Termine",
    telling: AppointmentNotice.self)
  static let appointmentChange = NotificationKind(
    "appointmentChange", "Appointments that changed", "Geänderte Termine",
    telling: AppointmentNotice.self)
  static let eventPublished = NotificationKind(
    "eventPublished", "New events of your groups", "Neue Termine Ihrer Gruppen",
    telling: EventNotice.self)
  static let eventChange = NotificationKind(
    "eventChange", "Changed events of your groups", "Geänderte Termine Ihrer Gruppen",
    telling: EventNotice.self)
  static let eventAnswer = NotificationKind(
    "eventAnswer", "Answers to events that you run", "Antworten auf Termine, die Sie leiten",
    telling: EventNotice.self)
  static let eventPlace = NotificationKind(
    "eventPlace", "Places that became free", "Frei gewordene Plätze", telling: EventNotice.self)
  static let eventReminder = NotificationKind(
    "eventReminder", "Reminders to answer", "Erinnerungen an eine Antwort",
    telling: EventNotice.self)
  static let teamInvitation = NotificationKind(
    "teamInvitation", "Invitations of teams to yours", "Einladungen anderer Mannschaften",
    telling: EventNotice.self)
}

/// The kinds of notification of this capability.
public let calendarNotifications: [NotificationKind] = [
  .appointmentInvitation, .appointmentAnswer, .appointmentChange, .eventPublished, .eventChange,
  .eventAnswer, .eventPlace, .eventReminder, .teamInvitation,
]
