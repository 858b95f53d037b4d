import Notifications

/// The kinds of notification that positions lead to.
extension NotificationKind {
  /// Off until it is switched on (CG-RL-17).
  static let tourNearby = NotificationKind(
    "tourNearby", "You came near a tour.", isOnByDefault: false)
}

/// The kinds of notification of this capability.
public let presenceNotifications: [NotificationKind] = [.tourNearby]
