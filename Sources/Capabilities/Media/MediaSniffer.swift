import Base
import MediaFormats
import Models

/// What an uploaded file is, found from its content alone.
///
/// - Thread: pure.
public enum MediaInfo: Hashable, Sendable {
  case image(ImageInfo)
  case audio(AudioInfo)
  case model(GLBModel)

  public var mimeType: String {
    switch self {
    case .image(let image): image.type.mimeType
    case .audio(let audio): audio.type.mimeType
    case .model: "model/gltf-binary"
    }
  }
}

/// Checks uploaded files and takes out what they say about their makers.
///
/// - Thread: pure.
public enum MediaSniffer {
  /// Bounds for each kind of file.
  public struct Limits: Sendable {
    public var image = ImageLimits()
    public var audio = AudioLimits()
    public var model = GLBLimits()

    public init() {}
  }

  /// Finds the kind of a file and checks it by the rules of that kind.
  ///
  /// - Throws: ``Refusal`` whose slug is the broken rule.
  public static func check(_ bytes: [UInt8], limits: Limits = Limits()) throws(Refusal) -> MediaInfo
  {
    if bytes.starts(with: "glTF".utf8) {
      return .model(try GLBModel(checking: bytes, limits: limits.model))
    }
    if ImageInfo.FileType(of: bytes) != nil {
      return .image(try ImageInfo(checking: bytes, limits: limits.image))
    }
    return .audio(try AudioInfo(checking: bytes, limits: limits.audio))
  }

  /// A copy without Exif, XMP, comments, tags, cover pictures, `extras` and trailing data.
  ///
  /// The pixels, samples and triangles are the same bytes; a turned JPEG stays turned.
  ///
  /// - Throws: ``Refusal`` if the file is of no known kind or broken.
  public static func stripped(_ bytes: [UInt8]) throws(Refusal) -> [UInt8] {
    if bytes.starts(with: "glTF".utf8) { return try GLBStripper.stripped(bytes) }
    if ImageInfo.FileType(of: bytes) != nil { return try ImageInfo.stripped(bytes) }
    return try AudioInfo.stripped(bytes)
  }
}
