import CSodium

/// 256 random bits that stand for a session or an invitation.
///
/// Handed out once as text; only its digest is stored.
///
/// - Thread: pure.
public struct SecretToken: Sendable {
  private let bits: Digest256

  /// Makes a new one from the operating system's generator.
  public init() {
    _ = Sodium.isReady
    bits = Digest256 { randombytes_buf($0, 32) }
  }

  /// Reads the text form; nil for anything else.
  public init?(_ text: String) {
    var text = text
    var isRead = false
    bits = Digest256 { bytes in
      isRead = text.withUTF8 { $0.count == 43 && Base64URL.decode($0, into: bytes) == 32 }
    }
    guard isRead else { return nil }
  }

  /// 43 characters, base64url.
  public var text: String { Base64URL.encode(bits.bytes) }

  /// What is stored and looked up in place of the token.
  public var digest: Digest256 {
    bits.withBytes { bytes in
      Digest256 { output in
        _ = crypto_generichash(
          output, 32, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, 32, nil, 0)
      }
    }
  }
}
