/// Stored bytes: what they are, not where they are.
///
/// - Thread: pure.
public struct MediaItem: Hashable, Sendable {
  /// 64 lower-case hexadecimal digits; the name of the bytes.
  public var sha256: String
  /// Media type, found from the content: `model/gltf-binary`.
  public var type: String
  public var byteCount: Int

  public init(sha256: String, type: String, byteCount: Int) {
    self.sha256 = sha256
    self.type = type
    self.byteCount = byteCount
  }
}
