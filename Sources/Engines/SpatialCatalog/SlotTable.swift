import Base
import FlatFiles

/// Which slot an identifier has: a sorted list made at start, and what has changed since.
///
/// A list of four bytes per entry that is mapped or made in one pass, where a dictionary would take
/// fifty and a second for a million.
///
/// - Thread: confined.
struct SlotTable: Sendable {
  /// The entries as they were at start, and their occupied slots in order of the identifiers.
  private let base: EntryStore
  private let order: FlatArray<UInt32>
  /// Slots given since; nil for identifiers that are gone.
  private var changes: [EntityID: UInt32?] = [:]
  /// How many identifiers there are.
  private(set) var count: Int

  /// - Parameter order: the occupied slots of `base`, ascending by identifier.
  init(base: EntryStore = EntryStore(), order: FlatArray<UInt32> = FlatArray([])) {
    self.base = base
    self.order = order
    count = order.count
  }

  /// The occupied slots of a store, ascending by identifier.
  ///
  /// - Complexity: O(n) where they stand in order, as they do when they come from the database;
  ///   else O(n log n).
  static func order(of entries: EntryStore, count: Int) -> [UInt32] {
    var slots: [UInt32] = []
    slots.reserveCapacity(count)
    var isSorted = true
    var last = EntityID(high: 0, low: 0)
    for slot in 0..<UInt32(clamping: count) {
      let head = entries.head(slot)
      if head.isVacant { continue }
      if head.id < last { isSorted = false }
      last = head.id
      slots.append(slot)
    }
    if !isSorted { slots.sort { entries.head($0).id < entries.head($1).id } }
    return slots
  }

  subscript(id: EntityID) -> UInt32? {
    get {
      if let change = changes[id] { return change }
      return inBase(id)
    }
    set {
      count += (newValue == nil ? 0 : 1) - (self[id] == nil ? 0 : 1)
      changes[id] = .some(newValue)
    }
  }

  private func inBase(_ id: EntityID) -> UInt32? {
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      if base.head(order[middle]).id < id { low = middle + 1 } else { high = middle }
    }
    guard low < order.count, base.head(order[low]).id == id else { return nil }
    return order[low]
  }
}
