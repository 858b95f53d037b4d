import Base

/// Keeps work spaces for reuse, as many as there were searches at once.
///
/// - Thread: shared.
final class QuerySpaces: Sendable {
  // Invariant: a work space is either in this list or with the one search that took it out.
  private struct Idle: @unchecked Sendable {
    var spaces: [QuerySpace] = []
  }

  private let nodes: Int
  private let idle = Guarded(Idle())

  init(nodes: Int) { self.nodes = nodes }

  /// Runs `body` with a work space that nobody else uses.
  func with<Result>(_ body: (QuerySpace) -> Result) -> Result {
    let taken = idle.withLock { Idle(spaces: $0.spaces.popLast().map { [$0] } ?? []) }
    let space = taken.spaces.first ?? QuerySpace(nodes: nodes)
    let result = body(space)
    let back = Idle(spaces: [space])
    idle.withLock { $0.spaces += back.spaces }
    return result
  }
}
