import Base
import Geodesy
import SpatialCatalog
import Visibility

/// The instances of the catalog as the visibility engine wants them, kept in step with it.
///
/// - Thread: a value.
public struct InstanceScene: CatalogCompanion {
  /// Candidates; their numbers are the catalog's slots.
  public private(set) var scene = Scene()

  public init() {}

  public mutating func put(_ changes: [(slot: UInt32, entry: CatalogEntry?)]) {
    var present: [Candidate] = []
    var gone: [UInt32] = []
    for (slot, entry) in changes {
      if let candidate = entry.flatMap({ Candidate($0, number: slot) }) {
        present.append(candidate)
      } else {
        gone.append(slot)
      }
    }
    scene.remove(gone)
    scene.put(present)
  }
}

extension Candidate {
  fileprivate init?(_ entry: CatalogEntry, number: UInt32) {
    guard let solid = entry.solid else { return nil }
    self.init(
      GeoPose(position: entry.position, height: entry.height, orientation: solid.orientation),
      number: number, scale: solid.scale, minimum: solid.minimum, maximum: solid.maximum,
      priority: Int(entry.priority))
  }

  /// A candidate of values that were checked when they were stored; what exceeds the engine's
  /// limits on boxes is cut off.
  init?(
    _ pose: GeoPose, number: UInt32, scale: Double, minimum: Vector3, maximum: Vector3,
    priority: Int
  ) {
    let reach = Candidate.greatestReach / scale
    func within(_ v: Vector3) -> Vector3 {
      func cut(_ value: Double) -> Double { min(max(value, -reach), reach) }
      return Vector3(x: cut(v.x), y: cut(v.y), z: cut(v.z))
    }
    guard
      let candidate = try? Candidate(
        validating: pose, id: number, scale: scale,
        box: Box(min: within(minimum), max: within(maximum)), priority: priority)
    else { return nil }
    self = candidate
  }
}
