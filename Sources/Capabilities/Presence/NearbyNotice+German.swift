import Notifications

extension NearbyNotice {
  func words(in room: German) -> String {
    switch self {
    case .tour(let name): "„\(name)“ ist in Ihrer Nähe."
    }
  }
}
