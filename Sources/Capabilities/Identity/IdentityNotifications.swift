import Notifications

/// The kinds of notification that accounts and the installation's upkeep post.
extension NotificationKind {
  static let security = NotificationKind(
    "security", "Log-ins and passwords", "Anmeldungen und Passwörter", telling: AccountNotice.self,
    isOptional: false, isUrgent: true)
  /// Whoever runs a server does not look at it every day: it comes by mail, too.
  static let dataEnds = NotificationKind(
    "dataEnds", "Imported data that ends soon", "Eingelesene Daten, die bald enden",
    telling: AccountNotice.self, isForAdmins: true, channels: [.email])
}

/// The kinds of notification of this capability.
let identityNotifications: [NotificationKind] = [.security, .dataEnds]

/// What is told of an account, and to those who run the installation.
enum AccountNotice: Notice {
  case passwordChanged
  case phoneAdded(number: Told)
  /// - Parameter days: until the last day of service; negative when it is over.
  case timetableEnds(name: Told, last: Moment, days: Int)

  var kind: NotificationKind {
    switch self {
    case .passwordChanged, .phoneAdded: .security
    case .timetableEnds: .dataEnds
    }
  }
}
