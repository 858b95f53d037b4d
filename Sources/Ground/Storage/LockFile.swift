import Base
import Foundation

/// Says that a process has a store open, so that no second one writes to it.
///
/// The lock is the operating system's: it ends with the process, however that ends.
final class LockFile: Sendable {
  private let descriptor: Guarded<Int32?>

  /// Takes the lock beside the database file at `path`: `store.sqlite` has `store.lock`.
  ///
  /// - Throws: `locked` if another process (or another store of this one) holds it.
  init(beside path: String) throws(DatabaseError) {
    let file = (path as NSString).deletingPathExtension + ".lock"
    let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw DatabaseError(
        .unavailable,
        "The lock file of the store cannot be opened (\(String(cString: strerror(errno)))).")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      var text = [UInt8](repeating: 0, count: 20)
      let count = pread(descriptor, &text, text.count, 0)
      let owner = String(decoding: text.prefix(max(count, 0)), as: UTF8.self)
      Foundation.close(descriptor)
      throw DatabaseError(
        .locked,
        """
        The store is open already, in process \(owner.isEmpty ? "unknown" : owner). \
        Stop that one, or work with another data folder.
        """)
    }
    let owner = Array("\(getpid())".utf8)
    _ = ftruncate(descriptor, 0)
    _ = pwrite(descriptor, owner, owner.count, 0)
    self.descriptor = Guarded(descriptor)
  }

  deinit { release() }

  /// Lets another process open the store.
  func release() {
    guard let descriptor = descriptor.swap(nil) else { return }
    // Closing is not enough while a process that was just forked holds the descriptor, too.
    flock(descriptor, LOCK_UN)
    Foundation.close(descriptor)
  }
}
