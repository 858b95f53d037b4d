import Base
import MediaFormats

/// Checks materials, textures and embedded images.
///
/// - Source: glTF 2.0, sections 3.8 and 3.9.
struct GLTFMaterials {
  private(set) var materials = 0
  private(set) var images: [ImageInfo] = []

  init(root: GLTFValue, buffers: GLTFBuffers, limits: GLBLimits) throws(Refusal) {
    var pixels = 0
    for item in try root.objects("images", most: limits.images) {
      let image = try Self.image(item, buffers)
      pixels += image.width * image.height
      guard pixels <= limits.imagePixels else {
        throw UploadRule.glbImage.refusal(
          item.pointer, "all images together have more than \(limits.imagePixels) pixels")
      }
      images.append(image)
    }
    let samplers = try root.objects("samplers", most: limits.accessors).count
    let textures = try root.objects("textures", most: limits.materials * 8)
    for item in textures {
      _ = try item.index("sampler", of: samplers)
      _ = try item.index("source", of: images.count)
      if let other = item["extensions"]?["EXT_texture_webp"] {
        _ = try other.index("source", of: images.count)
      }
    }
    let items = try root.objects("materials", most: limits.materials)
    materials = items.count
    for item in items { try Self.checkTextures(item, of: textures.count) }
  }

  private static func image(_ item: GLTFValue, _ buffers: GLTFBuffers) throws(Refusal) -> ImageInfo
  {
    let view = try item.requiredIndex("bufferView", of: buffers.views.count)
    let info: ImageInfo
    do throws(Refusal) {
      info = try ImageInfo(checking: Array(buffers.bytes(of: view)))
    } catch {
      throw UploadRule.glbImage.refusal(item.pointer, error.detail, code: "IMAGE_DATA_INVALID")
    }
    let declared = try item.text("mimeType")
    guard declared == info.type.mimeType else {
      throw UploadRule.glbImage.refusal(
        item.pointer + "/mimeType", "the content is \(info.type.mimeType)",
        code: "IMAGE_MIME_TYPE_INVALID")
    }
    return info
  }

  /// Checks every member that ends in "Texture", in the material itself and in its extensions.
  ///
  /// The depth is that of the JSON, which is bounded.
  private static func checkTextures(_ item: GLTFValue, of count: Int) throws(Refusal) {
    for member in item.json.members ?? [] where member.name != "extras" {
      guard case .object = member.value else { continue }
      let inner = GLTFValue(
        json: member.value, pointer: item.pointer + "/" + member.name.clipped())
      if member.name.hasSuffix("Texture") { _ = try inner.requiredIndex("index", of: count) }
      try checkTextures(inner, of: count)
    }
  }
}
