import Storage

/// Stored bytes: what they are, not where they are.
///
/// - Thread: pure.
public struct MediaItem: Hashable, Sendable {
  /// The SHA-256 of the bytes, and their name.
  public var digest: MediaDigest
  /// Media type, found from the content: `model/gltf-binary`.
  public var type: String
  public var byteCount: Int

  public init(digest: MediaDigest, type: String, byteCount: Int) {
    self.digest = digest
    self.type = type
    self.byteCount = byteCount
  }
}
