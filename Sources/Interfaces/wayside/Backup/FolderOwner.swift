import Base
import Foundation

/// Whose a data folder is.
///
/// What root writes there the server cannot open, which runs as a user of its own: it is given to
/// whom the folder belongs.
struct FolderOwner {
  private let folder: String
  private let user: uid_t
  private let group: gid_t

  /// Nil unless root runs this on a folder that is somebody else's.
  private init?(of folder: String) {
    var found = stat()
    guard geteuid() == 0, stat(folder, &found) == 0, found.st_uid != 0 else { return nil }
    self.folder = folder
    (user, group) = (found.st_uid, found.st_gid)
  }

  /// Does something with a folder; afterwards, also if that fails, nothing in it is root's.
  static func keeping(_ folder: String, _ body: () throws -> Void) throws {
    let owner = FolderOwner(of: folder)
    do { try body() } catch {
      _ = try? owner?.takeOver()
      throw error
    }
    try owner?.takeOver()
  }

  private func takeOver() throws {
    let names = FileManager.default.enumerator(atPath: folder)
    while let name = names?.nextObject() as? String {
      let path = folder + "/" + name
      var found = stat()
      guard lstat(path, &found) == 0, found.st_uid == 0 else { continue }
      guard lchown(path, user, group) == 0 else {
        throw Refusal(
          .storageFull, "not-written",
          """
          \(path) cannot be given to the owner of \(folder) (\(String(cString: strerror(errno)))): \
          chown it, or the server cannot open it.
          """)
      }
    }
  }
}
