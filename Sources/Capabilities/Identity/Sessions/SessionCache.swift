import Access
import Base
import Cryptography
import Storage

/// Answers who asks, from memory.
///
/// Follows the change log: a session that ends, a role or a membership that changes holds at the
/// very next request, because followers run before the writer of the change is answered.
///
/// Entries live in two generations of which the older is dropped when the younger is full, so
/// that memory stays bounded and whoever keeps asking stays in.
///
/// - Complexity: under 1 µs for a known token; one indexed read otherwise.
/// - Thread: shared.
public final class SessionCache: ChangeFollower {
  private struct Entry {
    var caller: Caller.LoggedIn
    var expiresAt: Instant
  }

  private struct State {
    var young: [Digest256: Entry] = [:]
    var old: [Digest256: Entry] = [:]
    var tokens: [EntityID: Digest256] = [:]
    var accounts: [EntityID: Set<Digest256>] = [:]
    /// Counts what made entries invalid; an entry read before it was counted up is not kept.
    var invalidations = 0
    /// Sessions whose use has to be noted in the database.
    var used: [EntityID: Instant] = [:]
    /// Sessions with their accounts whose end has to be written down still.
    var ended: [EntityID: EntityID] = [:]
  }

  private let state = Guarded(State())
  private let store: Store
  private let clock: any WallClock
  private let lifeSeconds: Int64
  private let room: Int
  private let resolve: Resolve
  /// The kinds of change that make what is known of an account, their subject, wrong.
  private let accountChanges: Set<String>

  /// Finds a session by the digest of its token.
  typealias Resolve =
    @Sendable (Digest256) throws -> (caller: Caller.LoggedIn, expiresAt: Instant)?

  /// - Parameters:
  ///   - parts: what other capabilities know of whoever calls.
  ///   - room: most entries in memory.
  public convenience init(
    platform: Platform, parts: [any CallerPart], room: Int = 100_000
  ) throws {
    try self.init(platform: platform, parts: parts, room: room) {
      [store = platform.store] digest in
      try store.readOnce { try SessionStore.resolve(digest, parts, in: $0) }
    }
  }

  /// - Parameter resolve: for tests of what happens while a session is being found.
  init(
    platform: Platform, parts: [any CallerPart], room: Int = 100_000, resolve: @escaping Resolve
  ) throws {
    self.resolve = resolve
    accountChanges = parts.reduce(into: ["account"]) { $0.formUnion($1.changeKinds) }
    store = platform.store
    clock = platform.clock
    lifeSeconds = Int64(clamping: platform.settings.sessionDays) * 86_400
    self.room = max(room / 2, 1)
    try store.follow(self)
  }

  /// Who holds `token`; anonymous for one that is unknown, ended or expired.
  public func caller(token: String) throws -> Caller {
    guard let token = SecretToken(token) else { return .anonymous }
    let digest = token.digest
    let now = clock.now()
    let (known, invalidations) = state.withLock { state -> (Caller?, Int) in
      (find(digest, now, &state), state.invalidations)
    }
    if let known { return known }
    guard let found = try resolve(digest), found.expiresAt > now else { return .anonymous }
    var entry = Entry(caller: found.caller, expiresAt: found.expiresAt)
    let hasEnded = state.withLock { state in
      if state.ended[found.caller.session] != nil { return true }
      extend(&entry, now, &state)
      if state.invalidations == invalidations { insert(digest, entry, &state) }
      return false
    }
    return hasEnded ? .anonymous : Caller(entry.caller)
  }

  /// As ``caller(token:)``, without the database; nil for a token that is not in memory.
  public func knownCaller(token: String) -> Caller? {
    guard let token = SecretToken(token) else { return .anonymous }
    let (digest, now) = (token.digest, clock.now())
    return state.withLock { find(digest, now, &$0) }
  }

  /// Ends a session in this process at once, while its end cannot be written down.
  func end(_ session: EntityID, of account: EntityID) {
    state.withLock { state in
      state.ended[session] = account
      if let token = state.tokens[session] { remove(token, &state) }
      state.used[session] = nil
      state.invalidations += 1
    }
  }

  /// Whether a session has ended in this process, though the store has it still.
  func hasEnded(_ session: EntityID) -> Bool { state.withLock { $0.ended[session] != nil } }

  /// Writes down which sessions have ended that could not be ended in the database; called every few seconds.
  public func saveEnds() throws {
    let ended = state.withLock { $0.ended }
    if ended.isEmpty { return }
    try store.write(isEssential: true) { transaction in
      for (session, account) in ended {
        _ = try SessionStore.end(session, of: account, in: transaction)
      }
    }
    state.withLock { state in
      for session in ended.keys { state.ended[session] = nil }
    }
  }

  /// Whose it is, if that is in memory; nobody's once it has expired.
  private func find(_ digest: Digest256, _ now: Instant, _ state: inout State) -> Caller? {
    refreshed(digest, now, &state).map { Caller($0.expiresAt > now ? $0.caller : nil) }
  }

  private func refreshed(_ digest: Digest256, _ now: Instant, _ state: inout State) -> Entry? {
    var entry: Entry
    if let young = state.young[digest] {
      entry = young
      guard extend(&entry, now, &state) else { return entry }
    } else if let old = state.old.removeValue(forKey: digest) {
      entry = old
      extend(&entry, now, &state)
    } else {
      return nil
    }
    insert(digest, entry, &state)
    return entry
  }

  /// Lets the session live on, at most once a day; true if it did.
  @discardableResult
  private func extend(_ entry: inout Entry, _ now: Instant, _ state: inout State) -> Bool {
    let expiry = now.adding(seconds: lifeSeconds)
    guard entry.expiresAt > now, expiry.seconds(since: entry.expiresAt) > 86_400 else {
      return false
    }
    entry.expiresAt = expiry
    state.used[entry.caller.session] = now
    return true
  }

  private func insert(_ digest: Digest256, _ entry: Entry, _ state: inout State) {
    if state.young.count >= room, state.young[digest] == nil {
      for (token, entry) in state.old { forget(token, entry, &state) }
      state.old = state.young
      state.young = [:]
    }
    // In one generation only: dropping the other must not take it out of the indexes.
    state.old[digest] = nil
    state.young[digest] = entry
    state.tokens[entry.caller.session] = digest
    state.accounts[entry.caller.account, default: []].insert(digest)
  }

  private func forget(_ token: Digest256, _ entry: Entry, _ state: inout State) {
    state.tokens[entry.caller.session] = nil
    state.accounts[entry.caller.account]?.remove(token)
    if state.accounts[entry.caller.account]?.isEmpty == true {
      state.accounts[entry.caller.account] = nil
    }
  }

  private func remove(_ token: Digest256, _ state: inout State) {
    if let entry = state.young.removeValue(forKey: token) { forget(token, entry, &state) }
    if let entry = state.old.removeValue(forKey: token) { forget(token, entry, &state) }
  }

  /// Drops what the changes make wrong.
  public func follow(_ changes: [Change]) {
    state.withLock { state in
      for change in changes {
        switch (change.kind, change.operation) {
        case ("session", .insert): continue
        case ("session", _):
          if let token = state.tokens[change.subject] { remove(token, &state) }
          state.used[change.subject] = nil
        case ("account", .insert): continue
        case (let kind, _) where accountChanges.contains(kind):
          for token in state.accounts[change.subject] ?? [] { remove(token, &state) }
        default: continue
        }
        state.invalidations += 1
      }
    }
  }

  /// How many entries are in memory.
  public var count: Int { state.withLock { $0.young.count + $0.old.count } }

  /// Writes down which sessions were used since the last call; called every few minutes.
  public func saveUse() throws {
    let used = state.withLock { state in
      let used = state.used
      state.used = [:]
      return used
    }
    guard !used.isEmpty else { return }
    try store.write { transaction in
      for (session, at) in used {
        try SessionStore.extend(
          session, usedAt: at, until: at.adding(seconds: lifeSeconds), in: transaction)
      }
    }
  }
}
