import Notifications

/// The kinds of notification that appointments post.
extension NotificationKind {
  static let appointmentInvitation = NotificationKind(
    "appointmentInvitation", "Somebody invites you to an appointment.")
  static let appointmentAnswer = NotificationKind(
    "appointmentAnswer", "Somebody answered your invitation.")
  static let appointmentChange = NotificationKind(
    "appointmentChange", "An appointment was moved or cancelled.")
  static let leaveBy = NotificationKind("leaveBy", "It is time to leave.")
}

/// The kinds of notification of this capability.
public let travelNotifications: [NotificationKind] = [
  .appointmentInvitation, .appointmentAnswer, .appointmentChange, .leaveBy,
]
