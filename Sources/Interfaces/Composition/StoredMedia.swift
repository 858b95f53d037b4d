import Base
import Cryptography
import Glibc
import HTTPServing
import Media
import Storage
import WaysideAPI

/// The way of media bytes between the media folder and requests.
///
/// - Thread: shared.
public struct StoredMedia: MediaContent {
  private let folder: MediaFolder
  /// What this process has compared with its name already.
  private let checked = Guarded<Set<MediaDigest>>([])

  /// Most digests that are remembered as checked; beyond it all are checked again.
  private static let maximumChecked = 200_000

  public init(_ folder: MediaFolder) { self.folder = folder }

  public func received(_ body: RequestBody) throws -> [UInt8] {
    switch body {
    case .none: return []
    case .bytes(let bytes): return bytes
    case .file(let file): return FileRegion(try OpenFile(path: file.path)).read()
    }
  }

  public func response(
    to request: HTTPRequest, _ item: MediaItem, isLasting: Bool
  ) throws -> HTTPResponse {
    guard let descriptor = try folder.open(item.digest) else {
      throw Refusal(.gone, "content-gone", "The bytes are no longer kept.")
    }
    let file = OpenFile(taking: descriptor)
    try check(item.digest, descriptor)
    let response = HTTPResponse.file(
      file, type: item.type, tag: EntityTag(item.digest.hex), for: request)
    guard [200, 206, 304].contains(response.status.code) else { return response }
    // Visible to whoever may see them only.
    let lasting = isLasting ? "max-age=31536000, immutable" : "no-cache"
    return response.with("Cache-Control", "private, \(lasting)")
      .with("Content-Disposition", "attachment; filename=\"\(item.digest.hex.prefix(16))\"")
  }

  /// Compares a file with its name before it is served for the first time: disks change bytes, and
  /// careless hands put files in the place of others.
  private func check(_ digest: MediaDigest, _ descriptor: Int32) throws {
    if checked.withLock({ $0.contains(digest) }) { return }
    var hash = SHA256()
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    var offset = 0
    while true {
      let count = pread(descriptor, &piece, piece.count, offset)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      hash.update(piece[..<count])
      offset += count
    }
    guard hash.digest().hexadecimal == digest.hex else {
      throw Refusal(
        .fault, "content-damaged",
        "The file is not as it was uploaded, so it is not given out. The operator can restore it.")
    }
    checked.withLock { checked in
      if checked.count >= Self.maximumChecked { checked = [] }
      checked.insert(digest)
    }
  }
}
