import Base
import FormatSamples
import Geodesy
import Testing

@testable import Models

/// One broken file for each rule on uploads of GLB.
@Suite struct GLBRulesTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var rule: UploadRule
    var code: String?
    var file: [UInt8]
    var limits = GLBLimits()

    var testDescription: String { name }

    init(
      _ name: String, _ rule: UploadRule, _ code: String? = nil, _ file: [UInt8],
      limits: (inout GLBLimits) -> Void = { _ in }
    ) {
      (self.name, self.rule, self.code, self.file) = (name, rule, code, file)
      limits(&self.limits)
    }
  }

  @Test("the sample passes and is summed up")
  func sample() throws {
    let model = try GLBModel(checking: GLBSamples.file())
    #expect(model.triangleCount == 2)
    #expect(model.nodeCount == 4)
    #expect(model.meshCount == 2)
    #expect(model.materialCount == 1)
    #expect(model.animationCount == 1)
    #expect(model.generator == "test")
    // The first mesh with its morph target, the second scaled by 2 and moved.
    #expect(model.bounds.minimum == .zero)
    #expect(model.bounds.maximum == Vector3(x: 3, y: 4, z: 3))
    #expect(model.boundsENU.minimum == Vector3(x: 0, y: -3, z: 0))
    #expect(model.boundsENU.maximum == Vector3(x: 3, y: 0, z: 4))
  }

  private static func header(_ offset: Int, _ bytes: [UInt8]) -> [UInt8] {
    var file = GLBSamples.file()
    file.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    return file
  }

  /// The sample with more chunks behind it.
  private static func chunks(_ more: [UInt8]) -> [UInt8] {
    var file = GLBSamples.file() + more
    var length = ByteWriter()
    length.littleEndian(UInt32(file.count))
    file.replaceSubrange(8..<12, with: length.bytes)
    return file
  }

  private static let nan: [UInt8] = [0, 0, 0xc0, 0x7f]

  static let container: [Case] = [
    Case("too large", .glbSize, nil, GLBSamples.file()) { $0.bytes = 100 },
    Case("empty", .glbHeader, "GLB_UNEXPECTED_END_OF_HEADER", []),
    Case("magic", .glbHeader, "GLB_INVALID_MAGIC", header(0, [0x50, 0x4b])),
    Case("version 1", .glbHeader, "GLB_INVALID_VERSION", header(4, [1])),
    Case("length", .glbHeader, "GLB_LENGTH_MISMATCH", GLBSamples.file() + [0]),
    Case(
      "no chunk", .glbChunks, "GLB_LENGTH_TOO_SMALL",
      Array("glTF".utf8) + [2, 0, 0, 0, 12, 0, 0, 0]),
    Case("unaligned chunk", .glbChunks, "GLB_CHUNK_LENGTH_UNALIGNED", header(12, [1])),
    Case("chunk too long", .glbChunks, "GLB_CHUNK_TOO_BIG", header(14, [0xff])),
    Case("first chunk", .glbChunks, "GLB_UNEXPECTED_FIRST_CHUNK", header(16, Array("BIN\0".utf8))),
    Case(
      "second JSON", .glbChunks, "GLB_DUPLICATE_CHUNK", chunks([0, 0, 0, 0] + Array("JSON".utf8))),
    Case(
      "second BIN", .glbChunks, "GLB_DUPLICATE_CHUNK", chunks([0, 0, 0, 0] + Array("BIN\0".utf8))),
    Case(
      "cut chunk header", .glbChunks, "GLB_UNEXPECTED_END_OF_CHUNK_HEADER", chunks([0, 0, 0, 0])),
    Case("JSON too long", .glbJSON, nil, GLBSamples.file()) { $0.jsonBytes = 100 },
    Case("no JSON", .glbJSON, "INVALID_JSON", GLBSamples.file("{")),
    Case("NUL padding", .glbJSON, "INVALID_JSON", GLBSamples.file("{}\0\0")),
    Case("not an object", .glbJSON, "TYPE_MISMATCH", GLBSamples.file("[]")),
    Case(
      "duplicate member", .glbJSON, "INVALID_JSON",
      GLBSamples.replacing("\"scene\":0", "\"asset\":0")),
    Case(
      "deep JSON", .glbJSON, "INVALID_JSON",
      GLBSamples.replacing(
        "\"scene\":0",
        "\"extras\":" + String(repeating: "[", count: 70) + String(repeating: "]", count: 70))),
    Case(
      "asset version", .glbVersion, "UNKNOWN_ASSET_MAJOR_VERSION",
      GLBSamples.replacing("\"2.0\"", "\"1.0\"")),
    Case(
      "no asset", .glbVersion, "UNDEFINED_PROPERTY", GLBSamples.replacing("\"asset\"", "\"assets\"")
    ),
    Case(
      "newer version", .glbVersion, "ASSET_MIN_VERSION_GREATER_THAN_VERSION",
      GLBSamples.replacing("\"generator\":\"test\"", "\"minVersion\":\"2.1\"")),
  ]

  static let limits: [Case] = [
    Case("nodes", .maximumGLBBytes, nil, GLBSamples.file()) { $0.nodes = 3 },
    Case("meshes", .maximumGLBBytes, nil, GLBSamples.file()) { $0.meshes = 1 },
    Case("accessors", .maximumGLBBytes, nil, GLBSamples.file()) { $0.accessors = 6 },
    Case("triangles", .maximumGLBBytes, nil, GLBSamples.file()) { $0.triangles = 1 },
    Case("morph targets", .maximumGLBBytes, nil, GLBSamples.file()) { $0.morphTargets = 0 },
    Case("animations", .maximumGLBBytes, nil, GLBSamples.file()) { $0.animations = 0 },
    Case("materials", .maximumGLBBytes, nil, GLBSamples.file()) { $0.materials = 0 },
    Case("decoded bytes", .maximumGLBBytes, nil, GLBSamples.file()) { $0.decodedBytes = 100 },
    // Each of the accessors is within the limit; all of them are one byte more.
    Case("decoded bytes together", .maximumGLBBytes, nil, GLBSamples.file()) {
      $0.decodedBytes = 265
    },
    Case(
      "zeros without end", .maximumGLBBytes, nil,
      GLBSamples.replacing(
        "{\"componentType\":5126,\"count\":3", "{\"componentType\":5126,\"count\":4000000000")),
    Case(
      "wrapping count", .maximumGLBBytes, nil,
      GLBSamples.replacing(
        "\"count\":2,\"type\":\"MAT4\"", "\"count\":9007199254740991,\"type\":\"MAT4\"")),
  ]

  /// The sample with so many sparse elements instead of one.
  private static func sparse(count: Int, _ binary: [UInt8]) -> [UInt8] {
    GLBSamples.file(
      GLBSamples.json.replacing("\"sparse\":{\"count\":1", with: "\"sparse\":{\"count\":\(count)")
        .replacing(
          "\"byteOffset\":44,\"byteLength\":1", with: "\"byteOffset\":44,\"byteLength\":\(count)"
        ).replacing(
          "\"byteOffset\":48,\"byteLength\":12",
          with: "\"byteOffset\":48,\"byteLength\":\(12 * count)"), binary)
  }

  static let offsets: [Case] = [
    Case("no BIN", .glbBuffer, "BUFFER_MISSING_GLB_DATA", GLBSamples.file(GLBSamples.json, [])),
    Case(
      "short BIN", .glbBuffer, "BUFFER_BYTE_LENGTH_MISMATCH",
      GLBSamples.file(GLBSamples.json, Array(GLBSamples.binary.prefix(100)))),
    Case(
      "long BIN", .glbBuffer, "BUFFER_GLB_CHUNK_TOO_BIG",
      GLBSamples.file(GLBSamples.json, GLBSamples.binary + [0, 0, 0, 0])),
    Case(
      "two buffers", .glbBuffer, nil,
      GLBSamples.replacing("[{\"byteLength\":212}]", "[{\"byteLength\":212},{\"byteLength\":4}]")),
    Case(
      "view too long", .glbBuffer, "BUFFER_VIEW_TOO_LONG",
      GLBSamples.replacing("\"byteLength\":128", "\"byteLength\":129")),
    Case(
      "view wraps", .glbBuffer, "BUFFER_VIEW_TOO_LONG",
      GLBSamples.replacing("\"byteOffset\":84", "\"byteOffset\":9007199254740991")),
    Case(
      "empty view", .glbBuffer, "BUFFER_VIEW_TOO_LONG",
      GLBSamples.replacing("\"byteLength\":6}", "\"byteLength\":0}")),
    Case(
      "negative offset", .glbJSON, "VALUE_NOT_IN_RANGE",
      GLBSamples.replacing("\"byteOffset\":84", "\"byteOffset\":-4")),
    Case(
      "stride", .glbBuffer, "BUFFER_VIEW_INVALID_BYTE_STRIDE",
      GLBSamples.replacing("\"byteLength\":36}", "\"byteLength\":36,\"byteStride\":3}")),
    Case(
      "small stride", .glbAccessor, "ACCESSOR_SMALL_BYTESTRIDE",
      GLBSamples.replacing("\"byteLength\":36}", "\"byteLength\":36,\"byteStride\":8}")),
    Case(
      "accessor too long", .glbAccessor, "ACCESSOR_TOO_LONG",
      GLBSamples.replacing(
        "\"componentType\":5123,\"count\":3", "\"componentType\":5123,\"count\":4")),
    Case(
      "count 0", .glbAccessor, "VALUE_NOT_IN_RANGE",
      GLBSamples.replacing(
        "\"componentType\":5123,\"count\":3", "\"componentType\":5123,\"count\":0")),
    Case("component type", .glbAccessor, "VALUE_NOT_IN_LIST", GLBSamples.replacing("5123", "5124")),
    Case("accessor type", .glbAccessor, "VALUE_NOT_IN_LIST", GLBSamples.replacing("MAT4", "MAT5")),
    Case(
      "unaligned accessor", .glbAccessor, "ACCESSOR_TOTAL_OFFSET_ALIGNMENT",
      GLBSamples.replacing("\"byteOffset\":84", "\"byteOffset\":83")),
    Case(
      "normalised float", .glbAccessor, "ACCESSOR_NORMALIZED_INVALID",
      GLBSamples.replacing("\"type\":\"MAT4\"", "\"type\":\"MAT4\",\"normalized\":true")),
    Case(
      "no such view", .glbReference, "UNRESOLVED_REFERENCE",
      GLBSamples.replacing("\"bufferView\":6", "\"bufferView\":7")),
    Case("not a number", .glbData, "ACCESSOR_INVALID_FLOAT", GLBSamples.patching(4, nan)),
    Case(
      "false maximum", .glbBounds, "ACCESSOR_MAX_MISMATCH",
      GLBSamples.replacing("\"max\":[1,1,0]", "\"max\":[1,2,0]")),
    Case(
      "false minimum", .glbBounds, "ACCESSOR_MIN_MISMATCH",
      GLBSamples.replacing("\"min\":[0,0,0],\"max\":[0,0,1]", "\"min\":[0,-1,0],\"max\":[0,0,1]")),
    Case(
      "sparse count", .glbSparse, "ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE",
      GLBSamples.replacing("\"sparse\":{\"count\":1", "\"sparse\":{\"count\":4")),
    Case("sparse index", .glbSparse, "ACCESSOR_SPARSE_INDEX_OOB", GLBSamples.patching(44, [3])),
    Case(
      "sparse order", .glbSparse, "ACCESSOR_SPARSE_INDICES_NON_INCREASING",
      sparse(count: 2, GLBSamples.binary)),
    Case(
      "sparse order, after the second", .glbSparse, "ACCESSOR_SPARSE_INDICES_NON_INCREASING",
      sparse(count: 3, GLBSamples.binary.prefix(44) + [0, 2, 1] + GLBSamples.binary.dropFirst(47))),
    Case(
      "sparse values", .glbSparse, "ACCESSOR_TOO_LONG",
      GLBSamples.replacing(
        "\"byteOffset\":48,\"byteLength\":12", "\"byteOffset\":48,\"byteLength\":8")),
    Case("index beyond", .glbIndices, "ACCESSOR_INDEX_OOB", GLBSamples.patching(38, [3])),
    Case(
      "float indices", .glbIndices, "MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT",
      GLBSamples.replacing("\"indices\":1,", "\"indices\":5,")),
  ]

  static let meshes: [Case] = [
    Case(
      "no position", .glbMesh, "MESH_PRIMITIVE_NO_POSITION",
      GLBSamples.replacing("\"POSITION\":3", "\"NORMAL\":3")),
    Case(
      "position type", .glbMesh, "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT",
      GLBSamples.replacing("\"POSITION\":3", "\"POSITION\":4")),
    Case(
      "unknown attribute", .glbMesh, "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT",
      GLBSamples.replacing("\"POSITION\":3", "\"POSITION\":3,\"FOO\":3")),
    Case(
      "unequal counts", .glbMesh, "MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT",
      GLBSamples.replacing("\"POSITION\":3", "\"POSITION\":3,\"_X\":6")),
    Case(
      "no bounds", .glbMesh, "MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS",
      GLBSamples.replacing("\"min\":[0,0,0],\"max\":[1,1,0]", "\"name\":\"p\"")),
    Case(
      "mode", .glbMesh, "VALUE_NOT_IN_LIST", GLBSamples.replacing("\"material\":0", "\"mode\":7")),
    Case(
      "no material", .glbReference, "UNRESOLVED_REFERENCE",
      GLBSamples.replacing("\"material\":0", "\"material\":1")),
    Case(
      "target count", .glbMesh, "MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT",
      GLBSamples.replacing("[{\"POSITION\":2}]", "[{\"POSITION\":6}]")),
    Case(
      "empty primitives", .glbJSON, "EMPTY_ENTITY",
      GLBSamples.replacing("[{\"attributes\":{\"POSITION\":3},\"material\":0}]", "[]")),
    Case(
      "texture", .glbReference, "UNRESOLVED_REFERENCE",
      GLBSamples.replacing(
        "{\"name\":\"m\"}", "{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0}}}")),
    Case(
      "nothing drawn", .glbEmpty, nil,
      GLBSamples.file(#"{"asset":{"version":"2.0"},"nodes":[{}]}"#, [])),
  ]

  static let graph: [Case] = [
    Case(
      "own child", .glbGraph, "NODE_LOOP",
      GLBSamples.replacing("{\"children\":[2]}", "{\"children\":[1]}")),
    Case(
      "cycle", .glbGraph, "NODE_LOOP",
      GLBSamples.replacing("\"skin\":0,\"children\":[1]}", "\"skin\":0}").isEmpty
        ? []
        : GLBSamples.file(
          GLBSamples.json.replacing("\"skin\":0,\"children\":[1]}", with: "\"skin\":0}").replacing(
            "{\"name\":\"tip\"}", with: "{\"children\":[1]}"))),
    Case(
      "two parents", .glbGraph, "NODE_PARENT_OVERRIDE",
      GLBSamples.replacing("\"children\":[1]", "\"children\":[1,2]")),
    Case(
      "repeated child", .glbJSON, "DUPLICATE_ELEMENTS",
      GLBSamples.replacing("\"children\":[1]", "\"children\":[1,1]")),
    Case(
      "child beyond", .glbReference, "UNRESOLVED_REFERENCE",
      GLBSamples.replacing("\"children\":[2]", "\"children\":[9]")),
    Case("too deep", .glbGraph, nil, GLBSamples.file()) { $0.nodeDepth = 2 },
    Case(
      "scene of a child", .glbGraph, "SCENE_NON_ROOT_NODE", GLBSamples.replacing("[0,3]", "[0,1]")),
    Case(
      "rotation", .glbGraph, "ROTATION_NON_UNIT", GLBSamples.replacing("[0,0,0,1]", "[0,0,0,2]")),
    Case(
      "matrix and scale", .glbGraph, "NODE_MATRIX_TRS",
      GLBSamples.replacing(
        "\"translation\":[1,2,3]", "\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]")),
    Case("huge translation", .glbExtent, nil, GLBSamples.replacing("[1,2,3]", "[1,2,501]")),
    Case("overflowing scale", .glbExtent, nil, GLBSamples.replacing("[2,2,2]", "[3e38,3e38,3e38]")),
    Case(
      "far from its origin", .glbExtent, nil,
      GLBSamples.replacing(
        "\"nodes\":[{\"mesh\":0,", "\"nodes\":[{\"translation\":[900,900,0],\"mesh\":0,"
      ).isEmpty
        ? []
        : GLBSamples.file(
          GLBSamples.json.replacing(
            "[{\"mesh\":0,\"skin\":0,\"children\":[1]}",
            with: "[{\"mesh\":0,\"skin\":0,\"children\":[1],\"translation\":[900,900,0]}"
          ).replacing("[1,2,3]", with: "[900,900,0]"))),
    Case(
      "buffer URI", .glbURI, nil,
      GLBSamples.replacing(
        "{\"byteLength\":212}", "{\"byteLength\":212,\"uri\":\"http://example.com/a.bin\"}")),
    Case(
      "data URI", .glbURI, nil,
      GLBSamples.replacing(
        "\"materials\":", "\"images\":[{\"uri\":\"data:image/png;base64,AAAA\"}],\"materials\":")),
    Case(
      "URI in an extension", .glbURI, nil,
      GLBSamples.replacing(
        "{\"name\":\"m\"}", "{\"extensions\":{\"X\":[{\"uri\":\"file:///etc/passwd\"}]}}")),
    Case(
      "Draco", .glbExtension, "UNSUPPORTED_EXTENSION",
      GLBSamples.replacing("\"scene\":0", "\"extensionsUsed\":[\"KHR_draco_mesh_compression\"]")),
    Case(
      "unknown required", .glbExtension, "UNSUPPORTED_EXTENSION",
      GLBSamples.replacing(
        "\"scene\":0", "\"extensionsUsed\":[\"X\"],\"extensionsRequired\":[\"X\"]")),
    Case(
      "required, not used", .glbExtension, "UNDECLARED_EXTENSION",
      GLBSamples.replacing("\"scene\":0", "\"extensionsRequired\":[\"KHR_materials_unlit\"]")),
    Case(
      "broken image", .glbImage, "IMAGE_DATA_INVALID",
      GLBSamples.replacing(
        "\"materials\":",
        "\"images\":[{\"bufferView\":0,\"mimeType\":\"image/png\"}],\"materials\":")),
  ]

  static let movement: [Case] = [
    Case(
      "times", .glbAnimation, "ACCESSOR_ANIMATION_INPUT_NON_INCREASING",
      GLBSamples.file(
        GLBSamples.json.replacing("\"min\":[0],\"max\":[2]", with: "\"name\":\"t\""),
        GLBSamples.binary.prefix(76) + [0, 0, 0, 0] + GLBSamples.binary.dropFirst(80))),
    Case(
      "negative time", .glbAnimation, "ACCESSOR_ANIMATION_INPUT_NEGATIVE",
      GLBSamples.file(
        GLBSamples.json.replacing("\"min\":[0],\"max\":[2]", with: "\"name\":\"t\""),
        GLBSamples.binary.prefix(72) + [0, 0, 0x80, 0xbf] + GLBSamples.binary.dropFirst(76))),
    Case(
      "input type", .glbAnimation, "ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT",
      GLBSamples.replacing("\"input\":5", "\"input\":1")),
    Case(
      "output count", .glbAnimation, "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT",
      GLBSamples.replacing("\"output\":0}", "\"output\":0,\"interpolation\":\"CUBICSPLINE\"}")),
    Case(
      "output type", .glbAnimation, "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT",
      GLBSamples.replacing("\"path\":\"translation\"", "\"path\":\"rotation\"")),
    Case(
      "path", .glbAnimation, "VALUE_NOT_IN_LIST",
      GLBSamples.replacing("\"path\":\"translation\"", "\"path\":\"colour\"")),
    Case(
      "interpolation", .glbAnimation, "VALUE_NOT_IN_LIST",
      GLBSamples.replacing("\"output\":0}", "\"output\":0,\"interpolation\":\"BEST\"}")),
    Case("flying away", .glbExtent, nil, GLBSamples.file()) { $0.extent = 0.5 },
    Case(
      "no joints", .glbSkin, "UNDEFINED_PROPERTY",
      GLBSamples.replacing("\"joints\":[1,2]", "\"name\":\"s\"")),
    Case(
      "few matrices", .glbSkin, "INVALID_IBM_ACCESSOR_COUNT",
      GLBSamples.replacing("\"joints\":[1,2]", "\"joints\":[1,2,3]")),
    Case(
      "matrix type", .glbSkin, "SKIN_IBM_INVALID_FORMAT",
      GLBSamples.replacing("\"inverseBindMatrices\":6", "\"inverseBindMatrices\":0")),
    Case(
      "joint beyond", .glbSkin, "ACCESSOR_JOINTS_INDEX_OOB",
      GLBSamples.replacing("\"joints\":[1,2]", "\"joints\":[1]")),
    Case(
      "skin without joints", .glbSkin, "NODE_SKIN_WITH_NON_SKINNED_MESH",
      GLBSamples.replacing("{\"mesh\":1,", "{\"mesh\":1,\"skin\":0,")),
  ]

  @Test(
    "an uploaded GLB that breaks a rule is refused, and the refusal names the rule",
    arguments: container + limits + offsets + meshes + graph + movement)
  func refused(_ broken: Case) {
    let error = #expect(throws: Refusal.self) {
      try GLBModel(checking: broken.file, limits: broken.limits)
    }
    #expect(error?.slug == broken.rule.rawValue, "\(error?.detail ?? "")")
    if let code = broken.code {
      #expect(error?.detail.contains("[\(code)]") == true, "\(error?.detail ?? "")")
    }
    #expect(error?.detail.contains(broken.rule.rawValue) == true)
  }

  @Test("every GLB rule has a file that breaks it")
  func complete() {
    let all = Self.container + Self.limits + Self.offsets + Self.meshes + Self.graph + Self.movement
    let covered = Set(all.map(\.rule))
    for rule in UploadRule.allCases where rule.rawValue.hasPrefix("glb-") {
      #expect(covered.contains(rule), "\(rule)")
    }
  }
}
