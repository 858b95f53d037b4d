/// A candidate in the form that views need, to be kept by whoever knows when it changes.
///
/// - Thread: a value.
public struct PreparedCandidate: Sendable {
  let ball: Body.Ball
  let body: Body
  let priority: UInt8

  /// - Complexity: about 0.3 µs.
  public init(_ candidate: Candidate) {
    (ball, body) = Body.prepared(candidate)
    priority = UInt8(clamping: candidate.priority)
  }

  private init(ball: Body.Ball, body: Body, priority: UInt8) {
    self.ball = ball
    self.body = body
    self.priority = priority
  }

  static let none = PreparedCandidate(ball: .none, body: .none, priority: 0)
}
