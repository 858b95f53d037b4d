import CSodium

/// 256 random bits that stand for a session or an invitation.
///
/// Handed out once as text; only its digest is stored.
///
/// - Thread: pure.
public struct SecretToken: Sendable {
  private let bytes: [UInt8]

  /// Makes a new one from the operating system's generator.
  public init() {
    _ = Sodium.isReady
    var bytes = [UInt8](repeating: 0, count: 32)
    randombytes_buf(&bytes, bytes.count)
    self.bytes = bytes
  }

  /// Reads the text form; nil for anything else.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 43, let bytes = Base64URL.decode(text), bytes.count == 32 else {
      return nil
    }
    self.bytes = bytes
  }

  /// 43 characters, base64url.
  public var text: String { Base64URL.encode(bytes) }

  /// What is stored and looked up in place of the token.
  public var digest: Digest256 { BLAKE2b.hash(bytes) }
}
