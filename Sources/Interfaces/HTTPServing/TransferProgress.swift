/// How a body or an answer moves along.
///
/// - Thread: pure.
struct TransferProgress {
  private var moved: Int
  private var movedAt: Double
  private var paceMoved: Int
  private var paceAt: Double

  /// - Parameter moved: where counting begins, bytes.
  init(at now: Double, moved: Int = 0) {
    (self.moved, paceMoved) = (moved, moved)
    (movedAt, paceAt) = (now, now)
  }

  /// Whether nothing has moved for `stall` seconds, or too little over the last stretch of time.
  ///
  /// - Parameter moved: bytes moved so far, never less than before.
  mutating func isTooSlow(
    moved: Int, at now: Double, stall: Double, _ limits: ConnectionLimits
  ) -> Bool {
    if moved > self.moved { (self.moved, movedAt) = (moved, now) }
    if now - movedAt > stall { return true }
    guard now - paceAt > limits.paceSeconds else { return false }
    let isSlow = Double(moved - paceMoved) < limits.minimumBytesPerSecond * (now - paceAt)
    (paceMoved, paceAt) = (moved, now)
    return isSlow
  }
}
