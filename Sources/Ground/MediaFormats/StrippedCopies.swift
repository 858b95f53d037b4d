import Base

extension ImageInfo.FileType {
  /// The kind of image that the content begins as, whatever the file was called; nil for others.
  public init?(of bytes: [UInt8]) {
    if bytes.starts(with: PNGFile.signature) {
      self = .png
    } else if bytes.starts(with: [0xff, 0xd8, 0xff]) {
      self = .jpeg
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else {
      return nil
    }
  }
}

extension ImageInfo {
  /// A copy without Exif, XMP, comments and trailing data; the pixels are the same bytes, and a
  /// turned JPEG stays turned.
  ///
  /// - Throws: ``Refusal`` if the file is no image of a known kind, or broken.
  /// - Complexity: O(bytes) without decoding.
  public static func stripped(_ bytes: [UInt8]) throws(Refusal) -> [UInt8] {
    switch FileType(of: bytes) {
    case .png?: try PNGFile(bytes).stripped
    case .jpeg?: try JPEGFile(bytes).stripped
    case .webp?: try WebPFile(bytes).stripped
    case nil: throw notAnImage
    }
  }

  static var notAnImage: Refusal {
    UploadRule.imageType.refusal("", "the content is not a PNG, JPEG or WebP image")
  }
}

extension AudioInfo {
  /// A copy without tags, comments and cover pictures; the samples are the same bytes.
  ///
  /// - Throws: ``Refusal`` if the file is no sound of a known kind, or broken.
  /// - Complexity: O(bytes) without decoding.
  public static func stripped(_ bytes: [UInt8]) throws(Refusal) -> [UInt8] {
    try AudioFile(bytes).stripped
  }
}
