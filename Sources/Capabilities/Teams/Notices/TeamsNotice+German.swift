import Calendar
import Notifications

extension TeamsNotice {
  func words(in room: German) -> String {
    switch self {
    case .news(let group, let title): "\(group): \(title)"
    case .courseGoesOn(let title, let percent, let next):
      "\(title): \(percent) % geschafft. Weiter mit „\(next)“"
    case .memberReported(let group, let name): "\(group): \(name) wurde gemeldet."
    case .ride(let step, let name, let item):
      "\(name) \(Self.german(step)): \(item.named(in: room))."
    }
  }

  private static func german(_ step: RideStep) -> String {
    switch step {
    case .offers: "bietet Ihnen einen Platz im Auto an"
    case .asks: "bittet um einen Platz in Ihrem Auto"
    case .agrees: "fährt mit Ihnen"
    case .refuses: "kann nicht mit Ihnen fahren"
    case .endsAgreed: "fährt nicht mehr mit Ihnen"
    case .endsAsked: "möchte nicht mehr mit Ihnen fahren"
    case .eventChanged: "fährt weiter mit Ihnen, der Termin ist geändert"
    case .eventCancelled: "fährt nicht mehr mit Ihnen, der Termin ist abgesagt"
    }
  }
}
