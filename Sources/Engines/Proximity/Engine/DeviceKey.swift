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
