import Base
import Geodesy

/// Triangles with a normal per vertex, in glTF axes: x right, y up, z to the front, metres.
///
/// Triangles turn counter-clockwise as seen from outside.
///
/// - Thread: pure.
public struct TriangleMesh: Hashable, Sendable {
  public var positions: [Vector3] = []
  /// Unit vectors, parallel to `positions`.
  public var normals: [Vector3] = []
  /// Three for each triangle.
  public var indices: [UInt32] = []

  public init() {}

  /// Adds one vertex and returns its number.
  mutating func vertex(_ position: Vector3, _ normal: Vector3) -> UInt32 {
    positions.append(position)
    normals.append(normal)
    return UInt32(clamping: positions.count - 1)
  }

  mutating func triangle(_ a: UInt32, _ b: UInt32, _ c: UInt32) {
    indices.append(contentsOf: [a, b, c])
  }

  /// Adds a flat convex polygon, its corners counter-clockwise as seen from outside.
  mutating func polygon(_ corners: [Vector3]) {
    guard corners.count >= 3 else { return }
    let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).unit
    let numbers = corners.map { vertex($0, normal) }
    for i in 2..<numbers.count { triangle(numbers[0], numbers[i - 1], numbers[i]) }
  }

  /// Adds all triangles of another mesh.
  public mutating func append(_ other: TriangleMesh) {
    let base = UInt32(clamping: positions.count)
    positions += other.positions
    normals += other.normals
    indices += other.indices.map { $0 + base }
  }

  /// The same mesh moved by `offset`.
  public func moved(by offset: Vector3) -> TriangleMesh {
    var copy = self
    for i in copy.positions.indices { copy.positions[i] = copy.positions[i] + offset }
    return copy
  }

  /// The same mesh turned about the origin by a unit quaternion.
  public func turned(by rotation: Quaternion) -> TriangleMesh {
    var copy = self
    for i in copy.positions.indices {
      copy.positions[i] = rotation.rotate(copy.positions[i])
      copy.normals[i] = rotation.rotate(copy.normals[i])
    }
    return copy
  }

  /// The same mesh stretched along the axes by positive factors.
  public func scaled(by factor: Vector3) -> TriangleMesh {
    var copy = self
    for i in copy.positions.indices {
      let p = copy.positions[i]
      let n = copy.normals[i]
      copy.positions[i] = Vector3(x: p.x * factor.x, y: p.y * factor.y, z: p.z * factor.z)
      copy.normals[i] = Vector3(x: n.x / factor.x, y: n.y / factor.y, z: n.z / factor.z).unit
    }
    return copy
  }

  /// The box around all vertices.
  public var bounds: Box3 {
    positions.reduce(Box3.empty) { $0.union(Box3(minimum: $1, maximum: $1)) }
  }
}

extension Vector3 {
  /// The same direction with length 1; up if there is none.
  var unit: Vector3 {
    let n = length
    return n > 0 && n.isFinite ? self * (1 / n) : Vector3(x: 0, y: 1, z: 0)
  }
}
