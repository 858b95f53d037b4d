import Base
import Foundation
import Storage

/// Sends pushes while the server runs: one thread, woken by the change log.
///
/// - Thread: shared.
public final class PushClock: ChangeFollower {
  /// What the change log calls a push that waits, by its notification.
  static let changeKind = "pushMessage"
  /// Seconds between looks at what other processes left.
  private static let patrol = 5

  private let sender: PushSender
  private let messages: Counter?
  private let reportFailure: @Sendable (any Error) -> Void
  private let isStopping = Guarded(false)
  private let wake = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - metrics: gets the numbers of pushes by what became of them.
  ///   - reportFailure: is told what went wrong; the work is tried again.
  public init(
    _ sender: PushSender, metrics: Metrics? = nil,
    reportFailure: @escaping @Sendable (any Error) -> Void
  ) {
    self.sender = sender
    self.reportFailure = reportFailure
    messages = metrics?.counter(
      "wayside_push_messages", "Pushes that were tried, by what became of them.",
      labels: ["outcome"])
  }

  /// Begins, with what waits since before the start.
  public func start(_ store: Store) throws {
    try store.follow(self)
    let thread = Thread { [self] in
      watch()
      ended.signal()
    }
    thread.name = "wayside-push"
    thread.start()
  }

  /// Ends the thread and returns when it has ended; what is under way is given up and sent later.
  public func stop() {
    isStopping.swap(true)
    wake.signal()
    ended.wait()
  }

  public func follow(_ changes: [Change]) {
    if changes.contains(where: { $0.kind == Self.changeKind }) { wake.signal() }
  }

  private func watch() {
    while !isStopping.current {
      do {
        let messages = messages
        let isStopping = isStopping
        while !isStopping.current,
          try sender.sendDue(
            report: { messages?.add(1, $0) }, isCancelled: { isStopping.current })
        {}
      } catch {
        reportFailure(error)
      }
      _ = wake.wait(timeout: .now() + .seconds(Self.patrol))
    }
  }
}
