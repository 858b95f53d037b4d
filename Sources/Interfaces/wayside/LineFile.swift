import Base
import Foundation

/// A file of lines that is only ever added to, and may be cut short by a power cut in the middle of
/// that: a last line without its end is none.
///
/// - Thread: one caller at a time.
struct LineFile {
  let path: String

  /// What a look at the file has found.
  struct Content {
    /// The whole lines, in order, without their ends.
    var lines: [Substring] = []
    /// What stands behind the last end of a line; empty if all are whole.
    var torn: Substring = ""
  }

  /// Reads all of it; nothing if it is absent.
  ///
  /// - Throws: `notFound` if it is there and cannot be read.
  func read() throws -> Content {
    guard FileManager.default.fileExists(atPath: path) else { return Content() }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Refusal(.notFound, "no-file", "\(path) cannot be read.")
    }
    let text = String(decoding: data, as: UTF8.self)
    let end = text.lastIndex(of: "\n").map { text.index(after: $0) } ?? text.startIndex
    return Content(
      lines: text[..<end].split(separator: "\n", omittingEmptySubsequences: true),
      torn: text[end...])
  }

  /// Adds whole lines, on disk when this returns; makes the file if it is absent.
  ///
  /// - Parameter text: lines with their ends.
  /// - Returns: whether a torn last line was cut off for that.
  /// - Throws: `storageFull` if it cannot be written.
  @discardableResult
  func append(_ text: String) throws -> Bool {
    let isNew = !FileManager.default.fileExists(atPath: path)
    if isNew {
      _ = FileManager.default.createFile(
        atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
    }
    guard let file = FileHandle(forUpdatingAtPath: path) else { throw notWritten }
    defer { try? file.close() }
    do {
      let isTorn = try cutTornLine(file)
      try file.seekToEnd()
      try file.write(contentsOf: Data(text.utf8))
      try file.synchronize()
      if isNew { syncFolder() }
      return isTorn
    } catch { throw notWritten }
  }

  /// Puts a content in the place of the whole file, on disk when this returns.
  ///
  /// - Throws: `storageFull` if it cannot be written.
  func replace(with content: Data) throws {
    let fresh = path + ".new"
    defer { try? FileManager.default.removeItem(atPath: fresh) }
    guard
      FileManager.default.createFile(
        atPath: fresh, contents: content, attributes: [.posixPermissions: 0o600]),
      let file = FileHandle(forWritingAtPath: fresh)
    else { throw notWritten }
    defer { try? file.close() }
    do { try file.synchronize() } catch { throw notWritten }
    guard rename(fresh, path) == 0 else { throw notWritten }
    syncFolder()
  }

  /// Brings back a content; the file goes if there was none.
  func putBack(_ content: Data?) throws {
    if let content {
      try replace(with: content)
    } else if FileManager.default.fileExists(atPath: path) {
      try FileManager.default.removeItem(atPath: path)
    }
  }

  private func cutTornLine(_ file: FileHandle) throws -> Bool {
    let size = try file.seekToEnd()
    guard size > 0 else { return false }
    try file.seek(toOffset: size - 1)
    let newline = UInt8(ascii: "\n")
    guard try file.read(upToCount: 1)?.first != newline else { return false }
    try file.seek(toOffset: 0)
    let all = try file.readToEnd() ?? Data()
    let whole = all.lastIndex(of: newline).map { all.distance(from: all.startIndex, to: $0) + 1 }
    try file.truncate(atOffset: UInt64(whole ?? 0))
    return true
  }

  /// The name of a new file survives a power cut only with its folder.
  private func syncFolder() {
    let folder = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_DIRECTORY)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  private var notWritten: Refusal {
    Refusal(.storageFull, "not-written", "\(path) cannot be written; is the disk full?")
  }
}
