import Base
import Foundation
import Glibc

/// Threads for handlers that wait or compute, behind a bounded queue that clients share fairly.
///
/// - Thread: shared.
final class WorkerPool: Sendable {
  private struct State {
    var queue: FairQueue<IPAddress, @Sendable () -> Void>
    /// What wakes the threads without a job, the last to come first.
    ///
    /// Its stack and its part of the heap are still in the cache.
    var idle: [DispatchSemaphore] = []
    var isStopping = false
  }

  private enum Turn {
    case job((job: @Sendable () -> Void, client: IPAddress))
    case pause
    case end
  }

  private let count: Int
  private let niceness: Int32
  private let name: String
  private let state: Guarded<State>
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
    let (isTaken, idle) = state.withLock { state -> (Bool, DispatchSemaphore?) in
      guard !state.isStopping, state.queue.add(job, of: client.network) else {
        return (false, nil)
      }
      return (true, state.idle.popLast())
    }
    idle?.signal()
    return isTaken
  }

  /// Lets the threads end after what is queued, and waits for them.
  func stop() {
    state.withLock { $0.isStopping = true }
    wakeAll()
    for _ in 0..<count { ended.wait() }
  }

  private func wakeAll() {
    let idle = state.withLock { state in
      defer { state.idle = [] }
      return state.idle
    }
    for thread in idle { thread.signal() }
  }

  private func run() {
    let woken = DispatchSemaphore(value: 0)
    var last: IPAddress?
    while true {
      let turn = state.withLock { state -> Turn in
        if let last { state.queue.finished(last) }
        if let next = state.queue.take() { return .job(next) }
        if state.isStopping, state.queue.waiting == 0 { return .end }
        // All that wait belong to clients who have their share of the threads: whoever of them is done first
        // takes the next.
        state.idle.append(woken)
        return .pause
      }
      last = nil
      switch turn {
      case .job(let next):
        next.job()
        last = next.client
      case .pause:
        woken.wait()
      case .end:
        // Whoever waits has to learn of the end, too.
        wakeAll()
        return _ = ended.signal()
      }
    }
  }
}
