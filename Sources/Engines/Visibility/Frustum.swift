import Geodesy

/// What a camera takes in: in front of its near plane, between four planes through its eye.
///
/// How far it sees is not the frustum's matter.
struct Frustum {
  enum Relation { case outside, inside, crossing }

  private let tanHorizontal: Double
  private let tanVertical: Double
  private let normHorizontal: Double
  private let normVertical: Double

  init(_ eye: Eye) {
    tanHorizontal = eye.tanHorizontal
    tanVertical = eye.tanVertical
    normHorizontal = 1 / (1 + tanHorizontal * tanHorizontal).squareRoot()
    normVertical = 1 / (1 + tanVertical * tanVertical).squareRoot()
  }

  /// Whether a ball is certainly outside or inside; `crossing` if a plane may cut it.
  ///
  /// - Parameter centre: in the camera's own axes.
  @inline(__always)
  func relation(centre p: Vector3, radius: Double) -> Relation {
    let sideways = (p.x * tanHorizontal - abs(p.y)) * normHorizontal
    let upwards = (p.x * tanVertical - abs(p.z)) * normVertical
    let least = min(p.x - Camera.near, min(sideways, upwards))
    // A micrometre for the rounding of corners.
    if least < -radius - 1e-6 { return .outside }
    return least > radius + 1e-6 ? .inside : .crossing
  }

  /// Metres or a multiple of them by which a point is inside of plane 0...4; negative outside.
  @inline(__always)
  func depth(_ p: Vector3, plane: Int) -> Double {
    switch plane {
    case 0: p.x - Camera.near
    case 1: p.x * tanHorizontal - p.y
    case 2: p.x * tanHorizontal + p.y
    case 3: p.x * tanVertical - p.z
    default: p.x * tanVertical + p.z
    }
  }
}
