import SpatialIndex

/// Candidates by their numbers, made ready for views.
///
/// A value: copies are cheap and independent. A change copies the 256 neighbours of the changed
/// number, so a server can change its scene while views of earlier copies go on.
///
/// - Thread: a value.
public struct Scene: Sendable {
  /// By number, in pieces of ``pieceSize``.
  private var balls: [[Body.Ball]] = []
  private var bodies: [[Body]] = []
  /// How far candidates reach from their positions.
  public private(set) var reaches = Reaches()
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

  private static let pieceSize = Reaches.neighbourhood

  private mutating func change(_ changes: [(id: UInt32, parts: (ball: Body.Ball, body: Body))]) {
    let byPiece = Dictionary(grouping: changes) { Int($0.id) / Scene.pieceSize }
    for (index, changes) in byPiece {
      while balls.count <= index {
        balls.append(Array(repeating: .none, count: Scene.pieceSize))
        bodies.append(Array(repeating: .none, count: Scene.pieceSize))
        present += Array(repeating: 0, count: Scene.pieceSize / 64)
      }
      for change in changes {
        let place = Int(change.id) % Scene.pieceSize
        balls[index][place] = change.parts.ball
        bodies[index][place] = change.parts.body
        let (word, bit) = (Int(change.id >> 6), UInt64(1) << UInt64(change.id & 63))
        if present[word] & bit != 0 { count -= 1 }
        present[word] &= ~bit
        if change.parts.ball.radius >= 0 {
          present[word] |= bit
          count += 1
        }
      }
      reaches.set(bodies[index].reduce(0) { max($0, $1.reach) }, neighbourhood: index)
    }
  }

  /// Calls `body` with candidates and their balls, in the same order.
  ///
  /// Each look-up costs a wait for memory: they are made some at a time, so that the waits overlap.
  @inline(__always)
  func forEachBall(of ids: ArraySlice<UInt32>, _ body: (UInt32, Body.Ball) -> Void) {
    let batch = 64
    ids.withUnsafeBufferPointer { ids in
      balls.withUnsafeBufferPointer { balls in
        withUnsafeTemporaryAllocation(of: Body.Ball.self, capacity: batch) { found in
          var start = 0
          while start < ids.count {
            let end = min(start + batch, ids.count)
            for place in start..<end {
              let id = Int(ids[place])
              found[place &- start] = balls[id / Scene.pieceSize][id % Scene.pieceSize]
            }
            for place in start..<end { body(ids[place], found[place &- start]) }
            start = end
          }
        }
      }
    }
  }

  /// The ball of a candidate; of negative radius where there is none.
  @inline(__always)
  func ball(_ id: UInt32) -> Body.Ball {
    let index = Int(id) / Scene.pieceSize
    return index < balls.count ? balls[index][Int(id) % Scene.pieceSize] : .none
  }

  func body(_ id: UInt32) -> Body {
    let index = Int(id) / Scene.pieceSize
    return index < bodies.count ? bodies[index][Int(id) % Scene.pieceSize] : .none
  }
}
