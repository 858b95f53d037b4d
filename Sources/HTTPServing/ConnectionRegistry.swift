import Base

/// All open connections, counted by address.
///
/// - Thread: shared.
final class ConnectionRegistry: Sendable {
  private struct State {
    var records: [ObjectIdentifier: ConnectionRecord] = [:]
    var perNetwork: [IPAddress: Int] = [:]
  }

  private let limits: ConnectionLimits
  private let trusted: Set<IPAddress>
  private let state = Guarded(State())

  init(limits: ConnectionLimits, trusted: Set<IPAddress>) {
    self.limits = limits
    self.trusted = trusted
  }

  /// Whether one more connection of `address` is taken.
  func admits(_ address: IPAddress) -> Bool {
    state.withLock { state in
      let all = state.records.count
      if all >= limits.total { return false }
      if trusted.contains(address) { return true }
      let own = state.perNetwork[address.network] ?? 0
      let isReserve = all >= limits.total - limits.reserved
      return own < (isReserve ? limits.perAddressInReserve : limits.perAddress)
    }
  }

  func add(_ record: ConnectionRecord) {
    state.withLock {
      $0.records[ObjectIdentifier(record)] = record
      $0.perNetwork[record.address.network, default: 0] += 1
    }
  }

  func remove(_ record: ConnectionRecord) {
    state.withLock { state in
      guard state.records.removeValue(forKey: ObjectIdentifier(record)) != nil else { return }
      let network = record.address.network
      let left = (state.perNetwork[network] ?? 1) - 1
      state.perNetwork[network] = left > 0 ? left : nil
    }
  }

  var all: [ConnectionRecord] { state.withLock { Array($0.records.values) } }

  var count: Int { state.withLock { $0.records.count } }
}
