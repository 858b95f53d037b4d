import Geodesy
import SpatialIndex

/// A zone as the cells hold it: enough to rule most of them out without looking elsewhere.
struct ZoneEntry: Sendable {
  /// The centre of a circle, rounded.
  var lonE7: Int32
  var latE7: Int32
  /// Of a circle, rounded; negative for an area.
  var radius: Float
  var slot: UInt32

  var isArea: Bool { radius < 0 }

  /// Metres by which a distance to this entry's border may be wrong.
  @inline(__always)
  var slack: Double { 0.02 + Double(radius) * 1.2e-7 }
}

/// Lists of zones by cell: every zone stands in all cells of its level that it touches.
///
/// - Thread: immutable, shared.
final class ZoneCells: Sendable {
  private static let noCell = UInt64.max

  /// Bit i: level i has zones.
  let levels: UInt32
  let entryCount: Int
  /// A hash table with open addressing: `keys[i]` is a cell, with the entries
  /// `entries[starts[i]..<ends[i]]`.
  private let keys: [UInt64]
  private let ranges: [Range<UInt32>]
  private let entries: [ZoneEntry]
  private let mask: Int

  static let empty = ZoneCells([], of: ZoneTable())

  /// Where a zone belongs.
  private struct Placement {
    let level: UInt8
    let box: FixedBox
    /// Beyond the antimeridian.
    let other: FixedBox?

    init(_ bounds: Bounds) {
      let boxes = FixedBox.boxes(bounds)
      box = boxes.first ?? .world
      other = boxes.count > 1 ? boxes.last : nil
      level = UInt8(CellGrid.level(for: boxes))
    }

    func forEachCell(_ body: (UInt64) -> Void) {
      CellGrid.forEachCell(of: box, level: Int(level), body)
      if let other { CellGrid.forEachCell(of: other, level: Int(level), body) }
    }
  }

  /// - Complexity: O(zones).
  init(_ slots: [UInt32], of table: ZoneTable) {
    var levels: UInt32 = 0
    var placed: [Placement] = []
    placed.reserveCapacity(slots.count)
    var total = 0
    for slot in slots {
      let placement = Placement(table.bounds(slot))
      levels |= 1 << UInt32(placement.level)
      placement.forEachCell { _ in total += 1 }
      placed.append(placement)
    }
    var capacity = 16
    while capacity < total + total / 2 { capacity *= 2 }
    let mask = capacity - 1
    var keys = [UInt64](repeating: ZoneCells.noCell, count: capacity)
    var counts = [UInt32](repeating: 0, count: capacity)
    for place in placed {
      place.forEachCell { key in
        let at = ZoneCells.place(of: key, in: keys, mask)
        keys[at] = key
        counts[at] += 1
      }
    }
    var ranges = [Range<UInt32>](repeating: 0..<0, count: capacity)
    var start: UInt32 = 0
    for at in 0..<capacity where counts[at] > 0 {
      ranges[at] = start..<start
      start += counts[at]
    }
    counts = []
    var entries = [ZoneEntry](
      repeating: ZoneEntry(lonE7: 0, latE7: 0, radius: 0, slot: 0), count: total)
    for (place, slot) in zip(placed, slots) {
      let entry = ZoneCells.entry(slot, table.record(slot))
      place.forEachCell { key in
        let at = ZoneCells.place(of: key, in: keys, mask)
        let range = ranges[at]
        entries[Int(range.upperBound)] = entry
        ranges[at] = range.lowerBound..<range.upperBound + 1
      }
    }
    self.mask = mask
    self.levels = levels
    entryCount = total
    self.keys = keys
    self.ranges = ranges
    self.entries = entries
  }

  private static func entry(_ slot: UInt32, _ record: ZoneTable.Record) -> ZoneEntry {
    if record.isArea { return ZoneEntry(lonE7: 0, latE7: 0, radius: -1, slot: slot) }
    let fixed = FixedPosition(record.centre)
    return ZoneEntry(
      lonE7: fixed.lonE7, latE7: fixed.latE7, radius: Float(record.radius), slot: slot)
  }

  @inline(__always)
  private static func place(of key: UInt64, in keys: [UInt64], _ mask: Int) -> Int {
    var z = key &* 0x9e37_79b9_7f4a_7c15
    z ^= z >> 32
    var at = Int(truncatingIfNeeded: z) & mask
    while keys[at] != key, keys[at] != noCell { at = (at &+ 1) & mask }
    return at
  }

  /// Where the entries of a cell are; empty if it has none.
  @inline(__always)
  func range(of key: UInt64) -> Range<UInt32> {
    ranges[ZoneCells.place(of: key, in: keys, mask)]
  }

  /// Calls `body` with the entries at a range that ``range(of:)`` returned.
  @inline(__always)
  func forEach(in range: Range<UInt32>, _ body: (ZoneEntry) -> Void) {
    entries.withUnsafeBufferPointer { entries in
      var i = Int(range.lowerBound)
      let end = min(Int(range.upperBound), entries.count)
      while i < end {
        body(entries[i])
        i &+= 1
      }
    }
  }
}
