import Base
import Media
import Storage

/// Media files in memory.
public final class MemoryFiles: MediaFiles {
  public let kept = Guarded<[MediaDigest: [UInt8]]>([:])
  /// How many times kept bytes vanish at once, as by a sweep of another process.
  private let vanishing: Guarded<Int>

  public init(vanishing: Int = 0) { self.vanishing = Guarded(vanishing) }

  public func put(_ bytes: [UInt8], digest: MediaDigest) throws {
    let vanishes = vanishing.withLock { left in
      left -= 1
      return left >= 0
    }
    if !vanishes { kept.withLock { $0[digest] = bytes } }
  }

  public func exists(_ digest: MediaDigest) -> Bool { kept.withLock { $0[digest] != nil } }

  public func read(_ digest: MediaDigest) throws(DatabaseError) -> [UInt8]? {
    kept.withLock { $0[digest] }
  }

  public func remove(_ digest: MediaDigest) throws { kept.withLock { $0[digest] = nil } }

  public func removing<T>(_ body: () throws -> T) throws -> T? { try body() }

  /// Lists nothing: bytes in memory have no age.
  public func list(putBefore cutoff: Instant, _ body: (MediaDigest) throws -> Void) throws {}
}
