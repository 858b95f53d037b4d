import Base
import Foundation

/// Space on the disk that is kept for the time when all other space is used up, so that people can
/// still log out and erase what is theirs, and the server can start to be read from.
///
/// - Thread: shared.
final class DiskReserve: Sendable {
  /// Enough for some thousand essential writes, and for opening the database.
  static let bytes = 8 << 20

  private let path: String
  private let isHeld = Guarded(false)

  /// - Parameter database: the file beside which it lies: `store.sqlite` has `store.reserve`.
  init(beside database: String) {
    path = (database as NSString).deletingPathExtension + ".reserve"
  }

  /// Takes the space, unless it is taken already; false if there is not enough.
  @discardableResult
  func take() -> Bool {
    isHeld.withLock { isHeld in
      if isHeld { return true }
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return false }
      defer { close(descriptor) }
      isHeld = posix_fallocate(descriptor, 0, Self.bytes) == 0
      // A part of it would be missed by others, and is no reserve.
      if !isHeld { _ = ftruncate(descriptor, 0) }
      return isHeld
    }
  }

  /// Gives the space to whoever writes next; false if there was none to give.
  func letGo() -> Bool {
    isHeld.withLock { isHeld in
      var status = stat()
      let isThere = stat(path, &status) == 0 && status.st_size > 0
      isHeld = false
      return isThere && truncate(path, 0) == 0
    }
  }
}
