import Base

/// How much of something one key may do: `burst` at once, and one more every `secondsEach`.
public struct RateLimit: Hashable, Sendable {
  public var burst: Int
  public var secondsEach: Double

  public init(burst: Int, secondsEach: Double) {
    self.burst = max(burst, 1)
    self.secondsEach = max(secondsEach, 0.001)
  }
}

/// Token buckets by key, in memory.
///
/// Keys whose bucket is full again are forgotten; should there ever be more keys than room, the
/// longest unused half goes.
///
/// - Complexity: O(1), O(n) when room is made.
/// - Thread: shared.
public final class RateLimiter: Sendable {
  private struct Bucket {
    var tokens: Double
    var at: Double
  }

  private let limit: RateLimit
  private let clock: any WallClock
  private let room: Int
  private let buckets = Guarded<[String: Bucket]>([:])

  public init(_ limit: RateLimit, clock: any WallClock, room: Int = 100_000) {
    self.limit = limit
    self.clock = clock
    self.room = max(room, 2)
  }

  /// Takes one token of `key`.
  ///
  /// - Throws: `limited` with the seconds after which the next token comes.
  public func take(_ key: String) throws(Refusal) {
    let now = clock.monotonicSeconds()
    let wait = buckets.withLock { buckets -> Double in
      if buckets.count >= room, buckets[key] == nil { makeRoom(&buckets, now) }
      var bucket = refilled(buckets[key], now)
      let missing = 1 - bucket.tokens
      // Sums of many small times may miss a whole token by a rounding error.
      if missing <= 1e-9 { bucket.tokens -= 1 }
      buckets[key] = bucket
      return missing <= 1e-9 ? 0 : missing * limit.secondsEach
    }
    if wait > 0 {
      let seconds = Int(min(wait, 1e6).rounded(.up))
      throw Refusal(
        .limited, "too-many-attempts", "Too many attempts. Try again in \(seconds) s.",
        retryAfterSeconds: seconds)
    }
  }

  /// Fills the bucket of `key` again, for instance after a log-in that was right.
  public func reset(_ key: String) { buckets.withLock { $0[key] = nil } }

  private func refilled(_ bucket: Bucket?, _ now: Double) -> Bucket {
    guard let bucket else { return Bucket(tokens: Double(limit.burst), at: now) }
    let gained = max(now - bucket.at, 0) / limit.secondsEach
    return Bucket(tokens: min(bucket.tokens + gained, Double(limit.burst)), at: now)
  }

  private func makeRoom(_ buckets: inout [String: Bucket], _ now: Double) {
    buckets = buckets.filter { refilled($0.value, now).tokens < Double(limit.burst) }
    guard buckets.count >= room else { return }
    let newest = buckets.sorted { $0.value.at > $1.value.at }.prefix(room / 2)
    buckets = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
  }
}
