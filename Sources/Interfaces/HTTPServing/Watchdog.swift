import Base
import Foundation
import Synchronization

/// The thread that cuts connections past their deadline and keeps event streams alive.
///
/// The library's own timeout starts again with each byte, which a slow attacker sends in time.
///
/// - Thread: shared.
final class Watchdog: Sendable {
  private let core: ServerCore
  private let wakeUp = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  private let isStopping = Atomic(false)

  init(_ core: ServerCore) { self.core = core }

  func start() {
    let thread = Thread { [self] in
      var round = 0
      while !isStopping.load(ordering: .acquiring) {
        _ = wakeUp.wait(timeout: .now() + core.configuration.watchdogSeconds)
        round += 1
        sweep(lookingAtPeers: round % 4 == 0)
      }
      ended.signal()
    }
    thread.name = "http-watchdog"
    thread.start()
  }

  /// Ends the thread and waits for it.
  func stop() {
    isStopping.store(true, ordering: .releasing)
    wakeUp.signal()
    ended.wait()
  }

  private func sweep(lookingAtPeers: Bool) {
    let now = core.now()
    let configuration = core.configuration
    for record in core.registry.all {
      if record.isOverdue(now, configuration.limits) {
        core.cutConnections.add(1, ordering: .relaxed)
        record.shutdown()
      } else if record.phase == .streaming, let stream = record.stream.current {
        if lookingAtPeers && record.isPeerGone { stream.end(.clientGone) }
        stream.heartbeat(now: now, interval: configuration.limits.heartbeatSeconds)
      }
    }
  }
}
