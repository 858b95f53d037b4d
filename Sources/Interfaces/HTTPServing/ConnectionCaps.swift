import Base

/// Counts open connections by address, and bytes under way to it, over all loops, and says who gets
/// another.
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
  /// Of large answers, what the kernel has not taken yet.
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

  /// Counts the bytes of an answer to `address`, or refuses it.
  ///
  /// Where nothing else is under way, anything may be: else it could never be had.
  func begin(_ bytes: Int, to address: IPAddress, mayRefuse: Bool) -> Bool {
    let isFree = !mayRefuse || trusted.includesAllPeers || trusted.contains(address)
    return underWay.withLock { underWay in
      let own = underWay[address.network] ?? 0
      if !isFree, own > 0, own + bytes > limits.bytesPerAddress { return false }
      underWay[address.network] = own + bytes
      return true
    }
  }

  /// Takes back bytes that are under way no longer.
  func end(_ bytes: Int, to address: IPAddress) {
    underWay.withLock { underWay in
      let left = (underWay[address.network] ?? bytes) - bytes
      underWay[address.network] = left > 0 ? left : nil
    }
  }

  /// How many there are.
  var count: Int { state.withLock { $0.total } }
}
