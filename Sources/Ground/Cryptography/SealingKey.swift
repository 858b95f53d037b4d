import CSodium

/// Encrypts short texts so that only the holder of the key reads them, and nobody changes them
/// unseen.
///
/// Nonces are random: at 192 bits no two texts ever share one.
///
/// - Source: XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03, over RFC 8439).
/// - Thread: pure.
public struct SealingKey: Sendable {
  private static let nonceLength = 24
  private static let tagLength = 16

  private let key: [UInt8]

  public init(_ key: Digest256) {
    _ = Sodium.isReady
    self.key = key.bytes
  }

  /// Seals `text`.
  ///
  /// - Parameter context: what the text belongs to; it is not kept, and opening needs the same.
  /// - Returns: nonce, encrypted text and tag: 40 bytes more than `text`.
  public func seal(_ text: [UInt8], for context: [UInt8]) -> [UInt8] {
    var nonce = [UInt8](repeating: 0, count: Self.nonceLength)
    randombytes_buf(&nonce, nonce.count)
    var sealed = [UInt8](repeating: 0, count: text.count + Self.tagLength)
    _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
      &sealed, nil, text, UInt64(text.count), context, UInt64(context.count), nil, nonce, key)
    return nonce + sealed
  }

  /// The text that was sealed with this key and context; nil for anything else.
  public func open(_ sealed: [UInt8], for context: [UInt8]) -> [UInt8]? {
    let length = sealed.count - Self.nonceLength - Self.tagLength
    guard length >= 0 else { return nil }
    let nonce = Array(sealed[..<Self.nonceLength])
    let rest = Array(sealed[Self.nonceLength...])
    // The library wants room for at least one byte.
    var text = [UInt8](repeating: 0, count: max(length, 1))
    let failed = crypto_aead_xchacha20poly1305_ietf_decrypt(
      &text, nil, nil, rest, UInt64(rest.count), context, UInt64(context.count), nonce, key)
    return failed == 0 ? Array(text[..<length]) : nil
  }
}
