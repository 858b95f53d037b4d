import Base
import HTTPServing
import Media

/// The way of media bytes between files and requests.
///
/// - Thread: shared.
public protocol MediaContent: Sendable {
  /// The bytes of a body, also when it was streamed to a file.
  func received(_ body: RequestBody) throws -> [UInt8]

  /// The answer to a request for kept bytes: whole, a range, or not modified.
  ///
  /// - Parameter isLasting: whether the address names this content for ever, so that it need not be asked for
  ///   again; else whoever keeps it asks each time whether it is still the one.
  func response(
    to request: HTTPRequest, _ item: MediaItem, isLasting: Bool
  ) throws -> HTTPResponse
}
