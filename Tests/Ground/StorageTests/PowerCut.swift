import Base
import CCrashVFS
import Foundation

/// States of a disk after power cuts, made from the record of one run.
///
/// What was written to a file before its last sync is there. Of what came after, each sector of
/// 512 bytes is there or not, and a change of size has happened or not, by chance. A file whose deletion was not
/// synced may be there again, until a new one of its name is.
struct PowerCut {
  private struct File {
    var durable: [UInt8] = []
    var exists = false
    var isDeleted = false
    var pending: [crash_entry] = []
    /// What the deleted file of this name held.
    var former: [UInt8]?
  }

  private var files: [Int32: File] = [:]
  private var next: Int32 = 0
  /// What had been acknowledged at the moment reached.
  private(set) var acknowledged: [Int64] = []

  static var recorded: Int { Int(crash_vfs_count()) }

  /// Goes on to the moment after the first `count` operations; never back.
  mutating func advance(to count: Int) {
    while next < min(Int32(clamping: count), crash_vfs_count()) {
      let entry = crash_vfs_entry(next)
      next += 1
      switch entry.op {
      case CRASH_MARK: acknowledged.append(entry.offset)
      case CRASH_SYNC:
        var file = files[entry.file, default: File()]
        for write in file.pending { Self.apply(write, to: &file.durable) { true } }
        file.pending = []
        // With a new file SQLite syncs its folder, and by that deletions in it.
        if !file.exists { files = files.filter { !$0.value.isDeleted } }
        file.exists = true
        file.former = nil
        files[entry.file] = file
      case CRASH_DELETE:
        if entry.offset != 0 {
          files[entry.file] = nil
        } else {
          files[entry.file]?.isDeleted = true
        }
      default:
        if let old = files[entry.file], old.isDeleted {
          files[entry.file] = File(former: old.exists ? old.durable : old.former)
        }
        files[entry.file, default: File()].pending.append(entry)
      }
    }
  }

  /// Writes the files as they are after a power cut at this moment.
  ///
  /// - Parameter kept: how likely each unsynced sector has reached the disk, 0...1.
  func write(to folder: String, kept: Double, _ random: inout SeededRandom) throws {
    for (number, file) in files.sorted(by: { $0.key < $1.key }) {
      var bytes = file.durable
      for entry in file.pending { Self.apply(entry, to: &bytes) { random.unit() < kept } }
      // A file that was never synced may not even have its name, or its name is still that of the former one.
      if !file.exists && random.unit() >= kept {
        guard let former = file.former else { continue }
        bytes = former
      }
      if file.isDeleted && random.unit() < kept { continue }
      let name = URL(fileURLWithPath: String(cString: crash_vfs_file(number))).lastPathComponent
      try Data(bytes).write(to: URL(fileURLWithPath: folder + "/" + name))
    }
  }

  private static func apply(
    _ entry: crash_entry, to bytes: inout [UInt8], isKept: () -> Bool
  ) {
    let start = Int(entry.offset)
    if entry.op == CRASH_TRUNCATE {
      if isKept() { bytes.removeLast(max(bytes.count - start, 0)) }
      return
    }
    let new = UnsafeBufferPointer(start: entry.bytes, count: Int(entry.count))
    var offset = 0
    while offset < new.count {
      let end = min(new.count, (start + offset) / 512 * 512 + 512 - start)
      if isKept() {
        if bytes.count < start + end {
          bytes += [UInt8](repeating: 0, count: start + end - bytes.count)
        }
        bytes.replaceSubrange(start + offset..<start + end, with: new[offset..<end])
      }
      offset = end
    }
  }
}
