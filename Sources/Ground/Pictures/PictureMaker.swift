import Base
import CVips
import MediaFormats

/// Makes the sizes of pictures in which they are kept: decoded, turned upright, in sRGB, without
/// anything that the file said beside its pixels.
///
/// A few at once; some wait their turn, further ones are refused as `busy`. The library behind it
/// is loaded with the first picture, see `CVips`.
///
/// - Thread: shared.
public final class PictureMaker: Sendable {
  private let slots: WorkSlots
  private let limits: ImageLimits

  /// - Parameters:
  ///   - concurrent: how many pictures are made at once; each takes up to 200 MB for its moment.
  ///   - queue: how many more may wait.
  ///   - limits: what a file may have; what unpacks to more is refused before it is unpacked.
  public init(concurrent: Int = 1, queue: Int = 8, limits: ImageLimits = ImageLimits()) {
    slots = WorkSlots(concurrent: concurrent, queue: queue)
    self.limits = limits
  }

  /// The widths in pixels in which a picture is kept, as far as it is that wide.
  ///
  /// Twice as high at most.
  public static let widths = [1280, 480, 160]
  /// The longest side of the placeholder, in pixels.
  public static let placeholderSide = 16

  /// Checks a JPEG, PNG or WebP file, whatever it is called, and makes its sizes.
  ///
  /// - Throws: ``Refusal`` naming the rule of images, or of kind `busy`.
  /// - Complexity: O(pixels); 12 megapixels take some 0.2 s.
  public func make(_ file: [UInt8]) throws -> MadePicture {
    let info = try ImageInfo(checking: file, limits: limits)
    return try slots.run {
      try start()
      return try sizes(file, info)
    }
  }

  private func start() throws(LibraryMissing) {
    var message = [CChar](repeating: 0, count: Int(CVIPS_MESSAGE))
    guard cvips_start(&message) == 0 else {
      throw LibraryMissing(description: "pictures cannot be made: \(Self.text(message))")
    }
  }

  /// A mistake in the installation, for the log; callers learn no more than that.
  struct LibraryMissing: Error, CustomStringConvertible {
    var description: String
  }

  private func sizes(_ file: [UInt8], _ info: ImageInfo) throws(Refusal) -> MadePicture {
    let boxes = Self.boxes(info)
    var made = [cvips_file](repeating: cvips_file(), count: boxes.count)
    var message = [CChar](repeating: 0, count: Int(CVIPS_MESSAGE))
    let outcome = cvips_sizes(
      file, file.count, boxes, Int32(clamping: boxes.count), &made, &message)
    guard outcome == 0 else {
      throw UploadRule.imageBroken.refusal(
        "", "the picture cannot be decoded (\(Self.text(message).clipped(100)))")
    }
    defer { for i in made.indices { cvips_free(&made[i]) } }
    var files: [MadePicture.Size] = []
    for size in made {
      // libvips writes Exif of its own, whatever it is told (8.14.1).
      let bytes = try ImageInfo.stripped(
        Array(UnsafeBufferPointer(start: size.bytes, count: size.length)))
      files.append(
        MadePicture.Size(width: Int(size.width), height: Int(size.height), bytes: bytes))
    }
    return MadePicture(sizes: Array(files.dropLast()), placeholder: files[files.count - 1].bytes)
  }

  /// The boxes of the sizes, the largest first, then that of the placeholder.
  static func boxes(_ info: ImageInfo) -> [cvips_box] {
    let isTurned = info.orientation > 4
    let width = isTurned ? info.height : info.width
    let height = isTurned ? info.width : info.height
    // Of the sizes into which the whole picture fits, the smallest will do.
    var widths = Self.widths
    while let next = widths.dropFirst().first, width <= next, height <= 2 * next {
      widths.removeFirst()
    }
    let side = Int32(clamping: placeholderSide)
    return widths.map { cvips_box(width: Int32($0), height: Int32(2 * $0), quality: 80) }
      + [cvips_box(width: side, height: side, quality: 20)]
  }

  private static func text(_ message: [CChar]) -> String {
    String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// A picture in all its sizes.
///
/// - Thread: pure.
public struct MadePicture: Hashable, Sendable {
  /// One file.
  public struct Size: Hashable, Sendable {
    public var width: Int
    public var height: Int
    /// WebP, without metadata.
    public var bytes: [UInt8]

    public init(width: Int, height: Int, bytes: [UInt8]) {
      self.width = width
      self.height = height
      self.bytes = bytes
    }
  }

  /// At least one; the largest first.
  public var sizes: [Size]
  /// WebP of 16 pixels at most, some 100 bytes: to be drawn blurred until a size is there.
  public var placeholder: [UInt8]

  public init(sizes: [Size], placeholder: [UInt8]) {
    self.sizes = sizes
    self.placeholder = placeholder
  }

  /// The media type of all of them.
  public static let mediaType = "image/webp"
}
