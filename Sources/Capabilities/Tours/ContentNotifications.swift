import Notifications

/// The kinds of notification that objects, tours and positions post.
extension NotificationKind {
  /// Off until it is switched on (CG-RL-17).
  static let tourNearby = NotificationKind(
    "tourNearby", "You came near a tour.", isOnByDefault: false)
  static let tourPublished = NotificationKind(
    "tourPublished", "A tour of your organization was published.")
  static let purchase = NotificationKind("purchase", "You bought a tour.")
}

/// The kinds of notification of this capability.
public let contentNotifications: [NotificationKind] = [.tourNearby, .tourPublished, .purchase]
