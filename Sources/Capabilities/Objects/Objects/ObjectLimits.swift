/// How much one account may store, and how large one file may be; set by the operator.
///
/// - Thread: pure.
public struct ObjectLimits: Sendable {
  /// Most live objects of one account.
  public var objects = 1000
  /// Most bytes of one account's live objects.
  public var bytes = 1 << 30
  /// Most bytes that one account uploads within 24 hours, withdrawn objects included.
  public var bytesPerDay = 1 << 30
  /// For how many days the bytes of a withdrawn object are kept, so that it can be restored.
  public var daysKeptWhenWithdrawn = 30

  public init() {}
}
