import Base
import Foundation
import HTTPServing
import Notifications
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
    var role: AccountRole
    /// Whether it has been sent what it missed; before that nothing new may overtake it.
    var isReady = false
    /// Notifications that it was sent on opening; the change log may bring them once more.
    var resumed: Set<EntityID> = []
    /// Who it is now.
    var authenticate: @Sendable () throws -> Caller

    /// The caller, as long as the session is good for what it was opened for.
    var caller: Caller? {
      guard let caller = try? authenticate(), let loggedIn = caller.loggedIn,
        loggedIn.restriction == nil, loggedIn.role == role
      else { return nil }
      return caller
    }
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
    let stream = EventStream { [weak self] _ in self?.sweep(account) }
    let client = Client(
      stream: stream, session: caller.session, role: caller.role, authenticate: authenticate)
    // First among the clients, then the reading: what the queue delivers before the reading is part
    // of what is read, and what comes both ways is told apart by `resumed`.
    let open = clients.withLock { clients in
      let open = clients[account]?.count { $0.stream.isOpen } ?? 0
      if open < Self.streamsPerAccount { clients[account, default: []].append(client) }
      return open
    }
    guard open < Self.streamsPerAccount else {
      throw Refusal(
        .limited, "too-many-streams",
        "This account has \(open) open event streams, the most there can be. Close one first.",
        retryAfterSeconds: 5)
    }
    do {
      try queue.sync { try begin(stream, of: account, after: lastEvent) }
    } catch {
      remove(stream, of: account)
      throw error
    }
    return stream
  }

  /// Greets a client and sends what it has missed.
  private func begin(_ stream: EventStream, of account: EntityID, after lastEvent: String?) throws {
    stream.send(encoded: Array(": welcome\n\n".utf8))
    guard let lastEvent else {
      makeReady(stream, of: account, resumed: [])
      return
    }
    let missed = try notifications.after(
      EntityID(lastEvent) ?? EntityID(high: 0, low: 0), limit: Self.backlog, for: account)
    for notification in missed { Self.send(notification, to: stream) }
    if missed.count == Self.backlog {
      // There may be more: the client comes back for it, from where it then stands.
      stream.send(encoded: Array("retry: 100\n\n".utf8))
      stream.close()
      return
    }
    makeReady(stream, of: account, resumed: Set(missed.map(\.id)))
  }

  private func makeReady(_ stream: EventStream, of account: EntityID, resumed: Set<EntityID>) {
    clients.withLock { clients in
      guard let place = clients[account]?.firstIndex(where: { $0.stream === stream }) else {
        return
      }
      clients[account]?[place].resumed = resumed
      clients[account]?[place].isReady = true
    }
  }

  public func follow(_ changes: [Change]) {
    guard clients.withLock({ !$0.isEmpty }) else { return }
    queue.async { [self] in
      for change in changes { deliver(change) }
    }
  }

  /// Tells the streams of an account, but for those of one session, something that is not in the
  /// change log because it is not kept.
  ///
  /// Streams that are open at another process are not reached.
  func tell(_ account: EntityID, besides session: EntityID, event: String, data: [UInt8]) {
    let others = clients.withLock { clients in
      clients[account]?.contains { $0.session != session } ?? false
    }
    guard others else { return }
    let encoded = ServerSentEvent(event: event, data: data).encoded
    queue.async { [self] in
      for client in clients.current[account] ?? [] where client.session != session {
        if client.caller == nil {
          client.stream.close()
        } else if client.isReady {
          client.stream.send(encoded: encoded)
        }
      }
    }
  }

  private func deliver(_ change: Change) {
    switch change.kind {
    case "notification":
      guard change.operation == .insert,
        let (account, notification) = try? notifications.find(change.subject)
      else { return }
      for client in clients.current[account] ?? [] {
        if client.caller == nil {
          client.stream.close()
        } else if client.isReady, !client.resumed.contains(notification.id) {
          Self.send(notification, to: client.stream)
        }
      }
    case "session", "account", "membership": endStale()
    default:
      guard let realm = change.realm, realm != SubRealmID.publicRealm else { return }
      let event = ServerSentEvent(event: "change", data: Self.encode(change, realm)).encoded
      for client in clients.current.values.joined() {
        guard let caller = client.caller else {
          client.stream.close()
          continue
        }
        if client.isReady, caller.sees(realm) { client.stream.send(encoded: event) }
      }
    }
  }

  /// Closes the streams of sessions that have ended, or of accounts that have another role now.
  private func endStale() {
    for client in clients.current.values.joined() where client.caller == nil {
      client.stream.close()
    }
  }

  private func remove(_ stream: EventStream, of account: EntityID) {
    clients.withLock { clients in
      clients[account]?.removeAll { $0.stream === stream }
      if clients[account]?.isEmpty == true { clients[account] = nil }
    }
  }

  /// Forgets the closed streams of an account.
  private func sweep(_ account: EntityID) {
    clients.withLock { clients in
      clients[account]?.removeAll { !$0.stream.isOpen }
      if clients[account]?.isEmpty == true { clients[account] = nil }
    }
  }

  private static func send(_ notification: Notifications.Notification, to stream: EventStream) {
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
