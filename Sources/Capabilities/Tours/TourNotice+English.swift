import Notifications

extension TourNotice {
  func words(in room: English) -> String {
    switch self {
    case .published(let name, let tour): "\(name) has published “\(tour)”."
    case .bought(let tour, let price, let currency):
      "You bought “\(tour)” for \(price) \(currency)."
    }
  }
}
