import Geodesy

/// A static R-tree of boxes, packed along a Hilbert curve of their middles.
///
/// Each entry is a box in whole 1e-7 degrees and a number of the caller's, the item. An item may
/// have several boxes (``entries(covering:item:)`` gives two where the antimeridian is crossed) and
/// is still found once. 21.1 bytes per entry. Queries are on ``BoxSnapshot``.
///
/// - Source: Kamel, Faloutsos, "On packing R-trees", CIKM 1993.
/// - Thread: immutable, shared.
public final class PackedBoxes: PackedTree {
  /// One indexed box.
  public struct Entry: PackedEntry {
    public var box: FixedBox
    public var item: UInt32

    public init(box: FixedBox, item: UInt32) {
      self.box = box
      self.item = item
    }
  }

  /// What it is packed into.
  public typealias Snapshot = BoxSnapshot

  /// 16 wests, 16 souths, 16 easts, 16 norths, 16 items.
  static let leafBytes = 320

  let nodes: PackedNodes
  /// Whether an item has several entries.
  let hasRepeatedItems: Bool

  /// Number of entries.
  public var count: Int { nodes.count }

  /// Bytes of memory or of a snapshot.
  public var byteCount: Int { nodes.storage.byteCount }

  /// The entries of an item: one, or two where `bounds` crosses the antimeridian.
  public static func entries(covering bounds: Bounds, item: UInt32) -> [Entry] {
    FixedBox.boxes(bounds).map { Entry(box: $0, item: item) }
  }

  /// Builds a tree.
  ///
  /// - Parameter entries: in any order, at most 2³² - 2; boxes out of range are clamped, and boxes
  ///   that are inside out are never found.
  /// - Complexity: O(n).
  public init(_ entries: [Entry]) {
    let count = min(entries.count, Int(UInt32.max) - 1)
    let keys = (0..<count).map { i -> UInt64 in
      let box = PackedBoxes.clamped(entries[i].box)
      return HilbertCurve.key(
        lonE7: (box.west >> 1) &+ (box.east >> 1), latE7: (box.south >> 1) &+ (box.north >> 1))
    }
    let order = RadixSort.order(of: keys)
    let size = PackedNodes.byteCount(count: count, leafBytes: PackedBoxes.leafBytes) ?? 0
    let nodes = PackedNodes(
      storage: PackedStorage(byteCount: size), count: count, leafBytes: PackedBoxes.leafBytes)
    for index in 0..<nodes.leafCount {
      let leaf = nodes.leaf(index)
      for lane in 0..<PackedNodes.fanout {
        let rank = index * PackedNodes.fanout + lane
        let entry = rank < count ? entries[Int(order[rank])] : Entry(box: .empty, item: .max)
        PackedNodes.setBox(leaf, lane, rank < count ? PackedBoxes.clamped(entry.box) : .empty)
        (leaf + lane * 4).storeBytes(of: entry.item, toByteOffset: 256, as: UInt32.self)
      }
    }
    nodes.fillLevels { PackedNodes.union(of: nodes.leaf($0)) }
    hasRepeatedItems = PackedBoxes.hasRepeatedItems(entries)
    nodes.seal(kind: .boxes, hasRepeatedItems: hasRepeatedItems)
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
    (nodes, hasRepeatedItems) = try PackedNodes.open(
      storage, kind: .boxes, leafBytes: PackedBoxes.leafBytes)
  }

  /// The tree as bytes for ``init(snapshot:)``.
  public func snapshotBytes() -> [UInt8] { nodes.snapshotBytes() }

  /// The entry at a place, 0..<count, in the order of the curve.
  public func entry(_ rank: Int) -> Entry {
    let leaf = nodes.leaf(rank / PackedNodes.fanout)
    let lane = rank % PackedNodes.fanout
    return Entry(
      box: PackedNodes.box(leaf, lane),
      item: (leaf + lane * 4).load(fromByteOffset: 256, as: UInt32.self))
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
    nodes.checkLevels { PackedNodes.union(of: nodes.leaf($0)) }
  }

  private static func clamped(_ box: FixedBox) -> FixedBox {
    let world = FixedBox.world
    return FixedBox(
      west: min(max(box.west, world.west), world.east),
      south: min(max(box.south, world.south), world.north),
      east: min(max(box.east, world.west), world.east),
      north: min(max(box.north, world.south), world.north))
  }

  private static func hasRepeatedItems(_ entries: [Entry]) -> Bool {
    var items = entries.map(\.item)
    items.sort()
    return zip(items, items.dropFirst()).contains { $0 == $1 }
  }
}
