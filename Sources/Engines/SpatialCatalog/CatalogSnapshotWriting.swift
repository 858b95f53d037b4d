import Base
import FlatFiles
import Geodesy
import SpatialIndex

/// What a layer held at one moment, taken without stopping it, to be written as a snapshot.
struct CatalogCapture: Sendable {
  let entries: EntryStore
  let sharings: RealmSets
  let realms: [EntityID: PointSnapshot]

  /// Writes a snapshot beside `path`, flushes it to disk and renames it.
  ///
  /// - Throws: ``FlatFileError`` if it cannot be written; what was there before stays.
  /// - Complexity: O(n); holds the indexes twice, but not the bodies.
  func write(_ stamp: CatalogSnapshot.Stamp, to path: String) throws(FlatFileError) {
    let realms = realms.sorted { $0.key < $1.key }
    let trees = realms.map { CatalogCapture.packed($0.value).snapshotBytes() }
    let order = SlotTable.order(of: entries, count: sharings.count)
    let combinations = sharings.allCombinations
    let bodyStarts = CatalogCapture.starts(entries.blocks.map(\.bodies.count))
    let treeStarts = CatalogCapture.starts(trees.map(\.count))

    let facts: [UInt64] = [
      UInt64(stamp.bodyVersion), UInt64(bitPattern: stamp.sequence), UInt64(bitPattern: stamp.at),
      stamp.subject.high, stamp.subject.low, UInt64(sharings.count),
    ]
    func plan(_ part: CatalogSnapshot.Part, _ size: Int, _ count: Int) -> FlatFileStream.Plan {
      FlatFileStream.Plan(part.rawValue, size: size, count: count)
    }
    let realmCount = combinations.reduce(0) { $0 + $1.count }
    let stream = try FlatFileStream(
      CatalogSnapshot.format,
      [
        plan(.facts, 8, facts.count),
        plan(
          .heads, MemoryLayout<EntryStore.Head>.stride,
          entries.blocks.count * EntryStore.blockSize),
        plan(.bodyStarts, 8, bodyStarts.count),
        plan(.bodies, 1, Int(bodyStarts.last ?? 0)),
        plan(.order, 4, order.count),
        plan(.sharings, 4, entries.blocks.count * EntryStore.blockSize),
        plan(.combinationSizes, 4, combinations.count),
        plan(.combinations, 8, 2 * realmCount),
        plan(.realms, 8, 2 * realms.count),
        plan(.treeStarts, 8, treeStarts.count),
        plan(.trees, 1, Int(treeStarts.last ?? 0)),
      ], to: path)
    try stream.add(facts)
    for block in entries.blocks { try stream.add(UnsafeRawBufferPointer(block.heads.buffer)) }
    try stream.add(bodyStarts)
    for block in entries.blocks { try stream.add(UnsafeRawBufferPointer(block.bodies.buffer)) }
    try stream.add(order)
    for block in entries.blocks { try stream.add(UnsafeRawBufferPointer(block.sharings.buffer)) }
    try stream.add(combinations.map { UInt32(clamping: $0.count) })
    try stream.add(combinations.flatMap { $0.flatMap { [$0.high, $0.low] } })
    try stream.add(realms.flatMap { [$0.key.high, $0.key.low] })
    try stream.add(treeStarts)
    for tree in trees { try stream.add(tree) }
    try stream.finish()
  }

  /// One tree of everything that an index holds.
  private static func packed(_ snapshot: PointSnapshot) -> PackedPoints {
    var entries: [PackedPoints.Entry] = []
    snapshot.forEach(in: .world) { item, position in
      entries.append(PackedPoints.Entry(position: position, item: item))
    }
    return PackedPoints(entries)
  }

  private static func starts(_ counts: [Int]) -> [UInt64] {
    var starts: [UInt64] = [0]
    starts.reserveCapacity(counts.count + 1)
    var sum: UInt64 = 0
    for count in counts {
      sum += UInt64(count)
      starts.append(sum)
    }
    return starts
  }
}
