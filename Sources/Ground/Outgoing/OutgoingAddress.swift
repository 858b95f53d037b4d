import CCurl
import Glibc

/// An address that can be asked, in its parts.
///
/// - Thread: pure.
public struct OutgoingAddress: Hashable, Sendable {
  /// `http` or `https`.
  public let scheme: String
  /// In small letters; of an IPv6 address with its brackets.
  public let host: String
  /// Nil where it is the usual one of the scheme.
  public let port: String?

  /// Nil unless the text is an address of `http` or `https` with a host.
  public init?(_ text: String) {
    guard let parts = curl_url() else { return nil }
    defer { curl_url_cleanup(parts) }
    guard curl_url_set(parts, CURLUPART_URL, text, 0) == CURLUE_OK,
      let scheme = Self.part(CURLUPART_SCHEME, of: parts)?.lowercased(),
      ["http", "https"].contains(scheme), let host = Self.part(CURLUPART_HOST, of: parts),
      !host.isEmpty
    else { return nil }
    self.scheme = scheme
    self.host = host.lowercased()
    let port = Self.part(CURLUPART_PORT, of: parts)
    self.port = port == (scheme == "https" ? "443" : "80") ? nil : port
  }

  /// Scheme, host and port as browsers name the origin of a page.
  ///
  /// - Source: RFC 6454, section 6.1.
  public var origin: String { "\(scheme)://\(host)" + (port.map { ":" + $0 } ?? "") }

  /// Whether the host is written as numbers that are not public; a name may still lead to such.
  var isPrivateNumber: Bool {
    var v4 = in_addr()
    // Also the short and the hexadecimal forms that libcurl and the resolver take.
    if inet_aton(host, &v4) != 0 {
      return !withUnsafeBytes(of: v4) { PublicAddress.contains(Array($0)) }
    }
    var v6 = in6_addr()
    guard host.hasPrefix("["), inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &v6) == 1
    else { return false }
    return !withUnsafeBytes(of: v6) { PublicAddress.contains(Array($0)) }
  }

  private static func part(_ part: CURLUPart, of address: OpaquePointer) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard curl_url_get(address, part, &text, 0) == CURLUE_OK, let text else { return nil }
    defer { curl_free(text) }
    return String(cString: text)
  }
}
