import Foundation

/// Memory of this process, in bytes.
///
/// - Thread: pure.
struct ProcessMemory: Hashable, Sendable {
  /// What is its own.
  var own: Int
  /// Pages of mapped files, which the kernel takes back and reads again as it needs them: maps,
  /// timetables, and the kept catalog.
  var mapped: Int

  /// What it holds now; zeros where the system does not tell.
  static var now: ProcessMemory {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    func bytes(_ name: String) -> Int {
      let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
      return 1024 * (line.flatMap { Int($0.filter(\.isNumber)) } ?? 0)
    }
    return ProcessMemory(own: bytes("RssAnon"), mapped: bytes("RssFile"))
  }

  /// What came in between, none where memory was given back.
  static func - (later: ProcessMemory, earlier: ProcessMemory) -> ProcessMemory {
    ProcessMemory(
      own: max(0, later.own - earlier.own), mapped: max(0, later.mapped - earlier.mapped))
  }
}
