/// The rules by which an uploaded file is accepted; every refusal of a parser here names one.
///
/// The raw value is the `slug` of the refusal, one catalogue for all formats.
///
/// - Thread: pure.
public enum UploadRule: String, CaseIterable, Sendable {
  // GLB.
  case glbSize = "glb-size"
  case glbHeader = "glb-header"
  case glbChunks = "glb-chunks"
  case glbJSON = "glb-json"
  case glbVersion = "glb-version"
  case maximumGLBBytes = "glb-limit"
  case glbReference = "glb-reference"
  case glbBuffer = "glb-buffer"
  case glbAccessor = "glb-accessor"
  case glbSparse = "glb-sparse"
  case glbData = "glb-data"
  case glbBounds = "glb-bounds"
  case glbMesh = "glb-mesh"
  case glbIndices = "glb-indices"
  case glbGraph = "glb-graph"
  case glbURI = "glb-uri"
  case glbExtension = "glb-extension"
  case glbImage = "glb-image"
  case glbExtent = "glb-extent"
  case glbAnimation = "glb-animation"
  case glbSkin = "glb-skin"
  case glbEmpty = "glb-empty"
  // GeoJSON files.
  case geoJSONSize = "geojson-size"
  case geoJSONSyntax = "geojson-syntax"
  // GPX and KML.
  case xmlSize = "xml-size"
  case xmlEncoding = "xml-encoding"
  case xmlDoctype = "xml-doctype"
  case xmlDepth = "xml-depth"
  case xmlSyntax = "xml-syntax"
  case trackPoints = "track-points"
  case trackPosition = "track-position"
  case gpxRoot = "gpx-root"
  case kmlRoot = "kml-root"
  case kmlGeometry = "kml-geometry"
  // Images and sound.
  case imageType = "image-type"
  case imageSize = "image-size"
  case imagePixels = "image-pixels"
  case imageAnimated = "image-animated"
  case imageBroken = "image-broken"
  case audioType = "audio-type"
  case audioSize = "audio-size"
  case audioDuration = "audio-duration"
  case audioBroken = "audio-broken"
  case mediaPlaylist = "media-playlist"
  // Shapes from words.
  case shapePrompt = "shape-prompt"

  /// Which kind of refusal a breach of this rule is.
  public var kind: Refusal.Kind {
    switch self {
    case .glbSize, .geoJSONSize, .xmlSize, .imageSize, .audioSize: .tooLarge
    case .imageType, .audioType, .mediaPlaylist, .gpxRoot, .kmlRoot, .xmlEncoding:
      .unsupportedType
    default: .invalid
    }
  }

  /// The refusal for a breach of this rule.
  ///
  /// - Parameters:
  ///   - pointer: JSON Pointer into the file's JSON, or a byte offset or line; empty for the file.
  ///   - what: what is wrong and what would be right.
  ///   - code: the issue code of the Khronos glTF validator, where one fits.
  public func refusal(_ pointer: String, _ what: String, code: String? = nil) -> Refusal {
    let place = pointer.isEmpty ? "" : "\(pointer): "
    let suffix = code.map { " [\($0)]" } ?? ""
    return Refusal(
      kind, rawValue, "\(place)\(what)\(suffix) (rule \(rawValue)).",
      violations: [Refusal.Violation(pointer, what + suffix)])
  }
}

extension String {
  /// The first `count` Unicode scalars of a text from outside, for error messages.
  ///
  /// Not characters: one of them may be as long as the file.
  public func clipped(_ count: Int = 60) -> String {
    String(String.UnicodeScalarView(unicodeScalars.prefix(count)))
  }
}
