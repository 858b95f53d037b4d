import Geodesy

/// What a ``SpatialLayer`` of positions, or one ``PackedPoints``, holds at one moment.
///
/// All queries measure geodesics from a position to the entries' positions in whole 1e-7 degrees,
/// and answer what a scan over all entries with ``Geodesic/distance(from:to:)`` would. A query
/// with an argument that is not a number or out of range finds nothing.
///
/// - Thread: immutable, shared.
public struct PointSnapshot: PackedSnapshot {
  /// Disjoint sets of entries; the largest first.
  public let runs: [PackedRun<PackedPoints>]

  public init(runs: [PackedRun<PackedPoints>]) { self.runs = runs }

  /// The entries of one tree.
  public init(_ tree: PackedPoints) {
    runs = [PackedRun(tree: tree, dead: nil)]
  }

  /// Calls `body` with every entry inside a box, in no particular order.
  ///
  /// - Parameter bounds: rounded to whole 1e-7 degrees; borders belong to it.
  /// - Complexity: O(log n + results).
  public func forEach(in bounds: Bounds, _ body: (UInt32, FixedPosition) -> Void) {
    FixedBox.forEach(of: bounds) { box in
      for run in runs {
        run.forEach(in: box) { lon, lat, item in
          body(item, FixedPosition(lonE7: lon, latE7: lat))
          return true
        }
      }
    }
  }

  /// Finds the entries inside a box, in no particular order.
  ///
  /// - Parameters:
  ///   - bounds: rounded to whole 1e-7 degrees; borders belong to it; may cross the antimeridian.
  ///   - hits: replaced by the results; their distance is 0.
  ///   - filter: which items count; nil for all.
  /// - Complexity: O(log n + results).
  public func find(
    in bounds: Bounds, into hits: inout SpatialHits, where filter: ((UInt32) -> Bool)? = nil
  ) {
    hits.hits.removeAll(keepingCapacity: true)
    forEach(in: bounds) { item, position in
      if let filter, !filter(item) { return }
      hits.hits.append(SpatialHit(distance: 0, item: item, position: position))
    }
  }
}
