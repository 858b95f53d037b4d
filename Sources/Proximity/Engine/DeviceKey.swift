import Base

/// One device of one account.
///
/// - Thread: pure.
public struct DeviceKey: Hashable, Sendable {
  public var account: EntityID
  /// Chosen by the caller, unique within the account: a session, or a registered device.
  public var device: EntityID

  public init(account: EntityID, device: EntityID) {
    self.account = account
    self.device = device
  }
}

/// An account as a key: its identifier is random and made by the server, so a short hash will do.
struct AccountKey: Hashable {
  var id: EntityID

  init(_ id: EntityID) { self.id = id }

  static func == (a: AccountKey, b: AccountKey) -> Bool { a.id == b.id }

  func hash(into hasher: inout Hasher) { hasher.combine(id.low ^ id.high) }

  /// Spreads accounts over shards.
  var spread: Int {
    Int(truncatingIfNeeded: ((id.low ^ id.high) &* 0x9e37_79b9_7f4a_7c15) >> 40)
  }
}
