/// A request method the server understands; every other one is answered with 501.
///
/// - Source: RFC 9110 section 9; RFC 5789 (PATCH); RFC 4918, 4791, 3253 (calendar clients).
public enum HTTPMethod: String, CaseIterable, Sendable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"
  case propfind = "PROPFIND"
  case proppatch = "PROPPATCH"
  case report = "REPORT"
  case mkcalendar = "MKCALENDAR"
  // Known, so that they are answered with 405 and what is allowed; no route has them.
  case trace = "TRACE"
  /// IETF draft-ietf-httpbis-safe-method-w-body.
  case query = "QUERY"

  /// Position in ``allCases``, to index flat tables by.
  var index: Int {
    switch self {
    case .get: 0
    case .head: 1
    case .post: 2
    case .put: 3
    case .patch: 4
    case .delete: 5
    case .options: 6
    case .propfind: 7
    case .proppatch: 8
    case .report: 9
    case .mkcalendar: 10
    case .trace: 11
    case .query: 12
    }
  }
}
