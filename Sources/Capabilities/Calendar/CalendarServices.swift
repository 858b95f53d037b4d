import Access
import Base
import Notifications

/// All services of this capability, put together.
///
/// - Thread: shared.
public struct CalendarServices: Sendable {
  /// Items of every kind.
  public let items: CalendarItemService
  public let editing: CalendarEditing
  public let rsvp: RSVPService
  /// What follows changes of the rules of time zones.
  public let zones: ZoneUpkeep
  public let exchange: CalendarExchange
  public let feeds: FeedService
  /// Calendars elsewhere that people read here too, and what reads them.
  public let subscriptions: SubscriptionService
  public let subscriptionReader: SubscriptionReader
  /// Calendars elsewhere, whosever they are.
  public let outside: OutsideCalendar

  /// - Parameters:
  ///   - kinds: every registered kind of items.
  ///   - follower: what rests on calendars.
  ///   - source: where calendars of others are fetched.
  public init(
    platform: Platform, kinds: CalendarItemKinds, follower: any CalendarFollower,
    notifications: any NotificationSink, source: any CalendarSource
  ) {
    editing = CalendarEditing(kinds: kinds, follower: follower, notifications: notifications)
    items = CalendarItemService(
      platform: platform, kinds: kinds, editing: editing, follower: follower)
    zones = ZoneUpkeep(platform: platform, editing: editing, follower: follower)
    rsvp = RSVPService(
      platform: platform, kinds: kinds, editing: editing, follower: follower,
      notifications: notifications,
      notices: InvitationNotices(notifications, on: platform))
    exchange = CalendarExchange(
      platform: platform, kinds: kinds, follower: follower, notifications: notifications)
    feeds = FeedService(platform: platform, exchange: exchange)
    outside = OutsideCalendar(source: source)
    subscriptionReader = SubscriptionReader(
      platform: platform, outside: outside, follower: follower)
    subscriptions = SubscriptionService(platform: platform, follower: follower)
  }
}
