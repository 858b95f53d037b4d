import Notifications

/// The kinds of notification that tours post.
extension NotificationKind {
  static let tourPublished = NotificationKind(
    "tourPublished", "A tour of your organization was published.")
  static let purchase = NotificationKind("purchase", "You bought a tour.")
}

/// The kinds of notification of this capability.
public let tourNotifications: [NotificationKind] = [.tourPublished, .purchase]
