import Base
import Foundation

/// The small files that an installation has of its own beside database and media, changed together.
struct OwnFiles {
  /// Those that a backup has.
  static let names = ["service.key", "settings.json"]

  private let folder: String
  /// What they held before, those that are noted of the database among them; nil for one that was not
  /// there.
  private let before: [String: Data?]

  init(in folder: String) {
    self.folder = folder
    before = Dictionary(
      uniqueKeysWithValues: (Self.names + DatabaseNotes.names).map {
        ($0, FileManager.default.contents(atPath: folder + "/" + $0))
      })
  }

  /// Puts those of another folder of the same disk in their place, each whole at every moment; what it
  /// does not have goes.
  func replace(from other: String) throws {
    for (name, content) in before {
      let (fresh, path) = (other + "/" + name, folder + "/" + name)
      guard let bytes = FileManager.default.contents(atPath: fresh) else {
        if content != nil { try FileManager.default.removeItem(atPath: path) }
        continue
      }
      guard bytes != content else { continue }
      guard rename(fresh, path) == 0 else {
        throw Refusal(.storageFull, "not-written", "\(path) cannot be written; is the disk full?")
      }
    }
  }

  /// Brings back what was there.
  func putBack() {
    for (name, content) in before {
      let path = folder + "/" + name
      guard FileManager.default.contents(atPath: path) != content else { continue }
      try? LineFile(path: path).putBack(content)
    }
  }
}
