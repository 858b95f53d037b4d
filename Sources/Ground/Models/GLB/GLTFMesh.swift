import Base
import Geodesy

/// What the checks keep of one mesh.
struct GLTFMesh {
  var triangles = 0
  var vertices = 0
  var box: Box3
  /// The greatest joint number that its vertices name.
  var greatestJoint: Int?
  /// Morph targets of each primitive.
  var morphTargets = 0
}

/// Checks the primitives of a mesh.
///
/// - Source: glTF 2.0, section 3.7.2.
struct GLTFMeshReader {
  let accessors: [GLTFAccessor]
  let views: [GLTFBufferView]
  let materials: Int
  let quantized: Bool
  let limits: GLBLimits

  private func wrong(_ pointer: String, _ what: String, _ code: String?) -> Refusal {
    UploadRule.glbMesh.refusal(pointer, what, code: code)
  }

  func read(_ item: GLTFValue) throws(Refusal) -> GLTFMesh {
    let primitives = try item.objects("primitives", most: 1000)
    guard !primitives.isEmpty else {
      throw wrong(item.pointer + "/primitives", "is required", "UNDEFINED_PROPERTY")
    }
    var mesh = GLTFMesh(box: .empty)
    for primitive in primitives { try read(primitive, into: &mesh) }
    return mesh
  }

  private func read(_ primitive: GLTFValue, into mesh: inout GLTFMesh) throws(Refusal) {
    guard let attributes = primitive["attributes"], let members = attributes.json.members else {
      throw wrong(primitive.pointer + "/attributes", "is required", "UNDEFINED_PROPERTY")
    }
    try limit(members.count, at: attributes.pointer)
    guard let positions = try attributes.index("POSITION", of: accessors.count) else {
      throw wrong(attributes.pointer, "has no POSITION", "MESH_PRIMITIVE_NO_POSITION")
    }
    let count = accessors[positions].count
    for member in members {
      let accessor = accessors[try attributes.requiredIndex(member.name, of: accessors.count)]
      let place = attributes.pointer + "/" + member.name.clipped()
      try check(member.name, accessor, count: count, at: place)
      if member.name.hasPrefix("JOINTS_"), let greatest = accessor.maximum.max() {
        mesh.greatestJoint = max(mesh.greatestJoint ?? 0, Int(greatest))
      }
    }
    guard accessors[positions].hasBounds else {
      throw wrong(
        attributes.pointer + "/POSITION", "its accessor must declare min and max",
        "MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS")
    }
    var box = Box3(accessor: accessors[positions])
    let targets = try primitive.objects("targets", most: limits.morphTargets)
    for target in targets { try check(target, count: count, growing: &box) }
    mesh.morphTargets = max(mesh.morphTargets, targets.count)
    mesh.box = mesh.box.union(box)
    mesh.vertices += count
    mesh.triangles += try triangles(primitive, vertices: count)
    _ = try primitive.index("material", of: materials)
  }

  /// Looking up a name takes time in proportion to the number of names.
  private func limit(_ attributes: Int, at pointer: String) throws(Refusal) {
    guard attributes <= 32 else {
      throw UploadRule.maximumGLBBytes.refusal(pointer, "\(attributes) attributes, more than 32")
    }
  }

  private func check(
    _ name: String, _ accessor: GLTFAccessor, count: Int, at place: String
  ) throws(Refusal) {
    guard accessor.count == count else {
      throw wrong(
        place, "\(accessor.count) values for \(count) vertices",
        "MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT")
    }
    guard allows(name, accessor) else {
      throw wrong(
        place, "has the wrong type for \(name.clipped())",
        "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT")
    }
    guard accessor.offset % 4 == 0, accessor.stride % 4 == 0 || accessor.view == nil else {
      throw wrong(
        place, "vertex data must start and step at multiples of 4",
        "MESH_PRIMITIVE_ACCESSOR_UNALIGNED")
    }
  }

  /// Whether the type of an accessor is one that the attribute may have.
  private func allows(_ name: String, _ accessor: GLTFAccessor) -> Bool {
    let shape = accessor.shape
    let component = accessor.component
    let isFloat = component == .float
    let isUnitInteger = accessor.isNormalised && (component == .uint8 || component == .uint16)
    let isSmall = quantized && component != .uint32
    let isSignedUnit =
      quantized && accessor.isNormalised && (component == .int8 || component == .int16)
    switch name {
    case "POSITION": return shape == .vec3 && (isFloat || isSmall)
    case "NORMAL": return shape == .vec3 && (isFloat || isSignedUnit)
    case "TANGENT": return shape == .vec4 && (isFloat || isSignedUnit)
    default: break
    }
    if name.hasPrefix("TEXCOORD_") {
      return shape == .vec2 && (isFloat || isUnitInteger || isSmall)
    }
    if name.hasPrefix("COLOR_") {
      return (shape == .vec3 || shape == .vec4) && (isFloat || isUnitInteger)
    }
    if name.hasPrefix("JOINTS_") {
      return shape == .vec4 && (component == .uint8 || component == .uint16)
    }
    if name.hasPrefix("WEIGHTS_") { return shape == .vec4 && (isFloat || isUnitInteger) }
    return name.hasPrefix("_")
  }

  private func check(
    _ target: GLTFValue, count: Int, growing box: inout Box3
  ) throws(Refusal) {
    let members = target.json.members ?? []
    try limit(members.count, at: target.pointer)
    for member in members {
      let accessor = accessors[try target.requiredIndex(member.name, of: accessors.count)]
      let place = target.pointer + "/" + member.name.clipped()
      guard accessor.count == count else {
        throw wrong(
          place, "\(accessor.count) values for \(count) vertices",
          "MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT")
      }
      guard member.name == "POSITION" else { continue }
      guard accessor.shape == .vec3, accessor.component == .float || quantized else {
        throw wrong(
          place, "has the wrong type", "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT")
      }
      box = box.grown(by: Box3(accessor: accessor))
    }
  }

  private func triangles(_ primitive: GLTFValue, vertices: Int) throws(Refusal) -> Int {
    let mode = try primitive.count("mode") ?? 4
    guard mode <= 6 else {
      throw wrong(primitive.pointer + "/mode", "\(mode) is not 0...6", "VALUE_NOT_IN_LIST")
    }
    var drawn = vertices
    if let index = try primitive.index("indices", of: accessors.count) {
      let indices = accessors[index]
      let place = primitive.pointer + "/indices"
      guard indices.shape == .scalar, indices.component.isUnsignedInteger, !indices.isNormalised
      else {
        throw UploadRule.glbIndices.refusal(
          place, "must be unsigned integers",
          code: "MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT")
      }
      if let view = indices.view, views[view].stride != nil {
        throw UploadRule.glbIndices.refusal(
          place, "must have no stride", code: "MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE")
      }
      guard let greatest = indices.maximum.first, greatest < Double(vertices) else {
        throw UploadRule.glbIndices.refusal(
          place, "names vertex \(indices.maximum.first ?? 0) of \(vertices)",
          code: "ACCESSOR_INDEX_OOB")
      }
      drawn = indices.count
    }
    switch mode {
    case 4: return drawn / 3
    case 5, 6: return max(0, drawn - 2)
    default: return 0
    }
  }
}
