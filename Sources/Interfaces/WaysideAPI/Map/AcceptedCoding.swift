import HTTPServing

/// Which codings of content a client takes.
///
/// - Source: RFC 9110, section 12.5.3.
enum AcceptedCoding {
  /// Whether gzip is named (or anything is), and not with a weight of 0.
  static func allowsGzip(_ headers: HTTPHeaders) -> Bool {
    guard let field = headers["Accept-Encoding"], field.utf8.count <= 1_000 else { return false }
    var any = false
    for part in field.split(separator: ",") {
      let pieces = part.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
      guard let coding = pieces.first else { continue }
      let isRefused = pieces.dropFirst().contains {
        $0.hasPrefix("q=") && Double($0.dropFirst(2)).map { $0 <= 0 } ?? true
      }
      if coding == "gzip" || coding == "x-gzip" { return !isRefused }
      if coding == "*" { any = !isRefused }
    }
    return any
  }
}
