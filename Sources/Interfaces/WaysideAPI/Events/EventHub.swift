import Access
import Base
import Calendar
import Foundation
import HTTPServing
import Notifications
import Storage
import Talk

/// Hands what happens to the event streams of those whom it concerns.
///
/// Follows the change log: notifications and what becomes of runs go to their account, other changes
/// of a sub-realm to its members (the public one's are too many and are left out). That somebody may
/// be busy at other times now is told to those who may ask when, without more. A stream ends when its
/// session does.
///
/// A change looks only at the clients whom it may concern, and everything on the way is bounded: a
/// client that reads too slowly is cut off and comes back with `Last-Event-ID`.
///
/// - Thread: shared. Reading and sending happen on one queue, never on the writer's thread.
public final class EventHub: ChangeFollower {
  /// Most streams of one account.
  static let streamsPerAccount = 4
  /// Most notifications that a returning client is sent at once.
  static let backlog = 200

  /// Most changes that wait to be delivered; beyond it all streams end, and their clients come back
  /// for what they have missed.
  static let room = 20_000

  /// What is written to a calendar within so many milliseconds is told as one.
  static let busyMilliseconds = 250

  /// Changes on their way to the streams.
  private struct Pending: Sendable {
    var changes: [Change] = []
    var isOverrun = false
    var isScheduled = false
    /// Those who may be busy at other times now.
    var busy: Set<EntityID> = []
  }

  private let notifications: NotificationService
  private let walker: @Sendable (EntityID) throws -> EntityID?
  private let knowing: @Sendable (Set<EntityID>) throws -> Set<EntityID>
  private let calls: CallService
  private let clients = Guarded(EventClients())
  private let pending = Guarded(Pending())
  private let queue = DispatchQueue(label: "wayside.events")

  /// - Parameters:
  ///   - walker: the account whose run of a tour it is; nil if there is no such run.
  ///   - knowing: the sub-realms whose members may ask when some of the accounts are busy.
  ///   - calls: whom calls concern, and what devices tell each other in them.
  public init(
    notifications: NotificationService,
    whoseRun walker: @escaping @Sendable (EntityID) throws -> EntityID?,
    whoKnowsWhenBusy knowing: @escaping @Sendable (Set<EntityID>) throws -> Set<EntityID>,
    calls: CallService
  ) {
    self.calls = calls
    self.notifications = notifications
    self.walker = walker
    self.knowing = knowing
  }

  /// How many streams are open.
  public var count: Int { clients.withLock { $0.count } }

  /// Opens a stream for a caller.
  ///
  /// - Parameters:
  ///   - lastEvent: the last notification that the client has; nil to begin with what comes, and
  ///     any text that is no identifier to begin with the oldest.
  ///   - languages: those that the device asks for, best first; then the profile's.
  ///   - authenticate: who the session's caller is, asked again whenever something changes.
  /// - Throws: `limited` when the account has too many streams already.
  public func open(
    caller: Caller.LoggedIn, lastEvent: String?, accepting languages: [String] = [],
    authenticate: @escaping @Sendable () throws -> Caller
  ) throws -> EventStream {
    let account = caller.account
    let stream = EventStream { [weak self] _ in self?.sweep(account) }
    let client = EventClients.Client(
      stream: stream, session: caller.session, role: caller.role, languages: languages,
      authenticate: authenticate)
    // First among the clients, then the reading: what the queue delivers before the reading is part
    // of what is read, and what comes both ways is told apart by `resumed`.
    let open = clients.withLock { clients in
      let open = clients.of(account: account).count { $0.stream.isOpen }
      if open < Self.streamsPerAccount { clients.add(client, of: account) }
      return open
    }
    guard open < Self.streamsPerAccount else {
      throw Refusal(
        .limited, "too-many-streams",
        "This account has \(open) open event streams, the most there can be. Close one first.",
        retryAfterSeconds: 5)
    }
    do {
      try queue.sync { try begin(client, of: account, after: lastEvent) }
    } catch {
      clients.withLock { $0.remove(of: account) { $0 === stream } }
      throw error
    }
    return stream
  }

  /// Greets a client and sends what it has missed.
  private func begin(
    _ client: EventClients.Client, of account: EntityID, after lastEvent: String?
  ) throws {
    let stream = client.stream
    // Asked here and not before: what changes from now on comes to this queue.
    look(at: account)
    stream.send(encoded: Array(": welcome\n\n".utf8))
    guard let lastEvent else {
      makeReady(stream, of: account, resumed: [])
      return
    }
    let missed = try notifications.after(
      EntityID(lastEvent) ?? EntityID(high: 0, low: 0), limit: Self.backlog, for: account,
      accepting: client.languages)
    for notification in missed { Self.send(notification, to: stream) }
    if missed.count == Self.backlog {
      // There may be more: the client comes back for it, from where it then stands.
      Self.endForNow(stream)
      return
    }
    makeReady(stream, of: account, resumed: Set(missed.map(\.id)))
  }

  private func makeReady(_ stream: EventStream, of account: EntityID, resumed: Set<EntityID>) {
    clients.withLock { $0.makeReady(stream, of: account, resumed: resumed) }
  }

  public func follow(_ changes: [Change]) {
    guard clients.withLock({ !$0.isEmpty }) else { return }
    noteBusy(changes.filter { $0.kind == CalendarRevision.changeKind }.map(\.subject))
    let relevant = changes.filter(Self.mayConcernSomebody)
    if relevant.isEmpty { return }
    let starts = pending.withLock { pending in
      pending.changes += relevant
      if pending.changes.count > Self.room {
        pending.changes = []
        pending.isOverrun = true
      }
      let starts = !pending.isScheduled
      pending.isScheduled = true
      return starts
    }
    if starts { queue.async { self.deliverPending() } }
  }

  private static func mayConcernSomebody(_ change: Change) -> Bool {
    switch change.kind {
    case "notification": change.operation == .insert
    case "session", "account": change.operation != .insert
    case "membership", "run", Call.changeKind: true
    case Signal.changeKind: change.operation == .insert
    default: change.realm.map { $0 != SubRealmID.publicRealm } ?? false
    }
  }

  private func noteBusy(_ accounts: [EntityID]) {
    if accounts.isEmpty { return }
    let isFirst = pending.withLock { pending in
      let isFirst = pending.busy.isEmpty
      pending.busy.formUnion(accounts)
      return isFirst
    }
    guard isFirst else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(Self.busyMilliseconds)) { [self] in
      deliverBusy()
    }
  }

  private func deliverBusy() {
    let accounts = pending.withLock { pending in
      defer { pending.busy = [] }
      return pending.busy
    }
    // Whoever has changed something, each sub-realm is told once.
    for realm in (try? knowing(accounts)) ?? [] {
      var json = JSONWriter()
      json.object { $0.member("realm", realm) }
      tell(membersOf: realm, ServerSentEvent(event: "freeBusy", data: json.bytes))
    }
  }

  private func tell(membersOf realm: EntityID, _ event: @autoclosure () -> ServerSentEvent) {
    let concerned = clients.current.of(realm: realm)
    if concerned.isEmpty { return }
    let encoded = event().encoded
    for client in concerned {
      guard let caller = client.caller else {
        client.stream.close()
        continue
      }
      if client.isReady, caller.role(in: realm) != nil { client.stream.send(encoded: encoded) }
    }
  }

  private func deliverPending() {
    while true {
      let (changes, isOverrun) = pending.withLock { pending in
        let taken = (pending.changes, pending.isOverrun)
        pending.changes = []
        pending.isOverrun = false
        if taken.0.isEmpty, !taken.1 { pending.isScheduled = false }
        return taken
      }
      if isOverrun {
        for client in clients.current.all { Self.endForNow(client.stream) }
      } else if changes.isEmpty {
        return
      }
      for change in changes { deliver(change) }
    }
  }

  /// Tells the streams of an account, but for those of one session, something that is not in the
  /// change log because it is not kept.
  ///
  /// Streams that are open at another process are not reached.
  func tell(_ account: EntityID, besides session: EntityID, event: String, data: [UInt8]) {
    let others = clients.withLock { clients in
      clients.of(account: account).contains { $0.session != session }
    }
    guard others else { return }
    let encoded = ServerSentEvent(event: event, data: data).encoded
    queue.async { [self] in
      for client in clients.current.of(account: account) where client.session != session {
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
      guard change.operation == .insert else { return }
      let found:
        (account: EntityID, notification: Notifications.Notification, habits: ReadingHabits)?
      do { found = try notifications.find(change.subject) } catch {
        // Nobody is to go on as if it had not been: all come again, and are told from where they were.
        for client in clients.current.all { Self.endForNow(client.stream) }
        return
      }
      guard let (account, notification, habits) = found else { return }
      for client in clients.current.of(account: account) {
        if client.caller == nil {
          client.stream.close()
        } else if client.isReady, !client.resumed.contains(notification.id) {
          Self.send(
            notifications.worded(notification, for: habits, accepting: client.languages),
            to: client.stream)
        }
      }
    case "run": deliver(run: change)
    case "message": deliver(message: change)
    case Call.changeKind: deliver(call: change)
    case Signal.changeKind: deliver(signal: change.subject)
    case "session":
      for client in clients.current.of(session: change.subject) where client.caller == nil {
        client.stream.close()
      }
    case "account", "membership": look(at: change.subject)
    default:
      guard let realm = change.realm, realm != SubRealmID.publicRealm else { return }
      tell(
        membersOf: realm, ServerSentEvent(event: "change", data: Self.encode(change, realm)))
    }
  }

  /// Tells the members of a sub-realm that something was said, heard, made playable or taken back.
  private func deliver(message change: Change) {
    guard let realm = change.realm else { return }
    var json = JSONWriter()
    json.object { json in
      json.member("message", change.subject)
      json.member("conversation", realm)
      json.member("operation", change.operation.rawValue)
    }
    tell(membersOf: realm, ServerSentEvent(event: "message", data: json.bytes))
  }

  /// Tells the devices of both that a call rings, was taken or has ended.
  private func deliver(call change: Change) {
    var json = JSONWriter()
    json.object { json in
      json.member("call", change.subject)
      json.member("operation", change.operation.rawValue)
    }
    // A device that is not told asks when it comes back.
    for account in (try? calls.parties(of: change.subject)) ?? [] {
      tell(devicesOf: account, "call", json.bytes)
    }
  }

  /// Hands what a device tells the other one in a call to the other's devices.
  private func deliver(signal id: EntityID) {
    guard let (signal, account) = try? calls.signal(id) else { return }
    var json = JSONWriter()
    signal.write(to: &json)
    tell(devicesOf: account, "signal", json.bytes)
  }

  /// Tells the walker's devices that a run was begun, paused, gone on with, moved on or ended.
  private func deliver(run change: Change) {
    // A device that is not told looks when its user comes back to it.
    guard let account = try? walker(change.subject) else { return }
    var json = JSONWriter()
    json.object { json in
      json.member("run", change.subject)
      json.member("operation", change.operation.rawValue)
    }
    tell(devicesOf: account, "run", json.bytes)
  }

  private func tell(devicesOf account: EntityID, _ event: String, _ data: [UInt8]) {
    let concerned = clients.current.of(account: account)
    if concerned.isEmpty { return }
    let encoded = ServerSentEvent(event: event, data: data).encoded
    for client in concerned {
      if client.caller == nil {
        client.stream.close()
      } else if client.isReady {
        client.stream.send(encoded: encoded)
      }
    }
  }

  /// Closes an account's streams if their session has ended or the account has another role now,
  /// and notes of which sub-realms it is a member.
  private func look(at account: EntityID) {
    var realms: Set<EntityID> = []
    for client in clients.current.of(account: account) {
      guard let caller = client.caller else {
        client.stream.close()
        continue
      }
      realms.formUnion(caller.visibleRealms)
    }
    realms.remove(SubRealmID.publicRealm)
    clients.withLock { clients in
      if !clients.of(account: account).isEmpty { clients.set(realms: realms, of: account) }
    }
  }

  /// Ends a stream whose client is to come back soon, from where it then stands.
  private static func endForNow(_ stream: EventStream) {
    stream.send(encoded: Array("retry: 100\n\n".utf8))
    stream.close()
  }

  /// Forgets the closed streams of an account.
  private func sweep(_ account: EntityID) {
    clients.withLock { $0.remove(of: account) { !$0.isOpen } }
  }

  private static func send(_ notification: Notifications.Notification, to stream: EventStream) {
    var json = JSONWriter()
    notification.write(to: &json)
    stream.send(id: notification.id.description, event: "notification", data: json.bytes)
  }

  private static func encode(_ change: Change, _ realm: EntityID) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("kind", change.kind)
      json.member("subject", change.subject)
      json.member("realm", realm)
      json.member("operation", change.operation.rawValue)
    }
    return json.bytes
  }
}
