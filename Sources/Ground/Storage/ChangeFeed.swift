import Base
import Foundation

/// Hands committed changes to followers, in order, each exactly once.
///
/// One thread delivers: the writer's where this process alone writes, the listener's where
/// several do. Followers come from any thread.
///
/// - Thread: shared.
final class ChangeFeed: Sendable {
  private struct State {
    var followers: [any ChangeFollower] = []
    /// Everything up to here has been handed over, or is being handed over.
    var last: Int64
    var deliveringThread: pthread_t?
  }

  private let state: Guarded<State>

  /// - Parameter last: the last change that is committed already.
  init(last: Int64) { state = Guarded(State(last: last)) }

  var last: Int64 { state.withLock { $0.last } }

  var hasFollowers: Bool { state.withLock { !$0.followers.isEmpty } }

  /// Adds a follower; returns the last change that it will not get.
  func add(_ follower: any ChangeFollower) -> Int64 {
    state.withLock { state in
      state.followers.append(follower)
      return state.last
    }
  }

  /// Hands over committed changes; called by the delivering thread only.
  func deliver(_ changes: [Change]) {
    guard let newest = changes.last else { return }
    // A follower that is added from here on gets the next delivery first: what this one holds
    // is committed, and so visible to it.
    let followers = state.withLock { state in
      state.last = newest.sequence
      state.deliveringThread = pthread_self()
      return state.followers
    }
    for follower in followers { follower.follow(changes) }
    state.withLock { $0.deliveringThread = nil }
  }

  /// Whether the calling thread is inside a follower, where writing would wait for itself.
  var isDeliveringHere: Bool {
    let here = pthread_self()
    return state.withLock { state in
      state.deliveringThread.map { pthread_equal($0, here) != 0 } ?? false
    }
  }
}
