import Base

/// A GLB file that passed every check, and what it holds.
///
/// - Thread: pure.
public struct GLBModel: Hashable, Sendable {
  /// The box around everything drawn, metres, in glTF axes (y up).
  ///
  /// Skins and animations are taken at rest.
  public var bounds: Box3
  /// Triangles as drawn; a mesh that two nodes use counts twice.
  public var triangleCount: Int
  public var nodeCount: Int
  public var meshCount: Int
  public var materialCount: Int
  public var imageCount: Int
  public var animationCount: Int
  /// The program that wrote the file, if it says so; at most 200 characters.
  public var generator: String?
  public var extensionsUsed: [String]

  /// The same box in the east-north-up frame of an unrotated pose.
  public var boundsENU: Box3 { bounds.inENU }

  /// Checks a GLB file and sums it up; nothing of it is decoded or run.
  ///
  /// - Throws: ``Refusal`` whose slug is the broken rule (`glb-...`), with the place in the file and
  ///   the issue code of the Khronos validator where one fits.
  /// - Complexity: O(bytes) for files, O(`limits.decodedBytes`) at the worst.
  /// - Source: glTF 2.0; rules on uploads.
  public init(checking bytes: [UInt8], limits: GLBLimits = GLBLimits()) throws(Refusal) {
    let container = try GLBContainer(bytes, limits: limits)
    let root = try Self.root(container.json, limits)
    try root.requireObject()
    try Self.checkAsset(root)
    extensionsUsed = try Self.checkExtensions(root, limits)
    try Self.refuseURIs(root)

    let buffers = try GLTFBuffers(root: root, binary: container.binary, limits: limits)
    let materials = try GLTFMaterials(root: root, buffers: buffers, limits: limits)
    let meshReader = GLTFMeshReader(
      accessors: buffers.accessors, views: buffers.views, materials: materials.materials,
      quantized: extensionsUsed.contains("KHR_mesh_quantization"), limits: limits)
    var meshes: [GLTFMesh] = []
    for item in try root.objects("meshes", most: limits.meshes) {
      meshes.append(try meshReader.read(item))
    }
    let nodes = try root.objects("nodes", most: limits.nodes)
    let joints = try GLTFAnimation.joints(
      try root.objects("skins", most: limits.meshes), accessors: buffers.accessors,
      nodes: nodes.count)
    let scene = try GLTFScene(
      nodes: nodes, root: root, meshes: meshes, joints: joints, limits: limits)
    guard !scene.box.isEmpty else {
      throw UploadRule.glbEmpty.refusal("/nodes", "no node draws a mesh: there is nothing to show")
    }
    var morphTargets: [Int] = []
    for node in nodes {
      morphTargets.append(
        try node.index("mesh", of: meshes.count).map { meshes[$0].morphTargets } ?? 0)
    }
    let animations = try root.objects("animations", most: limits.animations)
    let checker = GLTFAnimation(
      accessors: buffers.accessors, morphTargets: morphTargets, limits: limits)
    for item in animations { try checker.check(item) }

    bounds = scene.box
    triangleCount = scene.triangles
    nodeCount = nodes.count
    meshCount = meshes.count
    materialCount = materials.materials
    imageCount = materials.images.count
    animationCount = animations.count
    generator = root["asset"]?["generator"]?.json.string.map { $0.clipped(200) }
  }

  private static func root(
    _ json: ArraySlice<UInt8>, _ limits: GLBLimits
  ) throws(Refusal) -> GLTFValue {
    do throws(JSONSyntaxError) {
      let value = try JSONValue(
        parsing: Array(json), limits: JSONLimits(depth: limits.jsonDepth, values: 1_000_000))
      return GLTFValue(json: value, pointer: "")
    } catch {
      throw UploadRule.glbJSON.refusal("", "the JSON chunk: \(error)", code: "INVALID_JSON")
    }
  }

  private static func checkAsset(_ root: GLTFValue) throws(Refusal) {
    guard let asset = root["asset"], let version = asset["version"]?.json.string else {
      throw UploadRule.glbVersion.refusal(
        "/asset/version", "is required", code: "UNDEFINED_PROPERTY")
    }
    guard version.hasPrefix("2."), version.utf8.count <= 8 else {
      throw UploadRule.glbVersion.refusal(
        "/asset/version", "must be 2.0", code: "UNKNOWN_ASSET_MAJOR_VERSION")
    }
    if let least = asset["minVersion"]?.json.string, least != "2.0" {
      throw UploadRule.glbVersion.refusal(
        "/asset/minVersion", "only 2.0 is read here", code: "ASSET_MIN_VERSION_GREATER_THAN_VERSION"
      )
    }
  }

  private static func checkExtensions(
    _ root: GLTFValue, _ limits: GLBLimits
  ) throws(Refusal) -> [String] {
    var used: [String] = []
    for item in try root.list("extensionsUsed", most: 100) {
      guard let name = item.json.string else {
        throw UploadRule.glbJSON.refusal(item.pointer, "must be a string", code: "TYPE_MISMATCH")
      }
      guard !limits.refusedExtensions.contains(name) else {
        throw UploadRule.glbExtension.refusal(
          item.pointer, "\(name) is not accepted: export without compression",
          code: "UNSUPPORTED_EXTENSION")
      }
      used.append(name)
    }
    for item in try root.list("extensionsRequired", most: 100) {
      guard let name = item.json.string, limits.extensions.contains(name) else {
        throw UploadRule.glbExtension.refusal(
          item.pointer,
          "\((item.json.string ?? "it").clipped()) is required by the file and not "
            + "accepted here", code: "UNSUPPORTED_EXTENSION")
      }
      guard used.contains(name) else {
        throw UploadRule.glbExtension.refusal(
          item.pointer, "\(name) must also stand in extensionsUsed", code: "UNDECLARED_EXTENSION")
      }
    }
    return used
  }

  /// No part of the file may name something outside of it, or carry data in text.
  private static func refuseURIs(_ root: GLTFValue) throws(Refusal) {
    guard let path = pathOfURI(in: root.json) else { return }
    let pointer = path.reversed().map { "/" + $0.clipped() }.joined()
    throw UploadRule.glbURI.refusal(
      pointer, "the file must hold all its data itself: no URIs")
  }

  /// The path to a member "uri", innermost first; nil if there is none.
  ///
  /// The path is built only on the way back, so that long names cost nothing. The depth is that of the JSON, which is bounded.
  private static func pathOfURI(in value: JSONValue) -> [String]? {
    switch value {
    case .object(let members):
      for member in members where member.name != "extras" {
        if member.name == "uri" { return [member.name] }
        if let path = pathOfURI(in: member.value) { return path + [member.name] }
      }
    case .array(let items):
      for i in items.indices {
        if let path = pathOfURI(in: items[i]) { return path + [String(i)] }
      }
    default: break
    }
    return nil
  }
}
