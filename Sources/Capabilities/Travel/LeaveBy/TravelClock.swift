import Base
import Foundation
import Realms
import Storage

/// Lets plans follow what changes, while the server runs.
///
/// A thread of its own that follows the change log: plans are made of many questions, and nothing
/// else waits for them.
///
/// - Thread: shared.
public final class TravelClock: ChangeFollower {
  /// Seconds between looks at the data's version and at what other processes left.
  private static let patrol = 10

  private let keeper: PlanKeeper
  private let reportFailure: @Sendable (any Error) -> Void
  private let isStopping = Guarded(false)
  private let wake = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// - Parameter reportFailure: is told what went wrong; the work is tried again.
  public init(
    keeper: PlanKeeper, reportFailure: @escaping @Sendable (any Error) -> Void
  ) {
    self.keeper = keeper
    self.reportFailure = reportFailure
  }

  /// Begins, with what changed while no server ran.
  public func start(_ store: Store) throws {
    try store.follow(self)
    let thread = Thread { [self] in
      watch()
      ended.signal()
    }
    thread.name = "wayside-plans"
    thread.start()
  }

  /// Ends the thread and returns when it has ended.
  public func stop() {
    isStopping.swap(true)
    wake.signal()
    ended.wait()
  }

  public func follow(_ changes: [Change]) {
    if changes.contains(where: { $0.kind == "travelProfile" }) { wake.signal() }
  }

  private func watch() {
    while !isStopping.current {
      do {
        while !isStopping.current, try keeper.replanStale() > 0 {}
      } catch {
        reportFailure(error)
        // What failed is not tried again at once, in a circle.
        Thread.sleep(forTimeInterval: 1)
      }
      _ = wake.wait(timeout: .now() + .seconds(Self.patrol))
    }
  }
}
