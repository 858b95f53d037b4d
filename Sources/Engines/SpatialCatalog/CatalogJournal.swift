import Base
import Geodesy

/// The latest changes of a layer, so that a device that knows an earlier state gets only what is
/// new.
///
/// - Thread: pure.
struct CatalogJournal: Sendable {
  /// Where an entry was, and whose it was.
  struct Footprint: Sendable {
    var realms: [EntityID]
    var position: FixedPosition
  }

  /// One change of one entry.
  struct Record: Sendable {
    var sequence: Int64
    var id: EntityID
    /// Nil for a new entry.
    var before: Footprint?
    /// Nil for an entry that has gone.
    var after: Footprint?
  }

  /// Changes that are kept at least, once there were as many.
  static let capacity = 20_000

  /// All changes after this one are here.
  private(set) var floor: Int64
  /// The latest change.
  private(set) var last: Int64
  private var records: [Record] = []

  init(floor: Int64) { (self.floor, last) = (floor, floor) }

  mutating func append(_ batch: [Record], sequence: Int64) {
    last = max(last, sequence)
    records += batch
    guard records.count >= 2 * CatalogJournal.capacity else { return }
    let dropped = records.count - CatalogJournal.capacity
    floor = records[dropped - 1].sequence
    // Changes of one commit stay or go together.
    records.removeFirst(dropped)
    records.removeAll { $0.sequence <= floor }
  }

  /// Whether all that has changed since is known.
  func reaches(_ sequence: Int64) -> Bool { (floor...last).contains(sequence) }

  /// The changes after one that ``reaches(_:)``, oldest first.
  func records(after sequence: Int64) -> ArraySlice<Record> {
    var (low, high) = (0, records.count)
    while low < high {
      let middle = low + (high - low) / 2
      if records[middle].sequence <= sequence { low = middle + 1 } else { high = middle }
    }
    return records[low...]
  }
}
