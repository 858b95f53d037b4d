import Notifications

extension NearbyNotice {
  func words(in room: English) -> String {
    switch self {
    case .tour(let name): "“\(name)” is near you."
    }
  }
}
