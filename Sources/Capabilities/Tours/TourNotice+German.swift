import Notifications

extension TourNotice {
  func words(in room: German) -> String {
    switch self {
    case .published(let name, let tour): "\(name) hat „\(tour)“ veröffentlicht."
    case .bought(let tour, let price, let currency):
      "Sie haben „\(tour)“ für \(price.replacing(".", with: ",")) \(currency) gekauft."
    }
  }
}
