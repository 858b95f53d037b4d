import Base
import Foundation
import Routing

/// One imported file of road speeds.
public struct ImportedRoadSpeeds: Sendable {
  public let name: String
  public let speeds: RoadSpeeds
  public let imported: Instant
  let version: GeodataFolder.Version
}

extension GeodataSnapshot {
  /// Takes road speeds into use; a file that cannot be read leaves those of its name as they were.
  mutating func load(roadSpeeds entries: [GeodataFolder.Entry], old: GeodataSnapshot) {
    for entry in entries {
      let known = old.roadSpeeds.first { $0.name == entry.name }
      if let known, known.version == entry.version {
        roadSpeeds.append(known)
        continue
      }
      do throws(Refusal) {
        guard let content = FileManager.default.contents(atPath: entry.path) else {
          throw .invalid(entry.name, "cannot be read")
        }
        roadSpeeds.append(
          ImportedRoadSpeeds(
            name: entry.name, speeds: try RoadSpeeds(json: [UInt8](content)),
            imported: entry.imported, version: entry.version))
      } catch {
        problems.append(Problem(name: entry.name, detail: error.detail))
        if let known { roadSpeeds.append(known) }
      }
    }
  }
}
