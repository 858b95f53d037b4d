import Base
import Foundation
import Registration

/// Does what has to be done now and then while the server runs, see `UpkeepTask`.
final class Upkeep: Sendable {
  private let tasks: [UpkeepTask]
  private let logger: Logger
  private let isStopping = Guarded(false)
  private let wake = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  init(_ tasks: [UpkeepTask], logger: Logger) {
    self.tasks = tasks
    self.logger = logger
  }

  func start() {
    let thread = Thread { [self] in
      let clock = SystemClock()
      var next = tasks.map { _ in clock.monotonicSeconds() }
      while !isStopping.current {
        for (index, task) in tasks.enumerated() where next[index] <= clock.monotonicSeconds() {
          if isStopping.current { break }
          do { try task.work() } catch {
            logger.warning("upkeep-failed", ["what": .name(task.name)])
          }
          // Counted from the end: work that takes long leaves the others their time.
          next[index] = clock.monotonicSeconds() + task.everySeconds
        }
        let seconds = (next.min() ?? .infinity) - clock.monotonicSeconds()
        _ = wake.wait(timeout: .now() + max(0, min(seconds, 60)))
      }
      ended.signal()
    }
    thread.name = "wayside-upkeep"
    thread.start()
  }

  func stop() {
    isStopping.swap(true)
    wake.signal()
    ended.wait()
  }
}
