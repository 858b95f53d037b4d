import Access
import Base

/// A part of a list of notifications, and how many of the whole list are unread.
public struct NotificationList: Sendable {
  public var page: Page<Notification>
  public var unread: Int
}

/// The same for callers, who see and change their own only.
extension NotificationService {
  /// The caller's notifications, the newest first; a suspended person reads here why.
  ///
  /// - Parameter languages: those that the caller's device asks for, best first; then the profile's.
  public func list(
    _ page: PageRequest, accepting languages: [String] = [], caller: Caller
  ) throws -> NotificationList {
    let account = try caller.requiredEvenIfSuspended().account
    let (items, unread) = try list(
      before: page.idPosition() ?? EntityID(high: .max, low: .max), limit: page.limit + 1,
      of: account, accepting: languages)
    return NotificationList(
      page: Page(reading: items, limit: page.limit) { Cursor($0.id) }, unread: unread)
  }

  /// Marks one as seen; again changes nothing.
  public func markSeen(_ id: EntityID, caller: Caller) throws {
    try markSeen(id, of: caller.required().account)
  }

  /// Marks all of the caller's notifications as seen.
  public func markAllSeen(caller: Caller) throws {
    try markAllSeen(of: caller.required().account)
  }

  /// Every kind that can come to the caller, and whether it arrives.
  public func settings(caller: Caller) throws -> [NotificationSetting] {
    let person = try caller.required()
    return try settings(of: person.account).filter {
      !$0.kind.isForAdmins || person.role == .admin
    }
  }

  /// In which language the caller reads on a device that asks for some, best first.
  public func reader(accepting languages: [String], caller: Caller) throws -> NoticeReader {
    try reader(caller.required().account, accepting: languages)
  }

  /// When notifications reach the caller on other ways than the list in the app.
  public func schedule(caller: Caller) throws -> OwnDeliverySchedule {
    try schedule(of: caller.required().account)
  }

  /// Replaces that.
  public func replaceSchedule(
    with schedule: DeliverySchedule, caller: Caller
  ) throws -> OwnDeliverySchedule {
    try replaceSchedule(with: schedule, of: caller.required().account)
  }

  /// Switches one kind on or off.
  ///
  /// - Throws: `conflict` for a kind that cannot be switched off.
  public func set(_ setting: NotificationSetting, caller: Caller) throws {
    try set(setting, of: caller.required().account)
  }
}
