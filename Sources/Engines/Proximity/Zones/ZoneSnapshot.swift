import Base
import Geodesy
import SpatialIndex

/// All zones at one moment.
///
/// - Thread: immutable, shared.
public final class ZoneSnapshot: Sendable {
  let table: ZoneTable
  let base: ZoneCells
  /// Zones that were changed since the base was made.
  let overlay: ZoneCells
  /// Grows with every change.
  public let generation: UInt64
  /// Number of zones.
  public let count: Int

  /// Bit i: level i of the grid has zones.
  let levels: UInt32

  init(table: ZoneTable, base: ZoneCells, overlay: ZoneCells, generation: UInt64, count: Int) {
    (self.table, self.base, self.overlay) = (table, base, overlay)
    (self.generation, self.count) = (generation, count)
    levels = base.levels | overlay.levels
  }

  /// Differs, but for one chance in 2⁶⁴, as soon as the zones or those who see them differ.
  @inline(__always)
  func stamp(_ visible: VisibleRealms) -> UInt64 {
    visible.fingerprint &+ generation &* 0x9e37_79b9_7f4a_7c15
  }

  /// Calls `body` with the slot of every zone that may touch a circle, each at least once.
  ///
  /// - Complexity: O(cells of the circle + zones in them).
  func forEachSlot(near p: LonLat, metres: Double, _ body: (UInt32) -> Void) {
    guard let circle = Bounds.circle(around: p, metres: metres + 0.05) else { return }
    for box in FixedBox.boxes(circle) {
      for level in 0..<CellGrid.levelCount where levels & (1 << UInt32(level)) != 0 {
        CellGrid.forEachCell(of: box, level: level) { key in
          base.forEach(in: base.range(of: key)) { entry in
            if table.record(entry.slot).home == .base { body(entry.slot) }
          }
          overlay.forEach(in: overlay.range(of: key)) { body($0.slot) }
        }
      }
    }
  }

  /// The visible zones that may have a point within a distance, in the order of their identifiers.
  ///
  /// - Returns: all that have, and some that are a little farther.
  /// - Complexity: O(cells of the circle + zones in them); cells are some 365 m wide.
  public func zones(
    near p: LonLat, metres: Double, visible: VisibleRealms
  ) -> [Zone] {
    var slots: [UInt32] = []
    forEachSlot(near: p, metres: metres) { slots.append($0) }
    slots.sort()
    var last: UInt32?
    var zones: [Zone] = []
    for slot in slots where slot != last {
      last = slot
      if let zone = table.zone(slot), visible.sees(zone.realms) { zones.append(zone) }
    }
    return zones.sorted { $0.id < $1.id }
  }
}
