import Notifications

/// The kinds of notification that plans post.
extension NotificationKind {
  static let leaveBy = NotificationKind("leaveBy", "It is time to leave.", isUrgent: true)
  static let leaveByChange = NotificationKind(
    "leaveByChange", "A delay, or its end, moves the time to leave.", isUrgent: true)
}

/// The kinds of notification of this capability.
public let travelNotifications: [NotificationKind] = [.leaveBy, .leaveByChange]
