import Foundation
import Geodesy

/// A simple thing that Wayside can build: form, colour and size.
///
/// - Thread: pure.
public struct Shape: Hashable, Sendable {
  /// What it looks like.
  public enum Form: String, CaseIterable, Sendable {
    case cube, box, sphere, cylinder, cone, pyramid, arrow, ring, pillar, pedestal, sign, flag
    case tree, star, heart, post, plane, text
  }

  /// Which way an arrow points; `forward` is toward the front of the object.
  public enum Direction: String, CaseIterable, Sendable {
    case up, down, left, right, forward, back
  }

  public var form: Form
  public var material: SurfaceMaterial
  /// Width, height, depth in metres.
  public var size: Vector3
  public var direction: Direction
  /// What a sign, a flag or block letters say.
  public var text: String

  public init(
    _ form: Form, material: SurfaceMaterial, size: Vector3, direction: Direction = .up,
    text: String = ""
  ) {
    self.form = form
    self.material = material
    self.size = size
    self.direction = direction
    self.text = text
  }

  /// The shape as a GLB file: stands on the ground over its origin and faces the front.
  ///
  /// The same shape gives the same bytes.
  public func glb() -> [UInt8] {
    var builder = GLBBuilder()
    switch form {
    case .sign: addSign(to: &builder)
    case .flag: addFlag(to: &builder)
    case .tree: addTree(to: &builder)
    case .text:
      builder.add("text", fitted(TriangleMesh.letters(lines, cell: 1, depth: 2)), material)
    case .pedestal:
      addParts(
        to: &builder,
        [(0, 0.15, 1), (0.15, 0.85, 0.8), (0.85, 1, 1)].map { low, high, width in
          TriangleMesh.box(width: width, height: high - low, depth: width)
            .moved(by: Vector3(x: 0, y: low, z: 0))
        })
    default: builder.add(form.rawValue, fitted(unitMesh), material)
    }
    return builder.file()
  }

  private func addParts(to builder: inout GLBBuilder, _ parts: [TriangleMesh]) {
    var whole = TriangleMesh()
    for part in parts { whole.append(part) }
    builder.add(form.rawValue, fitted(whole), material)
  }

  /// Stretches a mesh to the size of the shape, on the ground over the origin.
  private func fitted(_ mesh: TriangleMesh) -> TriangleMesh {
    let box = mesh.bounds
    guard !box.isEmpty else { return mesh }
    func factor(_ wanted: Double, _ present: Double) -> Double {
      present > 1e-9 ? wanted / present : 1
    }
    let scale = Vector3(
      x: factor(size.x, box.size.x), y: factor(size.y, box.size.y), z: factor(size.z, box.size.z))
    return
      mesh
      .moved(by: Vector3(x: -box.center.x, y: -box.minimum.y, z: -box.center.z)).scaled(by: scale)
  }

  private var unitMesh: TriangleMesh {
    switch form {
    case .sphere: .sphere(radius: 0.5)
    case .cylinder, .post: .cylinder(radius: 0.5, height: 1)
    case .cone: .cone(radius: 0.5, height: 1)
    case .pyramid: .pyramid(width: 1, height: 1, depth: 1)
    case .ring: .torus(radius: 0.5, tube: 0.1)
    case .plane: .plane(width: 1, height: 1)
    case .pillar: Self.pillar
    case .arrow: arrow
    case .star: Self.star
    case .heart: Self.heart
    default: .box(width: 1, height: 1, depth: 1)
    }
  }

  private static var pillar: TriangleMesh {
    var mesh = TriangleMesh.box(width: 1, height: 0.08, depth: 1)
    mesh.append(
      TriangleMesh.frustum(bottom: 0.4, top: 0.34, height: 0.84)
        .moved(by: Vector3(x: 0, y: 0.08, z: 0)))
    mesh.append(
      TriangleMesh.box(width: 1, height: 0.08, depth: 1).moved(by: Vector3(x: 0, y: 0.92, z: 0)))
    return mesh
  }

  private var arrow: TriangleMesh {
    var mesh = TriangleMesh.cylinder(radius: 0.12, height: 0.6)
    mesh.append(
      TriangleMesh.cone(radius: 0.3, height: 0.4).moved(by: Vector3(x: 0, y: 0.6, z: 0)))
    let h = 0.5.squareRoot()
    let turn: Quaternion =
      switch direction {
      case .up: .identity
      case .down: Quaternion(x: 1, y: 0, z: 0, w: 0)
      case .left: Quaternion(x: 0, y: 0, z: h, w: h)
      case .right: Quaternion(x: 0, y: 0, z: -h, w: h)
      case .forward: Quaternion(x: h, y: 0, z: 0, w: h)
      case .back: Quaternion(x: -h, y: 0, z: 0, w: h)
      }
    return mesh.turned(by: turn)
  }

  private static var star: TriangleMesh {
    let outline = (0..<10).map { i in
      let radius = i % 2 == 0 ? 0.5 : 0.2
      let angle = Double.pi * (0.5 + Double(i) / 5)
      return (x: radius * cos(angle), y: radius * sin(angle))
    }
    return .prism(outline, center: (0, 0), depth: 0.2)
  }

  private static var heart: TriangleMesh {
    let outline = (0..<48).map { i in
      let t = 2 * Double.pi * Double(i) / 48
      let x = 16 * sin(t) * sin(t) * sin(t)
      let y = 13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)
      // The curve is described clockwise; mirrored it turns the other way.
      return (x: -x / 34, y: y / 34)
    }
    return .prism(outline, center: (0, 0), depth: 0.25)
  }
}
