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
    let root = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard root >= 0 else { throw failure(folder) }
    try takeOver(root, folder, depth: 0)
  }

  /// Goes by open folders and never through a link: the owner of the folder may put one anywhere
  /// meanwhile, and is not to be given what lies behind it.
  ///
  /// - Parameter directory: an open folder; closed when this ends.
  private func takeOver(_ directory: Int32, _ path: String, depth: Int) throws {
    guard let entries = fdopendir(directory) else {
      close(directory)
      throw failure(path)
    }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name != ".", name != ".." else { continue }
      var found = stat()
      guard fstatat(directory, name, &found, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
      // What has another name elsewhere may not be ours.
      let isOurs = found.st_mode & S_IFMT == S_IFDIR || found.st_nlink == 1
      if found.st_uid == 0, isOurs, fchownat(directory, name, user, group, AT_SYMLINK_NOFOLLOW) != 0
      {
        throw failure("\(path)/\(name)")
      }
      // Ours are three deep.
      guard found.st_mode & S_IFMT == S_IFDIR, depth < 16 else { continue }
      let below = openat(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      if below >= 0 { try takeOver(below, "\(path)/\(name)", depth: depth + 1) }
    }
  }

  private func failure(_ path: String) -> Refusal {
    Refusal(
      .storageFull, "not-written",
      """
      \(path) cannot be given to the owner of \(folder) (\(String(cString: strerror(errno)))): \
      chown it, or the server cannot open it.
      """)
  }
}
