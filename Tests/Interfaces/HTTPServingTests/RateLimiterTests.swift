import Base
import Foundation
import HTTPServing
import Testing

@Suite struct RateLimiterTests {
  @Test("a burst is allowed exactly, then one act per refill, and the wait is told")
  func bucket() {
    let clock = ManualClock()
    let limiter = RateLimiter<RateLimitKey>(RateLimitPolicy(burst: 3, perSecond: 0.5), clock: clock)
    let key = RateLimitKey.text("a")
    #expect((0..<3).map { _ in limiter.take(key).remaining } == [2, 1, 0])
    let refused = limiter.take(key)
    #expect(!refused.isAllowed)
    #expect(refused.retryAfterSeconds == 2)
    clock.advance(seconds: 1)
    #expect(limiter.take(key).retryAfterSeconds == 1)
    clock.advance(seconds: 1)
    #expect(limiter.take(key).isAllowed)
    #expect(!limiter.take(key).isAllowed)
    clock.advance(seconds: 1000)
    #expect((0..<4).map { _ in limiter.take(key).isAllowed } == [true, true, true, false])
    limiter.reset(key)
    #expect(limiter.take(key).remaining == 2)
  }

  @Test("a clock that steps back neither refills nor locks out")
  func clockSteps() {
    let clock = ManualClock()
    let limiter = RateLimiter<RateLimitKey>(RateLimitPolicy(burst: 2, perSecond: 1), clock: clock)
    let key = RateLimitKey.text("a")
    _ = limiter.take(key)
    _ = limiter.take(key)
    clock.advance(seconds: -100)
    #expect(!limiter.take(key).isAllowed)
    clock.advance(seconds: 1)
    #expect(limiter.take(key).isAllowed)
  }

  @Test("H12: 50 threads get exactly the burst", arguments: [1, 7, 1000])
  func exact(_ burst: Int) {
    let limiter = RateLimiter<RateLimitKey>(
      RateLimitPolicy(burst: burst, perSecond: 1), clock: ManualClock())
    let allowed = Guarded(0)
    DispatchQueue.concurrentPerform(iterations: 50) { _ in
      var own = 0
      for _ in 0..<100 where limiter.take(.text("one")).isAllowed { own += 1 }
      allowed.withLock { $0 += own }
    }
    #expect(allowed.current == min(burst, 5000))
  }

  @Test("H12: all addresses of an IPv6 /64 share one bucket, IPv4 addresses do not")
  func networks() throws {
    let limiter = RateLimiter<RateLimitKey>(
      RateLimitPolicy(burst: 10, perSecond: 1), clock: ManualClock())
    let allowed = try (0..<100).count { i in
      limiter.take(.address(try #require(IPAddress("2001:db8::\(i + 1)")))).isAllowed
    }
    #expect(allowed == 10)
    let fours = try (0..<100).count { i in
      limiter.take(.address(try #require(IPAddress("192.0.2.\(i)")))).isAllowed
    }
    #expect(fours == 100)
  }

  @Test("memory is bounded, and forgetting full buckets changes no answer")
  func bounded() {
    let clock = ManualClock()
    let limiter = RateLimiter<RateLimitKey>(
      RateLimitPolicy(burst: 5, perSecond: 1), clock: clock, capacity: 1024)
    for i in 0..<20_000 {
      _ = limiter.take(.text("\(i)"))
      if i % 100 == 0 { clock.advance(seconds: 1) }
    }
    #expect(limiter.count <= 1024)
    for _ in 0..<5 { _ = limiter.take(.text("busy")) }
    for i in 0..<600 { _ = limiter.take(.text("other\(i)")) }
    #expect(!limiter.take(.text("busy")).isAllowed)
  }

  @Test("odd policies and costs are brought into range")
  func odd() {
    let limiter = RateLimiter<RateLimitKey>(
      RateLimitPolicy(burst: 0, perSecond: -1), clock: ManualClock())
    #expect(limiter.take(.text("a"), cost: 100).isAllowed)
    #expect(limiter.take(.text("a")).retryAfterSeconds >= 1)
    let nan = RateLimiter<RateLimitKey>(
      RateLimitPolicy(burst: 1, perSecond: .nan), clock: ManualClock())
    #expect(nan.take(.text("a")).isAllowed)
    #expect(nan.take(.text("a")).retryAfterSeconds > 1_000_000)
  }
}
