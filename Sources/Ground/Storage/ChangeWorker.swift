import Base
import Foundation

/// Does work on a thread of its own while the server runs: at the start, when the change log tells of
/// something that the work rests on, and every few seconds for what other processes have left.
///
/// - Thread: shared.
public final class ChangeWorker: ChangeFollower {
  /// Does some of the work; is given what says that the thread is to end.
  ///
  /// - Returns: whether there may be more to do at once.
  public typealias Work = @Sendable (_ isStopping: @escaping @Sendable () -> Bool) throws -> Bool

  private let name: String
  private let kinds: Set<String>
  private let patrolSeconds: Int
  private let work: Work
  private let reportFailure: @Sendable (any Error) -> Void
  private let isStopping = Guarded(false)
  private let hasChanged = Guarded(false)
  private let wake = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - name: the thread's.
  ///   - kinds: of the changes after which there is work.
  ///   - patrolSeconds: between looks without any.
  ///   - reportFailure: is told what went wrong; the work is tried again, not before a second is over.
  public init(
    _ name: String, following kinds: Set<String>, patrolSeconds: Int,
    reportFailure: @escaping @Sendable (any Error) -> Void, work: @escaping Work
  ) {
    self.name = name
    self.kinds = kinds
    self.patrolSeconds = patrolSeconds
    self.reportFailure = reportFailure
    self.work = work
  }

  /// Begins, with what has waited since before the start; once.
  public func start(_ store: Store) throws {
    try store.follow(self)
    let thread = Thread { [self] in
      watch()
      ended.signal()
    }
    thread.name = name
    thread.start()
  }

  /// Ends the thread and returns when it has ended: at the latest when the work that is under way has
  /// noticed it.
  public func stop() {
    isStopping.swap(true)
    wake.signal()
    ended.wait()
  }

  public func follow(_ changes: [Change]) {
    guard changes.contains(where: { kinds.contains($0.kind) }) else { return }
    if !hasChanged.swap(true) { wake.signal() }
  }

  private func watch() {
    let isStopping = isStopping
    while !isStopping.current {
      hasChanged.swap(false)
      do {
        while !isStopping.current, try work({ isStopping.current }) {}
      } catch {
        reportFailure(error)
        // What failed is not tried again at once, in a circle.
        Thread.sleep(forTimeInterval: 1)
      }
      _ = wake.wait(timeout: .now() + .seconds(patrolSeconds))
    }
  }
}
