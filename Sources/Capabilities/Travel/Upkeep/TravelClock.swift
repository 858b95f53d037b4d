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

  /// Of the changes on which plans rest.
  private static let kinds: Set<String> = ["travelProfile", "calendarItem"]

  private let upkeep: TravelPlanUpkeep
  private let reportFailure: @Sendable (any Error) -> Void
  private let isStopping = Guarded(false)
  private let wake = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// - Parameter reportFailure: is told what went wrong; the work is tried again.
  public init(
    upkeep: TravelPlanUpkeep, reportFailure: @escaping @Sendable (any Error) -> Void
  ) {
    self.upkeep = upkeep
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
    if changes.contains(where: { Self.kinds.contains($0.kind) }) { wake.signal() }
  }

  private func watch() {
    while !isStopping.current {
      do {
        while !isStopping.current, try upkeep.updateStale() > 0 {}
      } catch {
        reportFailure(error)
        // What failed is not tried again at once, in a circle.
        Thread.sleep(forTimeInterval: 1)
      }
      _ = wake.wait(timeout: .now() + .seconds(Self.patrol))
    }
  }
}
