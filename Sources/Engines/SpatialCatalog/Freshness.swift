import Base
import Foundation
import Synchronization

/// How far something that follows the change log is behind what was acknowledged, and how readers
/// wait for the rest.
///
/// Writers are answered before layers hold their changes. What a reader must not miss is what was
/// acknowledged before it asks: it waits for that, and for nothing later.
///
/// - Thread: shared.
public final class Freshness: Sendable {
  private struct Waiter {
    var sequence: Int64
    var isHeld = DispatchSemaphore(value: 0)
  }

  /// How long a reader waits; then it reads what there is, and readiness tells why.
  private static let patienceSeconds = 5.0

  private let owed = Atomic<Int64>(0)
  private let held = Atomic<Int64>(0)
  private let waiters = Guarded<[Waiter]>([])
  private let hurry = Guarded<(@Sendable () -> Void)?>(nil)

  public init() {}

  /// Sets what is told that a reader waits, so that it need not.
  func onWait(_ action: @escaping @Sendable () -> Void) { hurry.swap(action) }

  /// Returns as soon as everything is held that was acknowledged before the call.
  ///
  /// Not to be called by what brings the layer up to date.
  ///
  /// - Complexity: two loads where nothing is owed, a few nanoseconds.
  public func wait() {
    let sequence = owed.load(ordering: .acquiring)
    if held.load(ordering: .acquiring) < sequence { wait(for: sequence) }
  }

  private func wait(for sequence: Int64) {
    let waiter = Waiter(sequence: sequence)
    let waits = waiters.withLock { waiters in
      // What is held is noted first and then told under this lock: no waiter is overlooked.
      guard held.load(ordering: .acquiring) < sequence else { return false }
      waiters.append(waiter)
      return true
    }
    if !waits { return }
    hurry.current?()
    _ = waiter.isHeld.wait(timeout: .now() + Self.patienceSeconds)
  }

  /// Notes that a change up to this one is about to be acknowledged.
  func owe(_ sequence: Int64) { owed.max(sequence, ordering: .acquiringAndReleasing) }

  /// Notes that everything up to a change is held.
  func hold(_ sequence: Int64) {
    held.max(sequence, ordering: .acquiringAndReleasing)
    let woken = waiters.withLock { waiters in
      let woken = waiters.filter { $0.sequence <= sequence }
      if !woken.isEmpty { waiters.removeAll { $0.sequence <= sequence } }
      return woken
    }
    for waiter in woken { waiter.isHeld.signal() }
  }

  /// Lets readers go on with what there is, because it cannot be brought up to date for now.
  func giveUp() { hold(owed.load(ordering: .acquiring)) }
}
