import Base
import Foundation

/// Threads for handlers that wait, behind a bounded queue.
///
/// - Thread: shared.
final class WorkerPool: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var head = 0
    var running = 0
    var isStopping = false
  }

  private let limit: Int
  private let count: Int
  private let state = Guarded(State())
  private let available = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// - Parameter limit: how many jobs may wait while every thread has one.
  init(threads: Int, limit: Int) {
    count = max(1, threads)
    self.limit = max(1, limit)
  }

  func start() {
    for i in 0..<count {
      let thread = Thread { [self] in run() }
      thread.name = "http-pool-\(i)"
      thread.start()
    }
  }

  /// Queues a job; false if the queue is full.
  func submit(_ job: @escaping @Sendable () -> Void) -> Bool {
    let taken = state.withLock { state in
      let taken = state.jobs.count - state.head + state.running
      if state.isStopping || taken >= count + limit { return false }
      state.jobs.append(job)
      return true
    }
    if taken { available.signal() }
    return taken
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
      let job = state.withLock { state -> (@Sendable () -> Void)? in
        guard state.head < state.jobs.count else { return nil }
        let job = state.jobs[state.head]
        state.head += 1
        state.running += 1
        if state.head == state.jobs.count {
          state.jobs.removeAll(keepingCapacity: true)
          state.head = 0
        } else if state.head >= 1024 {
          state.jobs.removeFirst(state.head)
          state.head = 0
        }
        return job
      }
      // A signal without a job means the end.
      guard let job else { break }
      job()
      state.withLock { $0.running -= 1 }
    }
    ended.signal()
  }
}
