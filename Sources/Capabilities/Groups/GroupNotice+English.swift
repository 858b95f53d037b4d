import Access
import Notifications

extension GroupNotice {
  func words(in room: English) -> String {
    switch self {
    case .invited(let name, let group): "\(name) invites you to \(group)."
    case .askedToBeFriends(let name): "\(name) would like to be your friend."
    case .askedToJoin(let name, let group): "\(name) asks to join \(group)."
    case .requestAccepted(let group): "\(group) has accepted your request."
    case .requestDeclined(let group): "\(group) did not accept your request."
    case .befriended(let name): "\(name) is your friend now."
    case .roleChanged(let name, let group, let role):
      "\(name) has made you \(role.rawValue) in \(group)."
    case .takenOut(let name, let group): "\(name) has taken you out of \(group)."
    case .ownerLeft(let name, let group): "\(name) has left \(group). You are its owner now."
    case .ownerErased(let group):
      "The owner of \(group) has erased the account. You are its owner now."
    case .organizationApproved(let name, let reason):
      "\(name) is now your organization. You can create tours.\(Self.english(reason))"
    case .organizationDenied(let name, let reason):
      "Your request for \(name) was denied.\(Self.english(reason))"
    }
  }

  private static func english(_ reason: Told?) -> String {
    reason.map { " Reason: \($0)" } ?? ""
  }
}
