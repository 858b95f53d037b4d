import Base

/// How often doors may be knocked at; every one counts right and wrong attempts alike.
public struct AttemptLimits: Sendable {
  public var logInsPerAddress = RateLimitPolicy(burst: 60, perSecond: 1 / 6)
  /// Filled again by a log-in that was right.
  public var logInsPerAccount = RateLimitPolicy(burst: 5, perSecond: 1 / 60)
  public var recoveriesPerAddress = RateLimitPolicy(burst: 5, perSecond: 1 / 60)
  public var recoveriesPerAccount = RateLimitPolicy(burst: 3, perSecond: 1 / 1200)
  /// Codes that prove an address or a number.
  public var codesPerAccount = RateLimitPolicy(burst: 5, perSecond: 1 / 120)
  public var codesPerRecipient = RateLimitPolicy(burst: 3, perSecond: 1 / 600)
  public var signUpsPerAddress = RateLimitPolicy(burst: 60, perSecond: 1 / 60)

  public init() {}

  /// No limit that anyone reaches, for tests and sample data.
  public static var none: AttemptLimits {
    let unlimited = RateLimitPolicy(burst: 1_000_000_000, perSecond: 1000)
    var limits = AttemptLimits()
    limits.logInsPerAddress = unlimited
    limits.logInsPerAccount = unlimited
    limits.recoveriesPerAddress = unlimited
    limits.recoveriesPerAccount = unlimited
    limits.codesPerAccount = unlimited
    limits.codesPerRecipient = unlimited
    limits.signUpsPerAddress = unlimited
    return limits
  }
}

/// The counters behind ``AttemptLimits``, one set for all services of a process.
final class AttemptCounters: Sendable {
  let logInsPerAddress: AttemptCounter
  let logInsPerAccount: AttemptCounter
  let recoveriesPerAddress: AttemptCounter
  let recoveriesPerAccount: AttemptCounter
  let codesPerAccount: AttemptCounter
  let codesPerRecipient: AttemptCounter
  let signUpsPerAddress: AttemptCounter

  init(_ limits: AttemptLimits, clock: any WallClock) {
    logInsPerAddress = AttemptCounter(limits.logInsPerAddress, clock: clock)
    logInsPerAccount = AttemptCounter(limits.logInsPerAccount, clock: clock)
    recoveriesPerAddress = AttemptCounter(limits.recoveriesPerAddress, clock: clock)
    recoveriesPerAccount = AttemptCounter(limits.recoveriesPerAccount, clock: clock)
    codesPerAccount = AttemptCounter(limits.codesPerAccount, clock: clock)
    codesPerRecipient = AttemptCounter(limits.codesPerRecipient, clock: clock)
    signUpsPerAddress = AttemptCounter(limits.signUpsPerAddress, clock: clock)
  }
}

/// Counts attempts by key and refuses when there are too many.
///
/// - Thread: shared.
struct AttemptCounter: Sendable {
  private let limiter: RateLimiter<String>

  init(_ policy: RateLimitPolicy, clock: any WallClock) {
    limiter = RateLimiter(policy, clock: clock)
  }

  /// Counts one attempt of `key`.
  ///
  /// - Throws: `limited` with the seconds after which the next one is allowed.
  func take(_ key: String) throws(Refusal) {
    let decision = limiter.take(key)
    guard decision.isAllowed else {
      throw Refusal(
        .limited, "too-many-attempts",
        "Too many attempts. Try again in \(decision.retryAfterSeconds) s.",
        retryAfterSeconds: decision.retryAfterSeconds)
    }
  }

  /// Forgets the attempts of `key`.
  func reset(_ key: String) { limiter.reset(key) }
}
