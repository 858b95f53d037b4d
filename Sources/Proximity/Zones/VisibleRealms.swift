import Base

/// The sub-realms whose zones count for a device.
///
/// - Thread: pure.
public struct VisibleRealms: Sendable {
  private let realms: Set<EntityID>
  /// Differs between different sets, but for one chance in 2⁶⁴.
  let fingerprint: UInt64

  /// - Complexity: O(realms); make it once per session or request, not per position.
  public init(_ realms: some Sequence<EntityID>) {
    self.realms = Set(realms)
    var sum: UInt64 = 1
    for realm in self.realms {
      var z = realm.low ^ (realm.high &* 0x9e37_79b9_7f4a_7c15)
      z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
      z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
      sum &+= z ^ (z >> 31)
    }
    fingerprint = sum
  }

  public func contains(_ realm: EntityID) -> Bool { realms.contains(realm) }

  /// Whether one of the sub-realms that something is shared in is among them.
  public func sees(_ sharing: [EntityID]) -> Bool { sharing.contains(where: realms.contains) }
}
