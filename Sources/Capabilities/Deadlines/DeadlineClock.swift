import Base
import Foundation
import Storage

/// Fires deadlines in time while the server runs: one thread for each lane.
///
/// Each waits until the next one is due and is woken by the change log when another is set, at this
/// process or a different one. The wall clock is looked at once a second, so that one that jumps is
/// noticed; the store is not read while nothing is due.
///
/// - Thread: shared.
public final class DeadlineClock: ChangeFollower {
  /// Milliseconds between looks at the wall clock.
  private static let tick = 1000

  private struct Lane: Sendable {
    let lane: DeadlineKind.Lane
    let hasChanged = Guarded(true)
    let wake = DispatchSemaphore(value: 0)
  }

  private let runner: DeadlineRunner
  private let clock: any WallClock
  private let reportFailure: @Sendable (any Error) -> Void
  private let lanes = DeadlineKind.Lane.allCases.map { Lane(lane: $0) }
  private let isStopping = Guarded(false)
  private let ended = DispatchSemaphore(value: 0)

  /// - Parameter reportFailure: is told why a round could not be done; it is done again.
  public init(
    _ runner: DeadlineRunner, clock: any WallClock,
    reportFailure: @escaping @Sendable (any Error) -> Void
  ) {
    self.runner = runner
    self.clock = clock
    self.reportFailure = reportFailure
  }

  /// Begins, with what was due while no server ran.
  public func start(_ store: Store) throws {
    try runner.prepare()
    try store.follow(self)
    for lane in lanes {
      let thread = Thread { [self] in
        watch(lane)
        ended.signal()
      }
      thread.name =
        switch lane.lane {
        case .transaction: "wayside-deadline"
        case .errand: "wayside-errand"
        case .foreign: "wayside-foreign"
        }
      thread.start()
    }
  }

  /// Ends the threads and returns when they have ended, at the latest when the running errand of
  /// each lane has.
  public func stop() {
    isStopping.swap(true)
    for lane in lanes { lane.wake.signal() }
    for _ in lanes { ended.wait() }
  }

  public func follow(_ changes: [Change]) {
    guard changes.contains(where: { $0.kind == DeadlineStore.changeKind }) else { return }
    for lane in lanes where !lane.hasChanged.swap(true) { lane.wake.signal() }
  }

  private func watch(_ lane: Lane) {
    var next: Instant?
    while !isStopping.current {
      do {
        if lane.hasChanged.swap(false) { next = try runner.nextDue(lane.lane) }
        if let due = next, due <= clock.now() {
          var count = DeadlineRunner.batch
          while count == DeadlineRunner.batch, !isStopping.current {
            count = try runner.fireDue(lane.lane) { isStopping.current }
          }
          next = try runner.nextDue(lane.lane)
          continue
        }
      } catch {
        lane.hasChanged.swap(true)
        reportFailure(error)
        // What failed is not tried again at once, in a circle.
        _ = lane.wake.wait(timeout: .now() + .seconds(1))
        continue
      }
      _ = lane.wake.wait(timeout: .now() + .milliseconds(wait(until: next)))
    }
  }

  /// Milliseconds to wait: until `next`, but no longer than to the next look at the wall clock.
  private func wait(until next: Instant?) -> Int {
    guard let next else { return Self.tick }
    let left = next.milliseconds.subtractingReportingOverflow(clock.now().milliseconds)
    if left.overflow || left.partialValue > Int64(Self.tick) { return Self.tick }
    return max(1, Int(left.partialValue))
  }
}
