import Base
import Notifications

/// The kinds of notification that accounts, sub-realms and moderation post.
extension NotificationKind {
  static let invitation = NotificationKind("invitation", "Somebody invites you to a sub-realm.")
  static let membership = NotificationKind(
    "membership", "You joined or left a sub-realm, or your role in it changed.")
  static let organizationDecision = NotificationKind(
    "organizationDecision", "Your request for an organization was decided.")
  static let operatorAnswer = NotificationKind(
    "operatorAnswer", "The operator has answered what you wrote.")
  /// Also posted by capabilities whose things are moderated.
  public static let moderation = NotificationKind(
    "moderation", "A report of yours, or one on what is yours, was decided.", isOptional: false)
  static let security = NotificationKind(
    "security", "How you log in has changed.", isOptional: false, isUrgent: true)
  /// Whoever runs a server does not look at it every day: it comes by mail, too.
  static let dataEnds = NotificationKind(
    "dataEnds", "Imported data has to be replaced soon.", isForAdmins: true, channels: [.email])
}

/// The kinds of notification of this capability.
public let realmsNotifications: [NotificationKind] = [
  .invitation, .membership, .organizationDecision, .operatorAnswer, .moderation, .security,
  .dataEnds,
]
