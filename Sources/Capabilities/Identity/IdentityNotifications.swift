import Notifications

/// The kinds of notification that accounts and the installation's upkeep post.
extension NotificationKind {
  static let security = NotificationKind(
    "security", "How you log in has changed.", isOptional: false, isUrgent: true)
  /// Whoever runs a server does not look at it every day: it comes by mail, too.
  static let dataEnds = NotificationKind(
    "dataEnds", "Imported data has to be replaced soon.", isForAdmins: true, channels: [.email])
}

/// The kinds of notification of this capability.
let identityNotifications: [NotificationKind] = [.security, .dataEnds]
