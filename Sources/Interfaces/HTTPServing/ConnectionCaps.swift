import Base

/// Counts open connections by address, over all loops, and says who gets another.
///
/// - Thread: shared.
final class ConnectionCaps: Sendable {
  private struct State {
    /// Open connections and those on their way to a loop.
    var total = 0
    var perNetwork: [IPAddress: Int] = [:]
  }

  private let limits: ConnectionLimits
  private let trusted: TrustedProxies
  private let state = Guarded(State())

  init(limits: ConnectionLimits, trusted: TrustedProxies) {
    self.limits = limits
    self.trusted = trusted
  }

  /// Counts one more connection of `address`, or refuses it.
  func admit(_ address: IPAddress) -> Bool {
    state.withLock { state in
      if state.total >= limits.total { return false }
      let own = state.perNetwork[address.network] ?? 0
      if !trusted.includesAllPeers, !trusted.contains(address) {
        let isReserve = state.total >= limits.total - limits.reserved
        if own >= (isReserve ? limits.perAddressInReserve : limits.perAddress) { return false }
      }
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

  /// How many there are.
  var count: Int { state.withLock { $0.total } }
}
