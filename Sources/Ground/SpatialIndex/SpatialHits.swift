import Geodesy

/// One position found.
public struct SpatialHit: Hashable, Sendable {
  /// Geodesic metres from the query's position, within 0.5 mm up to 20 km and 15 nm beyond; 0 for
  /// queries that have no such position.
  public var distance: Double
  public var item: UInt32
  public var position: FixedPosition

  @inlinable
  public init(distance: Double, item: UInt32, position: FixedPosition) {
    self.distance = distance
    self.item = item
    self.position = position
  }

  /// Nearest first; equally far ones by item.
  @inlinable
  static func precedes(_ a: SpatialHit, _ b: SpatialHit) -> Bool {
    a.distance != b.distance ? a.distance < b.distance : a.item < b.item
  }
}

/// Where queries write their results: keep one per thread and use it again, so that queries do not
/// allocate.
///
/// - Thread: confined.
public struct SpatialHits: Sendable, RandomAccessCollection {
  /// What the last query found.
  @usableFromInline var hits: [SpatialHit] = []
  /// Work space of nearest-neighbour queries.
  var heap: [Double] = []

  public init(capacity: Int = 256) {
    hits.reserveCapacity(capacity)
  }

  /// Numbers the hits from 0 on, in their order, instead of by their items.
  ///
  /// - Returns: the items that they had.
  public mutating func numberedByPlace() -> [UInt32] {
    let items = hits.map(\.item)
    for place in hits.indices { hits[place].item = UInt32(truncatingIfNeeded: place) }
    return items
  }

  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { hits.count }
  /// The hit at a position, in the order of the hits.
  @inlinable public subscript(position: Int) -> SpatialHit { hits[position] }
}
