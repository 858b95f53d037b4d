import Geodesy

/// A wall as one eye sees it: upright between two ends, in the eye's east, north, up metres.
struct LocalWall {
  /// The ends, at the top; the building is on the left of the way from `a` to `b`.
  let a: Vector3
  let b: Vector3
  /// How far down the wall reaches from its top; infinite if to the ground.
  let depth: Double

  /// Whether the wall stands between the eye and a point.
  ///
  /// A wall that the ray comes through into its building does not count within `grace` metres of
  /// the point.
  ///
  /// - Parameter p: relative to the eye.
  @inline(__always)
  func hides(_ p: Vector3, grace: Double) -> Bool {
    let toA = p.x * a.y - p.y * a.x
    let toB = p.x * b.y - p.y * b.x
    if (toA >= 0) == (toB >= 0) { return false }
    let along = toA / (toA - toB)
    let x = a.x + (b.x - a.x) * along
    let y = a.y + (b.y - a.y) * along
    let square = p.x * p.x + p.y * p.y
    let reached = (x * p.x + y * p.y) / square
    if !(reached > 0 && reached < 1) { return false }
    // With the start to its left and the end to its right, the ray enters the building.
    if toA >= 0, (1 - reached) * square.squareRoot() <= grace { return false }
    let top = a.z + (b.z - a.z) * along
    let height = p.z * reached
    return height <= top && height >= top - depth
  }

  /// The least horizontal distance from the eye.
  @inline(__always)
  var nearest: Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let square = dx * dx + dy * dy
    let along = square > 0 ? min(1, max(0, -(a.x * dx + a.y * dy) / square)) : 0
    let (x, y) = (a.x + dx * along, a.y + dy * along)
    return (x * x + y * y).squareRoot()
  }
}
