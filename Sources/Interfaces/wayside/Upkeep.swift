import Base
import Foundation
import Registration

/// Does what has to be done now and then while the server runs, see `UpkeepTask`.
///
/// Each lane has a thread of its own: going through all files of media takes minutes, and a mail
/// server may let one wait, while ends of sessions are to be written within seconds.
final class Upkeep: Sendable {
  private let lanes: [Lane]
  private let logger: Logger
  private let isStopping = Guarded(false)

  private struct Lane: Sendable {
    let tasks: [UpkeepTask]
    let wake = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
  }

  init(_ tasks: [UpkeepTask], logger: Logger) {
    lanes = UpkeepTask.Lane.allCases.map { lane in
      Lane(tasks: tasks.filter { $0.lane == lane })
    }
    self.logger = logger
  }

  func start() {
    for lane in lanes {
      let thread = Thread { [self] in run(lane) }
      thread.name = "wayside-upkeep"
      thread.start()
    }
  }

  private func run(_ lane: Lane) {
    let clock = SystemClock()
    var next = lane.tasks.map { _ in clock.monotonicSeconds() }
    while !isStopping.current {
      for (index, task) in lane.tasks.enumerated() where next[index] <= clock.monotonicSeconds() {
        if isStopping.current { break }
        do { try task.work { [isStopping] in isStopping.current } } catch {
          logger.warning("upkeep-failed", ["what": .name(task.name)])
        }
        // Counted from the end: work that takes long leaves the others their time.
        next[index] = clock.monotonicSeconds() + task.everySeconds
      }
      let seconds = (next.min() ?? .infinity) - clock.monotonicSeconds()
      _ = lane.wake.wait(timeout: .now() + max(0, min(seconds, 60)))
    }
    lane.ended.signal()
  }

  /// Returns when all has ended, at the latest when the running task of each lane has.
  func stop() {
    isStopping.swap(true)
    for lane in lanes { lane.wake.signal() }
    for lane in lanes { lane.ended.wait() }
  }
}
