import Geodesy

/// What a ``SpatialLayer`` of boxes, or one ``PackedBoxes``, holds at one moment.
///
/// Results are items in no particular order, each once, however many of its boxes are touched.
///
/// - Thread: immutable, shared.
public struct BoxSnapshot: PackedSnapshot {
  /// Disjoint sets of entries; the largest first.
  public let runs: [PackedRun<PackedBoxes>]
  private let hasRepeatedItems: Bool

  public init(runs: [PackedRun<PackedBoxes>]) {
    self.runs = runs
    hasRepeatedItems = runs.contains { $0.tree.hasRepeatedItems }
  }

  /// The entries of one tree.
  public init(_ tree: PackedBoxes) {
    self.init(runs: [PackedRun(tree: tree, dead: nil)])
  }

  /// Finds the items with a box that shares at least a point with `bounds`.
  ///
  /// - Parameters:
  ///   - bounds: rounded to whole 1e-7 degrees; may cross the antimeridian.
  ///   - items: replaced by the results.
  /// - Complexity: O(log n + results).
  public func find(touching bounds: Bounds, into items: inout [UInt32]) {
    items.removeAll(keepingCapacity: true)
    forEachEntry(touching: bounds) { _, item in items.append(item) }
    removeRepeated(&items, isSplit: bounds.crossesAntimeridian)
  }

  /// Finds the items with a box around a position, its border included.
  ///
  /// - Parameter items: replaced by the results.
  /// - Complexity: O(log n + results).
  public func find(around position: LonLat, into items: inout [UInt32]) {
    items.removeAll(keepingCapacity: true)
    guard position.lon.isFinite, position.lat.isFinite else { return }
    let place = FixedBox(FixedPosition(position))
    for run in runs {
      run.forEach(touching: place) { _, item in items.append(item) }
    }
    removeRepeated(&items, isSplit: false)
  }

  /// Finds the items that may lie within a distance of a position: all that do, and some that are
  /// up to 1 % (and towards the corners of the circle's box, more) farther.
  ///
  /// - Parameter items: replaced by the results.
  public func find(nearby position: LonLat, metres: Double, into items: inout [UInt32]) {
    items.removeAll(keepingCapacity: true)
    guard let circle = Bounds.circle(around: position, metres: metres) else { return }
    find(touching: circle, into: &items)
  }

  /// Calls `body` with every entry that touches `bounds`; an item comes once for each of its boxes,
  /// and twice for a box that touches both parts of split bounds.
  func forEachEntry(touching bounds: Bounds, _ body: (FixedBox, UInt32) -> Void) {
    FixedBox.forEach(of: bounds) { box in
      for run in runs { run.forEach(touching: box, body) }
    }
  }

  func removeRepeated(_ items: inout [UInt32], isSplit: Bool) {
    guard isSplit || hasRepeatedItems, items.count > 1 else { return }
    items.sort()
    var kept = 1
    for i in 1..<items.count where items[i] != items[kept - 1] {
      items[kept] = items[i]
      kept += 1
    }
    items.removeSubrange(kept...)
  }
}
