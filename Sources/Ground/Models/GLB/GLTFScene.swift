import Base
import Geodesy

/// The node graph: a forest of bounded depth, and what it draws.
///
/// - Source: glTF 2.0, sections 3.5 and 3.6.
struct GLTFScene {
  /// The box around everything drawn, in glTF axes, metres.
  var box = Box3.empty
  /// Triangles as drawn: a mesh counts once for every node that uses it.
  var triangles = 0

  private struct Node {
    var children: [Int]
    var mesh: Int?
    var skin: Int?
    var local: Matrix4
  }

  /// - Parameter joints: how many joints each skin has.
  init(
    nodes items: [GLTFValue], root: GLTFValue, meshes: [GLTFMesh], joints: [Int], limits: GLBLimits
  ) throws(Refusal) {
    var nodes: [Node] = []
    nodes.reserveCapacity(items.count)
    for item in items {
      let node = Node(
        children: try item.indices("children", of: items.count),
        mesh: try item.index("mesh", of: meshes.count),
        skin: try item.index("skin", of: joints.count), local: try Self.matrix(item))
      if let skin = node.skin {
        guard let mesh = node.mesh, let greatest = meshes[mesh].greatestJoint else {
          throw UploadRule.glbSkin.refusal(
            item.pointer, "a node with a skin needs a mesh with joints",
            code: "NODE_SKIN_WITH_NON_SKINNED_MESH")
        }
        guard greatest < joints[skin] else {
          throw UploadRule.glbSkin.refusal(
            item.pointer, "its vertices name joint \(greatest) of \(joints[skin])",
            code: "ACCESSOR_JOINTS_INDEX_OOB")
        }
      }
      nodes.append(node)
    }
    let hasParent = try Self.parents(nodes, items)
    for scene in try root.objects("scenes") {
      for index in try scene.indices("nodes", of: nodes.count) where hasParent[index] {
        throw UploadRule.glbGraph.refusal(
          scene.pointer + "/nodes", "node \(index) is not a root", code: "SCENE_NON_ROOT_NODE")
      }
    }
    _ = try root.index("scene", of: try root.list("scenes").count)
    try walk(nodes, items, roots: nodes.indices.filter { !hasParent[$0] }, meshes, limits)
  }

  private static func parents(_ nodes: [Node], _ items: [GLTFValue]) throws(Refusal) -> [Bool] {
    var hasParent = Array(repeating: false, count: nodes.count)
    for i in nodes.indices {
      for child in nodes[i].children {
        guard child != i else {
          throw UploadRule.glbGraph.refusal(
            items[i].pointer, "is its own child", code: "NODE_LOOP")
        }
        guard !hasParent[child] else {
          throw UploadRule.glbGraph.refusal(
            items[child].pointer, "has two parents", code: "NODE_PARENT_OVERRIDE")
        }
        hasParent[child] = true
      }
    }
    return hasParent
  }

  /// Visits the forest from its roots without recursion; what is not reached stands in a cycle.
  private mutating func walk(
    _ nodes: [Node], _ items: [GLTFValue], roots: [Int], _ meshes: [GLTFMesh], _ limits: GLBLimits
  ) throws(Refusal) {
    var stack = roots.map { (node: $0, depth: 1, world: Matrix4.identity) }
    var reached = 0
    while let (index, depth, parent) = stack.popLast() {
      reached += 1
      guard depth <= limits.nodeDepth else {
        throw UploadRule.glbGraph.refusal(
          items[index].pointer, "lies deeper than \(limits.nodeDepth) nodes")
      }
      let world = parent * nodes[index].local
      if let mesh = nodes[index].mesh {
        triangles += meshes[mesh].triangles
        guard triangles <= limits.triangles else {
          throw UploadRule.maximumGLBBytes.refusal(
            items[index].pointer, "more than \(limits.triangles) triangles are drawn")
        }
        for corner in meshes[mesh].box.corners {
          let point = world.apply(corner)
          box = box.union(Box3(minimum: point, maximum: point))
        }
        try check(at: items[index].pointer, limits)
      }
      for child in nodes[index].children { stack.append((child, depth + 1, world)) }
    }
    guard reached == nodes.count else {
      throw UploadRule.glbGraph.refusal("/nodes", "the nodes form a cycle", code: "NODE_LOOP")
    }
  }

  private func check(at pointer: String, _ limits: GLBLimits) throws(Refusal) {
    let size = box.size
    let longest = max(size.x, size.y, size.z)
    guard box.isFinite, longest <= limits.extent else {
      throw UploadRule.glbExtent.refusal(
        pointer, "the model is more than \(Int(limits.extent)) m long; glTF lengths are metres")
    }
    let reach = box.corners.map(\.length).max() ?? 0
    guard reach <= 2 * limits.extent else {
      throw UploadRule.glbExtent.refusal(
        pointer, "the model stands more than \(Int(2 * limits.extent)) m beside its own origin")
    }
  }

  private static func matrix(_ item: GLTFValue) throws(Refusal) -> Matrix4 {
    let translation = try item.numbers("translation", 3)
    let rotation = try item.numbers("rotation", 4)
    let scale = try item.numbers("scale", 3)
    if let matrix = try item.numbers("matrix", 16) {
      guard translation == nil, rotation == nil, scale == nil else {
        throw UploadRule.glbGraph.refusal(
          item.pointer, "has both a matrix and translation, rotation or scale",
          code: "NODE_MATRIX_TRS")
      }
      guard matrix[3] == 0, matrix[7] == 0, matrix[11] == 0, matrix[15] == 1 else {
        throw UploadRule.glbGraph.refusal(
          item.pointer + "/matrix", "must end with the row 0, 0, 0, 1",
          code: "NODE_MATRIX_NON_TRS")
      }
      return Matrix4(values: matrix)
    }
    var turn = Quaternion.identity
    if let q = rotation {
      let read = Quaternion(x: q[0], y: q[1], z: q[2], w: q[3])
      guard let unit = read.normalised, abs(read.length - 1) <= 0.01 else {
        throw UploadRule.glbGraph.refusal(
          item.pointer + "/rotation", "must be a unit quaternion", code: "ROTATION_NON_UNIT")
      }
      turn = unit
    }
    let t = translation ?? [0, 0, 0]
    let s = scale ?? [1, 1, 1]
    return .transform(
      translation: Vector3(x: t[0], y: t[1], z: t[2]), rotation: turn,
      scale: Vector3(x: s[0], y: s[1], z: s[2]))
  }
}
