import Base

/// All open connections, counted by address.
///
/// - Thread: shared.
final class ConnectionRegistry: Sendable {
  private struct State {
    var records: [ObjectIdentifier: ConnectionRecord] = [:]
    /// Open connections and those on their way to a worker.
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

  func add(_ record: ConnectionRecord) {
    state.withLock { $0.records[ObjectIdentifier(record)] = record }
  }

  func remove(_ record: ConnectionRecord) {
    let wasOpen = state.withLock { $0.records.removeValue(forKey: ObjectIdentifier(record)) != nil }
    if wasOpen { release(record.address) }
  }

  var all: [ConnectionRecord] { state.withLock { Array($0.records.values) } }

  /// The connection of a socket; linear in the number of connections.
  func record(of socket: Int32) -> ConnectionRecord? { all.first { $0.uses(socket) } }

  /// Connections that a worker has.
  var count: Int { state.withLock { $0.records.count } }

  /// Whether none is open or on its way to a worker.
  var isEmpty: Bool { state.withLock { $0.total == 0 } }
}
