import Geodesy

/// An affine map as a column-major 4 x 4 matrix, as glTF writes it.
struct Matrix4 {
  /// Sixteen numbers, column after column.
  var values: [Double]

  static let identity = Matrix4(values: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])

  /// Scales, then turns by a unit quaternion, then moves.
  static func transform(translation t: Vector3, rotation q: Quaternion, scale s: Vector3) -> Matrix4
  {
    let x = q.rotate(Vector3(x: s.x, y: 0, z: 0))
    let y = q.rotate(Vector3(x: 0, y: s.y, z: 0))
    let z = q.rotate(Vector3(x: 0, y: 0, z: s.z))
    return Matrix4(values: [
      x.x, x.y, x.z, 0, y.x, y.y, y.z, 0, z.x, z.y, z.z, 0, t.x, t.y, t.z, 1,
    ])
  }

  /// First `b`, then `a`.
  static func * (a: Matrix4, b: Matrix4) -> Matrix4 {
    var result = Array(repeating: 0.0, count: 16)
    for column in 0..<4 {
      for row in 0..<4 {
        var sum = 0.0
        for k in 0..<4 { sum += a.values[k * 4 + row] * b.values[column * 4 + k] }
        result[column * 4 + row] = sum
      }
    }
    return Matrix4(values: result)
  }

  func apply(_ p: Vector3) -> Vector3 {
    let v = values
    return Vector3(
      x: v[0] * p.x + v[4] * p.y + v[8] * p.z + v[12],
      y: v[1] * p.x + v[5] * p.y + v[9] * p.z + v[13],
      z: v[2] * p.x + v[6] * p.y + v[10] * p.z + v[14])
  }
}
