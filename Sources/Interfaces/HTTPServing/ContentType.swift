/// Media types as they are written into `Content-Type`, and the reading of those received.
public enum ContentType {
  public static let json = "application/json"
  public static let problem = "application/problem+json"
  public static let geoJSON = "application/geo+json"
  public static let mergePatch = "application/merge-patch+json"
  public static let events = "text/event-stream"
  public static let text = "text/plain; charset=utf-8"
  public static let html = "text/html; charset=utf-8"
  public static let css = "text/css; charset=utf-8"
  public static let javaScript = "text/javascript; charset=utf-8"
  public static let manifest = "application/manifest+json"
  public static let svg = "image/svg+xml"
  public static let png = "image/png"
  public static let jpeg = "image/jpeg"
  public static let webP = "image/webp"
  public static let icon = "image/x-icon"
  public static let glTFBinary = "model/gltf-binary"
  public static let gpx = "application/gpx+xml"
  public static let kml = "application/vnd.google-earth.kml+xml"
  public static let zip = "application/zip"
  public static let calendar = "text/calendar; charset=utf-8"
  public static let openMetrics = "application/openmetrics-text; version=1.0.0; charset=utf-8"
  public static let binary = "application/octet-stream"

  /// The type of a file name by its ending; ``binary`` if it is not known.
  public static func of(fileName: String) -> String {
    guard let dot = fileName.lastIndex(of: ".") else { return binary }
    switch fileName[fileName.index(after: dot)...].lowercased() {
    case "json": return json
    case "geojson": return geoJSON
    case "html": return html
    case "css": return css
    case "js", "mjs": return javaScript
    case "webmanifest": return manifest
    case "svg": return svg
    case "png": return png
    case "jpg", "jpeg": return jpeg
    case "webp": return webP
    case "ico": return icon
    case "glb": return glTFBinary
    case "gpx": return gpx
    case "kml": return kml
    case "zip": return zip
    case "ics": return calendar
    case "txt": return text
    case "mp3": return "audio/mpeg"
    case "m4a": return "audio/mp4"
    case "ogg", "opus": return "audio/ogg"
    case "wav": return "audio/wav"
    case "mp4": return "video/mp4"
    case "woff2": return "font/woff2"
    case "wasm": return "application/wasm"
    default: return binary
    }
  }

  /// Type and subtype of a `Content-Type` value in lower case, without its parameters.
  public static func essence(of value: String) -> String {
    // Nearly always there is nothing to be done; by bytes, for characters are many times slower.
    if value.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x3b && !(0x41...0x5a).contains($0) && $0 < 0x7f }
    ) {
      return value
    }
    let end = value.firstIndex(of: ";") ?? value.endIndex
    return value[..<end].trimmingSpaces().lowercased()
  }
}

extension StringProtocol {
  /// Without spaces and tabs at both ends (OWS of RFC 9110, 5.6.3).
  func trimmingSpaces() -> SubSequence {
    var rest = self[startIndex..<endIndex]
    while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return rest
  }
}
