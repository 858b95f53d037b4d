import HTTPServing

/// The fields of every answer that a browser may show as a page.
enum PageHeaders {
  /// Everything from this server, nothing inline, nothing evaluated.
  ///
  /// The one hash is that of an empty style element, which the calendar adds. Pictures may be data
  /// (the map's own controls) or made in the page; models unpack their pictures into blobs.
  static let policy = [
    "default-src 'none'", "script-src 'self'",
    "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
    "img-src 'self' data: blob:", "media-src 'self' blob:", "connect-src 'self' blob:",
    "font-src 'self'", "worker-src 'self'", "manifest-src 'self'", "base-uri 'none'",
    "form-action 'none'", "frame-ancestors 'none'",
  ].joined(separator: "; ")

  private static let fields = [
    ("Content-Security-Policy", policy),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    (
      "Permissions-Policy",
      "camera=(self), geolocation=(self), microphone=(self), gyroscope=(self), "
        + "accelerometer=(self), magnetometer=(self), xr-spatial-tracking=(self), "
        + "payment=(), usb=()"
    ),
  ]

  static func added(to response: HTTPResponse) -> HTTPResponse {
    var response = response
    for (name, value) in fields where !response.headers.contains(name) {
      response.headers.append(name, value)
    }
    return response
  }
}

/// Which encodings a client takes (RFC 9110, 12.5.3): names without a weight of 0.
struct AcceptedEncodings {
  private let names: Set<String>

  init(_ header: String?) {
    let words = (header ?? "").lowercased().prefix(500).split(separator: ",")
    names = Set(
      words.compactMap { word in
        let parts = word.split(separator: ";").map { $0.filter { $0 != " " } }
        guard let name = parts.first, !parts.dropFirst().contains(where: isZero) else { return nil }
        return name
      })
  }

  func contains(_ encoding: WebAsset.Encoding) -> Bool {
    encoding == .identity || names.contains(encoding.rawValue)
  }
}

/// Whether a parameter is a weight of 0.
private func isZero(_ parameter: String) -> Bool {
  parameter.hasPrefix("q=") && Double(parameter.dropFirst(2)) == 0
}
