import Geodesy

@testable import Visibility

/// What is left of a box in a picture, by all corners of the solid that eleven planes cut out.
///
/// Every corner of a convex solid is where three of its planes meet: all triples are tried, and
/// those meeting points kept that no plane cuts off.
enum SlowFrustum {
  private struct Plane {
    var normal: Vector3
    /// Inside is normal · p >= offset.
    var offset: Double
  }

  /// - Parameter box: in the camera's own axes, with edges longer than nothing.
  static func screenBox(_ box: OrientedBox, _ eye: Eye) -> ScreenBox? {
    var planes: [Plane] = []
    func add(_ normal: Vector3, _ offset: Double) {
      let length = normal.length
      planes.append(Plane(normal: normal * (1 / length), offset: offset / length))
    }
    add(Vector3(x: 1, y: 0, z: 0), Camera.near)
    add(Vector3(x: eye.tanHorizontal, y: -1, z: 0), 0)
    add(Vector3(x: eye.tanHorizontal, y: 1, z: 0), 0)
    add(Vector3(x: eye.tanVertical, y: 0, z: -1), 0)
    add(Vector3(x: eye.tanVertical, y: 0, z: 1), 0)
    for half in [box.halfX, box.halfY, box.halfZ] {
      let reach = half.dot(half)
      add(half, half.dot(box.centre) - reach)
      add(half * -1, -half.dot(box.centre) - reach)
    }
    var corners: [Vector3] = []
    for i in 0..<planes.count {
      for j in 0..<i {
        for k in 0..<j {
          guard let p = meeting(planes[i], planes[j], planes[k]) else { continue }
          let slack = 1e-9 * (1 + box.centre.length)
          if planes.allSatisfy({ $0.normal.dot(p) >= $0.offset - slack }) { corners.append(p) }
        }
      }
    }
    guard !corners.isEmpty else { return nil }
    let pixels = corners.map { eye.pixel($0) }
    let (xs, ys) = (pixels.map(\.x), pixels.map(\.y))
    let west = xs.min() ?? 0
    let top = ys.min() ?? 0
    return ScreenBox(
      x: west, y: top, width: (xs.max() ?? 0) - west, height: (ys.max() ?? 0) - top)
  }

  /// Where three planes meet (Cramer's rule); nil if they nearly do not.
  private static func meeting(_ a: Plane, _ b: Plane, _ c: Plane) -> Vector3? {
    let determinant = a.normal.dot(b.normal.cross(c.normal))
    guard abs(determinant) > 1e-12 else { return nil }
    let sum =
      b.normal.cross(c.normal) * a.offset + c.normal.cross(a.normal) * b.offset
      + a.normal.cross(b.normal) * c.offset
    return sum * (1 / determinant)
  }
}
