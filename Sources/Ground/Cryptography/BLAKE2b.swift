import CSodium

/// BLAKE2b with 32 bytes of output: half the cost of SHA-256, with an optional key.
///
/// With a key it is a message authentication code and needs no HMAC construction around it.
///
/// - Source: RFC 7693.
/// - Thread: pure.
public enum BLAKE2b {
  /// The hash of `bytes`.
  ///
  /// - Parameter key: 16...64 secret bytes, or nothing; other lengths are first hashed to 32.
  public static func hash(_ bytes: [UInt8], key: [UInt8] = []) -> Digest256 {
    if !key.isEmpty && !(16...64).contains(key.count) {
      return hash(bytes, key: hash(key).bytes)
    }
    return Digest256 { output in
      _ = crypto_generichash(
        output, 32, bytes, UInt64(bytes.count), key.isEmpty ? nil : key, key.count)
    }
  }
}
