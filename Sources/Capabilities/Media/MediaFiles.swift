import Base
import Storage

/// Where the bytes of media are kept, each once, under their SHA-256.
///
/// - Thread: shared.
public protocol MediaFiles: Sendable {
  /// Keeps bytes durably; does nothing if they are there already.
  func put(_ bytes: [UInt8], digest: MediaDigest) throws

  func exists(_ digest: MediaDigest) -> Bool

  /// The bytes; nil if they are not there.
  func read(_ digest: MediaDigest) throws(DatabaseError) -> [UInt8]?

  /// Forgets the bytes; does nothing if they are not there.
  func remove(_ digest: MediaDigest) throws

  /// Runs `body`, which may remove some, unless a backup is copying them; nil then.
  func removing<T>(_ body: () throws -> T) throws -> T?

  /// Hands the digest of everything that was put before `cutoff` to `body`, in order of digests.
  func list(putBefore cutoff: Instant, _ body: (MediaDigest) throws -> Void) throws
}

extension MediaFolder: MediaFiles {}
