import Base
import Cryptography
import Realms
import Storage

/// Keeps bytes and rows about them in step.
///
/// Order of writing: first the bytes, durably, then the rows that refer to them; order of removal:
/// the row and the bytes in one transaction of the only writer. So a committed row always has its
/// bytes, whenever the process ends.
///
/// - Thread: shared.
public struct MediaService: Sendable {
  let platform: Platform
  public let files: any MediaFiles

  public init(platform: Platform, files: any MediaFiles) {
    self.platform = platform
    self.files = files
  }

  /// Keeps `bytes` and runs `body` in a write transaction, where it notes what uses them.
  ///
  /// - Parameters:
  ///   - type: the media type, found from the content.
  ///   - body: writes the rows; may run again if a sweep took the bytes away in between.
  public func keeping<T>(
    _ bytes: [UInt8], type: String, _ body: (MediaItem, WriteTransaction) throws -> T
  ) throws -> T {
    guard let digest = MediaDigest(bytes: SHA256.hash(bytes).bytes) else {
      throw DatabaseError(.misuse, "a SHA-256 has not 32 bytes")
    }
    let item = MediaItem(digest: digest, type: type, byteCount: bytes.count)
    for _ in 0..<3 {
      try files.put(bytes, digest: digest)
      do {
        return try platform.store.write { transaction in
          let result = try body(item, transaction)
          guard files.exists(digest) else { throw SweptAway() }
          return result
        }
      } catch is SweptAway {
        continue
      }
    }
    throw Refusal(
      .busy, "media-busy", "The file could not be stored just now. Send it again.",
      retryAfterSeconds: 1)
  }

  private struct SweptAway: Error {}

  /// Removes bytes that nothing has used since before `cutoff`.
  ///
  /// - Returns: how many files and bytes went.
  @discardableResult
  public func sweepUnused(since cutoff: Instant) throws -> Sweep {
    var sweep = Sweep()
    while true {
      let batch = try platform.store.read {
        try MediaStore.unused(since: cutoff, limit: Self.batch, in: $0)
      }
      for item in batch {
        let gone = try platform.store.write { transaction in
          guard try MediaStore.deleteUnused(item.digest, in: transaction) else { return false }
          try files.remove(item.digest)
          return true
        }
        if gone {
          sweep.files += 1
          sweep.bytes += item.byteCount
        }
      }
      if batch.count < Self.batch { return sweep }
    }
  }

  /// What a sweep removed.
  public struct Sweep: Hashable, Sendable {
    public var files = 0
    public var bytes = 0
  }

  private static let batch = 100
}
