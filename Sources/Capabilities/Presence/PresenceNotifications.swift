import Notifications

/// The kinds of notification that positions lead to.
extension NotificationKind {
  /// Off until it is switched on (CG-RL-17).
  static let tourNearby = NotificationKind(
    "tourNearby", "A tour starts near you", "Eine Tour beginnt in Ihrer Nähe",
    telling: NearbyNotice.self, isOnByDefault: false)
}

/// The kinds of notification of this capability.
public let presenceNotifications: [NotificationKind] = [.tourNearby]

/// What is told of what somebody came near.
enum NearbyNotice: Notice {
  case tour(name: Told)

  var kind: NotificationKind { .tourNearby }
}
