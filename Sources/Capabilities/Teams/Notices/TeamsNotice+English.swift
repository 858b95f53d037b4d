import Calendar
import Notifications

extension TeamsNotice {
  func words(in room: English) -> String {
    switch self {
    case .news(let group, let title): "\(group): \(title)"
    case .courseGoesOn(let title, let percent, let next):
      "\(title): \(percent) % done. Next: “\(next)”"
    case .memberReported(let group, let name): "\(group): \(name) was reported."
    case .ride(let step, let name, let item):
      "\(name) \(Self.english(step)) \(item.named(in: room))."
    }
  }

  private static func english(_ step: RideStep) -> String {
    switch step {
    case .offers: "offers you a seat to"
    case .asks: "asks for a seat in your car to"
    case .agrees: "has agreed to ride with you to"
    case .refuses: "cannot ride with you to"
    case .endsAgreed: "no longer rides with you to"
    case .endsAsked: "no longer asks to ride with you to"
    case .eventChanged: "still rides with you to the changed"
    case .eventCancelled: "no longer rides with you to the cancelled"
    }
  }
}
