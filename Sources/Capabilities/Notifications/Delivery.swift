import Base
import Storage

/// A way on which notifications reach a person.
public enum DeliveryChannel: String, Sendable, CaseIterable {
  /// The event streams of the account's devices, which follow the change log.
  case stream
  /// A push service of the device's maker.
  case webpush
  case email
}

/// How a delivery has gone so far.
public enum DeliveryResult: String, Sendable, CaseIterable {
  /// It is to be tried, or tried again.
  case waiting
  /// The channel has taken it.
  case delivered
  /// It was tried for the last time.
  case failed
  /// The notification was seen, or is gone, before it was tried.
  case unneeded
}

/// One notification on one channel.
public struct Delivery: Hashable, Sendable {
  public var notification: EntityID
  public var channel: DeliveryChannel
  /// How often it was tried.
  public var tries: Int
  public var result: DeliveryResult
  /// When the result became what it is.
  public var at: Instant
}

/// Carries notifications out on one channel.
///
/// - Thread: shared; ``carry(_:to:)`` runs on the errands' thread, outside of any transaction.
public protocol NotificationCarrier: Sendable {
  var channel: DeliveryChannel { get }

  /// Whether this channel reaches an account.
  func reaches(_ account: EntityID, in session: StoreSession) throws -> Bool

  /// Hands a notification over; an error means that it is tried again later.
  ///
  /// After a crash it can be handed over twice: the notification's identifier tells.
  ///
  /// - Parameter words: say what it reads like when it is handed over.
  func carry(_ notification: Notification, to account: EntityID, _ words: NotificationWords) throws

  /// Hands several over as one, within a transaction; false if this channel cannot.
  func carryTogether(
    _ notifications: [Notification], to account: EntityID, _ words: NotificationWords,
    in transaction: WriteTransaction
  ) throws -> Bool
}

extension NotificationCarrier {
  public func carryTogether(
    _ notifications: [Notification], to account: EntityID, _ words: NotificationWords,
    in transaction: WriteTransaction
  ) throws -> Bool { false }
}

/// Deliveries in the database.
enum DeliveryStore {
  static func set(_ delivery: Delivery, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO notification_deliveries (notification, channel, tries, result, at)
      VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT (notification, channel) DO UPDATE SET tries = ?3, result = ?4, at = ?5
      """,
      [
        .id(delivery.notification), .text(delivery.channel.rawValue), .int(delivery.tries),
        .text(delivery.result.rawValue), .instant(delivery.at),
      ])
  }

  /// The deliveries of a notification, by channel.
  static func all(of id: EntityID, in session: StoreSession) throws -> [Delivery] {
    try session.all(
      """
      SELECT notification, channel, tries, result, at FROM notification_deliveries
      WHERE notification = ?1 ORDER BY channel
      """, [.id(id)]
    ) { row in
      Delivery(
        notification: try row.id(0), channel: try row.word(1, DeliveryChannel.self),
        tries: try row.int(2), result: try row.word(3, DeliveryResult.self),
        at: try row.instant(4))
    }
  }
}
