import Base
import Pictures
import Storage

/// A picture of something, in the sizes in which it is kept.
///
/// - Thread: pure.
public struct Picture: Hashable, Sendable {
  /// One file.
  public struct Size: Hashable, Sendable {
    /// Pixels.
    public var width: Int
    /// Pixels.
    public var height: Int
    public var media: MediaItem

    public init(width: Int, height: Int, media: MediaItem) {
      self.width = width
      self.height = height
      self.media = media
    }
  }

  public var id: EntityID
  /// The account or organization whose quota it counts in, and whose things may show it.
  public var holder: EntityID
  /// The account that answers for it; nil after its erasure.
  public var author: EntityID?
  public var alt: AltText
  /// WebP of 16 pixels at most, in base64.
  public var placeholder: String
  /// At least one, the largest first.
  public var sizes: [Size]
  public var createdAt: Instant
  /// When it was taken out of sight by a decision.
  public var hiddenAt: Instant?

  /// The bytes of all sizes.
  public var byteCount: Int { sizes.reduce(0) { $0 + $1.media.byteCount } }

  /// Writes the picture as one JSON object: width and height are those of the largest size.
  ///
  /// - Parameter address: where its sizes are; nil for the usual place.
  public func write(to json: inout JSONWriter, at address: String? = nil) {
    json.object { json in writeMembers(to: &json, at: address) }
  }

  func writeMembers(to json: inout JSONWriter, at address: String? = nil) {
    let address = address ?? "/v1/pictures/\(id)"
    json.member("id", id)
    json.member("alt", alt.words)
    json.member("width", sizes.first?.width ?? 0)
    json.member("height", sizes.first?.height ?? 0)
    json.member("placeholder", "data:\(MadePicture.mediaType);base64,\(placeholder)")
    json.array("sizes") { json in
      for size in sizes.reversed() {
        json.object { json in
          json.member("width", size.width)
          json.member("height", size.height)
          json.member("bytes", size.media.byteCount)
          json.member("content", "\(address)/\(size.width)")
        }
      }
    }
  }
}

extension JSONWriter {
  /// Writes a member with a picture; nothing if there is none.
  public mutating func member(_ name: StaticString, _ picture: Picture?) {
    guard let picture else { return }
    key(name)
    picture.write(to: &self)
  }
}

/// A file to become a picture.
///
/// - Thread: pure.
public struct PictureUpload: Sendable {
  /// The whole file, as it came.
  public var bytes: [UInt8]
  public var alt: AltText

  public init(bytes: [UInt8], alt: AltText) {
    self.bytes = bytes
    self.alt = alt
  }
}

/// How many pictures one account or organization may keep; set by the operator.
///
/// - Thread: pure.
public struct PictureLimits: Sendable {
  public var pictures = 5000
  /// Of all sizes together.
  public var bytes = 2 << 30
  /// Most pictures that are taken within 24 hours.
  public var picturesPerDay = 500

  public init() {}

  /// The greatest file, as ``MediaFormats/ImageLimits`` has it.
  public static let fileBytes = 20 << 20
}
