import Base
import Geodesy
import Media
import MediaFormats
import Models

/// A file that passed every check of uploads, ready to be kept.
///
/// - Thread: pure.
struct ObjectFile {
  var kind: ARObject.Kind
  /// Media type, found from the content.
  var type: String
  /// What is kept: a model as it came, a picture without what it says about its maker.
  var bytes: [UInt8]
  /// Metres, east, north, up.
  var boundingBox: Box3
  var triangles: Int

  /// Checks a GLB file, or a picture (PNG, JPEG, WebP), by its content.
  ///
  /// A model stays as it came, because its copyright notice may be a condition of its licence. A
  /// picture becomes an upright panel that stands on the ground and faces south, its longer side
  /// 1 m.
  ///
  /// - Throws: ``Refusal`` that names the broken rule.
  init(checking bytes: [UInt8], limits: MediaSniffer.Limits) throws(Refusal) {
    if Self.isPicture(bytes) {
      let info = try ImageInfo(checking: bytes, limits: limits.image)
      self.bytes = try MediaSniffer.stripped(bytes)
      kind = .image
      type = info.type.mimeType
      // Exif orientations from 5 on lie on their side.
      let isTurned = info.orientation > 4
      let width = Double(isTurned ? info.height : info.width)
      let height = Double(isTurned ? info.width : info.height)
      let longer = max(width, height)
      boundingBox = Box3(
        minimum: Vector3(x: -width / longer / 2, y: 0, z: 0),
        maximum: Vector3(x: width / longer / 2, y: 0, z: height / longer))
      triangles = 2
    } else {
      let model = try GLBModel(checking: bytes, limits: limits.model)
      self.bytes = bytes
      kind = .model
      type = "model/gltf-binary"
      boundingBox = model.boundsENU
      triangles = model.triangleCount
    }
  }

  private static func isPicture(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) || bytes.starts(with: [0xff, 0xd8, 0xff])
      || bytes.starts(with: Array("RIFF".utf8))
  }
}
