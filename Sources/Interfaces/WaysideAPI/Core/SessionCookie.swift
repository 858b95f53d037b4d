import Base
import HTTPServing

/// The session of pages in a browser: a cookie that no script can read.
///
/// It is sent by the browser alone, so a request that changes something counts only if the browser
/// says that a page of this server made it.
///
/// - Source: RFC 6265bis, 4.1.2 (attributes); W3C Fetch Metadata; RFC 6454, 7 (Origin).
enum SessionCookie {
  static let name = "wayside"

  /// The token that a request brings in its cookie; nil without one.
  ///
  /// - Throws: `forbidden` if another site's page may have made a request that changes something.
  static func token(of request: HTTPRequest) throws(Refusal) -> String? {
    guard let token = request.cookie(name), !token.isEmpty else { return nil }
    guard request.method == .get || request.method == .head || isOwn(request) else {
      throw Refusal(
        .forbidden, "cross-site",
        """
        With a session in a cookie only pages of this server may change something. Programs send \
        the token as Authorization: Bearer TOKEN.
        """)
    }
    return token
  }

  /// Whether a page of this server made the request, as the browser says.
  private static func isOwn(_ request: HTTPRequest) -> Bool {
    if let site = request.headers["Sec-Fetch-Site"] { return site == "same-origin" }
    // Browsers without fetch metadata name the origin of every request that changes something.
    guard let origin = request.headers["Origin"], let host = request.headers["Host"],
      let scheme = ["https://", "http://"].first(where: { origin.hasPrefix($0) })
    else { return false }
    return origin.dropFirst(scheme.count).lowercased() == host.lowercased()
  }

  /// The field that hands a browser its session.
  ///
  /// - Parameter isSecure: whether the server is reached over HTTPS only.
  static func set(_ token: String, until expiry: Instant, isSecure: Bool) -> String {
    "\(name)=\(token); Path=/; Expires=\(HTTPDate.format(expiry)); HttpOnly; SameSite=Strict"
      + (isSecure ? "; Secure" : "")
  }

  /// The cookie by which a browser is known at its next log-ins; it logs nobody in.
  static let deviceName = "wayside-device"

  /// The field by which a browser is known at its next log-ins, for 400 days.
  static func setDevice(_ token: String, isSecure: Bool) -> String {
    "\(deviceName)=\(token); Path=/v1/sessions; Max-Age=34560000; HttpOnly; SameSite=Strict"
      + (isSecure ? "; Secure" : "")
  }

  /// The field that takes it away.
  static let cleared = "\(name)=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict"
}
