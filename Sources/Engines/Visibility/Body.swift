import Geodesy

/// A candidate made ready once, so that a view costs no trigonometry per candidate.
///
/// Lengths relative to the box are floats: 0.1 mm on a box of 2 km.
struct Body: Sendable {
  /// Centre of the box, earth-centred metres, and the radius of the ball around the box.
  struct Ball: Sendable {
    var x: Double
    var y: Double
    var z: Double
    /// Negative where there is no candidate.
    var radius: Double

    static let none = Ball(x: 0, y: 0, z: 0, radius: -1)

    var centre: Vector3 { Vector3(x: x, y: y, z: z) }
  }

  /// From the box's centre to the object's origin, earth-centred axes.
  let origin: SIMD3<Float>
  /// Half of the box's three edges, earth-centred axes.
  let halfX: SIMD3<Float>
  let halfY: SIMD3<Float>
  let halfZ: SIMD3<Float>
  /// Turns the object's own axes into earth-centred ones.
  let rotation: Quaternion
  /// No part of the ball is farther from the object's position, metres.
  let reach: Float

  static let none = Body(
    origin: .zero, halfX: .zero, halfY: .zero, halfZ: .zero, rotation: .identity, reach: 0)

  /// Both forms of a candidate.
  static func prepared(_ c: Candidate) -> (ball: Ball, body: Body) {
    let rotation = Quaternion.earth(fromENUAt: c.pose.position) * c.pose.orientation
    let middle = rotation.rotate((c.box.min + c.box.max) * (0.5 * c.scale))
    let half = (c.box.max - c.box.min) * (0.5 * c.scale)
    let centre = Ellipsoid.ecef(c.pose.position, height: c.pose.height) + middle
    let axes = Axes(rotation)
    return (
      Ball(x: centre.x, y: centre.y, z: centre.z, radius: half.length),
      Body(
        origin: SIMD3(middle * -1), halfX: SIMD3(axes.x * half.x), halfY: SIMD3(axes.y * half.y),
        halfZ: SIMD3(axes.z * half.z), rotation: rotation,
        reach: Float(middle.length + half.length) * 1.000_001)
    )
  }
}

extension SIMD3<Float> {
  init(_ v: Vector3) { self.init(Float(v.x), Float(v.y), Float(v.z)) }
}

extension Vector3 {
  init(_ v: SIMD3<Float>) { self.init(x: Double(v.x), y: Double(v.y), z: Double(v.z)) }
}

/// A box with edges in any direction, in the axes that it was made for.
struct OrientedBox {
  let centre: Vector3
  let halfX: Vector3
  let halfY: Vector3
  let halfZ: Vector3

  init(centre: Vector3, halfX: Vector3, halfY: Vector3, halfZ: Vector3) {
    self.centre = centre
    self.halfX = halfX
    self.halfY = halfY
    self.halfZ = halfZ
  }

  /// The box of a body, seen from `eye`, in the given axes.
  init(_ ball: Body.Ball, _ body: Body, from eye: Vector3, in axes: Axes) {
    centre = axes.components(of: ball.centre - eye)
    halfX = axes.components(of: Vector3(body.halfX))
    halfY = axes.components(of: Vector3(body.halfY))
    halfZ = axes.components(of: Vector3(body.halfZ))
  }

  /// One of eight corners: bits 0, 1 and 2 of `index` choose the upper end along x, y and z.
  @inline(__always)
  func corner(_ index: Int, inset: Double = 1) -> Vector3 {
    let x = index & 1 == 0 ? -inset : inset
    let y = index & 2 == 0 ? -inset : inset
    let z = index & 4 == 0 ? -inset : inset
    return centre + halfX * x + halfY * y + halfZ * z
  }

  /// Where it ends along the third axis.
  var bottom: Double { centre.z - abs(halfX.z) - abs(halfY.z) - abs(halfZ.z) }

  /// Corners around each of the six sides.
  static let sides: [[Int]] = [
    [0, 2, 6, 4], [1, 3, 7, 5], [0, 1, 5, 4], [2, 3, 7, 6], [0, 1, 3, 2], [4, 5, 7, 6],
  ]
}
