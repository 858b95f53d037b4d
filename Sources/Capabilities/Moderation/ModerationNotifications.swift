import Notifications

/// The kinds of notification that moderation posts.
extension NotificationKind {
  static let operatorAnswer = NotificationKind(
    "operatorAnswer", "The operator has answered what you wrote.")
  /// Also posted by capabilities whose things are moderated.
  public static let moderation = NotificationKind(
    "moderation", "A report of yours, or one on what is yours, was decided.", isOptional: false)
}

/// The kinds of notification of this capability.
let moderationNotifications: [NotificationKind] = [.operatorAnswer, .moderation]
