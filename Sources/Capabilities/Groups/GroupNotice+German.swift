import Access
import Notifications

extension GroupNotice {
  func words(in room: German) -> String {
    switch self {
    case .invited(let name, let group): "\(name) lädt Sie in die Gruppe \(group) ein."
    case .askedToBeFriends(let name): "\(name) möchte mit Ihnen befreundet sein."
    case .askedToJoin(let name, let group): "\(name) möchte der Gruppe \(group) beitreten."
    case .requestAccepted(let group): "\(group) hat Ihre Anfrage angenommen."
    case .requestDeclined(let group): "\(group) hat Ihre Anfrage nicht angenommen."
    case .befriended(let name): "\(name) ist jetzt mit Ihnen befreundet."
    case .roleChanged(let name, let group, let role):
      "\(name) hat Ihre Rolle in der Gruppe \(group) geändert: \(Self.name(of: role))."
    case .takenOut(let name, let group): "\(name) hat Sie aus der Gruppe \(group) genommen."
    case .ownerLeft(let name, let group):
      "\(name) hat die Gruppe \(group) verlassen. Sie gehört jetzt Ihnen."
    case .ownerErased(let group):
      "Das Konto, dem die Gruppe \(group) gehörte, wurde gelöscht. Sie gehört jetzt Ihnen."
    case .organizationApproved(let name, let reason):
      "\(name) ist jetzt Ihre Organisation. Sie können Touren anlegen.\(Self.german(reason))"
    case .organizationDenied(let name, let reason):
      "Ihr Antrag für \(name) wurde abgelehnt.\(Self.german(reason))"
    }
  }

  private static func name(of role: MembershipRole) -> String {
    switch role {
    case .guest: "Gast"
    case .member: "Mitglied"
    case .editor: "Bearbeiterin"
    case .moderator: "Moderatorin"
    case .admin: "Verwalterin"
    case .owner: "Eigentümerin"
    }
  }

  private static func german(_ reason: Told?) -> String {
    reason.map { " Grund: \($0)" } ?? ""
  }
}
