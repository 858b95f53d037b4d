import Base

/// How often doors may be knocked at; every one counts right and wrong attempts alike.
public struct AttemptLimits: Sendable {
  public var logInsPerAddress = RateLimit(burst: 20, secondsEach: 6)
  public var logInsPerAccount = RateLimit(burst: 5, secondsEach: 60)
  public var recoveriesPerAddress = RateLimit(burst: 5, secondsEach: 60)
  public var recoveriesPerAccount = RateLimit(burst: 3, secondsEach: 1200)
  public var signUpsPerAddress = RateLimit(burst: 20, secondsEach: 60)

  public init() {}

  /// No limit that anyone reaches, for tests and sample data.
  public static var none: AttemptLimits {
    let unlimited = RateLimit(burst: 1_000_000_000, secondsEach: 0.001)
    var limits = AttemptLimits()
    limits.logInsPerAddress = unlimited
    limits.logInsPerAccount = unlimited
    limits.recoveriesPerAddress = unlimited
    limits.recoveriesPerAccount = unlimited
    limits.signUpsPerAddress = unlimited
    return limits
  }
}

/// The counters behind ``AttemptLimits``, one set for all services of a process.
final class AttemptCounters: Sendable {
  let logInsPerAddress: RateLimiter
  let logInsPerAccount: RateLimiter
  let recoveriesPerAddress: RateLimiter
  let recoveriesPerAccount: RateLimiter
  let signUpsPerAddress: RateLimiter

  init(_ limits: AttemptLimits, clock: any WallClock) {
    logInsPerAddress = RateLimiter(limits.logInsPerAddress, clock: clock)
    logInsPerAccount = RateLimiter(limits.logInsPerAccount, clock: clock)
    recoveriesPerAddress = RateLimiter(limits.recoveriesPerAddress, clock: clock)
    recoveriesPerAccount = RateLimiter(limits.recoveriesPerAccount, clock: clock)
    signUpsPerAddress = RateLimiter(limits.signUpsPerAddress, clock: clock)
  }
}
