import Geodesy
import Visibility

extension Candidate {
  /// A candidate of values that were checked when they were stored; what exceeds the engine's
  /// limits on boxes is cut off.
  init?(
    _ pose: GeoPose, number: UInt32, scale: Double, minimum: Vector3, maximum: Vector3,
    priority: Int
  ) {
    guard scale > 0 else { return nil }
    let reach = Candidate.maximumReach / scale
    func within(_ v: Vector3) -> Vector3 {
      func cut(_ value: Double) -> Double { min(max(value, -reach), reach) }
      return Vector3(x: cut(v.x), y: cut(v.y), z: cut(v.z))
    }
    guard
      let candidate = try? Candidate(
        validating: pose, id: number, scale: scale,
        box: Box(min: within(minimum), max: within(maximum)), priority: priority)
    else { return nil }
    self = candidate
  }
}
