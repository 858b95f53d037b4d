import Foundation
import Geodesy

/// Solids that stand on the ground plane (y = 0) over the origin.
extension TriangleMesh {
  /// A box.
  public static func box(width: Double, height: Double, depth: Double) -> TriangleMesh {
    let (x, y, z) = (width / 2, height, depth / 2)
    let p = [
      Vector3(x: -x, y: 0, z: -z), Vector3(x: x, y: 0, z: -z), Vector3(x: x, y: 0, z: z),
      Vector3(x: -x, y: 0, z: z), Vector3(x: -x, y: y, z: -z), Vector3(x: x, y: y, z: -z),
      Vector3(x: x, y: y, z: z), Vector3(x: -x, y: y, z: z),
    ]
    var mesh = TriangleMesh()
    for face in [
      [3, 2, 6, 7], [1, 0, 4, 5], [2, 1, 5, 6], [0, 3, 7, 4], [7, 6, 5, 4], [0, 1, 2, 3],
    ] { mesh.polygon(face.map { p[$0] }) }
    return mesh
  }

  /// A flat rectangle that stands upright and faces the front.
  public static func plane(width: Double, height: Double) -> TriangleMesh {
    let x = width / 2
    var mesh = TriangleMesh()
    mesh.polygon([
      Vector3(x: -x, y: 0, z: 0), Vector3(x: x, y: 0, z: 0), Vector3(x: x, y: height, z: 0),
      Vector3(x: -x, y: height, z: 0),
    ])
    return mesh
  }

  /// A pyramid with a rectangular base.
  public static func pyramid(width: Double, height: Double, depth: Double) -> TriangleMesh {
    let (x, z) = (width / 2, depth / 2)
    let base = [
      Vector3(x: -x, y: 0, z: -z), Vector3(x: x, y: 0, z: -z), Vector3(x: x, y: 0, z: z),
      Vector3(x: -x, y: 0, z: z),
    ]
    let top = Vector3(x: 0, y: height, z: 0)
    var mesh = TriangleMesh()
    mesh.polygon(base)
    for i in 0..<4 { mesh.polygon([base[(i + 1) % 4], base[i], top]) }
    return mesh
  }

  /// A cylinder.
  public static func cylinder(radius: Double, height: Double, sides: Int = 32) -> TriangleMesh {
    frustum(bottom: radius, top: radius, height: height, sides: sides)
  }

  /// A cone.
  public static func cone(radius: Double, height: Double, sides: Int = 32) -> TriangleMesh {
    frustum(bottom: radius, top: 0, height: height, sides: sides)
  }

  /// A cone whose top may be cut off: the body between two level circles.
  public static func frustum(
    bottom: Double, top: Double, height: Double, sides: Int = 32
  ) -> TriangleMesh {
    var mesh = TriangleMesh()
    let slope = (bottom - top) / height
    var lower: [UInt32] = []
    var upper: [UInt32] = []
    for i in 0...sides {
      let d = direction(i, of: sides)
      let normal = Vector3(x: d.x, y: slope, z: d.z).unit
      lower.append(mesh.vertex(Vector3(x: d.x * bottom, y: 0, z: d.z * bottom), normal))
      upper.append(mesh.vertex(Vector3(x: d.x * top, y: height, z: d.z * top), normal))
    }
    for i in 0..<sides {
      mesh.triangle(lower[i], upper[i], lower[i + 1])
      if top > 0 { mesh.triangle(upper[i], upper[i + 1], lower[i + 1]) }
    }
    mesh.disc(radius: bottom, height: 0, up: false, sides: sides)
    if top > 0 { mesh.disc(radius: top, height: height, up: true, sides: sides) }
    return mesh
  }

  private mutating func disc(radius: Double, height: Double, up: Bool, sides: Int) {
    let rim = (0..<sides).map { i in
      let d = Self.direction(up ? sides - i : i, of: sides)
      return Vector3(x: d.x * radius, y: height, z: d.z * radius)
    }
    polygon(rim)
  }

  /// A sphere.
  public static func sphere(radius: Double, sides: Int = 32) -> TriangleMesh {
    let rings = max(2, sides / 2)
    return grid(rows: rings, columns: sides) { row, column in
      let polar = Double.pi * Double(row) / Double(rings)
      let d = direction(column, of: sides)
      let normal = Vector3(x: d.x * sin(polar), y: -cos(polar), z: d.z * sin(polar))
      return (normal * radius + Vector3(x: 0, y: radius, z: 0), normal)
    }
  }

  /// A ring that stands upright and faces the front.
  ///
  /// - Parameters:
  ///   - radius: from the middle to the outer rim.
  ///   - tube: the radius of the ring's own body.
  public static func torus(radius: Double, tube: Double, sides: Int = 32) -> TriangleMesh {
    let middle = radius - tube
    let mesh = grid(rows: 16, columns: sides) { row, column in
      let around = direction(column, of: sides)
      let across = 2 * Double.pi * Double(row) / 16
      let normal = Vector3(x: around.x * cos(across), y: around.z * cos(across), z: sin(across))
      let center = Vector3(x: around.x * middle, y: around.z * middle + radius, z: 0)
      return (center + normal * tube, normal)
    }
    return mesh
  }

  /// A closed surface over a grid of parameters; rows go up, columns around.
  private static func grid(
    rows: Int, columns: Int, _ point: (Int, Int) -> (position: Vector3, normal: Vector3)
  ) -> TriangleMesh {
    var mesh = TriangleMesh()
    for row in 0...rows {
      for column in 0...columns {
        let (position, normal) = point(row, column)
        _ = mesh.vertex(position, normal.unit)
      }
    }
    let width = UInt32(clamping: columns + 1)
    for row in 0..<UInt32(clamping: rows) {
      for column in 0..<UInt32(clamping: columns) {
        let a = row * width + column
        mesh.addUnlessFlat(a, a + width, a + 1)
        mesh.addUnlessFlat(a + 1, a + width, a + width + 1)
      }
    }
    return mesh
  }

  /// Adds a triangle turned to look outward; at the poles one of each pair has no area.
  private mutating func addUnlessFlat(_ a: UInt32, _ b: UInt32, _ c: UInt32) {
    let (p, q, r) = (positions[Int(a)], positions[Int(b)], positions[Int(c)])
    let face = (q - p).cross(r - p)
    guard face.length > 1e-12 else { return }
    let outward = face.dot(normals[Int(a)] + normals[Int(b)] + normals[Int(c)]) >= 0
    if outward { triangle(a, b, c) } else { triangle(a, c, b) }
  }

  /// A prism over a flat outline, standing upright, its faces to the front and the back.
  ///
  /// - Parameter outline: (x, y), counter-clockwise as seen from the front; every corner must be
  ///   visible from `center`.
  static func prism(
    _ outline: [(x: Double, y: Double)], center: (x: Double, y: Double), depth: Double
  ) -> TriangleMesh {
    var mesh = TriangleMesh()
    let z = depth / 2
    for i in outline.indices {
      let a = outline[i]
      let b = outline[(i + 1) % outline.count]
      mesh.polygon([
        Vector3(x: center.x, y: center.y, z: z), Vector3(x: a.x, y: a.y, z: z),
        Vector3(x: b.x, y: b.y, z: z),
      ])
      mesh.polygon([
        Vector3(x: center.x, y: center.y, z: -z), Vector3(x: b.x, y: b.y, z: -z),
        Vector3(x: a.x, y: a.y, z: -z),
      ])
      mesh.polygon([
        Vector3(x: a.x, y: a.y, z: z), Vector3(x: a.x, y: a.y, z: -z),
        Vector3(x: b.x, y: b.y, z: -z), Vector3(x: b.x, y: b.y, z: z),
      ])
    }
    return mesh
  }

  /// The unit vector of step `i` around the upright axis.
  static func direction(_ i: Int, of sides: Int) -> Vector3 {
    let angle = 2 * Double.pi * Double(i % sides) / Double(sides)
    return Vector3(x: cos(angle), y: 0, z: sin(angle))
  }
}
