import Access
import Notifications

/// The kinds of notification that sub-realms and organizations post.
extension NotificationKind {
  static let invitation = NotificationKind(
    "invitation", "Invitations to groups", "Einladungen in Gruppen", telling: GroupNotice.self)
  static let membership = NotificationKind(
    "membership", "Who comes and goes in your groups", "Wer in Ihre Gruppen kommt und geht",
    telling: GroupNotice.self)
  static let organizationDecision = NotificationKind(
    "organizationDecision", "Decisions on organization requests",
    "Entscheidungen über Anträge von Organisationen", telling: GroupNotice.self)
}

/// The kinds of notification of this capability.
let groupsNotifications: [NotificationKind] = [.invitation, .membership, .organizationDecision]

/// What is told of sub-realms, of who is in them, of friends, and of organizations that are asked for.
enum GroupNotice: Notice {
  case invited(by: Told, to: Told)
  case askedToBeFriends(by: Told)
  case askedToJoin(by: Told, group: Told)
  case requestAccepted(group: Told)
  case requestDeclined(group: Told)
  case befriended(by: Told)
  case roleChanged(by: Told, group: Told, role: MembershipRole)
  case takenOut(by: Told, group: Told)
  /// The reader is the owner of the group now.
  case ownerLeft(by: Told, group: Told)
  case ownerErased(group: Told)
  case organizationApproved(name: Told, reason: Told?)
  case organizationDenied(name: Told, reason: Told?)

  var kind: NotificationKind {
    switch self {
    case .invited, .askedToBeFriends: .invitation
    case .askedToJoin, .requestAccepted, .requestDeclined, .befriended, .roleChanged, .takenOut,
      .ownerLeft, .ownerErased:
      .membership
    case .organizationApproved, .organizationDenied: .organizationDecision
    }
  }
}

extension MembershipRole: Codable {}
