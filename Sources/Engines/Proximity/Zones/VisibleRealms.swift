import Base

/// The sub-realms whose zones count for a device.
///
/// - Thread: pure.
public struct VisibleRealms: Sendable {
  /// Ascending, each once.
  private let realms: [EntityID]
  /// Differs between different sets, but for one chance in 2⁶⁴.
  let fingerprint: UInt64

  /// - Complexity: O(n) for realms in ascending order, else O(n log n).
  public init(_ realms: some Sequence<EntityID>) {
    let given = Array(realms)
    // Nothing is made anew for what a session brings along.
    if zip(given, given.dropFirst()).allSatisfy({ $0 < $1 }) {
      self.realms = given
    } else {
      self.realms = Set(given).sorted()
    }
    var sum: UInt64 = 1
    for realm in self.realms {
      var z = realm.low ^ (realm.high &* 0x9e37_79b9_7f4a_7c15)
      z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
      z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
      sum &+= z ^ (z >> 31)
    }
    fingerprint = sum
  }

  /// - Complexity: O(log n).
  public func contains(_ realm: EntityID) -> Bool {
    var (low, high) = (0, realms.count)
    while low < high {
      let middle = (low + high) / 2
      if realms[middle] < realm { low = middle + 1 } else { high = middle }
    }
    return low < realms.count && realms[low] == realm
  }

  /// Whether one of the sub-realms that something is shared in is among them.
  public func sees(_ sharing: [EntityID]) -> Bool { sharing.contains(where: contains) }
}
