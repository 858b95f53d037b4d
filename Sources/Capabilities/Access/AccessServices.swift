import Registration

/// All services of this capability, put together.
///
/// - Thread: shared.
public struct AccessServices: Sendable {
  public let idempotency: IdempotencyService
  public let maintenance: Maintenance

  /// - Parameter capabilities: every registered one: what is kept for a time only.
  public init(platform: Platform, capabilities: [Capability]) {
    idempotency = IdempotencyService(platform: platform)
    maintenance = Maintenance(platform: platform, expiries: capabilities.parts(Expiry.self))
  }

  /// Retention.
  public var upkeep: [UpkeepTask] {
    [UpkeepTask("expiry", everySeconds: 300) { [maintenance] in try maintenance.expire() }]
  }
}
