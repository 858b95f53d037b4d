import Base
import Cryptography

/// Says to a push service who sends: a token that the server's key has signed.
///
/// - Source: RFC 8292; RFC 7519.
/// - Thread: shared.
public struct ServerIdentification: Sendable {
  /// Seconds for which a token counts; at most a day by the standard.
  public static let lifetime: Int64 = 12 * 3600

  private let key: P256PrivateKey
  private let contact: String

  /// - Parameter contact: where the operator is reached: a `mailto:` or `https:` address.
  public init(key: P256PrivateKey, contact: String) {
    self.key = key
    self.contact = contact
  }

  /// What browsers are given when they subscribe: the point of the key, base64url.
  public var publicKey: String { Base64URL.encode(key.publicKey.bytes) }

  /// The value of the header field `Authorization` of a request.
  ///
  /// - Parameter origin: scheme and host of the push service, with its port if that is not the
  ///   usual one.
  public func authorization(
    for origin: String, at now: Instant
  ) throws(WebPushError) -> String {
    var claims = JSONWriter()
    claims.object { json in
      json.member("aud", origin)
      json.member("exp", Int((now.milliseconds / 1000)) + Int(Self.lifetime))
      json.member("sub", contact)
    }
    let head = Base64URL.encode(Array(#"{"typ":"JWT","alg":"ES256"}"#.utf8))
    let signed = "\(head).\(Base64URL.encode(claims.bytes))"
    let signature = Base64URL.encode(try key.signature(of: Array(signed.utf8)))
    return "vapid t=\(signed).\(signature), k=\(publicKey)"
  }
}
