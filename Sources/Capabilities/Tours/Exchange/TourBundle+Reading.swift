import Archives
import Base
import Cryptography
import Media
import Objects

extension TourBundle {
  /// Reads an archive that was written here; every file must be listed with its hash, and nothing
  /// else may lie in it.
  ///
  /// - Throws: ``Refusal`` naming the rule of archives, or what is wrong in the manifest or a file.
  public init(reading bytes: [UInt8]) throws(Refusal) {
    let zip = try ZipReader(bytes)
    guard let entry = zip.entry("manifest.json") else {
      throw Self.refusal("The archive has no manifest.json; it is no bundle of Wayside.")
    }
    let listing = try zip.bytes(of: entry, cap: 1 << 20)
    let manifest: JSONValue
    do throws(JSONSyntaxError) {
      manifest = try JSONValue(parsing: listing, limits: JSONLimits(depth: 8))
    } catch {
      throw Self.refusal("manifest.json is not JSON: \(error).")
    }
    let fields = try JSONFields(manifest)
    if fields.string("format", 1...100) != Self.formatName {
      fields.reject("format", "must be \"\(Self.formatName)\"")
    }
    _ = fields.integer("version", 1...Self.formatVersion)
    let tour = fields.object("tour") { Listed($0) }
    let objects = fields.array("objects", 0...200) { element, index in
      element.object(index) { ListedModel($0) }
    }.compactMap { $0 }
    let sounds = fields.array("recordings", 0...1000) { element, index in
      element.object(index) { ListedRecording($0) }
    }.compactMap { $0 }
    let images =
      fields.optional("pictures") { fields in
        fields.array("pictures", 0...Self.maximumPictureBytes) { element, index in
          element.object(index) { ListedImage($0) }
        }.compactMap { $0 }
      } ?? []
    try fields.finish()
    guard let tour else { throw Self.refusal("manifest.json names no tour.") }

    let paths =
      [tour.path] + objects.map(\.file.path) + sounds.map(\.file.path)
      + images.map(\.file.path)
    for entry in zip.entries
    where !entry.isDirectory && entry.name != "manifest.json" && !paths.contains(entry.name) {
      throw Self.refusal("\(entry.name) is not listed in manifest.json.")
    }
    document = try TourDocument(geoJSON: try Self.content(tour, zip))
    computedArea = nil
    models = []
    recordings = []
    pictures = []
    for object in objects {
      models.append(
        Model(
          reference: object.reference, name: object.name, alt: object.alt,
          mediaType: object.file.type, bytes: try Self.content(object.file, zip)))
    }
    for sound in sounds {
      recordings.append(
        Recording(
          reference: sound.reference, mediaType: sound.file.type,
          bytes: try Self.content(sound.file, zip)))
    }
    for image in images {
      pictures.append(
        Image(
          reference: image.reference, alt: image.alt, mediaType: image.file.type,
          bytes: try Self.content(image.file, zip)))
    }
  }

  private static let maximumPictureBytes = 1 + TourStop.limit * TourStop.maximumPictureBytes

  private static func refusal(_ detail: String) -> Refusal {
    Refusal(.invalid, "bundle-content", detail)
  }

  private static func content(_ file: Listed, _ zip: ZipReader) throws(Refusal) -> [UInt8] {
    guard let entry = zip.entry(file.path), !entry.isDirectory else {
      throw refusal("\(file.path) is listed in manifest.json, but not in the archive.")
    }
    let bytes = try zip.bytes(of: entry)
    guard bytes.count == file.bytes, SHA256.hash(bytes).hexadecimal == file.sha256 else {
      throw refusal("\(file.path) is not the file that manifest.json lists: its hash differs.")
    }
    return bytes
  }

  /// A file as the manifest lists it.
  private struct Listed {
    var path: String
    var type: String
    var bytes: Int
    var sha256: String

    init(_ fields: JSONFields) {
      path = fields.string("path", 1...200)
      type = fields.string("type", 1...100)
      bytes = fields.integer("bytes", 0...1 << 30)
      sha256 = fields.string("sha256", 64...64)
    }
  }

  private struct ListedModel {
    var file: Listed
    var reference: String
    var name: String
    var alt: AltText

    init(_ fields: JSONFields) {
      file = Listed(fields)
      reference = fields.string("reference", 1...200)
      name = fields.string("name", 1...100)
      alt = AltText(reading: fields)
    }
  }

  private struct ListedImage {
    var file: Listed
    var reference: String
    var alt: AltText

    init(_ fields: JSONFields) {
      file = Listed(fields)
      reference = fields.string("reference", 1...200)
      alt = AltText(reading: fields)
    }
  }

  private struct ListedRecording {
    var file: Listed
    var reference: String

    init(_ fields: JSONFields) {
      file = Listed(fields)
      reference = fields.string("reference", 1...200)
    }
  }
}
