import Notifications

extension NotificationKind {
  static let scanDecided = NotificationKind(
    "scanDecided", "Models made of your photos", "Modelle nach Ihren Fotos",
    telling: ScanNotice.self)
}

/// What is told of photos of which a model was asked for.
enum ScanNotice: Notice {
  case made(name: Told)
  case declined(name: Told, reason: Told)

  var kind: NotificationKind { .scanDecided }
}
