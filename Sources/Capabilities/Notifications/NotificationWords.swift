import Base
import Storage

/// Words what is stored, for whoever reads it.
///
/// - Thread: shared.
public struct NotificationWords: Sendable {
  /// Most characters of a notification.
  static let maximumLength = 2000

  let kinds: NotificationKinds
  let clocks: any LocalClocks

  /// - Parameters:
  ///   - kinds: every registered kind.
  ///   - clocks: know how accounts read.
  public init(_ kinds: NotificationKinds, clocks: any LocalClocks) {
    self.kinds = kinds
    self.clocks = clocks
  }

  /// How an account reads.
  ///
  /// - Parameter languages: those that its device asks for, best first.
  public func reader(
    _ account: EntityID, accepting languages: [String] = [], in session: StoreSession
  ) throws -> NoticeReader {
    NoticeReader(try clocks.habits(of: account, in: session), accepting: languages)
  }

  /// The notification with its text: the one with which it was stored, as it was before notices were
  /// data, else its notice in words.
  public func worded(_ notification: Notification, for reader: NoticeReader) -> Notification {
    guard let payload = notification.payload else { return notification }
    var worded = notification
    let kind = kinds[notification.kind]
    // What a later version has stored cannot be read: its kind still says what it is of.
    let notice = try? kind?.noticeType?.decoded(payload)
    let text =
      notice.map { reader.words($0) } ?? kind.map { reader.words($0.title) } ?? notification.kind
    worded.text =
      text.count <= Self.maximumLength ? text : text.prefix(Self.maximumLength - 1) + "…"
    return worded
  }

  /// A notification as its account reads it now; nil if there is none.
  public func find(
    _ id: EntityID, in session: StoreSession
  ) throws -> (account: EntityID, notification: Notification)? {
    guard let (account, notification) = try NotificationStore.owner(of: id, in: session) else {
      return nil
    }
    return (account, worded(notification, for: try reader(account, in: session)))
  }
}
