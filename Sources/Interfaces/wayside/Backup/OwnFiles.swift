import Base
import Foundation

/// The small files that an installation has of its own beside database and media, changed together.
struct OwnFiles {
  static let names = ["service.key", "settings.json"]

  private let folder: String
  /// What they held before; nil for one that was not there.
  private let before: [String: Data?]

  init(in folder: String) {
    self.folder = folder
    before = Dictionary(
      uniqueKeysWithValues: Self.names.map {
        ($0, FileManager.default.contents(atPath: folder + "/" + $0))
      })
  }

  /// Writes those that differ; each is whole at every moment.
  func replace(with contents: [String: [UInt8]]) throws {
    for name in Self.names {
      guard let bytes = contents[name], before[name] != Data(bytes) else { continue }
      try write(Data(bytes), name)
    }
  }

  /// Brings back what was there.
  func putBack() {
    for (name, content) in before {
      if let content {
        try? write(content, name)
      } else {
        try? FileManager.default.removeItem(atPath: folder + "/" + name)
      }
    }
  }

  private func write(_ content: Data, _ name: String) throws {
    let path = folder + "/" + name
    let fresh = path + ".new"
    defer { try? FileManager.default.removeItem(atPath: fresh) }
    let made = FileManager.default.createFile(
      atPath: fresh, contents: content, attributes: [.posixPermissions: 0o600])
    guard made, rename(fresh, path) == 0 else {
      throw Refusal(.storageFull, "not-written", "\(path) cannot be written; is the disk full?")
    }
  }
}
