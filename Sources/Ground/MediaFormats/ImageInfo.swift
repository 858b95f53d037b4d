import Base

/// Bounds on an image.
///
/// - Thread: pure.
public struct ImageLimits: Sendable {
  public var bytes = 20 << 20
  public var pixels = 32_000_000
  /// Most pixels of a side.
  public var side = 12_000
  public var allowsAnimation = false

  public init() {}
}

/// What the header of an image says.
///
/// - Thread: pure.
public struct ImageInfo: Hashable, Sendable {
  /// What the picture is kept in, found from its bytes.
  public enum FileType: String, CaseIterable, Sendable {
    case png, jpeg, webp

    public var mimeType: String { "image/" + rawValue }
  }

  public var type: FileType
  /// Pixels, as stored; ``orientation`` may turn them.
  public var width: Int
  public var height: Int
  public var isAnimated: Bool
  /// How to turn the stored pixels for showing, 1...8 as in Exif; 1 is not at all.
  public var orientation: Int

  /// Finds type and size from the content, whatever the file was called.
  ///
  /// - Throws: ``Refusal`` naming the rule: not PNG, JPEG or WebP; cut off; too many bytes or
  ///   pixels; a side too long; animated.
  /// - Complexity: O(bytes) without decoding.
  public init(checking bytes: [UInt8], limits: ImageLimits = ImageLimits()) throws(Refusal) {
    guard bytes.count <= limits.bytes else {
      throw UploadRule.imageSize.refusal(
        "", "the image has \(bytes.count) bytes, more than \(limits.bytes)")
    }
    switch FileType(of: bytes) {
    case .png?: self = try PNGFile(bytes).info
    case .jpeg?: self = try JPEGFile(bytes).info
    case .webp?: self = try WebPFile(bytes).info
    case nil: throw Self.notAnImage
    }
    guard width >= 1, height >= 1 else {
      throw UploadRule.imageBroken.refusal("", "the image has no pixels")
    }
    guard width <= limits.side, height <= limits.side, width * height <= limits.pixels else {
      throw UploadRule.imagePixels.refusal(
        "",
        "\(width) x \(height) pixels; a side may have \(limits.side) and all \(limits.pixels)")
    }
    guard !isAnimated || limits.allowsAnimation else {
      throw UploadRule.imageAnimated.refusal("", "animated images are not accepted")
    }
  }

  init(type: FileType, width: Int, height: Int, isAnimated: Bool = false, orientation: Int = 1) {
    self.type = type
    self.width = width
    self.height = height
    self.isAnimated = isAnimated
    self.orientation = orientation
  }
}
