import CSodium

/// SHA-256, fed piece by piece.
///
/// - Source: FIPS 180-4.
/// - Thread: confined.
public struct SHA256: Sendable {
  private var state = crypto_hash_sha256_state()

  public init() { crypto_hash_sha256_init(&state) }

  /// Adds bytes at the end.
  public mutating func update(_ bytes: some Sequence<UInt8>) {
    let direct: Void? = bytes.withContiguousStorageIfAvailable { update(buffer: $0) }
    if direct == nil { Array(bytes).withUnsafeBufferPointer { update(buffer: $0) } }
  }

  private mutating func update(buffer: UnsafeBufferPointer<UInt8>) {
    crypto_hash_sha256_update(&state, buffer.baseAddress, UInt64(buffer.count))
  }

  /// The hash of what was added so far; more can be added afterwards.
  public func digest() -> Digest256 {
    var copy = state
    return Digest256 { crypto_hash_sha256_final(&copy, $0) }
  }

  /// The hash of all of `bytes`.
  public static func hash(_ bytes: some Sequence<UInt8>) -> Digest256 {
    var hasher = SHA256()
    hasher.update(bytes)
    return hasher.digest()
  }
}
