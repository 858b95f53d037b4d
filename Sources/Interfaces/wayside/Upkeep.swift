import Base
import Foundation
import Registration

/// Does what has to be done now and then while the server runs, see `UpkeepTask`.
///
/// What is done once an hour or less often may take minutes, such as going through all files of
/// media; it has a thread of its own, so that mail and the like need not wait for it.
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
    lanes = [tasks.filter { $0.everySeconds < 3600 }, tasks.filter { $0.everySeconds >= 3600 }]
      .map { Lane(tasks: $0) }
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
        do { try task.work() } catch {
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

  func stop() {
    isStopping.swap(true)
    for lane in lanes { lane.wake.signal() }
    for lane in lanes { lane.ended.wait() }
  }
}
