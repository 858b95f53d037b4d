import Base
import Foundation

/// How much of the disk and of the memory the parts of an installation take.
///
/// - Thread: pure.
struct DataUse {
  /// Bytes of the files of a data folder, by the folder or file at its top; the greatest first.
  let disk: [(name: String, bytes: Int)]
  /// Of this process, with everything loaded as a server loads it.
  let memory: ProcessMemory
  /// What of it came with which part.
  let parts: [(part: String, use: ProcessMemory)]

  /// Measures a data folder, and this process, which has opened it as a server does.
  init(of installation: Installation) {
    let folder = installation.folder
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
    memory = .now
    parts = installation.memory
  }

  /// The database with its write-ahead log is one thing.
  private static func name(of top: Substring) -> String {
    top.hasPrefix("wayside.sqlite") ? "wayside.sqlite" : String(top)
  }

  /// One line each for people.
  var lines: [String] {
    let files = disk.map { "\($0.name) \(Self.text($0.bytes))" }.joined(separator: ", ")
    return [
      "on the disk: \(files)",
      "in memory with everything loaded: \(Self.text(memory))",
    ] + parts.map { "  of it with \($0.part): \(Self.text($0.use))" }
  }

  private static func text(_ memory: ProcessMemory) -> String {
    "\(text(memory.own)), and \(text(memory.mapped)) of mapped files"
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
      json.member("memory", memory.own)
      json.member("mapped", memory.mapped)
      json.array("parts") { json in
        for (part, use) in parts {
          json.object { json in
            json.member("name", part)
            json.member("memory", use.own)
            json.member("mapped", use.mapped)
          }
        }
      }
    }
  }
}
