import HTTPServing

/// A file of the web client, in every encoding that it is served in.
public struct WebAsset: Sendable {
  /// Its `Content-Type`.
  public var type: String
  /// Names this version of its bytes; the same in all encodings but for a suffix.
  public var tag: String
  /// Whether its name changes with its bytes, so that it may be kept for good.
  public var isImmutable: Bool
  /// The bytes in an encoding; nil where it is not had.
  public var bytes: @Sendable (Encoding) -> [UInt8]?

  /// How bytes are compressed on the way (RFC 9110, 8.4.1); best first.
  public enum Encoding: String, Sendable, CaseIterable {
    case brotli = "br"
    case gzip
    case identity
  }

  public init(
    type: String, tag: String, isImmutable: Bool,
    bytes: @escaping @Sendable (Encoding) -> [UInt8]?
  ) {
    self.type = type
    self.tag = tag
    self.isImmutable = isImmutable
    self.bytes = bytes
  }
}

/// Where the files of the web client are.
///
/// - Thread: shared.
public protocol WebAssets: Sendable {
  /// The file at a path of the address, which begins with a slash; nil if there is none.
  func asset(at path: String) -> WebAsset?
  /// The paths of all files but the pages' one shell.
  var paths: [String] { get }
}

extension WebAssets {
  /// The one document that every page begins with.
  static var shellPath: String { "/index.html" }
}
