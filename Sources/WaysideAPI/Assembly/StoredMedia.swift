import Base
import Content
import HTTPServing
import Storage

/// The media folder as the capabilities and the endpoints use it.
///
/// - Thread: shared.
public struct StoredMedia: MediaFiles, MediaContent {
  private let folder: MediaFolder

  public init(_ folder: MediaFolder) { self.folder = folder }

  private func digest(_ sha256: String) throws -> MediaDigest {
    guard let digest = MediaDigest(hex: sha256) else {
      throw DatabaseError(.corrupt, "a media row has no SHA-256")
    }
    return digest
  }

  public func keep(_ bytes: [UInt8], sha256: String) throws {
    let digest = try digest(sha256)
    if !folder.exists(digest) { try folder.put(bytes, digest: digest) }
  }

  public func holds(_ sha256: String) throws -> Bool { folder.exists(try digest(sha256)) }

  public func bytes(of sha256: String) throws -> [UInt8]? { try folder.read(try digest(sha256)) }

  public func remove(_ sha256: String) throws { try folder.remove(try digest(sha256)) }

  public func received(_ body: RequestBody) throws -> [UInt8] {
    switch body {
    case .none: return []
    case .bytes(let bytes): return bytes
    case .file(let file): return FileRegion(try OpenFile(path: file.path)).read()
    }
  }

  public func response(
    to request: HTTPRequest, sha256: String, type: String
  ) throws -> HTTPResponse {
    let digest = try digest(sha256)
    guard let descriptor = try folder.open(digest) else {
      throw Refusal(.gone, "content-gone", "The bytes are no longer kept.")
    }
    let response = HTTPResponse.file(
      OpenFile(taking: descriptor), type: type, tag: EntityTag(sha256), for: request)
    // Named by their content, so they never change; visible to whoever may see them only.
    return response.with("Cache-Control", "private, max-age=31536000, immutable")
      .with("Content-Disposition", "attachment; filename=\"\(digest.hex.prefix(16))\"")
  }
}
