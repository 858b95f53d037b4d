import Base
import Geodesy
import Models
import Objects
import SpatialCatalog
import Visibility

/// The instances of the catalog as the visibility engine wants them, each made ready when it is first
/// looked at, and kept beside the block of entries that it was made of.
///
/// What a write changes stands in a new block with nothing beside it; all else stays. Nobody follows
/// anything, and of two who make the same ready at once both are right.
///
/// - Thread: pure.
enum InstanceScenes {
  /// The instance at a slot; nil for what cannot be shown.
  ///
  /// - Complexity: about 40 ns, and 1 µs for the first who asks.
  static func candidate(
    at slot: UInt32, in version: CatalogLayer.Version
  ) -> PreparedCandidate? {
    let size = CatalogLayer.Version.blockSize
    guard let block = version.block(Int(slot) / size) else { return nil }
    let index = Int(slot) % size
    return block.notes.withLock { notes in
      let prepared = notes as? PreparedBlock ?? PreparedBlock()
      if notes == nil { notes = prepared }
      return prepared.candidate(index) { make(index, of: block) }
    }
  }

  private static func make(_ index: Int, of block: CatalogBlock) -> PreparedCandidate? {
    let made = block.withEntry(index) { body, priority in
      InstanceBody(body).flatMap {
        Candidate(
          $0.pose, number: 0, scale: $0.scale, minimum: $0.boundingBox.minimum,
          maximum: $0.boundingBox.maximum, priority: priority)
      }
    }
    return (made ?? nil).map(PreparedCandidate.init)
  }
}

/// What was made ready of a block, in the order in which it was asked for.
///
/// Neighbours in place are seldom neighbours in the order of their making, so that a first look takes one
/// entry from each of many blocks: what it writes is little, and no page of memory for each.
// Invariant: reached through the block's notes only, which let one at a time.
private final class PreparedBlock: @unchecked Sendable {
  private static let unknown = UInt16.max
  private static let unshown = UInt16.max - 1

  /// Where each entry of the block stands in ``made``.
  private var places = [UInt16](repeating: unknown, count: CatalogLayer.Version.blockSize)
  private var made: [PreparedCandidate] = []

  func candidate(_ index: Int, _ make: () -> PreparedCandidate?) -> PreparedCandidate? {
    switch places[index] {
    case Self.unknown:
      guard let candidate = make() else {
        places[index] = Self.unshown
        return nil
      }
      places[index] = UInt16(made.count)
      made.append(candidate)
      return candidate
    case Self.unshown: return nil
    case let place: return made[Int(place)]
    }
  }
}
