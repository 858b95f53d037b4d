/// How many acts a key may do: `burst` at once, refilled at `perSecond`.
public struct RateLimitPolicy: Hashable, Sendable {
  /// ≥ 1.
  public let burst: Int
  /// > 0.
  public let perSecond: Double

  public init(burst: Int, perSecond: Double) {
    self.burst = max(1, burst)
    self.perSecond = perSecond.isFinite && perSecond > 0 ? perSecond : 1e-9
  }

  /// `count` per `seconds`, all of them at once if wanted.
  public static func per(_ count: Int, seconds: Double) -> RateLimitPolicy {
    RateLimitPolicy(burst: count, perSecond: Double(count) / max(seconds, 1e-3))
  }
}

/// What a limiter said.
public struct RateLimitDecision: Hashable, Sendable {
  public let isAllowed: Bool
  /// How many acts are left now.
  public let remaining: Int
  /// Whole seconds until the next act is allowed; 0 if this one is.
  public let retryAfterSeconds: Int
}

/// One key's tokens.
///
/// - Thread: pure.
public struct TokenBucket: Hashable, Sendable {
  /// 0...burst.
  public private(set) var tokens: Double
  private var updatedSeconds: Double

  /// A full bucket.
  public init(_ policy: RateLimitPolicy, nowSeconds: Double) {
    tokens = Double(policy.burst)
    updatedSeconds = nowSeconds
  }

  /// Adds what has dripped in since the last time; a clock that steps back adds nothing.
  public mutating func refill(_ policy: RateLimitPolicy, nowSeconds: Double) {
    let passed = nowSeconds - updatedSeconds
    if passed > 0 { tokens = min(Double(policy.burst), tokens + passed * policy.perSecond) }
    updatedSeconds = nowSeconds
  }

  /// Takes `cost` tokens if they are there.
  public mutating func take(
    _ cost: Int, _ policy: RateLimitPolicy, nowSeconds: Double
  ) -> RateLimitDecision {
    refill(policy, nowSeconds: nowSeconds)
    let need = Double(cost)
    // Rounding while refilling must not cost a whole token.
    let allowed = tokens + 1e-9 >= need
    if allowed { tokens = max(0, tokens - need) }
    let wait = allowed ? 0 : ((need - tokens) / policy.perSecond).rounded(.up)
    return RateLimitDecision(
      isAllowed: allowed, remaining: Int(tokens + 1e-9),
      retryAfterSeconds: allowed ? 0 : max(1, Int(min(wait, 1e9))))
  }
}

/// Token buckets by key, exact under concurrency and bounded in memory.
///
/// Keys are spread over shards, each behind its own lock. When a shard is full, buckets that have
/// filled up again are forgotten, which changes no answer; if none has, the fullest eighth goes.
///
/// - Complexity: O(1); forgetting is O(n) once per n new keys.
/// - Thread: shared.
public final class RateLimiter<Key: Hashable & Sendable>: Sendable {
  public let policy: RateLimitPolicy
  private let clock: any WallClock
  private let shardLimit: Int
  private let shards: [Guarded<[Key: TokenBucket]>]

  /// - Parameter capacity: how many keys are remembered at most, ≥ 256.
  public init(
    _ policy: RateLimitPolicy, clock: any WallClock = SystemClock(), capacity: Int = 65_536
  ) {
    self.policy = policy
    self.clock = clock
    shardLimit = max(capacity, 256) / 16
    shards = (0..<16).map { _ in Guarded([:]) }
  }

  /// Counts one act of `key`, or `cost` at once.
  ///
  /// - Parameter cost: clamped to 1...burst, as more would never be allowed.
  public func take(_ key: Key, cost: Int = 1) -> RateLimitDecision {
    let cost = min(max(1, cost), policy.burst)
    let now = clock.monotonicSeconds()
    return shard(key).withLock { buckets in
      if var bucket = buckets[key] {
        let decision = bucket.take(cost, policy, nowSeconds: now)
        buckets[key] = bucket
        return decision
      }
      if buckets.count >= shardLimit { forget(&buckets, now) }
      var bucket = TokenBucket(policy, nowSeconds: now)
      let decision = bucket.take(cost, policy, nowSeconds: now)
      buckets[key] = bucket
      return decision
    }
  }

  /// How much a key has left, without taking any of it.
  public func remaining(_ key: Key) -> Int {
    let now = clock.monotonicSeconds()
    return shard(key).withLock { buckets in
      guard var bucket = buckets[key] else { return policy.burst }
      bucket.refill(policy, nowSeconds: now)
      return Int(bucket.tokens + 1e-9)
    }
  }

  /// Forgets what was counted for `key`, for instance after a successful log-in.
  public func reset(_ key: Key) {
    shard(key).withLock { $0[key] = nil }
  }

  /// How many keys are remembered.
  public var count: Int { shards.reduce(0) { $0 + $1.withLock { $0.count } } }

  private func shard(_ key: Key) -> Guarded<[Key: TokenBucket]> {
    shards[Int(UInt(bitPattern: key.hashValue) >> 7 & 15)]
  }

  private func forget(_ buckets: inout [Key: TokenBucket], _ now: Double) {
    for key in Array(buckets.keys) { buckets[key]?.refill(policy, nowSeconds: now) }
    let full = Double(policy.burst) - 1e-9
    buckets = buckets.filter { $0.value.tokens < full }
    guard buckets.count > shardLimit - shardLimit / 8 else { return }
    let fullest = buckets.sorted { $0.value.tokens > $1.value.tokens }
    for (key, _) in fullest.prefix(max(1, shardLimit / 8)) { buckets[key] = nil }
  }
}
