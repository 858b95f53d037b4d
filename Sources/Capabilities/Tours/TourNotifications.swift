import Notifications

/// The kinds of notification that tours post.
extension NotificationKind {
  static let tourPublished = NotificationKind(
    "tourPublished", "New tours", "Neue Touren", telling: TourNotice.self)
  static let purchase = NotificationKind(
    "purchase", "Purchases", "Käufe", telling: TourNotice.self)
}

/// The kinds of notification of this capability.
public let tourNotifications: [NotificationKind] = [.tourPublished, .purchase]

/// What is told of tours.
enum TourNotice: Notice {
  case published(by: Told, tour: Told)
  /// - Parameter price: with a point before the cents, such as `4.50`.
  case bought(tour: Told, price: String, currency: String)

  var kind: NotificationKind {
    switch self {
    case .published: .tourPublished
    case .bought: .purchase
    }
  }
}
