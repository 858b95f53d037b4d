import Archives
import Base
import Cryptography
import GeoFormats
import Geodesy
import Media
import Objects

/// A tour with all its files in one zip archive: `manifest.json` with the hash of every file,
/// `tour.geojson`, the models in `objects/`, the recordings in `media/` and the pictures in
/// `pictures/`.
///
/// The same tour gives the same bytes.
///
/// - Thread: pure.
public struct TourBundle: Sendable {
  /// An AR object of the tour.
  public struct Model: Sendable {
    /// By which the tour's document names it.
    public var reference: String
    public var name: String
    public var alt: AltText
    public var mediaType: String
    public var bytes: [UInt8]
  }

  /// A recorded narration.
  public struct Recording: Sendable {
    public var reference: String
    public var mediaType: String
    public var bytes: [UInt8]
  }

  /// A picture of the cover or a stop, in its largest size.
  public struct Image: Sendable {
    public var reference: String
    public var alt: AltText
    public var mediaType: String
    public var bytes: [UInt8]
  }

  static let formatName = "wayside-bundle"
  static let formatVersion = 1

  public var document: TourDocument
  /// What to show for a tour without an area of its own.
  public var computedArea: MultiPolygon?
  public var models: [Model]
  public var recordings: [Recording]
  public var pictures: [Image]

  // MARK: Writing

  /// The archive.
  ///
  /// - Throws: `conflict` if it would break the limits of archives that are read back.
  func file() throws(Refusal) -> [UInt8] {
    let tour = document.geoJSON(computedArea: computedArea)
    let limits = ZipLimits.upload
    let total =
      models.reduce(tour.count) { $0 + $1.bytes.count }
      + recordings.reduce(0) { $0 + $1.bytes.count }
      + pictures.reduce(0) { $0 + $1.bytes.count }
    guard models.count + recordings.count + pictures.count + 2 <= limits.entries,
      total <= limits.totalBytes
    else {
      throw Refusal(
        .conflict, "bundle-too-large",
        """
        With its models, recordings and pictures the tour has more than \(limits.entries) files or \
        \(limits.totalBytes) bytes, too much for a bundle. Export it as GeoJSON.
        """)
    }
    var zip = ZipWriter()
    try zip.add("manifest.json", manifest(tour))
    try zip.add("tour.geojson", tour)
    for model in models {
      try zip.add(
        Self.path(model), model.bytes, isCompressed: model.mediaType == "model/gltf-binary")
    }
    for recording in recordings {
      try zip.add(Self.path(recording), recording.bytes, isCompressed: false)
    }
    for picture in pictures {
      try zip.add(Self.path(picture), picture.bytes, isCompressed: false)
    }
    return try zip.bytes()
  }

  private func manifest(_ tour: [UInt8]) -> [UInt8] {
    func entry(
      _ path: String, _ type: String, _ bytes: [UInt8], _ json: inout JSONWriter,
      _ more: (inout JSONWriter) -> Void = { _ in }
    ) {
      json.object { json in
        json.member("path", path)
        json.member("type", type)
        json.member("bytes", bytes.count)
        json.member("sha256", SHA256.hash(bytes).hexadecimal)
        more(&json)
      }
    }
    var json = JSONWriter(capacity: 2048)
    json.object { json in
      json.member("format", Self.formatName)
      json.member("version", Self.formatVersion)
      json.key("tour")
      entry("tour.geojson", TourFormat.geoJSON.mediaType, tour, &json)
      json.array("objects") { json in
        for model in models {
          entry(Self.path(model), model.mediaType, model.bytes, &json) { json in
            json.member("reference", model.reference)
            json.member("name", model.name)
            model.alt.writeMembers(to: &json)
          }
        }
      }
      json.array("recordings") { json in
        for recording in recordings {
          entry(Self.path(recording), recording.mediaType, recording.bytes, &json) { json in
            json.member("reference", recording.reference)
          }
        }
      }
      // Absent without pictures, so that servers from before there were any read it.
      if pictures.isEmpty { return }
      json.array("pictures") { json in
        for picture in pictures {
          entry(Self.path(picture), picture.mediaType, picture.bytes, &json) { json in
            json.member("reference", picture.reference)
            picture.alt.writeMembers(to: &json)
          }
        }
      }
    }
    return json.bytes
  }

  private static func path(_ model: Model) -> String {
    "objects/\(model.reference).\(model.mediaType == "model/gltf-binary" ? "glb" : "bin")"
  }

  private static func path(_ picture: Image) -> String {
    let ending =
      switch picture.mediaType {
      case "image/webp": "webp"
      case "image/jpeg": "jpg"
      case "image/png": "png"
      default: "bin"
      }
    return "pictures/\(picture.reference).\(ending)"
  }

  private static func path(_ recording: Recording) -> String {
    let ending =
      switch recording.mediaType {
      case "audio/mpeg": "mp3"
      case "audio/mp4": "m4a"
      case "audio/ogg": "ogg"
      case "audio/flac": "flac"
      case "audio/wav": "wav"
      default: "bin"
      }
    return "media/\(recording.reference).\(ending)"
  }
}
