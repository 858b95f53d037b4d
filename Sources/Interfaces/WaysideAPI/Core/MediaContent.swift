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
  func response(to request: HTTPRequest, _ item: MediaItem) throws -> HTTPResponse
}
