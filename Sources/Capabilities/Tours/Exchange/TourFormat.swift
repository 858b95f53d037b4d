import Base
import GeoFormats

/// The file formats in which tours come and go.
///
/// - Thread: pure.
public enum TourFormat: String, Sendable, CaseIterable {
  /// Everything but AR objects and recordings themselves, which are named by their identifiers.
  case geoJSON = "geojson"
  /// Name, description, route and stops, in the tour's first language.
  case gpx
  /// As GPX, with the area.
  case kml
  /// Everything, with the files of AR objects and recordings, in one zip archive.
  case bundle = "zip"

  public var mediaType: String {
    switch self {
    case .geoJSON: "application/geo+json"
    case .gpx: "application/gpx+xml"
    case .kml: "application/vnd.google-earth.kml+xml"
    case .bundle: "application/zip"
    }
  }

  /// Finds the format from the content, whatever the file was called.
  ///
  /// - Throws: `unsupportedType` for anything else.
  public init(sniffing bytes: [UInt8]) throws(Refusal) {
    if bytes.starts(with: [0x50, 0x4b]) {
      self = .bundle
      return
    }
    let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]
    let text = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    let head = text.drop { $0 == 0x20 || (0x09...0x0d).contains($0) }.prefix(4096)
    if head.first == 0x7b {
      self = .geoJSON
      return
    }
    if head.first == 0x3c {
      let words = String(decoding: head, as: UTF8.self)
      if words.contains("<gpx") || words.contains(":gpx") {
        self = .gpx
        return
      }
      if words.contains("<kml") || words.contains(":kml") {
        self = .kml
        return
      }
    }
    throw Refusal(
      .unsupportedType, "tour-format",
      "A tour is imported from a GeoJSON, GPX or KML file or from a bundle that Wayside has exported."
    )
  }
}

/// A file to hand out.
public struct TourFile: Hashable, Sendable {
  /// A name for saving it.
  public var name: String
  public var mediaType: String
  public var bytes: [UInt8]
}
