/// A three-digit status code.
///
/// - Source: RFC 9110 section 15; RFC 6585 (428, 429, 431); RFC 4918 (507).
public struct HTTPStatus: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// 100...599.
  public let code: Int

  /// Anything outside 100...599 becomes 500.
  public init(_ code: Int) { self.code = (100...599).contains(code) ? code : 500 }

  public init(integerLiteral value: Int) { self.init(value) }

  /// The registered phrase, `Status` for codes the server never uses.
  public var phrase: String {
    switch code {
    case 200: "OK"
    case 201: "Created"
    case 202: "Accepted"
    case 204: "No Content"
    case 206: "Partial Content"
    case 207: "Multi-Status"
    case 302: "Found"
    case 303: "See Other"
    case 304: "Not Modified"
    case 308: "Permanent Redirect"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 402: "Payment Required"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 406: "Not Acceptable"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 410: "Gone"
    case 411: "Length Required"
    case 412: "Precondition Failed"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 416: "Range Not Satisfiable"
    case 417: "Expectation Failed"
    case 421: "Misdirected Request"
    case 422: "Unprocessable Content"
    case 428: "Precondition Required"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 503: "Service Unavailable"
    case 505: "HTTP Version Not Supported"
    case 507: "Insufficient Storage"
    default: "Status"
    }
  }

  /// 204 and 304 and every 1xx never carry a body.
  public var forbidsBody: Bool { code < 200 || code == 204 || code == 304 }
}
