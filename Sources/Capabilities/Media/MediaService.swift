import Access
import Base
import Cryptography
import Registration
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
    try keeping([(bytes: bytes, type: type)]) { items, transaction in
      try body(items[0], transaction)
    }
  }

  /// As ``keeping(_:type:_:)``, for several files that belong together.
  ///
  /// - Parameter contents: `body` is handed what they are in the same order.
  public func keeping<T>(
    _ contents: [(bytes: [UInt8], type: String)],
    _ body: ([MediaItem], WriteTransaction) throws -> T
  ) throws -> T {
    let items = try contents.map { content in
      guard let digest = MediaDigest(bytes: SHA256.hash(content.bytes).bytes) else {
        throw DatabaseError(.misuse, "a SHA-256 has not 32 bytes")
      }
      return MediaItem(digest: digest, type: content.type, byteCount: content.bytes.count)
    }
    for _ in 0..<3 {
      for (content, item) in zip(contents, items) {
        try files.put(content.bytes, digest: item.digest)
      }
      do {
        return try platform.store.write { transaction in
          let result = try body(items, transaction)
          guard items.allSatisfy({ files.exists($0.digest) }) else { throw SweptAway() }
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

  /// Removes bytes that nothing has used since before `cutoff`; those that are left while a backup is
  /// made go at the next time.
  ///
  /// - Returns: how many files and bytes went.
  @discardableResult
  public func sweepUnused(since cutoff: Instant) throws -> Sweep {
    var sweep = Sweep()
    while true {
      let batch = try platform.store.read {
        try MediaStore.unused(since: cutoff, limit: Self.batch, in: $0)
      }
      let isDone: Void? = try files.removing {
        for item in batch where try remove(unused: item) {
          sweep.files += 1
          sweep.bytes += item.byteCount
        }
      }
      if isDone == nil || batch.count < Self.batch { return sweep }
    }
  }

  /// Whether it was still unused.
  private func remove(unused item: MediaItem) throws -> Bool {
    try platform.store.write { transaction in
      guard try MediaStore.deleteUnused(item.digest, in: transaction) else { return false }
      try files.remove(item.digest)
      return true
    }
  }

  /// Removes bytes that no row names: those of writes that were refused, or cut off by the end of the
  /// process, after the bytes were kept.
  ///
  /// Bytes younger than a day stay, for the write that they belong to. Nothing goes unless more files
  /// have a row than have none: else the folder may be another database's.
  ///
  /// - Returns: how many files went.
  /// - Complexity: O(files), with 256 statements; holds the digests of what has no row.
  @discardableResult
  public func sweepNameless() throws -> Int {
    var (group, nameless, named): ([MediaDigest], [MediaDigest], Int) = ([], [], 0)
    func sort() throws {
      guard let prefix = group.first?.hex.prefix(2) else { return }
      let known = try platform.store.read { try MediaStore.known(prefix: prefix, in: $0) }
      let unknown = group.filter { !known.contains($0) }
      nameless += unknown
      named += group.count - unknown.count
      group = []
    }
    let dayAgo = platform.clock.now().adding(seconds: -86_400)
    try files.list(putBefore: dayAgo) { digest in
      if group.first?.hex.prefix(2) != digest.hex.prefix(2) { try sort() }
      group.append(digest)
    }
    try sort()
    guard !nameless.isEmpty, nameless.count < named else { return 0 }
    return try files.removing {
      try nameless.count { digest in
        // Whoever sends the same bytes meanwhile notes them in a transaction of the only writer, too.
        try platform.store.write { transaction in
          guard try MediaStore.find(digest, in: transaction) == nil else { return false }
          try files.remove(digest)
          return true
        }
      }
    } ?? 0
  }

  /// That sweep once a day.
  public var sweepingNameless: UpkeepTask {
    UpkeepTask("nameless-media", everySeconds: 86_400) { [self] in _ = try sweepNameless() }
  }

  /// What a sweep removed.
  public struct Sweep: Hashable, Sendable {
    public var files = 0
    public var bytes = 0
  }

  private static let batch = 100
}
