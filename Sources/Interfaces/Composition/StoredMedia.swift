import Base
import HTTPServing
import Media
import Storage
import WaysideAPI

/// The way of media bytes between the media folder and requests.
///
/// - Thread: shared.
public struct StoredMedia: MediaContent {
  private let folder: MediaFolder

  public init(_ folder: MediaFolder) { self.folder = folder }

  public func received(_ body: RequestBody) throws -> [UInt8] {
    switch body {
    case .none: return []
    case .bytes(let bytes): return bytes
    case .file(let file): return FileRegion(try OpenFile(path: file.path)).read()
    }
  }

  public func response(to request: HTTPRequest, _ item: MediaItem) throws -> HTTPResponse {
    guard let descriptor = try folder.open(item.digest) else {
      throw Refusal(.gone, "content-gone", "The bytes are no longer kept.")
    }
    let response = HTTPResponse.file(
      OpenFile(taking: descriptor), type: item.type, tag: EntityTag(item.digest.hex), for: request)
    // Named by their content, so they never change; visible to whoever may see them only.
    return response.with("Cache-Control", "private, max-age=31536000, immutable")
      .with("Content-Disposition", "attachment; filename=\"\(item.digest.hex.prefix(16))\"")
  }
}
