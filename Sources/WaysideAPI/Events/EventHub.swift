import Base
import Foundation
import HTTPServing
import Realms
import Storage

/// Hands what happens to the event streams of those whom it concerns.
///
/// Follows the change log: notifications go to their account, other changes of a sub-realm to its
/// members (the public one's are too many and are left out). A stream ends when its session does.
///
/// - Thread: shared. Reading and sending happen on one queue, never on the writer's thread.
public final class EventHub: ChangeFollower {
  /// Most streams of one account.
  static let streamsPerAccount = 4
  /// Most notifications that a returning client is sent at once.
  static let backlog = 200

  private struct Client: Sendable {
    var stream: EventStream
    var session: EntityID
    var lastNotification: EntityID
    /// Who it is now; throws when the session has ended.
    var authenticate: @Sendable () throws -> Caller
  }

  private let notifications: NotificationService
  private let clients = Guarded<[EntityID: [Client]]>([:])
  private let queue = DispatchQueue(label: "wayside.events")

  public init(notifications: NotificationService) { self.notifications = notifications }

  /// How many streams are open.
  public var count: Int { clients.withLock { $0.values.reduce(0) { $0 + $1.count } } }

  /// Opens a stream for a caller.
  ///
  /// - Parameters:
  ///   - lastEvent: the last notification that the client has; nil to begin with what comes, and
  ///     any text that is no identifier to begin with the oldest.
  ///   - authenticate: who the session's caller is, asked again whenever something changes.
  /// - Throws: `limited` when the account has too many streams already.
  func open(
    for caller: Caller.LoggedIn, lastEvent: String?,
    authenticate: @escaping @Sendable () throws -> Caller
  ) throws -> EventStream {
    let account = caller.account
    let open = clients.withLock { $0[account]?.count ?? 0 }
    guard open < Self.streamsPerAccount else {
      throw Refusal(
        .limited, "too-many-streams",
        "This account has \(open) open event streams, the most there can be. Close one first.",
        retryAfterSeconds: 5)
    }
    let stream = EventStream { [weak self] _ in self?.sweep(account) }
    return try queue.sync {
      var last = EntityID(high: .max, low: .max)
      var missed: [Realms.Notification] = []
      if let lastEvent {
        let from = EntityID(lastEvent) ?? EntityID(high: 0, low: 0)
        missed = try notifications.after(from, limit: Self.backlog, for: account)
        last = missed.last?.id ?? from
      } else {
        last = EntityID(high: 0, low: 0)
      }
      stream.send(encoded: Array(": welcome\n\n".utf8))
      for notification in missed { Self.send(notification, to: stream) }
      let client = Client(
        stream: stream, session: caller.session, lastNotification: last,
        authenticate: authenticate)
      clients.withLock { $0[account, default: []].append(client) }
      return stream
    }
  }

  public func follow(_ changes: [Change]) {
    guard clients.withLock({ !$0.isEmpty }) else { return }
    queue.async { [self] in
      for change in changes { deliver(change) }
    }
  }

  private func deliver(_ change: Change) {
    switch change.kind {
    case "notification":
      guard change.operation == .insert,
        let (account, notification) = try? notifications.find(change.subject)
      else { return }
      clients.withLock { clients in
        guard var list = clients[account] else { return }
        for i in list.indices where list[i].lastNotification < notification.id {
          list[i].lastNotification = notification.id
          Self.send(notification, to: list[i].stream)
        }
        clients[account] = list
      }
    case "session", "account", "membership": endStale()
    default:
      guard let realm = change.realm, realm != SubRealmID.publicRealm else { return }
      let event = ServerSentEvent(event: "change", data: Self.encode(change, realm)).encoded
      for client in clients.current.values.joined() {
        guard let caller = try? client.authenticate(), caller.sees(realm) else { continue }
        client.stream.send(encoded: event)
      }
    }
  }

  /// Closes the streams of sessions that have ended.
  private func endStale() {
    for client in clients.current.values.joined() {
      if (try? client.authenticate()) == nil { client.stream.close() }
    }
  }

  /// Forgets the closed streams of an account.
  private func sweep(_ account: EntityID) {
    clients.withLock { clients in
      clients[account]?.removeAll { !$0.stream.isOpen }
      if clients[account]?.isEmpty == true { clients[account] = nil }
    }
  }

  private static func send(_ notification: Realms.Notification, to stream: EventStream) {
    var json = JSONWriter()
    notification.write(to: &json)
    stream.send(id: notification.id.description, event: "notification", data: json.bytes)
  }

  private static func encode(_ change: Change, _ realm: EntityID) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.key("kind")
      json.string(change.kind)
      json.key("subject")
      json.id(change.subject)
      json.key("realm")
      json.id(realm)
      json.key("operation")
      json.string(change.operation.rawValue)
    }
    return json.bytes
  }
}
