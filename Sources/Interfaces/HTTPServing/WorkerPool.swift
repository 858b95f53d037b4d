import Base
import Foundation
import Glibc

/// Threads for handlers that wait or compute, behind a bounded queue that clients share fairly.
///
/// - Thread: shared.
final class WorkerPool: Sendable {
  private struct State {
    var queue: FairQueue<IPAddress, @Sendable () -> Void>
    var isStopping = false
  }

  private let count: Int
  private let niceness: Int32
  private let name: String
  private let state: Guarded<State>
  private let available = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - limit: how many jobs may wait while every thread has one. One client may fill half of
  ///     them, and all threads but an eighth.
  ///   - niceness: how far the threads stand back behind others for a processor, 0...19.
  init(name: String, threads: Int, limit: Int, niceness: Int32 = 0) {
    self.name = name
    self.niceness = niceness
    count = max(1, threads)
    let limit = max(1, limit)
    let running = max(1, count - count / 8)
    state = Guarded(
      State(
        queue: FairQueue(
          limit: count + limit, share: running + max(limit / 2, min(limit, 4)),
          runningShare: running)))
  }

  func start() {
    for i in 0..<count {
      let thread = Thread { [self] in
        // On Linux the priority of the calling thread alone.
        if niceness > 0 { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
        run()
      }
      thread.name = "\(name)-\(i)"
      thread.start()
    }
  }

  /// Queues a job of a client; false if there is no room for it.
  func submit(of client: IPAddress, _ job: @escaping @Sendable () -> Void) -> Bool {
    let isTaken = state.withLock { state in
      !state.isStopping && state.queue.add(job, of: client.network)
    }
    if isTaken { available.signal() }
    return isTaken
  }

  /// Lets the threads end after what is queued, and waits for them.
  func stop() {
    state.withLock { $0.isStopping = true }
    for _ in 0..<count { available.signal() }
    for _ in 0..<count { ended.wait() }
  }

  private func run() {
    while true {
      available.wait()
      let (next, isDone) = state.withLock { state in
        let next = state.queue.take()
        return (next, state.isStopping && next == nil && state.queue.waiting == 0)
      }
      if isDone { break }
      // All that wait belong to clients who have their share of the threads: whoever of them is
      // done first wakes somebody again.
      guard let next else { continue }
      next.job()
      let isWaiting = state.withLock { state in
        state.queue.finished(next.client)
        return state.queue.waiting > 0 || state.isStopping
      }
      if isWaiting { available.signal() }
    }
    // Whoever comes after has to learn of the end, too.
    available.signal()
    ended.signal()
  }
}
