import Foundation

/// Where the current time comes from; injected, so that tests can turn the hands.
public protocol WallClock: Sendable {
  /// The current time, UTC.
  func now() -> Instant
  /// Seconds on a clock that never jumps; only differences mean anything.
  func monotonicSeconds() -> Double
}

/// The machine's clocks.
public struct SystemClock: WallClock {
  public init() {}

  public func now() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  public func monotonicSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// A clock that stands still until it is moved, for tests.
public final class ManualClock: WallClock {
  private let time: Guarded<Instant>

  /// Starts at `start`, by default 2026-05-01T10:00:00Z.
  public init(_ start: Instant = Instant(milliseconds: 1_777_629_600_000)) {
    time = Guarded(start)
  }

  public func now() -> Instant { time.current }

  public func monotonicSeconds() -> Double { Double(time.current.milliseconds) / 1000 }

  /// Moves the hands by `seconds`.
  public func advance(seconds: Double) {
    time.withLock { $0 = $0.adding(milliseconds: Int64(seconds * 1000)) }
  }
}
