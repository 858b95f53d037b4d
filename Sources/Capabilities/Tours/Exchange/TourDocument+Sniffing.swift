import Access
import Base

extension TourDocument {
  /// Reads a tour from a file of any format, which is found from the content.
  ///
  /// - Returns: the document, and the bundle if the file is one.
  /// - Throws: `unsupportedType`, or what is wrong in the file.
  static func reading(
    _ bytes: [UInt8]
  ) throws -> (document: TourDocument, bundle: TourBundle?) {
    switch try TourFormat(sniffing: bytes) {
    case .geoJSON: return (try TourDocument(geoJSON: bytes), nil)
    case .gpx: return (try TourDocument(gpx: bytes), nil)
    case .kml: return (try TourDocument(kml: bytes), nil)
    case .bundle:
      let bundle = try TourBundle(reading: bytes)
      return (bundle.document, bundle)
    }
  }
}

extension TourCheck {
  /// Tries a tour in a file out.
  ///
  /// - Throws: `unsupportedType`, or what is wrong in the file.
  public init(file bytes: [UInt8], walk: Walk, settings: Settings) throws {
    let document = try TourDocument.reading(bytes).document
    var content = try document.content.checked()
    // A file has names for objects; which ones they stand for makes no difference here.
    for (stop, names) in zip(content.stops.indices, document.objects) {
      content.stops[stop].objects = names.indices.map { EntityID(high: 0, low: UInt64($0)) }
    }
    try self.init(
      content, area: TourMeasures(content, settings: settings).area, walk: walk,
      settings: settings)
  }
}
