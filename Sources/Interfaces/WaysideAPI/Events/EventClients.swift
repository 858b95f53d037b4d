import Access
import Base
import HTTPServing

/// The open event streams, found by what a change may concern: an account, a session, a sub-realm.
///
/// - Thread: confined.
struct EventClients: Sendable {
  struct Client: Sendable {
    var stream: EventStream
    var session: EntityID
    var role: AccountRole
    /// Those that its device asks for, best first; then the profile's.
    var languages: [String]
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

  private var clients: [EntityID: [Client]] = [:]
  /// The account of each session that has a stream.
  private var accounts: [EntityID: EntityID] = [:]
  /// The accounts with a stream that are members of a sub-realm, and the other way round.
  private var members: [EntityID: Set<EntityID>] = [:]
  private var realms: [EntityID: Set<EntityID>] = [:]

  var isEmpty: Bool { clients.isEmpty }

  var count: Int { clients.values.reduce(0) { $0 + $1.count } }

  /// Everybody, in no order.
  var all: [Client] { clients.values.flatMap(\.self) }

  func of(account: EntityID) -> [Client] { clients[account] ?? [] }

  func of(session: EntityID) -> [Client] {
    accounts[session].map { of(account: $0).filter { $0.session == session } } ?? []
  }

  /// - Complexity: O(members who have a stream).
  func of(realm: EntityID) -> [Client] {
    (members[realm] ?? []).flatMap { clients[$0] ?? [] }
  }

  mutating func add(_ client: Client, of account: EntityID) {
    clients[account, default: []].append(client)
    accounts[client.session] = account
  }

  /// Notes of what sub-realms an account is a member.
  mutating func set(realms new: Set<EntityID>, of account: EntityID) {
    let old = realms[account] ?? []
    for realm in old.subtracting(new) {
      members[realm]?.remove(account)
      if members[realm]?.isEmpty == true { members[realm] = nil }
    }
    for realm in new.subtracting(old) { members[realm, default: []].insert(account) }
    realms[account] = new.isEmpty ? nil : new
  }

  mutating func makeReady(_ stream: EventStream, of account: EntityID, resumed: Set<EntityID>) {
    guard let place = clients[account]?.firstIndex(where: { $0.stream === stream }) else { return }
    clients[account]?[place].resumed = resumed
    clients[account]?[place].isReady = true
  }

  /// Forgets streams of an account.
  mutating func remove(of account: EntityID, where isGone: (EventStream) -> Bool) {
    let gone = of(account: account).filter { isGone($0.stream) }
    if gone.isEmpty { return }
    clients[account]?.removeAll { isGone($0.stream) }
    let left = Set(of(account: account).map(\.session))
    for client in gone where !left.contains(client.session) { accounts[client.session] = nil }
    if left.isEmpty {
      clients[account] = nil
      set(realms: [], of: account)
    }
  }
}
