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
  private var priorities: [[UInt8]] = []
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

  /// A scene of candidates numbered from 0 on.
  ///
  /// - Parameter candidate: asked once for each number, ascending; nil where there is none.
  /// - Complexity: O(n).
  init(count: Int, _ candidate: (Int) -> PreparedCandidate?) {
    for first in stride(from: 0, to: count, by: Scene.pieceSize) {
      var (ballsHere, bodiesHere) = ([Body.Ball](), [Body]())
      var prioritiesHere: [UInt8] = []
      // Whole words of bits; numbers beyond the last are absent.
      let end = min(first + Scene.pieceSize, (count + 63) & ~63)
      ballsHere.reserveCapacity(end - first)
      bodiesHere.reserveCapacity(end - first)
      prioritiesHere.reserveCapacity(end - first)
      var (word, reach) = (UInt64(0), Float(0))
      for number in first..<end {
        let prepared = (number < count ? candidate(number) : nil) ?? .none
        ballsHere.append(prepared.ball)
        bodiesHere.append(prepared.body)
        prioritiesHere.append(prepared.priority)
        reach = max(reach, prepared.body.reach)
        if prepared.ball.radius >= 0 {
          word |= 1 << UInt64(number & 63)
          self.count += 1
        }
        if number & 63 == 63 {
          present.append(word)
          word = 0
        }
      }
      balls.append(ballsHere)
      bodies.append(bodiesHere)
      priorities.append(prioritiesHere)
      reaches.set(reach, neighbourhood: first / Scene.pieceSize)
    }
  }

  /// Puts candidates under their numbers, in place of what was there.
  ///
  /// Memory grows with the greatest number (156 bytes each): use small ones.
  ///
  /// - Complexity: O(changes), and O(256) per neighbourhood that is touched.
  public mutating func put(_ candidates: some Sequence<Candidate>) {
    change(
      candidates.map { candidate in
        let (ball, body) = Body.prepared(candidate)
        return Change(
          id: candidate.id, ball: ball, body: body, priority: UInt8(clamping: candidate.priority))
      })
  }

  /// Takes candidates out; unknown numbers are skipped.
  public mutating func remove(_ ids: some Sequence<UInt32>) {
    change(
      ids.filter { contains($0) }.map { Change(id: $0, ball: .none, body: .none, priority: 0) })
  }

  /// Whether an instance is in the scene.
  @inline(__always)
  public func contains(_ id: UInt32) -> Bool {
    let word = Int(id >> 6)
    return word < present.count && present[word] & (1 << UInt64(id & 63)) != 0
  }

  private static let pieceSize = Reaches.neighbourhood

  private struct Change {
    let id: UInt32
    let ball: Body.Ball
    let body: Body
    let priority: UInt8
  }

  private mutating func change(_ changes: [Change]) {
    let byPiece = Dictionary(grouping: changes) { Int($0.id) / Scene.pieceSize }
    for (index, changes) in byPiece {
      while balls.count <= index {
        balls.append(Array(repeating: .none, count: Scene.pieceSize))
        bodies.append(Array(repeating: .none, count: Scene.pieceSize))
        priorities.append(Array(repeating: 0, count: Scene.pieceSize))
        present += Array(repeating: 0, count: Scene.pieceSize / 64)
      }
      for change in changes {
        let place = Int(change.id) % Scene.pieceSize
        balls[index][place] = change.ball
        bodies[index][place] = change.body
        priorities[index][place] = change.priority
        let (word, bit) = (Int(change.id >> 6), UInt64(1) << UInt64(change.id & 63))
        if present[word] & bit != 0 { count -= 1 }
        present[word] &= ~bit
        if change.ball.radius >= 0 {
          present[word] |= bit
          count += 1
        }
      }
      reaches.set(bodies[index].reduce(0) { max($0, $1.reach) }, neighbourhood: index)
    }
  }

  /// Calls `body` with places, in ascending order, and the balls of the candidates there.
  ///
  /// Each look-up costs a wait for memory: they are made some at a time, so that the waits overlap.
  ///
  /// - Parameters:
  ///   - count: of places, from 0 on.
  ///   - id: of a place's candidate; asked before `body` is called with that place or a later one.
  @inline(__always)
  func forEachBall(
    count: Int, id: (Int) -> UInt32, _ body: (_ place: Int, _ ball: Body.Ball) -> Void
  ) {
    let batch = 64
    balls.withUnsafeBufferPointer { balls in
      withUnsafeTemporaryAllocation(of: Body.Ball.self, capacity: batch) { found in
        var start = 0
        while start < count {
          let end = min(start + batch, count)
          for place in start..<end {
            let id = Int(id(place))
            found[place &- start] = balls[id / Scene.pieceSize][id % Scene.pieceSize]
          }
          for place in start..<end { body(place, found[place &- start]) }
          start = end
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

  @inline(__always)
  func priority(_ id: UInt32) -> Int {
    let index = Int(id) / Scene.pieceSize
    return index < priorities.count ? Int(priorities[index][Int(id) % Scene.pieceSize]) : 0
  }
}
