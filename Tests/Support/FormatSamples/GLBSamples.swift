import Base

/// GLB files put together from a JSON text and bytes.
public enum GLBSamples {
  /// One triangle with a sparse accessor, an animation, a skin and a morph target.
  public static let json = """
    {"asset":{"version":"2.0","generator":"test"},"scene":0,"scenes":[{"nodes":[0,3]}],
    "nodes":[{"mesh":0,"skin":0,"children":[1]},{"children":[2]},{"name":"tip"},{"mesh":1,
    "translation":[1,2,3],"rotation":[0,0,0,1],"scale":[2,2,2]}],
    "skins":[{"joints":[1,2],"inverseBindMatrices":6}],
    "animations":[{"samplers":[{"input":5,"output":0}],
    "channels":[{"sampler":0,"target":{"node":3,"path":"translation"}}]}],
    "meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":4},"indices":1,
    "targets":[{"POSITION":2}]}]},{"primitives":[{"attributes":{"POSITION":3},"material":0}]}],
    "materials":[{"name":"m"}],
    "accessors":[
    {"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
    {"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"},
    {"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,0,1],
    "sparse":{"count":1,"indices":{"bufferView":2,"componentType":5121},"values":{"bufferView":3}}},
    {"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
    {"bufferView":4,"componentType":5121,"count":3,"type":"VEC4"},
    {"bufferView":5,"componentType":5126,"count":3,"type":"SCALAR","min":[0],"max":[2]},
    {"bufferView":6,"componentType":5126,"count":2,"type":"MAT4"}],
    "bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":6},
    {"buffer":0,"byteOffset":44,"byteLength":1},{"buffer":0,"byteOffset":48,"byteLength":12},
    {"buffer":0,"byteOffset":60,"byteLength":12},{"buffer":0,"byteOffset":72,"byteLength":12},
    {"buffer":0,"byteOffset":84,"byteLength":128}],
    "buffers":[{"byteLength":212}]}
    """

  public static var binary: [UInt8] {
    var writer = ByteWriter()
    for value: Float in [0, 0, 0, 1, 0, 0, 0, 1, 0] { writer.littleEndian(value.bitPattern) }
    for value: UInt16 in [0, 1, 2, 0] { writer.littleEndian(value) }
    writer.append([1, 0, 0, 0] as [UInt8])
    for value: Float in [0, 0, 1] { writer.littleEndian(value.bitPattern) }
    writer.append([0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0] as [UInt8])
    for value: Float in [0, 1, 2] { writer.littleEndian(value.bitPattern) }
    for _ in 0..<2 {
      for i in 0..<16 { writer.littleEndian(Float(i % 5 == 0 ? 1 : 0).bitPattern) }
    }
    return writer.bytes
  }

  public static func file(_ json: String = json, _ binary: [UInt8] = binary) -> [UInt8] {
    container(Array(json.utf8), binary)
  }

  /// A GLB file of a JSON text and bytes.
  public static func container(_ json: [UInt8], _ binary: [UInt8]) -> [UInt8] {
    var body = ByteWriter()
    for (type, content, filler) in [
      (0x4e4f_534a as UInt32, json, 0x20 as UInt8), (0x004e_4942, binary, 0),
    ] where !content.isEmpty {
      let padding = Array(repeating: filler, count: (4 - content.count % 4) % 4)
      body.littleEndian(UInt32(content.count + padding.count))
      body.littleEndian(type)
      body.append(content)
      body.append(padding)
    }
    var file = ByteWriter()
    file.append(Array("glTF".utf8))
    file.littleEndian(2 as UInt32)
    file.littleEndian(UInt32(body.bytes.count + 12))
    file.append(body.bytes)
    return file.bytes
  }

  /// The sample with one part of its JSON replaced.
  public static func replacing(_ old: String, _ new: String) -> [UInt8] {
    file(json.replacing(old, with: new))
  }

  /// The sample with some of its binary bytes replaced.
  public static func patching(_ offset: Int, _ bytes: [UInt8]) -> [UInt8] {
    var changed = binary
    changed.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    return file(json, changed)
  }
}
