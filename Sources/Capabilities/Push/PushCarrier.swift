import Access
import Base
import Notifications
import Storage

/// Brings notifications as pushes to the devices that asked for them.
///
/// - Thread: shared.
public struct PushCarrier: NotificationCarrier {
  /// Most pushes that wait for one device.
  static let mostWaiting = 50

  let platform: Platform

  public init(platform: Platform) { self.platform = platform }

  public var channel: DeliveryChannel { .webpush }

  public func reaches(_ account: EntityID, in session: StoreSession) throws -> Bool {
    try PushStore.exists(of: account, at: platform.clock.now(), in: session)
  }

  public func carry(
    _ notification: Notification, to account: EntityID, _ words: NotificationWords
  ) throws {
    try platform.store.write { transaction in
      try PushStore.queue(
        notification.id, to: account, most: Self.mostWaiting, in: transaction)
    }
  }
}
