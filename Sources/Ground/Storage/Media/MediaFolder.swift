import Base
import Foundation

/// Media files, each under the digest of its content: `media/ab/cd/abcd...`.
///
/// No path is ever built from anything but a ``MediaDigest``. A file is complete and on disk
/// before its name exists. Files are added and removed, never changed.
///
/// `media` may be another file system than the data folder, and shared by several data folders:
/// what is on its way to a name, and the lock, lie in it.
///
/// - Thread: shared, also between processes.
public final class MediaFolder: Sendable {
  private let media: String
  /// Where bodies of requests lie while they come in.
  private let quarantine: String
  /// Where files are written that get their name by being moved; made when the first is.
  private let unnamed: String
  /// Held shared by who copies the files, and alone by who takes some away.
  private let lock: String

  /// Opens (and makes) the folders `media` and `quarantine` in the data folder at `path`.
  ///
  /// - Throws: ``Refusal`` of kind `storageFull`, or ``DatabaseError``.
  public init(in path: String) throws {
    media = path + "/media"
    quarantine = path + "/quarantine"
    unnamed = media + "/.new"
    lock = media + "/.lock"
    try FileSystem.makeFolder(media)
    try FileSystem.makeFolder(quarantine)
  }

  /// A new empty file for an upload that has not been checked yet.
  public func quarantinedFile() throws -> QuarantinedFile {
    // Not before: a backup, which may be another user's, must not make it.
    try FileSystem.makeFolder(unnamed)
    return try QuarantinedFile(path: "\(unnamed)/\(UUID().uuidString)")
  }

  /// Keeps a checked upload under its digest; it is on disk when this returns.
  ///
  /// A file that is there already stays as it is.
  ///
  /// - Parameter digest: the SHA-256 of the content, computed by the caller.
  /// - Throws: ``Refusal`` of kind `storageFull`, or ``DatabaseError``; the upload is gone then.
  public func put(_ file: QuarantinedFile, digest: MediaDigest) throws {
    defer { file.discard() }
    let folder = folder(of: digest)
    let parent = (folder as NSString).deletingLastPathComponent
    if !exists(digest) {
      try file.sync()
      try FileSystem.makeFolder(parent)
      try FileSystem.makeFolder(folder)
      try FileSystem.rename(file.path, to: path(of: digest))
    }
    // Also where the file was there: who put it may not have come this far yet.
    for folder in [folder, parent, media] { try FileSystem.syncFolder(folder) }
  }

  /// Keeps bytes under their digest; they are on disk when this returns.
  public func put(_ bytes: [UInt8], digest: MediaDigest) throws {
    let file = try quarantinedFile()
    try file.write(bytes)
    try put(file, digest: digest)
  }

  public func exists(_ digest: MediaDigest) -> Bool {
    access(path(of: digest), F_OK) == 0
  }

  /// The file's size in bytes; nil if it is absent.
  public func size(_ digest: MediaDigest) -> Int? {
    var status = stat()
    guard stat(path(of: digest), &status) == 0 else { return nil }
    return Int(status.st_size)
  }

  /// Opens the file for reading, with a descriptor that the caller closes; nil if it is absent.
  public func open(_ digest: MediaDigest) throws(DatabaseError) -> Int32? {
    let descriptor = Foundation.open(path(of: digest), O_RDONLY | O_CLOEXEC)
    if descriptor >= 0 { return descriptor }
    if errno == ENOENT { return nil }
    throw DatabaseError(.inputOutput, "a media file cannot be opened: \(FileSystem.reason)")
  }

  /// The whole content; nil if the file is absent.
  public func read(_ digest: MediaDigest) throws(DatabaseError) -> [UInt8]? {
    guard let descriptor = try open(digest) else { return nil }
    defer { close(descriptor) }
    return try FileSystem.readAll(descriptor)
  }

  /// Removes the file; nothing happens if it is absent.
  public func remove(_ digest: MediaDigest) throws {
    if unlink(path(of: digest)) != 0, errno != ENOENT { throw FileSystem.failure("remove") }
  }

  /// Hands every file's digest to `body`, in order of digests.
  ///
  /// - Complexity: linear; holds the names of one sub-folder at a time.
  public func list(_ body: (MediaDigest) throws -> Void) throws {
    for first in FileSystem.names(in: media) {
      for second in FileSystem.names(in: "\(media)/\(first)") {
        for name in FileSystem.names(in: "\(media)/\(first)/\(second)") {
          if let digest = MediaDigest(hex: name), digest.hex == name { try body(digest) }
        }
      }
    }
  }

  /// Runs `body` while nobody takes files away; waits for who is doing so just now.
  public func copying<T>(_ body: () throws -> T) throws -> T {
    guard let result = try holding(LOCK_SH, body) else {
      throw DatabaseError(.locked, "the media are locked")
    }
    return result
  }

  /// Runs `body`, which may take files away, unless they are being copied.
  ///
  /// - Returns: nil while they are, nothing was done then.
  public func removing<T>(_ body: () throws -> T) throws -> T? {
    try holding(LOCK_EX | LOCK_NB, body)
  }

  private func holding<T>(_ operation: Int32, _ body: () throws -> T) throws -> T? {
    // On NFS a lock that is held alone needs the right to write. Elsewhere reading is enough, and a
    // backup may be another user's.
    var descriptor = Foundation.open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    if descriptor < 0 { descriptor = Foundation.open(lock, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileSystem.failure("open the lock of the media") }
    // Whatever mask its maker has; only its owner can.
    _ = fchmod(descriptor, 0o644)
    defer {
      // Closing is not enough while a process that was just forked holds the descriptor, too.
      flock(descriptor, LOCK_UN)
      close(descriptor)
    }
    while flock(descriptor, operation) != 0 {
      if errno == EWOULDBLOCK { return nil }
      guard errno == EINTR else { throw FileSystem.failure("lock the media") }
    }
    return try body()
  }

  /// As ``list(_:)``, of the files that were written before `cutoff`.
  public func list(putBefore cutoff: Instant, _ body: (MediaDigest) throws -> Void) throws {
    try list { digest in
      var status = stat()
      guard stat(path(of: digest), &status) == 0,
        Int64(status.st_mtim.tv_sec) < cutoff.milliseconds / 1000
      else { return }
      try body(digest)
    }
  }

  /// Whether there is any file.
  public func hasFiles() throws -> Bool {
    struct Found: Error {}
    do { try list { _ in throw Found() } } catch is Found { return true }
    return false
  }

  /// Removes uploads that a crash left behind, also before they were checked; returns how many.
  ///
  /// - Parameter seconds: how old they must be, so that no running upload is hit.
  @discardableResult
  public func purgeQuarantine(olderThan seconds: Int, now: Instant) -> Int {
    var count = 0
    let paths = [quarantine, unnamed].flatMap { folder in
      FileSystem.names(in: folder).map { "\(folder)/\($0)" }
    }
    for path in paths {
      var status = stat()
      guard stat(path, &status) == 0 else { continue }
      let age = now.milliseconds / 1000 - Int64(status.st_mtim.tv_sec)
      if age >= Int64(seconds), unlink(path) == 0 { count += 1 }
    }
    return count
  }

  private func folder(of digest: MediaDigest) -> String {
    "\(media)/\(digest.hex.prefix(2))/\(digest.hex.dropFirst(2).prefix(2))"
  }

  private func path(of digest: MediaDigest) -> String {
    folder(of: digest) + "/" + digest.hex
  }
}

/// An upload on its way: a file that nobody else can name yet.
///
/// Gone with this value, unless it is put into the media folder.
///
/// - Thread: confined.
public final class QuarantinedFile {
  /// Where its bytes are, for checks that read files.
  public let path: String
  private var descriptor: Int32

  init(path: String) throws {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw FileSystem.failure("create") }
  }

  deinit { discard() }

  /// Appends bytes.
  ///
  /// - Throws: ``Refusal`` of kind `storageFull` when the disk is full, or ``DatabaseError``.
  public func write(_ bytes: some Sequence<UInt8>) throws {
    if let done = try bytes.withContiguousStorageIfAvailable({
      try write(UnsafeRawBufferPointer($0))
    }) {
      return done
    }
    try [UInt8](bytes).withUnsafeBytes { try write($0) }
  }

  private func write(_ buffer: UnsafeRawBufferPointer) throws {
    guard descriptor >= 0 else { throw DatabaseError(.closed, "the upload is closed") }
    try FileSystem.writeAll(buffer, to: descriptor)
  }

  func sync() throws {
    guard descriptor >= 0, fsync(descriptor) == 0 else { throw FileSystem.failure("sync") }
  }

  /// Removes it, unless it was put into the media folder.
  public func discard() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
    unlink(path)
  }
}
