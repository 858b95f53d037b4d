import Base
import Dispatch

/// The keys whose requests are being answered: one at a time for each key, in the order of arrival.
///
/// - Thread: shared; those who wait hold their thread, so that their number is bounded.
final class RequestsUnderWay: Sendable {
  /// Whose key.
  struct Name: Hashable, Sendable {
    var account: EntityID
    var key: String
  }

  /// Most requests that wait at once, over all keys.
  private static let maximumWaiting = 64

  private struct State {
    /// Those who wait behind the one that runs.
    var queues: [Name: [DispatchSemaphore]] = [:]
    var waiting = 0
  }

  private let state = Guarded(State())

  /// Begins, when all earlier requests of that key have left.
  ///
  /// - Parameter seconds: for how long to wait at most.
  /// - Returns: whether it is this request's turn; ``leave(_:)`` is called then, and only then.
  func enter(_ name: Name, waiting seconds: Double) -> Bool {
    let turn = DispatchSemaphore(value: 0)
    enum Place { case first, queued, none }
    let place = state.withLock { state -> Place in
      guard state.queues[name] != nil else {
        state.queues[name] = []
        return .first
      }
      guard state.waiting < Self.maximumWaiting else { return .none }
      state.waiting += 1
      state.queues[name]?.append(turn)
      return .queued
    }
    switch place {
    case .first: return true
    case .none: return false
    case .queued: break
    }
    if turn.wait(timeout: .now() + seconds) == .success { return true }
    // Between the end of the wait and this line the turn may have come.
    return state.withLock { state in
      guard let index = state.queues[name]?.firstIndex(where: { $0 === turn }) else { return true }
      state.queues[name]?.remove(at: index)
      state.waiting -= 1
      return false
    }
  }

  /// Ends, and lets the next one of that key begin.
  func leave(_ name: Name) {
    state.withLock { state in
      guard let queue = state.queues[name], let next = queue.first else {
        state.queues[name] = nil
        return
      }
      state.queues[name]?.removeFirst()
      state.waiting -= 1
      next.signal()
    }
  }
}
