/// Where the bytes of media are kept, each once, under their SHA-256.
///
/// - Thread: shared.
public protocol MediaFiles: Sendable {
  /// Keeps `bytes` durably; does nothing if they are there already.
  ///
  /// - Parameter sha256: their hash, 64 lower-case hexadecimal digits.
  func keep(_ bytes: [UInt8], sha256: String) throws

  /// Whether the bytes are there.
  func holds(_ sha256: String) throws -> Bool

  /// The bytes; nil if they are not there.
  func bytes(of sha256: String) throws -> [UInt8]?

  /// Forgets the bytes; does nothing if they are not there.
  func remove(_ sha256: String) throws
}
