/// Candidates by their numbers, made ready for views.
///
/// A value: copies are cheap and independent. A change copies the 256 neighbours of the changed
/// number, so a server can change its scene while views of earlier copies go on.
///
/// - Thread: a value.
public struct Scene: Sendable {
  private var chunks: [SceneChunk] = []
  /// How many candidates there are.
  public private(set) var count = 0

  public init() {}

  /// - Complexity: O(n). Of candidates with the same number the last stays.
  public init(_ candidates: some Sequence<Candidate>) {
    put(candidates)
  }

  /// Puts candidates under their numbers, in place of what was there.
  ///
  /// Memory grows with the greatest number (152 bytes each): use small ones.
  ///
  /// - Complexity: O(changes), and O(256) per neighbourhood that is touched.
  public mutating func put(_ candidates: some Sequence<Candidate>) {
    change(candidates.map { ($0.id, Body.prepared($0)) })
  }

  /// Takes candidates out; unknown numbers are skipped.
  public mutating func remove(_ ids: some Sequence<UInt32>) {
    change(ids.filter { contains($0) }.map { ($0, (.none, .none)) })
  }

  public func contains(_ id: UInt32) -> Bool { ball(id).radius >= 0 }

  private mutating func change(_ changes: [(id: UInt32, parts: (ball: Body.Ball, body: Body))]) {
    let byChunk = Dictionary(grouping: changes) { Int($0.id) / SceneChunk.capacity }
    for (index, changes) in byChunk {
      while chunks.count <= index { chunks.append(SceneChunk.empty) }
      var draft = SceneChunk.Draft(chunks[index])
      for change in changes {
        let place = Int(change.id) % SceneChunk.capacity
        count += (change.parts.ball.radius >= 0 ? 1 : 0) - (draft.balls[place].radius >= 0 ? 1 : 0)
        draft.balls[place] = change.parts.ball
        draft.bodies[place] = change.parts.body
      }
      chunks[index] = SceneChunk(draft)
    }
  }

  /// The ball of a candidate; of negative radius where there is none.
  @inline(__always)
  func ball(_ id: UInt32) -> Body.Ball {
    let index = Int(id) / SceneChunk.capacity
    return index < chunks.count
      ? chunks[index].balls[Int(id) % SceneChunk.capacity] : .none
  }

  func body(_ id: UInt32) -> Body {
    let index = Int(id) / SceneChunk.capacity
    return index < chunks.count
      ? chunks[index].bodies[Int(id) % SceneChunk.capacity] : .none
  }
}

/// 256 places of a scene; never changed.
final class SceneChunk: Sendable {
  static let capacity = 256
  static let empty = SceneChunk(Draft())

  struct Draft {
    var balls: [Body.Ball]
    var bodies: [Body]

    init() {
      balls = Array(repeating: .none, count: SceneChunk.capacity)
      bodies = Array(repeating: .none, count: SceneChunk.capacity)
    }

    init(_ chunk: SceneChunk) {
      balls = chunk.balls
      bodies = chunk.bodies
    }
  }

  let balls: [Body.Ball]
  let bodies: [Body]

  init(_ draft: Draft) {
    balls = draft.balls
    bodies = draft.bodies
  }
}
