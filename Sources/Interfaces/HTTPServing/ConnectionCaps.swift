import Base

/// Counts open connections by address, and requests and bytes under way by client, over all loops, and
/// says who gets another.
///
/// A client is the peer, or whom a trusted proxy names. The connections of the proxy itself are of many
/// and have no share; the requests in them have.
///
/// - Thread: shared.
final class ConnectionCaps: Sendable {
  private struct State {
    /// Open connections and those on their way to a loop.
    var total = 0
    var perNetwork: [IPAddress: Int] = [:]
    /// Requests under way that came through trusted proxies.
    var forwarded: [IPAddress: Int] = [:]
  }

  private let limits: ConnectionLimits
  private let trusted: TrustedProxies
  private let state = Guarded(State())
  /// Of large answers, what the kernel has not taken yet; of large bodies, what is in memory.
  private let underWay = Guarded<[IPAddress: Int]>([:])

  init(limits: ConnectionLimits, trusted: TrustedProxies) {
    self.limits = limits
    self.trusted = trusted
  }

  /// Counts one more connection of `address`, or refuses it.
  func admit(_ address: IPAddress) -> Bool {
    state.withLock { state in
      if state.total >= limits.total { return false }
      let own = state.perNetwork[address.network] ?? 0
      if !trusted.includesAllPeers, !trusted.contains(address), own >= share(state) { return false }
      state.perNetwork[address.network] = own + 1
      state.total += 1
      return true
    }
  }

  /// Takes back an admission, whose connection has ended or never began.
  func release(_ address: IPAddress) {
    state.withLock { state in
      state.total -= 1
      let left = (state.perNetwork[address.network] ?? 1) - 1
      state.perNetwork[address.network] = left > 0 ? left : nil
    }
  }

  /// How many connections, or requests through proxies, one client may have now.
  private func share(_ state: State) -> Int {
    state.total >= limits.total - limits.reserved ? limits.perAddressInReserve : limits.perAddress
  }

  /// Counts one more request that a trusted proxy passes on for `client`, or refuses it.
  ///
  /// In a connection one request at a time is under way: so a client has as many behind a proxy as it
  /// would have connections without it.
  func beginForwarded(_ client: IPAddress) -> Bool {
    state.withLock { state in
      let own = state.forwarded[client.network] ?? 0
      if own >= share(state) { return false }
      state.forwarded[client.network] = own + 1
      return true
    }
  }

  /// Takes back a request that was counted, which has ended.
  func endForwarded(_ client: IPAddress) {
    state.withLock { state in
      let left = (state.forwarded[client.network] ?? 1) - 1
      state.forwarded[client.network] = left > 0 ? left : nil
    }
  }

  /// Counts bytes of an answer to `client` or of a body from it, or refuses them.
  ///
  /// Where nothing else is under way, anything may be: else it could never be had.
  ///
  /// - Parameter hasShare: whether the client may be refused anything: nobody is for what has been done,
  ///   and no proxy for those whom it does not name.
  func begin(_ bytes: Int, with client: IPAddress, hasShare: Bool) -> Bool {
    underWay.withLock { underWay in
      let own = underWay[client.network] ?? 0
      if hasShare, own > 0, own + bytes > limits.bytesPerAddress { return false }
      underWay[client.network] = own + bytes
      return true
    }
  }

  /// Takes back bytes that are under way no longer.
  func end(_ bytes: Int, with client: IPAddress) {
    underWay.withLock { underWay in
      let left = (underWay[client.network] ?? bytes) - bytes
      underWay[client.network] = left > 0 ? left : nil
    }
  }

  /// How many there are.
  var count: Int { state.withLock { $0.total } }
}
