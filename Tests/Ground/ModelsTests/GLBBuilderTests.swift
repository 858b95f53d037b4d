import Base
import Geodesy
import Testing

@testable import Models

@Suite struct GLBBuilderTests {
  static let grey = SurfaceMaterial(name: "grey", red: 128, green: 128, blue: 128)

  static let solids: [(String, TriangleMesh, Vector3)] = [
    ("box", .box(width: 1, height: 2, depth: 3), Vector3(x: 1, y: 2, z: 3)),
    ("plane", .plane(width: 1, height: 2), Vector3(x: 1, y: 2, z: 0)),
    ("pyramid", .pyramid(width: 1, height: 2, depth: 3), Vector3(x: 1, y: 2, z: 3)),
    ("cylinder", .cylinder(radius: 0.5, height: 2), Vector3(x: 1, y: 2, z: 1)),
    ("cone", .cone(radius: 0.5, height: 2), Vector3(x: 1, y: 2, z: 1)),
    ("sphere", .sphere(radius: 0.5), Vector3(x: 1, y: 1, z: 1)),
    ("torus", .torus(radius: 0.5, tube: 0.1), Vector3(x: 1, y: 1, z: 0.2)),
  ]

  @Test("solids pass our own checks, stand on the ground and have the asked size", arguments: 0..<7)
  func solid(_ index: Int) throws {
    let (name, mesh, size) = Self.solids[index]
    var builder = GLBBuilder()
    builder.add(name, mesh, Self.grey)
    let model = try GLBModel(checking: builder.file())
    #expect(abs(model.bounds.size.x - size.x) < 1e-6)
    #expect(abs(model.bounds.size.y - size.y) < 1e-6)
    #expect(abs(model.bounds.size.z - size.z) < 1e-6)
    #expect(abs(model.bounds.minimum.y) < 1e-6)
    #expect(
      model.boundsENU.size
        == Vector3(x: model.bounds.size.x, y: model.bounds.size.z, z: model.bounds.size.y))
    #expect(model.triangleCount == mesh.indices.count / 3)
    #expect(model.generator == "Wayside")
  }

  @Test(
    "closed solids enclose their volume: triangles face outward", arguments: [0, 2, 3, 4, 5, 6])
  func volume(_ index: Int) {
    let mesh = Self.solids[index].1
    var volume = 0.0
    for i in stride(from: 0, to: mesh.indices.count, by: 3) {
      let (a, b, c) = (
        mesh.positions[Int(mesh.indices[i])], mesh.positions[Int(mesh.indices[i + 1])],
        mesh.positions[Int(mesh.indices[i + 2])]
      )
      volume += a.dot(b.cross(c)) / 6
    }
    let pi = Double.pi
    let exact = [6, 0, 2, pi / 2, pi / 6, pi / 6, 2 * pi * pi * 0.4 * 0.01][index]
    #expect(abs(volume - exact) < 0.06 * exact, "\(Self.solids[index].0): \(volume) for \(exact)")
    for (position, normal) in zip(mesh.positions, mesh.normals) {
      #expect(abs(normal.length - 1) < 1e-9, "\(position)")
    }
  }
}
