import Dispatch

/// A bounded number of places for work that keeps a processor busy.
///
/// Few run at once, some wait their turn on their threads, and further ones are told to come back,
/// so that a flood of large questions holds up no small ones.
///
/// - Thread: shared.
public final class WorkSlots: Sendable {
  private let slots: DispatchSemaphore
  private let inside = Guarded(0)
  private let limit: Int
  private let full: Refusal

  /// - Parameters:
  ///   - concurrent: how many run at once, at least 1.
  ///   - queue: how many may wait.
  ///   - full: what is thrown at those that find all places taken.
  public init(
    concurrent: Int, queue: Int,
    full: Refusal = Refusal(
      .busy, "busy", "Too many large questions are being answered. Try again shortly.",
      retryAfterSeconds: 2)
  ) {
    self.full = full
    slots = DispatchSemaphore(value: max(concurrent, 1))
    limit = max(concurrent, 1) + max(queue, 0)
  }

  /// Runs `body` when it is its turn.
  ///
  /// - Throws: the refusal of a full house when all places are taken; what `body` throws.
  public func run<Result>(_ body: () throws -> Result) throws -> Result {
    try inside.withLock { inside throws(Refusal) in
      guard inside < limit else { throw full }
      inside += 1
    }
    slots.wait()
    defer {
      slots.signal()
      inside.withLock { $0 -= 1 }
    }
    return try body()
  }
}
