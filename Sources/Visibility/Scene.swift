/// Candidates by their numbers, made ready for views.
///
/// A value: copies are cheap and independent. A change copies the 256 neighbours of the changed
/// number, so a server can change its scene while views of earlier copies go on.
///
/// - Thread: a value.
public struct Scene: Sendable {
  private var chunks: [SceneChunk] = []
  /// For every chunk ``Body/reach`` of its farthest reaching candidate: small enough to stay near.
  private var reaches: [Float] = []
  /// One bit per number: whether there is a candidate.
  private var present: [UInt64] = []
  /// How many candidates there are.
  public private(set) var count = 0

  public init() {}

  /// - Complexity: O(n). Of candidates with the same number the last stays.
  public init(_ candidates: some Sequence<Candidate>) {
    put(candidates)
  }

  /// Puts candidates under their numbers, in place of what was there.
  ///
  /// Memory grows with the greatest number (156 bytes each): use small ones.
  ///
  /// - Complexity: O(changes), and O(256) per neighbourhood that is touched.
  public mutating func put(_ candidates: some Sequence<Candidate>) {
    change(candidates.map { ($0.id, Body.prepared($0)) })
  }

  /// Takes candidates out; unknown numbers are skipped.
  public mutating func remove(_ ids: some Sequence<UInt32>) {
    change(ids.filter { contains($0) }.map { ($0, (.none, .none)) })
  }

  @inline(__always)
  public func contains(_ id: UInt32) -> Bool {
    let word = Int(id >> 6)
    return word < present.count && present[word] & (1 << UInt64(id & 63)) != 0
  }

  private mutating func change(_ changes: [(id: UInt32, parts: (ball: Body.Ball, body: Body))]) {
    let byChunk = Dictionary(grouping: changes) { Int($0.id) / SceneChunk.capacity }
    for (index, changes) in byChunk {
      while chunks.count <= index {
        chunks.append(SceneChunk.empty)
        reaches.append(0)
        present += Array(repeating: 0, count: SceneChunk.capacity / 64)
      }
      var draft = SceneChunk.Draft(chunks[index])
      for change in changes {
        let place = Int(change.id) % SceneChunk.capacity
        draft.balls[place] = change.parts.ball
        draft.bodies[place] = change.parts.body
        let (word, bit) = (Int(change.id >> 6), UInt64(1) << UInt64(change.id & 63))
        if present[word] & bit != 0 { count -= 1 }
        present[word] &= ~bit
        if change.parts.ball.radius >= 0 {
          present[word] |= bit
          count += 1
        }
      }
      reaches[index] = draft.bodies.reduce(0) { max($0, $1.reach) }
      chunks[index] = SceneChunk(draft)
    }
  }

  /// Metres from a candidate's position beyond which nothing of it, or of its neighbours by number,
  /// reaches.
  @inline(__always)
  func greatestReach(around id: UInt32) -> Double {
    Double(reaches[Int(id) / SceneChunk.capacity])
  }

  /// The same of all candidates.
  var greatestReach: Double { Double(reaches.max() ?? 0) }

  /// Puts the balls of candidates in place of what is in `balls`, in the same order.
  ///
  /// Each look-up costs a wait for memory; written so that several of them overlap.
  func copyBalls(of ids: [UInt32], into balls: inout [Body.Ball]) {
    balls.removeAll(keepingCapacity: true)
    balls.reserveCapacity(ids.count)
    ids.withUnsafeBufferPointer { ids in
      chunks.withUnsafeBufferPointer { chunks in
        for id in ids {
          balls.append(chunks[Int(id) / SceneChunk.capacity].balls[Int(id) % SceneChunk.capacity])
        }
      }
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
