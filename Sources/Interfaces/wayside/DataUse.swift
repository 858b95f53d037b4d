import Base
import Foundation

/// How much of the disk and of the memory the parts of an installation take.
///
/// - Thread: pure.
struct DataUse {
  /// Bytes of the files of a data folder, by the folder or file at its top; the greatest first.
  let disk: [(name: String, bytes: Int)]
  /// Bytes of memory of this process that are its own.
  let ownBytes: Int
  /// Bytes of memory of this process that are pages of mapped files, which the kernel takes back and
  /// reads again as it needs them: maps, timetables, and the kept catalog.
  let mappedBytes: Int

  /// Measures a data folder, and this process, which has opened it as a server does.
  init(folder: String) {
    var bytes: [String: Int] = [:]
    let files = FileManager.default.enumerator(atPath: folder)
    while let path = files?.nextObject() as? String {
      guard let attributes = files?.fileAttributes,
        attributes[.type] as? FileAttributeType == .typeRegular,
        let size = attributes[.size] as? Int, let top = path.split(separator: "/").first
      else { continue }
      bytes[Self.name(of: top), default: 0] += size
    }
    disk = bytes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    ownBytes = Self.kilobytes("RssAnon", in: status) * 1024
    mappedBytes = Self.kilobytes("RssFile", in: status) * 1024
  }

  /// The database with its write-ahead log is one thing.
  private static func name(of top: Substring) -> String {
    top.hasPrefix("wayside.sqlite") ? "wayside.sqlite" : String(top)
  }

  private static func kilobytes(_ name: String, in status: String) -> Int {
    let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }

  /// One line each for people.
  var lines: [String] {
    let parts = disk.map { "\($0.name) \(Self.text($0.bytes))" }.joined(separator: ", ")
    return [
      "on the disk: \(parts)",
      "in memory with everything loaded: \(Self.text(ownBytes)), and \(Self.text(mappedBytes)) of mapped files",
    ]
  }

  private static func text(_ bytes: Int) -> String {
    bytes < 1_000_000 ? "\((bytes + 999) / 1000) kB" : "\((bytes + 500_000) / 1_000_000) MB"
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.array("disk") { json in
        for part in disk {
          json.object { json in
            json.member("name", part.name)
            json.member("bytes", part.bytes)
          }
        }
      }
      json.member("memory", ownBytes)
      json.member("mapped", mappedBytes)
    }
  }
}
