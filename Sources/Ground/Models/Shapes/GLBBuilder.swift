import Base
import Geodesy

/// How a surface looks.
///
/// - Source: glTF 2.0, section 3.9.2 (metallic-roughness).
/// - Thread: pure.
public struct SurfaceMaterial: Hashable, Sendable {
  public var name: String
  /// Red, green, blue in sRGB, 0...255.
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  /// 0 (invisible)...1 (opaque).
  public var opacity: Double
  /// 0 (matt plastic)...1 (metal).
  public var metallic: Double
  /// 0 (mirror)...1 (chalk).
  public var roughness: Double

  public init(
    name: String, red: UInt8, green: UInt8, blue: UInt8, opacity: Double = 1,
    metallic: Double = 0, roughness: Double = 0.8
  ) {
    self.name = name
    (self.red, self.green, self.blue) = (red, green, blue)
    (self.opacity, self.metallic, self.roughness) = (opacity, metallic, roughness)
  }
}

/// Writes small GLB files: nodes with a mesh and a plain material each.
///
/// - Thread: confined.
public struct GLBBuilder: Sendable {
  private struct Node {
    var name: String
    var mesh: TriangleMesh
    var material: SurfaceMaterial
    var translation: Vector3
  }

  private var nodes: [Node] = []

  public init() {}

  /// Adds a node that draws `mesh`; meshes without triangles are left out.
  public mutating func add(
    _ name: String, _ mesh: TriangleMesh, _ material: SurfaceMaterial,
    at translation: Vector3 = .zero
  ) {
    guard !mesh.indices.isEmpty else { return }
    nodes.append(Node(name: name, mesh: mesh, material: material, translation: translation))
  }

  /// Adds the nodes of another builder, moved by `offset`.
  mutating func add(_ other: GLBBuilder, at offset: Vector3) {
    for node in other.nodes {
      add(node.name, node.mesh, node.material, at: node.translation + offset)
    }
  }

  /// The file; the same nodes give the same bytes.
  ///
  /// - Complexity: O(vertices).
  public func file() -> [UInt8] {
    var binary = ByteWriter(capacity: 1 << 14)
    var views: [(offset: Int, length: Int, target: Int)] = []
    for node in nodes {
      func part(_ target: Int, _ write: (inout ByteWriter) -> Void) {
        let start = binary.bytes.count
        write(&binary)
        views.append((start, binary.bytes.count - start, target))
        while binary.bytes.count % 4 != 0 { binary.byte(0) }
      }
      part(34_962) { for p in node.mesh.positions { $0.vector(p) } }
      part(34_962) { for n in node.mesh.normals { $0.vector(n) } }
      part(34_963) { writer in
        for i in node.mesh.indices {
          if node.mesh.positions.count <= 65_535 {
            writer.littleEndian(UInt16(truncatingIfNeeded: i))
          } else {
            writer.littleEndian(i)
          }
        }
      }
    }
    return GLBContainer.file(
      json: json(views, binaryLength: binary.bytes.count), binary: binary.bytes)
  }

  private func json(
    _ views: [(offset: Int, length: Int, target: Int)], binaryLength: Int
  ) -> [UInt8] {
    var materials: [SurfaceMaterial] = []
    for node in nodes where !materials.contains(node.material) { materials.append(node.material) }
    var json = JSONWriter(capacity: 2048)
    json.object { json in
      json.object("asset") { json in
        json.member("version", "2.0" as StaticString)
        json.member("generator", "Wayside" as StaticString)
      }
      guard !nodes.isEmpty else { return }
      json.list("scene", "scenes") { json in
        json.object { json in
          json.array("nodes") { json in for i in nodes.indices { json.integer(i) } }
        }
      }
      json.array("nodes") { json in for i in nodes.indices { write(nodes[i], i, to: &json) } }
      json.array("meshes") { json in
        for i in nodes.indices {
          let material = materials.firstIndex(of: nodes[i].material) ?? 0
          writeMesh(i, material: material, to: &json)
        }
      }
      json.array("materials") { json in for material in materials { write(material, to: &json) } }
      json.array("accessors") { json in for i in nodes.indices { writeAccessors(i, to: &json) } }
      json.array("bufferViews") { json in
        for view in views {
          json.object { json in
            json.member("buffer", 0)
            json.member("byteOffset", view.offset)
            json.member("byteLength", view.length)
            json.member("target", view.target)
          }
        }
      }
      json.array("buffers") { json in
        json.object { json in
          json.member("byteLength", binaryLength)
        }
      }
    }
    return json.bytes
  }

  private func write(_ node: Node, _ index: Int, to json: inout JSONWriter) {
    json.object { json in
      json.member("name", node.name)
      json.member("mesh", index)
      if node.translation != .zero {
        json.key("translation")
        json.vector(node.translation)
      }
    }
  }

  private func writeMesh(_ index: Int, material: Int, to json: inout JSONWriter) {
    json.object { json in
      json.array("primitives") { json in
        json.object { json in
          json.object("attributes") { json in
            json.member("POSITION", index * 3)
            json.member("NORMAL", index * 3 + 1)
          }
          json.member("indices", index * 3 + 2)
          json.member("material", material)
        }
      }
    }
  }

  private func write(_ material: SurfaceMaterial, to json: inout JSONWriter) {
    json.object { json in
      json.member("name", material.name)
      json.object("pbrMetallicRoughness") { json in
        json.array("baseColorFactor") { json in
          for value in [material.red, material.green, material.blue] {
            json.number(SRGB.linear(value), decimals: 5)
          }
          json.number(material.opacity, decimals: 3)
        }
        json.member("metallicFactor", material.metallic, decimals: 3)
        json.member("roughnessFactor", material.roughness, decimals: 3)
      }
      if material.opacity < 1 {
        json.member("alphaMode", "BLEND" as StaticString)
      }
      json.member("doubleSided", true)
    }
  }

  private func writeAccessors(_ index: Int, to json: inout JSONWriter) {
    let mesh = nodes[index].mesh
    let bounds = mesh.bounds
    for part in 0..<3 {
      json.object { json in
        json.member("bufferView", index * 3 + part)
        json.member("componentType", part < 2 ? 5126 : mesh.positions.count <= 65_535 ? 5123 : 5125)
        json.member("count", part < 2 ? mesh.positions.count : mesh.indices.count)
        json.member("type", part < 2 ? "VEC3" : "SCALAR")
        if part == 0 {
          json.key("min")
          json.vector(bounds.minimum)
          json.key("max")
          json.vector(bounds.maximum)
        }
      }
    }
  }
}

extension JSONWriter {
  /// Writes the exact values of the three floats.
  fileprivate mutating func vector(_ v: Vector3) {
    array { json in for value in [v.x, v.y, v.z] { json.number(Double(Float(value))) } }
  }

  /// Writes a member that is 0, the index of the only element, and the list with that element.
  fileprivate mutating func list(
    _ index: StaticString, _ name: StaticString, _ element: (inout JSONWriter) -> Void
  ) {
    key(index)
    integer(0)
    key(name)
    array(element)
  }
}

extension ByteWriter {
  fileprivate mutating func vector(_ v: Vector3) {
    for value in [v.x, v.y, v.z] { littleEndian(Float(value).bitPattern) }
  }
}
