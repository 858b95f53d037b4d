import Geodesy

/// A static R-tree of positions, packed along a Hilbert curve.
///
/// Each entry is a position in whole 1e-7 degrees and a number of the caller's, the item. 13.1
/// bytes per entry (leaves of 16 longitudes, 16 latitudes, 16 items; see ``PackedNodes``). Queries
/// are on ``PointSnapshot``, which joins one or several of these trees.
///
/// - Source: Kamel, Faloutsos, "On packing R-trees", CIKM 1993.
/// - Thread: immutable, shared.
public final class PackedPoints: PackedTree {
  /// One indexed position.
  public struct Entry: PackedEntry {
    public var position: FixedPosition
    public var item: UInt32

    public init(position: FixedPosition, item: UInt32) {
      self.position = position
      self.item = item
    }
  }

  /// What it is packed into.
  public typealias Snapshot = PointSnapshot

  /// 16 longitudes, 16 latitudes, 16 items.
  static let leafBytes = 192

  let nodes: PackedNodes

  /// Number of entries.
  public var count: Int { nodes.count }

  /// Bytes of memory or of a snapshot.
  public var byteCount: Int { nodes.storage.byteCount }

  /// Builds a tree.
  ///
  /// - Parameter entries: in any order, at most 2³² - 2; positions out of range are clamped. Items
  ///   are distinct where the tree goes into a ``SpatialLayer``; otherwise they may repeat.
  /// - Complexity: O(n); 1,000,000 in about 0.2 s.
  public init(_ entries: [Entry]) {
    let count = min(entries.count, Int(UInt32.max) - 1)
    let keys = [UInt64](unsafeUninitializedCapacity: count) { buffer, used in
      for i in 0..<count {
        let p = PackedPoints.clamped(entries[i].position)
        buffer[i] = HilbertCurve.key(lonE7: p.lonE7, latE7: p.latE7)
      }
      used = count
    }
    let order = RadixSort.order(of: keys)
    let size = PackedNodes.byteCount(count: count, leafBytes: PackedPoints.leafBytes) ?? 0
    let nodes = PackedNodes(
      storage: PackedStorage(byteCount: size), count: count, leafBytes: PackedPoints.leafBytes)
    for index in 0..<nodes.leafCount {
      let leaf = nodes.leaf(index)
      for lane in 0..<PackedNodes.fanout {
        let place = leaf + lane * 4
        let rank = index * PackedNodes.fanout + lane
        if rank < count {
          let entry = entries[Int(order[rank])]
          let p = PackedPoints.clamped(entry.position)
          place.storeBytes(of: p.lonE7, as: Int32.self)
          place.storeBytes(of: p.latE7, toByteOffset: 64, as: Int32.self)
          place.storeBytes(of: entry.item, toByteOffset: 128, as: UInt32.self)
        } else {
          place.storeBytes(of: Int32.max, as: Int32.self)
          place.storeBytes(of: Int32.max, toByteOffset: 64, as: Int32.self)
          place.storeBytes(of: UInt32.max, toByteOffset: 128, as: UInt32.self)
        }
      }
    }
    nodes.fillLevels { PackedPoints.leafBox(nodes, $0) }
    nodes.seal(kind: .points, hasRepeatedItems: false)
    self.nodes = nodes
  }

  /// Opens a snapshot held in memory; the bytes are copied.
  ///
  /// - Throws: ``SnapshotError`` if anything about it is wrong.
  public convenience init(snapshot bytes: [UInt8]) throws(SnapshotError) {
    try self.init(PackedStorage(copying: bytes))
  }

  /// Opens a snapshot that lies in memory of someone else, without copying it.
  ///
  /// - Parameters:
  ///   - bytes: aligned to 8; never changed.
  ///   - owner: keeps the memory as long as it lives.
  public convenience init(
    lying bytes: UnsafeRawBufferPointer, in owner: any AnyObject & Sendable
  ) throws(SnapshotError) {
    try self.init(PackedStorage(lying: bytes, in: owner))
  }

  private init(_ storage: PackedStorage) throws(SnapshotError) {
    nodes = try PackedNodes.open(storage, kind: .points, leafBytes: PackedPoints.leafBytes).nodes
  }

  /// The tree as bytes for ``init(snapshot:)``.
  public func snapshotBytes() -> [UInt8] { nodes.snapshotBytes() }

  /// The entry at a place, 0..<count, in the order of the curve.
  public func entry(_ rank: Int) -> Entry {
    let place = nodes.leaf(rank / PackedNodes.fanout) + (rank % PackedNodes.fanout) * 4
    return Entry(
      position: FixedPosition(
        lonE7: place.load(as: Int32.self), latE7: place.load(fromByteOffset: 64, as: Int32.self)),
      item: place.load(fromByteOffset: 128, as: UInt32.self))
  }

  public func entries(except dead: [UInt16]?) -> [Entry] {
    var entries: [Entry] = []
    entries.reserveCapacity(count)
    for rank in 0..<count {
      let (leaf, lane) = (rank / PackedNodes.fanout, rank % PackedNodes.fanout)
      if let dead, dead[leaf] & (1 << UInt16(lane)) != 0 { continue }
      entries.append(entry(rank))
    }
    return entries
  }

  public func placesByItem() -> [UInt32] {
    RadixSort.order(of: (0..<count).map { UInt64(entry($0).item) })
  }

  public func checkInvariants() -> [String] {
    var problems = nodes.checkLevels { PackedPoints.leafBox(nodes, $0) }
    for rank in 0..<count where !FixedBox.world.contains(entry(rank).position) {
      problems.append("entry \(rank) is not on the earth: \(entry(rank))")
    }
    return problems
  }

  private static func leafBox(_ nodes: PackedNodes, _ index: Int) -> FixedBox {
    let leaf = nodes.leaf(index)
    var box = FixedBox.empty
    let used = min(PackedNodes.fanout, nodes.count - index * PackedNodes.fanout)
    for lane in 0..<used {
      let lon = (leaf + lane * 4).load(as: Int32.self)
      let lat = (leaf + lane * 4).load(fromByteOffset: 64, as: Int32.self)
      box.formUnion(FixedBox(west: lon, south: lat, east: lon, north: lat))
    }
    return box
  }

  private static func clamped(_ p: FixedPosition) -> FixedPosition {
    FixedPosition(
      lonE7: min(max(p.lonE7, FixedBox.world.west), FixedBox.world.east),
      latE7: min(max(p.latE7, FixedBox.world.south), FixedBox.world.north))
  }
}
