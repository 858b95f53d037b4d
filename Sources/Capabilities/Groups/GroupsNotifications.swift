import Notifications

/// The kinds of notification that sub-realms and organizations post.
extension NotificationKind {
  static let invitation = NotificationKind("invitation", "Somebody invites you to a sub-realm.")
  static let membership = NotificationKind(
    "membership", "You joined or left a sub-realm, or your role in it changed.")
  static let organizationDecision = NotificationKind(
    "organizationDecision", "Your request for an organization was decided.")
}

/// The kinds of notification of this capability.
let groupsNotifications: [NotificationKind] = [.invitation, .membership, .organizationDecision]
