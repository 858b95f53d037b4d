import Foundation

/// Addresses of the web that people type.
public enum WebAddress {
  /// Whether a text is an absolute http or https address that a browser can open and that names no
  /// user.
  public static func isUsable(_ text: String) -> Bool {
    guard !text.contains(where: \.isWhitespace),
      let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
      scheme == "http" || scheme == "https", let host = parts.host, !host.isEmpty
    else { return false }
    return parts.user == nil && parts.password == nil
  }
}
